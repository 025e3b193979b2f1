"""Who was here when, and under which names: for arbiters' pages about people."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from django.conf import settings
from django.db.models import Count, F, Max, OuterRef, Q, Subquery

from clubs.days import months_before, today
from clubs.models import Club
from events.models import Entry
from events.queries.identities import confirmed_spellings, merged
from players.models import Status


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


class Away(NamedTuple):
    """Somebody who has not been here for long; `last` is the last day, None without any event."""

    player: int
    last: date | None


def away(club: Club, status: str = Status.MEMBER) -> list[Away]:
    """People of this status who were in no event for INACTIVE_MONTHS (without any: who have been
    known for as long), whoever has been away longest first."""
    since = months_before(today(club), settings.INACTIVE_MONTHS)
    here = Entry.objects.filter(player=OuterRef("pk"), event__deleted=False).order_by()
    last = here.values("player").annotate(last=Max("event__date")).values("last")
    rows = (
        club.players.filter(status=status, erased=None)
        .annotate(last=Subquery(last))
        .filter(Q(last__lt=since) | Q(last=None, created__date__lt=since))
        .order_by(F("last").asc(nulls_first=True), "pk")
        .values_list("pk", "uid", "last")
    )
    gone = merged(club)
    return [Away(pk, day) for pk, uid, day in rows if uid not in gone]


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
