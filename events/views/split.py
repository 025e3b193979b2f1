"""One profile that is two people: tick the events that are somebody else's, say whose."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.roles import Permission
from events.forms import SplitForm, line_key
from events.queries import scores
from events.services import identity
from events.services.deciding import Meanwhile, newest, unless_changed
from events.services.lines import lines_of_person
from events.services.roster import people, search
from events.views.common import UNPROCESSABLE, is_fragment
from events.views.who import (
    done,
    meanwhile,
    now,
    sides,
    what_will_change,
    why_not,
)
from players.identity import Decision, DecisionRefused, Kind
from players.models import Player, Status
from players.queries import person_or_404

NEW = (Status.MEMBER.value, Status.GUEST.value)
MOST_SIDES = 12


@officer(Permission.EDIT_PLAYERS)
@require_safe
def show(request: ArbiterRequest, player: str) -> HttpResponse:
    person = person_or_404(request.club, player)
    if (uid := now(request, player)) != player:
        return redirect("events:split", request.club.slug, uid)
    return _page(request, person, SplitForm())


@officer(Permission.EDIT_PLAYERS)
@require_POST
def look(request: ArbiterRequest, player: str) -> HttpResponse:
    """Who else may have played there: people by name, the ticks kept."""
    person, form = person_or_404(request.club, player), SplitForm(request.POST)
    form.is_valid()
    sought = form.cleaned_data.get("name", "")
    if not sought:
        messages.error(request, _("Type a part of a name to look for."))
    return _page(request, person, SplitForm(), typed=form, sought=sought)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def preview(request: ArbiterRequest, player: str) -> HttpResponse:
    """What saving would change. Nothing is saved."""
    person, form = person_or_404(request.club, player), SplitForm(request.POST)
    what = _what(request, person, form) if form.is_valid() else None
    if is_fragment(request):
        return render(request, "players/_what_changes.html", what or {"asked": False})
    return _page(request, person, form, what=what, status=200 if what else UNPROCESSABLE)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def save(request: ArbiterRequest, player: str) -> HttpResponse:
    person, form = person_or_404(request.club, player), SplitForm(request.POST)
    if not form.is_valid():
        return _page(request, person, form, status=UNPROCESSABLE)
    said = form.cleaned_data
    target = None if said["to"] in NEW else person_or_404(request.club, said["to"])
    try:
        row = unless_changed(
            request.club,
            _planned(person, said),
            said["based_on"],
            lambda: identity.split(
                person,
                said["lines"],
                target,
                by=request.user,
                status=Status(said["to"]) if target is None else Status.MEMBER,
                why=said["why"],
            ),
            by=request.user,
        )
    except DecisionRefused as refused:
        return _page(request, person, form, what=why_not(refused), status=UNPROCESSABLE)
    except Meanwhile as changed:
        since = meanwhile(request.club, changed)
        what = _what(request, person, form)
        return _page(request, person, form, what=what, since=since, status=409)
    assert row.other
    return done(request, "", row.other.uid, _("These events are this player's from now on."))


def _planned(person: Player, said: dict[str, Any]) -> Decision:
    to = identity.NEW_PERSON if said["to"] in NEW else said["to"]
    return identity.planned(person.club, Kind.SPLIT, person.uid, to, lines=said["lines"])


def _what(request: ArbiterRequest, person: Player, form: SplitForm) -> dict[str, Any]:
    said = form.cleaned_data
    if said["to"] not in NEW:
        person_or_404(request.club, said["to"])
    return what_will_change(request.club, _planned(person, said))


def _page(
    request: ArbiterRequest,
    person: Player,
    form: SplitForm,
    *,
    typed: SplitForm | None = None,
    sought: str = "",
    what: dict[str, Any] | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """`typed` is a form whose ticks are kept though nothing of it is to be complained about."""
    filled = typed or form
    said = filled.data.get("to", "") if filled.is_bound else ""
    ticked = set(filled.data.getlist("lines")) if filled.is_bound else set()  # type: ignore[attr-defined]
    won = scores(request.club, person.pk)
    everybody = people(request.club)
    hits = [one.uid for one in search(everybody, sought)] if sought else []
    if said in everybody and said not in hits:
        hits.insert(0, said)
    context = {
        "player": person,
        "form": form,
        "why": filled["why"],
        "to": said,
        "lines": [
            (line, key, key in ticked, won.get(line.event_id))
            for line in lines_of_person(request.club, person.uid)
            for key in [line_key(line.event.uid, line.number)]
        ],
        "hits": sides(
            request.club, [uid for uid in hits if uid != person.uid][:MOST_SIDES], everybody
        ),
        "sought": sought,
        "based_on": newest(request.club),
        **(what or {"asked": False}),
        **more,
    }
    return render(request, "players/split.html", context, status=status)
