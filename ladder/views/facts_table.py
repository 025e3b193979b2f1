"""Facts of all members: what is known of whom, many at once from a table, taken back at once."""

from collections import defaultdict
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.days import today
from clubs.models import Club
from clubs.roles import Permission
from clubs.uid import new_uid
from events.services.roster import people
from ladder import entering
from ladder.fact_files import texts_of
from ladder.fact_forms import FactTableForm
from ladder.fact_sheet import Sheet, read_likeliest
from ladder.queries import Preview, needed_facts
from ladder.queries.facts import facts_preview, facts_today, in_words, new_ones
from ladder.systems.facts import Fact, Value
from players.models import Player
from players.names import sort_key, whole_key
from players.opening import ListRefused

UNPROCESSABLE = 422


class Line(NamedTuple):
    """A person of the table, what is known today in words, and what a table would add."""

    uid: str
    name: str
    values: list[tuple[str, str]]


class Asked(NamedTuple):
    """What a table says. `new` is what does not hold yet, line by line, of `facts` (what they are
    called); `previews` None: what the ladders make of it cannot be said now."""

    facts: list[str]
    new: list[Line]
    previews: list[Preview] | None


@officer(Permission.EDIT_PLAYERS)
@require_safe
def show(request: ArbiterRequest) -> HttpResponse:
    """Members and what is known of them."""
    return _page(request, FactTableForm())


@officer(Permission.EDIT_PLAYERS)
@require_POST
def preview(request: ArbiterRequest) -> HttpResponse:
    """What a table says and what it would change. Nothing is saved."""
    facts = _needed(request.club)
    form, sheet = _read(request, facts)
    if sheet is None or sheet.problems:
        return _page(request, form, sheet=sheet, status=UNPROCESSABLE)
    return _page(request, form, sheet=sheet, asked=_asked(request.club, facts, form, sheet))


@officer(Permission.EDIT_PLAYERS)
@require_POST
def save(request: ArbiterRequest) -> HttpResponse:
    """Enter what the table says: all of it or nothing."""
    facts = _needed(request.club)
    form, sheet = _read(request, facts)
    if sheet is None or sheet.problems:
        return _page(request, form, sheet=sheet, status=UNPROCESSABLE)
    said = form.cleaned_data
    count = entering.enter(
        request.club, _of_players(request.club, sheet), by=request.user, day=form.from_day(),
        why=said["why"], press=said["press"] or new_uid(),
    )  # fmt: skip
    text = ngettext("%(n)d fact is entered.", "%(n)d facts are entered.", count) % {"n": count}
    messages.success(request, text)
    return redirect("ladder:facts_table", request.club.slug)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def undo(request: ArbiterRequest) -> HttpResponse:
    """Take back what one press entered."""
    press = request.POST.get("press", "")
    if not any(one.press == press for one in entering.entered_together(request.club)):
        messages.error(request, _("There is nothing to take back."))
        return redirect("ladder:facts_table", request.club.slug)
    count = entering.take_back(request.club, press, by=request.user)
    text = ngettext("%(n)d fact is taken back.", "%(n)d facts are taken back.", count)
    messages.success(request, text % {"n": count})
    return redirect("ladder:facts_table", request.club.slug)


def _needed(club: Club) -> tuple[Fact, ...]:
    facts = needed_facts(club)
    if not facts:
        raise Http404
    return facts


def _read(request: ArbiterRequest, facts: tuple[Fact, ...]) -> tuple[FactTableForm, Sheet | None]:
    """The form with the text of the file in it, and what the table says; None: nothing to read."""
    data = request.POST.copy()
    data.setdefault("press", new_uid())
    form = FactTableForm(data, request.FILES)
    if not form.is_valid():
        return form, None
    texts = [form.cleaned_data["text"]]
    if file := form.cleaned_data["file"]:
        try:
            texts = texts_of(request.club, file.read())
        except ListRefused as refused:
            return form, Sheet({}, (refused.problem,))
    text, sheet = read_likeliest(texts, facts, _known(request.club), today(request.club))
    if file:
        data["text"] = text
        form = FactTableForm(data)
        if not form.is_valid():
            return form, None
    return form, sheet


def _known(club: Club) -> dict[str, list[str]]:
    """By uid and by whole name who is called so; merged people under all their names."""
    known: defaultdict[str, list[str]] = defaultdict(list)
    for uid, person in people(club).items():
        known[uid].append(uid)
        for key in {whole_key(name) for name in (person.name, *person.spellings)}:
            known[key].append(uid)
    return dict(known)


def _of_players(club: Club, sheet: Sheet) -> dict[Player, dict[str, Value]]:
    players = club.players.filter(uid__in=list(sheet.facts)).order_by("pk")
    return {player: dict(sheet.facts[player.uid]) for player in players}


def _asked(club: Club, facts: tuple[Fact, ...], form: FactTableForm, sheet: Sheet) -> Asked:
    day = form.from_day()
    new = new_ones(club, _of_players(club, sheet), day)
    stated = tuple(fact for fact in facts if any(fact.name in known for known in new.values()))
    said = {player.uid: known for player, known in new.items()}
    previews = facts_preview(club, {player.pk: known for player, known in new.items()}, day)
    labels = [_(fact.label) for fact in stated]
    return Asked(labels, _lines(club, stated, said, only=True), previews)


def _lines(
    club: Club, facts: tuple[Fact, ...], known: dict[str, Any], *, only: bool = False
) -> list[Line]:
    """Members by name with these facts; `only`: whoever has some, members or not."""
    language = get_language() or "en"
    listed = [
        person for person in people(club).values()
        if (person.uid in known if only else person.status == "member")
    ]  # fmt: skip
    listed.sort(key=lambda person: (sort_key(person.name, language), person.uid))
    return [
        Line(
            person.uid,
            person.name,
            [(_(fact.label), in_words(fact, known.get(person.uid, {}).get(fact.name)))
             for fact in facts],
        )
        for person in listed
    ]  # fmt: skip


def _page(
    request: ArbiterRequest,
    form: FactTableForm,
    *,
    sheet: Sheet | None = None,
    asked: Asked | None = None,
    status: int = 200,
) -> HttpResponse:
    club, facts = request.club, _needed(request.club)
    context = {
        "form": form,
        "facts": [_(fact.label) for fact in facts],
        "problems": sheet.problems if sheet else (),
        "notes": sheet.notes if sheet else (),
        "asked": asked,
        "lines": [] if sheet else _lines(club, facts, facts_today(club, facts)),
        "together": [] if sheet else entering.entered_together(club),
    }
    return render(request, "ladder/facts_table.html", context, status=status)
