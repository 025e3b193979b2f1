"""Arbiters' page of a ladder: the list with full names."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.access import ArbiterRequest, officer
from clubs.days import past_day_asked, shown_day, today
from clubs.models import Club
from clubs.roles import Permission
from events.queries import find_event
from ladder.queries import (
    Row,
    Stamp,
    Table,
    Unrated,
    event_in,
    ladders,
    list_days,
    norms_asked,
    put_right,
    stamp_or_404,
    stopped_at,
    table,
)
from ladder.queries.beginnings import stays_empty
from ladder.views.reader import NO_DAY
from players.queries import full_names

RIGHTED_NAMED = 3


class NamedRow(Row):
    """A row of the list, with the name that arbiters see."""

    name: str


class Section(NamedTuple):
    """A part of the list: "ranked", "provisional" or "resting"."""

    kind: str
    rows: Sequence[NamedRow]


class NamedUnrated(Unrated):
    """Somebody without a rating yet, with the name that arbiters see."""

    name: str


@officer(Permission.VIEW_CLUB)
@require_safe
def show(request: ArbiterRequest, ladder: str = "") -> HttpResponse:
    """One ladder of the club, its first if none is named; `?on=2026-03-12` at the end of a day."""
    club = request.club
    state = stamp_or_404(club, ladder)
    asked = past_day_asked(club, request.GET.get("on", ""))
    on = asked.day
    shown = table(club, state.ladder, on)
    days = list_days(state.ladder)
    context = {
        "state": state,
        "table": shown,
        "sections": _sections(request, shown),
        "unrated": _unrated(request, shown),
        "needs_first": not shown.rated and bool(shown.unrated) and stays_empty(club, state.ladder),
        "lists": days,
        "next_list": shown.waiting and shown_day(shown.waiting.day),
        "may_announce": not shown.kind.lists and not on,
        "announced_today": any(one.announced and one.day == today(club) for one in days),
        "on": on,
        "coming": asked.coming and shown_day(asked.coming).text,
        "bad_day": asked.bad and NO_DAY,
        "ladders": ladders(club),
        "asks_norms": bool(norms_asked(club)),
        **_health(club, state),
    }
    return render(request, "ladder/ladder.html", context)


def _health(club: Club, state: Stamp) -> dict[str, object]:
    """What is wrong with the ladder, and what was lately."""
    stopped, first = stopped_at(club), event_in(state.drift)
    righted = put_right([state.ladder]).get(state.ladder)
    found = [find_event(club, uid) for uid in righted.drift[:RIGHTED_NAMED]] if righted else []
    return {
        "stopped": stopped is not None,
        "stopped_event": find_event(club, stopped) if stopped else None,
        "first_different": find_event(club, first) if first else None,
        "righted": righted,
        "righted_events": [(event.uid, event.name) for event in found if event],
    }


def _unrated(request: ArbiterRequest, shown: Table) -> list[NamedUnrated]:
    names = full_names(request.club, [one["uid"] for one in shown.unrated])
    return [{**one, "name": names.get(one["uid"], "")} for one in shown.unrated]


def _sections(request: ArbiterRequest, shown: Table) -> list[Section]:
    parts = {"ranked": shown.ranked, "provisional": shown.provisional, "resting": shown.resting}
    names = full_names(request.club, [row["uid"] for rows in parts.values() for row in rows])
    return [
        Section(kind, [{**row, "name": names.get(row["uid"], "")} for row in rows])
        for kind, rows in parts.items()
        if rows
    ]
