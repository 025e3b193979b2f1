"""Who was here when, and under which names: for arbiters' pages about people."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from django.db.models import Count, F, Max

from clubs.models import Club
from events.models import Entry
from events.queries.identities import confirmed_spellings, merged


class Seen(NamedTuple):
    """How often somebody was here, and when last."""

    last: date
    events: int


class Line(NamedTuple):
    """One line of an event's players' list that is known to be a person, with the name as typed."""

    event: int
    typed: str


def seen(club: Club) -> dict[int, Seen]:
    """By player id, of everybody with an entry in an event that is not deleted. One query."""
    rows = (
        Entry.objects.filter(event__club=club, event__deleted=False, player__isnull=False)
        .order_by()
        .values_list("player")
        .annotate(last=Max("event__date"), events=Count("event"))
    )
    return {player: Seen(last, events) for player, last, events in rows}


def lines_of_player(club: Club, player: int) -> list[Line]:
    """Every event the person was in, the last first."""
    rows = Entry.objects.filter(player=player, event__club=club, event__deleted=False)
    ordered = rows.order_by("-event__date", "-event__sequence")
    return [Line(*row) for row in ordered.values_list("event", "typed_name__text")]


def spellings(club: Club, now: Mapping[str, str] | None = None) -> dict[str, set[str]]:
    """By uid, every name under which somebody is known: as entered in events, as confirmed by an
    arbiter, and the names of people who were found to be the same. `now` is `merged(club)`."""
    now = merged(club) if now is None else now
    known: defaultdict[str, set[str]] = defaultdict(set)
    entries = Entry.objects.filter(event__club=club, event__deleted=False, player__isnull=False)
    for rows in (
        entries.order_by().values_list("player__uid", "typed_name__text").distinct(),
        ((one.uid, one.text) for one in confirmed_spellings(club)),
        club.players.filter(uid__in=now, erased=None).values_list("uid", F("name__text")),
    ):
        for uid, text in rows:
            known[now.get(uid, uid)].add(text)
    return dict(known)
