"""Two people who are one: side by side, what will change, one press."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.roles import Permission
from events.forms import MergeForm, SomebodyForm
from events.queries.evidence import together
from events.services import identity
from events.services.deciding import Meanwhile, newest, unless_changed
from events.services.roster import people, search
from events.views.common import UNPROCESSABLE, is_fragment
from events.views.who import (
    Side,
    done,
    meanwhile,
    now,
    sides,
    to_person,
    what_will_change,
    why_not,
)
from players.identity import DecisionRefused, Kind
from players.models import Player
from players.queries import person_or_404

MOST_SIDES = 20


@officer(Permission.EDIT_PLAYERS)
@require_safe
def choose(request: ArbiterRequest, player: str) -> HttpResponse:
    """Who else is this person? A name to look for."""
    person = person_or_404(request.club, player)
    if (uid := now(request, player)) != player:
        return redirect("events:merge_choose", request.club.slug, uid)
    return _choice(request, person)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def find(request: ArbiterRequest, player: str) -> HttpResponse:
    """People by name; POST, so that no name stands in an address."""
    person, form = person_or_404(request.club, player), SomebodyForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Type a part of a name to look for."))
        return redirect("events:merge_choose", request.club.slug, person.uid)
    everybody = people(request.club)
    sought = form.cleaned_data["name"]
    hits = [one.uid for one in search(everybody, sought) if one.uid != person.uid]
    found = sides(request.club, hits[:MOST_SIDES], everybody)
    return _choice(request, person, sought=sought, hits=found)


def _choice(request: ArbiterRequest, person: Player, **more: Any) -> HttpResponse:
    context = {"player": person, "mine": sides(request.club, [person.uid]), **more}
    return render(request, "players/merge_choose.html", context)


@officer(Permission.EDIT_PLAYERS)
@require_safe
def show(request: ArbiterRequest, player: str, other: str) -> HttpResponse:
    """Both beside each other, and what will change if they are one."""
    both = person_or_404(request.club, player), person_or_404(request.club, other)
    one, two = (now(request, person.uid) for person in both)
    if one == two:
        messages.info(request, _("These two are already one player."))
        return to_person(request, one)
    if (one, two) != (player, other):
        return redirect("events:merge", request.club.slug, one, two)
    form = MergeForm(initial={"back": request.GET.get("from", "")})
    return _page(request, both, form)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def preview(request: ArbiterRequest, player: str, other: str) -> HttpResponse:
    """What saving would change. Nothing is saved."""
    both, form = _both(request, player, other)
    if is_fragment(request):
        keep = form.cleaned_data["keep"] if form.is_valid() else player
        context = what_will_change(request.club, _planned(both, keep))
        return render(request, "players/_what_changes.html", context)
    return _page(request, both, form, status=200 if form.is_valid() else UNPROCESSABLE)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def save(request: ArbiterRequest, player: str, other: str) -> HttpResponse:
    both, form = _both(request, player, other)
    if not form.is_valid():
        return _page(request, both, form, status=UNPROCESSABLE)
    said = form.cleaned_data
    source, target = _in_order(both, said["keep"])
    try:
        unless_changed(
            request.club,
            _planned(both, said["keep"]),
            said["based_on"],
            lambda: identity.merge(source, target, by=request.user, why=said["why"]),
            by=request.user,
        )
    except DecisionRefused as refused:
        return _page(request, both, form, status=UNPROCESSABLE, what=why_not(refused))
    except Meanwhile as changed:
        since = meanwhile(request.club, changed)
        return _page(request, both, form, status=409, since=since)
    return done(request, said["back"], target.uid, _("They are one player from now on."))


def _both(
    request: ArbiterRequest, player: str, other: str
) -> tuple[tuple[Player, Player], MergeForm]:
    both = person_or_404(request.club, player), person_or_404(request.club, other)
    if player == other:
        raise Http404
    form = MergeForm(request.POST)
    if form.is_valid() and form.cleaned_data["keep"] not in (player, other):
        form.add_error("keep", _("Choose one of the two."))
    return both, form


def _in_order(both: tuple[Player, Player], keep: str) -> tuple[Player, Player]:
    """Whose page goes, and whose remains."""
    return (both[1], both[0]) if both[0].uid == keep else both


def _planned(both: tuple[Player, Player], keep: str) -> Any:
    source, target = _in_order(both, keep)
    return identity.planned(source.club, Kind.MERGE, source.uid, target.uid)


def _page(
    request: ArbiterRequest,
    both: tuple[Player, Player],
    form: MergeForm,
    *,
    status: int = 200,
    what: dict[str, Any] | None = None,
    **more: Any,
) -> HttpResponse:
    beside = sides(request.club, [person.uid for person in both])
    keep = _keep(form, both, beside)
    pair = both[0].pk, both[1].pk
    context = {
        "sides": beside,
        "one": both[0],
        "other": both[1],
        "keep": keep,
        "form": form,
        "based_on": newest(request.club),
        "together": together(request.club, [pair]).get(pair, []),
        **(what or what_will_change(request.club, _planned(both, keep))),
        **more,
    }
    return render(request, "players/merge.html", context, status=status)


def _keep(form: MergeForm, both: tuple[Player, Player], beside: list[Side]) -> str:
    """Whose page remains: as chosen, else by what is known of them."""
    said = form.cleaned_data.get("keep") if form.is_bound and form.is_valid() else None
    if said:
        return str(said)
    first = max(beside, key=lambda side: side.weight, default=None)
    return first.person.uid if first else both[0].uid
