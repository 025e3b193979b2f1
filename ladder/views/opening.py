"""Opening lists: pasted or brought in, looked at line by line, saved, and taken back."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.messages import Problem
from clubs.roles import Permission
from ladder.forms import ListEncodingForm, ListFileForm, PasteForm, ReasonForm
from ladder.models import OpeningDraft, OpeningList
from ladder.opening import drafts, planning, saving, undoing
from ladder.opening.planning import NEW, SKIP, Guess, Plan
from ladder.queries.units import title_of
from players.opening import ListRefused
from players.queries import full_names

UNPROCESSABLE = 422
LISTS = 50


@officer(Permission.EDIT_PLAYERS)
@require_safe
def index(request: ArbiterRequest) -> HttpResponse:
    """A new list, lists begun, and the lists that were saved."""
    return _index(request)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def paste(request: ArbiterRequest) -> HttpResponse:
    """Keep what was pasted, and look at it."""
    form = PasteForm(request.POST)
    if not form.is_valid():
        return _index(request, paste_form=form, status=UNPROCESSABLE)
    return _to_draft(
        request, drafts.keep_pasted(request.club, form.cleaned_data["text"], by=request.user)
    )


@officer(Permission.EDIT_PLAYERS)
@require_POST
def file(request: ArbiterRequest) -> HttpResponse:
    """Keep a file, and look at it; one that cannot be read is refused with the reason."""
    form = ListFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _index(request, file_form=form, status=UNPROCESSABLE)
    data = form.cleaned_data["file"].read()
    try:
        draft = drafts.keep_file(request.club, data, form.filename(), by=request.user)
    except ListRefused as refused:
        return _index(request, problems=[refused.problem], status=UNPROCESSABLE)
    return _to_draft(request, draft)


def _index(
    request: ArbiterRequest,
    *,
    paste_form: PasteForm | None = None,
    file_form: ListFileForm | None = None,
    problems: Iterable[Problem] = (),
    status: int = 200,
) -> HttpResponse:
    lists = request.club.opening_lists.select_related("by", "undone_by").order_by("-pk")
    context = {
        "paste_form": paste_form or PasteForm(),
        "file_form": file_form or ListFileForm(),
        "form": paste_form or file_form,
        "problems": list(problems),
        "begun": request.club.opening_drafts.select_related("by").order_by("-changed"),
        "lists": lists[:LISTS],
    }
    return render(request, "ladder/opening.html", context, status=status)


# -- A list that is being looked at ---------------------------------------------------------------


@officer(Permission.EDIT_PLAYERS)
@require_safe
def draft(request: ArbiterRequest, paste: str) -> HttpResponse:
    """What each line will become. Nothing is stored yet."""
    return _draft_page(request, _find_draft(request, paste))


@officer(Permission.EDIT_PLAYERS)
@require_POST
def correct(request: ArbiterRequest, paste: str) -> HttpResponse:
    """Another text instead."""
    found = _find_draft(request, paste)
    form = PasteForm(request.POST)
    if not form.is_valid():
        return _draft_page(request, found, paste_form=form, status=UNPROCESSABLE)
    drafts.correct(found, form.cleaned_data["text"])
    return _to_draft(request, found)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def encoding(request: ArbiterRequest, paste: str) -> HttpResponse:
    """The same file in another encoding."""
    found = _find_draft(request, paste)
    form = ListEncodingForm(request.POST)
    if form.is_valid():
        try:
            drafts.read_again(found, form.cleaned_data["encoding"])
        except ListRefused as refused:
            return _draft_page(request, found, refused=[refused.problem], status=UNPROCESSABLE)
    return _to_draft(request, found)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def drop(request: ArbiterRequest, paste: str) -> HttpResponse:
    """Throw a list away that was never saved."""
    _find_draft(request, paste).delete()
    messages.success(request, _("The list is thrown away. Nothing of it was stored."))
    return redirect("ladder:opening", request.club.slug)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def save(request: ArbiterRequest, paste: str) -> HttpResponse:
    """Make the people and give the ratings, all or nothing. A second press changes nothing."""
    found = request.club.opening_drafts.filter(uid=paste).first()
    if found is None:
        return _saved_already(request, paste)
    found.club = request.club
    planned = _plan(found)
    answers, reason = _answers(request, planned), ReasonForm(request.POST)
    why = reason.cleaned_data["why"] if reason.is_valid() else ""
    again = partial(_draft_page, request, found, answers=answers, status=UNPROCESSABLE)
    rated = any(row.line.rating for row in planned.rows if answers[row.line.line] != SKIP)
    if rated and not why:
        return again(planned, reason=reason)
    try:
        if request.POST.get("seen") != planned.digest:
            raise saving.ClubChanged
        saved = saving.save_draft(found, planned, answers, by=request.user, why=why)
    except saving.ClubChanged:
        if not request.club.opening_drafts.filter(uid=paste).exists():
            return _saved_already(request, paste)  # by another press, while this one was read
        messages.error(request, _("The club has changed meanwhile. Look once more, then save."))
        return again(said=reason)
    except saving.ListNotSaved as refused:
        return again(planned, said=reason, refused=refused.problems)
    if saved.list is None:
        messages.info(request, _("There is nothing to do: everybody is there, with this rating."))
        return _to_draft(request, found)
    messages.success(request, _("Saved. You can take the whole list back at any time."))
    return _to_list(request, saved.list)


def _saved_already(request: ArbiterRequest, paste: str) -> HttpResponse:
    """The button was pressed twice; 404 where there never was such a list."""
    done = saving.saved_as(request.club, paste)
    if done is None:
        raise Http404
    messages.info(request, _("This list was saved already."))
    return _to_list(request, done)


def _answers(request: ArbiterRequest, planned: Plan) -> dict[int, str]:
    """By line what the form says; a line without a question can only be left out."""
    skipped = set(request.POST.getlist("skip"))
    found = {}
    for row in planned.rows:
        line = row.line.line
        if row.guess is Guess.NEW:
            found[line] = SKIP if str(line) in skipped else NEW
        else:
            found[line] = request.POST.get(f"row-{line}", "")
    return found


def _plan(found: OpeningDraft) -> Plan:
    return planning.plan(found.club, saving.first_ladder(found.club), found.text)


def _draft_page(
    request: ArbiterRequest,
    found: OpeningDraft,
    planned: Plan | None = None,
    *,
    answers: Mapping[int, str] | None = None,
    refused: Iterable[Problem] = (),
    reason: ReasonForm | None = None,
    said: ReasonForm | None = None,
    paste_form: PasteForm | None = None,
    status: int = 200,
) -> HttpResponse:
    planned = planned or _plan(found)
    chosen = planned.answers({line: one for line, one in (answers or {}).items() if one})
    wrong = {problem.line: problem.message for problem in refused}
    rows = [(row, chosen[row.line.line], wrong.get(row.line.line)) for row in planned.rows]
    kinds = {guess: [row for row in rows if row[0].guess is guess] for guess in Guess}
    context: dict[str, Any] = {
        "draft": found,
        "plan": planned,
        "refused": list(refused),
        "ask": kinds[Guess.ASK],
        "existing": kinds[Guess.EXISTING],
        "new": kinds[Guess.NEW],
        "rated": any(row.line.rating for row in planned.rows),
        "system": title_of(planned.system),
        "counted": _counted({guess: len(found) for guess, found in kinds.items()}),
        "reason": reason or said or ReasonForm(initial={"why": _("Opening list")}),
        "form": paste_form or reason,
        "paste_form": paste_form or PasteForm(initial={"text": found.text}),
        "encoding_form": ListEncodingForm(initial={"encoding": found.encoding}),
    }
    return render(request, "ladder/opening_draft.html", context, status=status)


def _counted(numbers: dict[Guess, int]) -> str:
    """What will become of the lines, in a sentence."""
    new, existing, ask = numbers[Guess.NEW], numbers[Guess.EXISTING], numbers[Guess.ASK]
    parts = [
        ngettext("%(n)s new player", "%(n)s new players", new) % {"n": new},
        ngettext("%(n)s in the club already", "%(n)s in the club already", existing)
        % {"n": existing},
        ngettext("%(n)s line waits for your answer", "%(n)s lines wait for your answer", ask)
        % {"n": ask},
    ]
    shown = [part for part, number in zip(parts, (new, existing, ask), strict=True) if number]
    return ", ".join(shown)


def _find_draft(request: ArbiterRequest, uid: str) -> OpeningDraft:
    found = get_object_or_404(request.club.opening_drafts, uid=uid)
    found.club = request.club
    return found


def _to_draft(request: ArbiterRequest, found: OpeningDraft) -> HttpResponse:
    return redirect("ladder:opening_draft", request.club.slug, found.uid)


# -- A list that was saved ------------------------------------------------------------------------


@officer(Permission.EDIT_PLAYERS)
@require_safe
def show(request: ArbiterRequest, opening: str) -> HttpResponse:
    """What a list made, and the button that takes it back."""
    found = _find_list(request, opening)
    people = found.kept if found.undone_at else found.players
    names = full_names(request.club, people)
    context = {
        "opening": found,
        "people": sorted((names[uid], uid) for uid in people if uid in names),
    }
    return render(request, "ladder/opening_list.html", context)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def undo(request: ArbiterRequest, opening: str) -> HttpResponse:
    """Take a list back: one press, at any time."""
    found = _find_list(request, opening)
    undoing.undo(found, by=request.user, why=_("The opening list was taken back."))
    messages.success(request, _("The list is taken back."))
    return _to_list(request, found)


def _find_list(request: ArbiterRequest, uid: str) -> OpeningList:
    return get_object_or_404(request.club.opening_lists.select_related("by"), uid=uid)


def _to_list(request: ArbiterRequest, found: OpeningList) -> HttpResponse:
    return redirect("ladder:opening_list", request.club.slug, found.uid)
