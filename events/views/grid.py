"""Results round by round, by keyboard; and what one game has beside its result."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.messages import Message
from clubs.roles import Permission
from events.drafts import DraftEvent
from events.forms import GameForm, RoundDayForm, VersionForm
from events.grid import (
    MAX_ROUNDS,
    Line,
    RoundRead,
    label,
    last_round,
    lines_of,
    read_round,
    with_round,
)
from events.importers.typed import LEGEND
from events.lists import NamesRefused, with_names
from events.models import Draft
from events.services import drafts
from events.views.common import UNPROCESSABLE, find_draft, frame, to_draft, within

PER_PAGE = 250  # boards: with its three cells each far below the limit of fields
SPARE = 3
MORE_LINES = 5


@officer(Permission.EDIT_EVENTS)
@require_safe
def show(request: ArbiterRequest, draft: str, number: int) -> HttpResponse:
    found = find_draft(request, draft)
    content = drafts.content_of(found)
    within(number, min(last_round(content) + 1, MAX_ROUNDS))
    part = _count(request.GET.get("part"), 1)
    extra = MORE_LINES if "more" in request.GET else 0
    return _page(request, found, number, part, _stored(content, number, part, extra))


@officer(Permission.EDIT_EVENTS)
@require_POST
def save(request: ArbiterRequest, draft: str, number: int) -> HttpResponse:
    """Store the lines of one round, whole or not at all."""
    found = find_draft(request, draft)
    content = drafts.content_of(found)
    within(number, MAX_ROUNDS)
    part, shown = _count(request.POST.get("part"), 1), _count(request.POST.get("shown"), 0)
    first, lines = (part - 1) * PER_PAGE, _typed(request)
    version, day = VersionForm(request.POST), RoundDayForm(request.POST)
    if version.is_valid() and version.cleaned_data["version"] != found.version:
        return _changed(request, found, number, part, lines, day)
    if "add_names" in request.POST:
        content = _with_new_names(content, number, lines, first, shown)
    read = read_round(content, number, lines, first, shown)
    if read.problems or not (version.is_valid() and day.is_valid()):
        return _page(
            request, found, number, part, lines, read, day, shown=shown, status=UNPROCESSABLE
        )
    content = with_round(content, number, read.games, first, shown)
    content = with_day(content, number, day.cleaned_data["day"])
    try:
        drafts.save(found, content, version=found.version, by=request.user)
    except drafts.DraftChanged:
        return _changed(request, find_draft(request, draft), number, part, lines, day)
    return _next(request, found, number, part)


def _changed(
    request: ArbiterRequest,
    draft: Draft,
    number: int,
    part: int,
    lines: Sequence[Line],
    day: RoundDayForm,
) -> HttpResponse:
    """Somebody saved another version: what was typed here, ready to take the place of theirs."""
    return _page(request, draft, number, part, lines, RoundRead(), day, changed=True, status=409)


def _next(request: ArbiterRequest, draft: Draft, number: int, part: int) -> HttpResponse:
    """Where the button that was pressed leads."""
    here = reverse("events:round", args=[request.club.slug, draft.uid, number])
    if "more_lines" in request.POST:
        return redirect(f"{here}?part={part}&more=1")
    if "next_round" in request.POST:
        content = drafts.content_of(draft)
        following = min(number + 1, last_round(content) + 1, MAX_ROUNDS)
        return redirect("events:round", request.club.slug, draft.uid, following)
    if "go_on" in request.POST:
        return to_draft(request, draft, "review")
    return redirect(f"{here}?part={part}")


def _count(text: str | None, least: int) -> int:
    """A small number from the address or the form; anything else is the least there is."""
    given = int(text) if text and text.isascii() and text.isdigit() and len(text) < 6 else least
    return max(given, least)


def _typed(request: ArbiterRequest) -> list[Line]:
    post = request.POST
    cells = zip(post.getlist("white"), post.getlist("result"), post.getlist("black"), strict=False)
    return [Line(*(text[:200] for text in line)) for line in cells]


def _stored(content: DraftEvent, number: int, part: int, extra: int) -> list[Line]:
    """The lines of a part of a round, and empty ones for those who are not paired yet."""
    lines = lines_of(content, number)
    paired = {
        n for game in content.games if game.round == number for n in (game.white, game.black) if n
    }
    open_boards = (len(content.entries) - len(paired) + 1) // 2
    lines += [Line()] * (min(open_boards, PER_PAGE) + (0 if open_boards else SPARE) + extra)
    first = (part - 1) * PER_PAGE
    return lines[first : first + PER_PAGE]


def _with_new_names(
    content: DraftEvent, number: int, lines: Sequence[Line], first: int, shown: int
) -> DraftEvent:
    """The list with the names of the grid that nobody has; as it is where one cannot be a name."""
    unknown = read_round(content, number, lines, first, shown).unknown
    try:
        return with_names(content, {}, dict.fromkeys(unknown))
    except NamesRefused:
        return content


def with_day(content: DraftEvent, number: int, day: Any) -> DraftEvent:
    """The draft with the day of one round; without it nothing is known of that day."""
    days = [*content.round_days, *[None] * (number - len(content.round_days))]
    if days[number - 1] == day:
        return content
    days[number - 1] = day
    while days and days[-1] is None:
        days.pop()
    return replace(content, round_days=tuple(days))


def _page(
    request: ArbiterRequest,
    draft: Draft,
    number: int,
    part: int,
    lines: Sequence[Line],
    read: RoundRead | None = None,
    day: RoundDayForm | None = None,
    *,
    shown: int | None = None,
    changed: bool = False,
    status: int = 200,
) -> HttpResponse:
    content = drafts.content_of(draft)
    stored = [at for at, game in enumerate(content.games, 1) if game.round == number]
    first = (part - 1) * PER_PAGE
    here = stored[first : first + PER_PAGE]
    if day is None:
        known = content.round_days[number - 1] if number <= len(content.round_days) else None
        day = RoundDayForm(initial={"day": known})
    last = last_round(content)
    context = frame(
        request,
        draft,
        "rounds",
        content=content,
        number=number,
        rounds=range(1, min(max(last + 1, number), MAX_ROUNDS) + 1),
        last=last,
        rows=_rows(lines, first, here if read is None else [], read),
        shown=len(here) if shown is None else shown,
        part=part,
        parts=range(1, (max(len(stored), len(content.entries) // 2) - 1) // PER_PAGE + 2),
        labels=[label(entry) for entry in content.entries],
        unknown=list(dict.fromkeys(read.unknown)) if read else [],
        legend=LEGEND,
        day=day,
        changed=changed,
    )
    return render(request, "events/round.html", context, status=status)


def _rows(
    lines: Sequence[Line], first: int, stored: Sequence[int], read: RoundRead | None
) -> list[Mapping[str, Any]]:
    """Each line with its number, what is wrong in its cells, and the game behind it."""
    wrong: dict[int, dict[str, Message]] = defaultdict(dict)
    for problem in read.problems if read else []:
        wrong[problem.line].setdefault(problem.cell, problem.message)
    return [
        {
            "board": first + at + 1,
            "line": line,
            "wrong": wrong.get(first + at, {}),
            "game": stored[at] if at < len(stored) else None,
        }
        for at, line in enumerate(lines)
    ]


@officer(Permission.EDIT_EVENTS)
@require_safe
def game(request: ArbiterRequest, draft: str, number: int) -> HttpResponse:
    """One game of a draft: a result on the board, unknown colours, another day."""
    found = find_draft(request, draft)
    content = drafts.content_of(found)
    one = content.games[within(number, len(content.games)) - 1]
    form = GameForm(game=one)
    return _game_page(request, found, content, number, form)


@officer(Permission.EDIT_EVENTS)
@require_POST
def save_game(request: ArbiterRequest, draft: str, number: int) -> HttpResponse:
    found = find_draft(request, draft)
    content = drafts.content_of(found)
    one = content.games[within(number, len(content.games)) - 1]
    form, version = GameForm(request.POST, game=one), VersionForm(request.POST)
    if not (form.is_valid() and version.is_valid()):
        return _game_page(request, found, content, number, form, status=UNPROCESSABLE)
    games = list(content.games)
    games[number - 1] = replace(one, **form.changes())
    content = replace(content, games=tuple(games))
    try:
        drafts.save(found, content, version=version.cleaned_data["version"], by=request.user)
    except drafts.DraftChanged:
        found = find_draft(request, draft)
        content = drafts.content_of(found)
        within(number, len(content.games))
        return _game_page(request, found, content, number, form, changed=True, status=409)
    return redirect("events:round", request.club.slug, found.uid, one.round)


def _game_page(
    request: ArbiterRequest,
    draft: Draft,
    content: DraftEvent,
    number: int,
    form: GameForm,
    *,
    changed: bool = False,
    status: int = 200,
) -> HttpResponse:
    one = content.games[number - 1]
    names = {entry.number: entry.name for entry in content.entries}
    context = frame(
        request,
        draft,
        "rounds",
        content=content,
        game=one,
        number=number,
        white=names.get(one.white),
        black=names.get(one.black) if one.black else None,
        form=form,
        changed=changed,
    )
    return render(request, "events/game.html", context, status=status)
