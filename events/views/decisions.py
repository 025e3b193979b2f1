"""Everything decided about who is who, and taking any of it back, at any time, in any order."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.roles import Permission
from events.forms import UndoForm, line_key
from events.models import IdentityDecision
from events.queries.decided import Chains, Decided, decided, numbers
from events.services import identity
from events.services.deciding import (
    Asked,
    Meanwhile,
    Place,
    asked_about,
    newest,
    planned_undo,
    unless_changed,
)
from events.views.common import UNPROCESSABLE, is_fragment
from events.views.who import done, meanwhile, what_will_change, why_not
from players.identity import DecisionRefused

PER_PAGE = 40
SPELLINGS = "spellings"


@officer(Permission.VIEW_CLUB)
@require_safe
def index(request: ArbiterRequest) -> HttpResponse:
    """The newest first; those about spellings, which are many, on pages of their own."""
    about = request.GET.get("about", "")
    if about not in ("", SPELLINGS):
        raise Http404
    found = numbers(request.club, spellings=about == SPELLINGS)
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    context = {"decisions": decided(request.club, list(page)), "page": page, "about": about}
    return render(request, "players/decisions.html", context)


@officer(Permission.EDIT_PLAYERS)
@require_safe
def show(request: ArbiterRequest, decision: int) -> HttpResponse:
    """One decision with its undos, and what turning it round would change."""
    found = _find(request, decision)
    if found.is_undo:
        return redirect("events:decision", request.club.slug, found.about)
    form = UndoForm(initial={"back": request.GET.get("from", "")})
    return _page(request, found, form)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def preview(request: ArbiterRequest, decision: int) -> HttpResponse:
    """What taking it back would change, with these lines given to the source. Nothing is saved."""
    found, form = _find(request, decision), UndoForm(request.POST)
    belong = form.cleaned_data["belong"] if form.is_valid() else None
    if is_fragment(request):
        asked = asked_about(_row(request, found.last))
        what = _what(request, found, asked, _default(asked) if belong is None else belong)
        return render(request, "players/_what_changes.html", what)
    return _page(request, found, form, belong, status=200 if form.is_valid() else UNPROCESSABLE)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def undo(request: ArbiterRequest, decision: int) -> HttpResponse:
    """Take it back, or bring it back if it is undone."""
    found, form = _find(request, decision), UndoForm(request.POST)
    if not form.is_valid():
        return _page(request, found, form, status=UNPROCESSABLE)
    said = form.cleaned_data
    if said["last"] != found.last:
        last = _row(request, found.last)
        if last.by_id == request.user.pk and last.undoes and last.undoes.number == said["last"]:
            return _done(request, replace(found, holds=not found.holds), said["back"])  # twice
        since = decided(request.club, Chains(request.club).undos(found.about))
        return _page(request, found, form, since=since, status=409)
    taken = _row(request, found.last)
    asked = {one.place for one in asked_about(taken)}
    if asked != set(said["asked"]):  # the arbiter was not asked about each of them yet
        return _page(request, found, form, said["belong"], look=True, status=UNPROCESSABLE)
    belong = asked & set(said["belong"])
    try:
        unless_changed(
            request.club,
            planned_undo(taken)[0],
            said["based_on"],
            lambda: identity.undo(
                request.club,
                taken.number,
                by=request.user,
                why=said["why"],
                belong=belong,
                stay=asked - belong,
            ),
            by=request.user,
        )
    except DecisionRefused as refused:
        return _page(request, found, form, belong, what=why_not(refused), status=UNPROCESSABLE)
    except Meanwhile as changed:
        since = meanwhile(request.club, changed)
        return _page(request, found, form, belong, since=since, status=409)
    return _done(request, found, said["back"])


def _done(request: ArbiterRequest, found: Decided, back: str) -> HttpResponse:
    """What a press has done to a decision that was `found` so."""
    text = _("It is undone.") if found.holds else _("It holds again.")
    person = found.one.uid if found.one else ""
    return done(request, back or ("" if person else "decisions"), person, text)


def _find(request: ArbiterRequest, number: int) -> Decided:
    found = decided(request.club, [number])
    if not found:
        raise Http404
    return found[0]


def _row(request: ArbiterRequest, number: int) -> IdentityDecision:
    row: IdentityDecision = request.club.decisions.get(number=number)
    row.club = request.club
    return row


def _default(asked: Collection[Asked]) -> list[Place]:
    return [one.place for one in asked if one.goes]


def _what(
    request: ArbiterRequest, found: Decided, asked: list[Asked], belong: Collection[Place]
) -> dict[str, Any]:
    stay = {one.place for one in asked} - set(belong)
    try:
        plan = planned_undo(_row(request, found.last), belong, stay)
    except DecisionRefused as refused:
        return why_not(refused)
    return what_will_change(request.club, *plan)


def _page(
    request: ArbiterRequest,
    found: Decided,
    form: UndoForm,
    belong: Collection[Place] | None = None,
    *,
    what: dict[str, Any] | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    asked = asked_about(_row(request, found.last))
    if belong is None:
        belong = _default(asked)
    chain = [found.about, *Chains(request.club).undos(found.about)]
    context = {
        "decision": found,
        "chain": decided(request.club, chain),
        "form": form,
        "asked_lines": [
            (one.entry, line_key(*one.place), one.place in set(belong)) for one in asked
        ],
        "based_on": newest(request.club),
        **(what or _what(request, found, asked, belong)),
        **more,
    }
    return render(request, "players/decision.html", context, status=status)
