"""Arbiters' pages of a ladder: the list with full names, and starting ratings."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.roles import Permission
from events.queries import find_event, merged
from ladder import services
from ladder.forms import StartForm, TakeBackForm
from ladder.models import Ladder
from ladder.queries import Row, Start, Table, ladders, stamp_or_404, starts, stopped_at, table
from ladder.sources import BEGINNING
from players.models import Player
from players.queries import full_names

UNPROCESSABLE = 422


class NamedRow(Row):
    """A row of the list, with the name that arbiters see."""

    name: str


class Section(NamedTuple):
    """A part of the list: "ranked", "provisional" or "resting"."""

    kind: str
    rows: Sequence[NamedRow]


@officer(Permission.VIEW_CLUB)
@require_safe
def show(request: ArbiterRequest, ladder: str = "") -> HttpResponse:
    """One ladder of the club, its first if none is named; `?on=2026-03-12` at the end of a day."""
    club = request.club
    state = stamp_or_404(club, ladder)
    on = _day(request.GET.get("on", ""))
    shown = table(club, state.ladder, on)
    stopped = stopped_at(club)
    context = {
        "state": state,
        "table": shown,
        "sections": _sections(request, shown),
        "on": on,
        "ladders": ladders(club),
        "stopped": stopped is not None,
        "stopped_event": find_event(club, stopped) if stopped else None,
    }
    return render(request, "ladder/ladder.html", context)


def _sections(request: ArbiterRequest, shown: Table) -> list[Section]:
    parts = {"ranked": shown.ranked, "provisional": shown.provisional, "resting": shown.resting}
    names = full_names(request.club, [row["uid"] for rows in parts.values() for row in rows])
    return [
        Section(kind, [{**row, "name": names.get(row["uid"], "")} for row in rows])
        for kind, rows in parts.items()
        if rows
    ]


def _day(text: str) -> date | None:
    """The day asked for; anything else is today."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if BEGINNING.year <= day.year < 9999 else None


# -- Starting ratings ---------------------------------------------------------------------------


@officer(Permission.EDIT_PLAYERS)
@require_safe
def start(request: ArbiterRequest, player: str) -> HttpResponse:
    """The starting ratings of a person: what holds, a new one, taking one back."""
    person = _find(request, player)
    if now := merged(request.club).get(person.uid):
        return redirect("ladder:start", request.club.slug, now)
    return _start_page(request, person, StartForm(ladders=ladders(request.club)))


@officer(Permission.EDIT_PLAYERS)
@require_POST
def start_save(request: ArbiterRequest, player: str) -> HttpResponse:
    """Let the person enter the ladder at this rating."""
    person = _person_now(request, player)
    form = StartForm(request.POST, ladders=ladders(request.club))
    if not form.is_valid():
        return _start_page(request, person, form, status=UNPROCESSABLE)
    said = form.cleaned_data
    if _holds(request, person, form.slug(), said["day"]) != said["rating"]:
        services.give_starting_rating(
            _ladder(request, form.slug()),
            person,
            float(said["rating"]),
            by=request.user,
            why=said["why"],
            valid_from=said["day"] or BEGINNING,
        )
    messages.success(request, _("Saved. The ladder is recomputed from there on."))
    return redirect("players:player", request.club.slug, person.uid)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def start_take_back(request: ArbiterRequest, player: str) -> HttpResponse:
    """Take back the starting rating of a day: the person enters where everybody does."""
    person = _person_now(request, player)
    form = TakeBackForm(request.POST, ladders=ladders(request.club))
    if not form.is_valid():
        messages.error(request, _("Say why it is taken back."))
        again = StartForm(ladders=ladders(request.club))
        return _start_page(request, person, again, status=UNPROCESSABLE)
    said = form.cleaned_data
    if _holds(request, person, form.slug(), said["day"]) is not None:
        services.give_starting_rating(
            _ladder(request, form.slug()),
            person,
            None,
            by=request.user,
            why=said["why"],
            valid_from=said["day"] or BEGINNING,
        )
    messages.success(request, _("Taken back. The ladder is recomputed from there on."))
    return redirect("players:player", request.club.slug, person.uid)


def _find(request: ArbiterRequest, uid: str) -> Player:
    """The club's person, or 404."""
    players = request.club.players.select_related("name")
    found = players.filter(uid=uid, erased=None).first()
    if found is None:
        raise Http404
    return found


def _person_now(request: ArbiterRequest, uid: str) -> Player:
    """The same for a change: of somebody who was found to be another person, that one."""
    found = _find(request, uid)
    now = merged(request.club).get(found.uid)
    return _find(request, now) if now else found


def _ladder(request: ArbiterRequest, slug: str) -> Ladder:
    return request.club.ladders.select_related("club").get(slug=slug)


def _holds(request: ArbiterRequest, person: Player, ladder: str, day: date | None) -> float | None:
    """The starting rating that holds from this very day on a ladder."""
    day = None if day == BEGINNING else day
    found = (one for one in _entered(request, person) if (one.ladder, one.day) == (ladder, day))
    return next((one.rating for one in found if one.holds), None)


def _entered(request: ArbiterRequest, person: Player) -> list[Start]:
    return starts(request.club, person.pk)


def _start_page(
    request: ArbiterRequest, person: Player, form: StartForm, status: int = 200
) -> HttpResponse:
    context = {
        "player": person,
        "form": form,
        "starts": _entered(request, person),
        "ladders": ladders(request.club),
    }
    return render(request, "ladder/start.html", context, status=status)
