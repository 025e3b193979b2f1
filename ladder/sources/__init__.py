"""What a replay needs, read from the database: steps, rules, states before a place."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import NamedTuple

from django.db import connection

from clubs.days import today
from clubs.models import Club
from events.checks import FIRST_DAY
from events.models import Event
from ladder.fingerprint import NOTHING_YET, Mark
from ladder.models import Ladder
from ladder.rulebook import Rulebook
from ladder.sources.facts import FactRow, StartRow, fact_steps
from ladder.sources.people import (
    Players,
    Uids,
    opened_before,
    states_before,
)
from ladder.sources.rated import events_with, games_from, rated_events
from ladder.systems import RatedEvent, Step, decode, leaving_step, list_step, steps_of_event
from players.identity import Identities

__all__ = [
    "BEGINNING",
    "LONGEST_WAIT",
    "NEW",
    "Before",
    "FactRow",
    "Players",
    "PoisonEvent",
    "Source",
    "StartRow",
    "Uids",
    "WhatIf",
    "before",
    "event_uid",
    "events_with",
    "games_from",
    "next_list",
    "opened_before",
    "sources",
    "states_before",
]

# What holds "from the beginning" is valid from the first day that a history may have.
BEGINNING = FIRST_DAY


class PoisonEvent(Exception):
    """An event (its database id) that cannot be computed. It fails one ladder only, and loudly."""

    def __init__(self, event: int | None) -> None:
        super().__init__(f"event {event} cannot be computed")
        self.event = event


def event_uid(event: int | None) -> str:
    """The uid of an event by its database id; "" when there is none."""
    if event is None:
        return ""
    return Event.objects.filter(pk=event).values_list("uid", flat=True).first() or ""


class Source(NamedTuple):
    """A step and where it comes from. `event` is None for what no event gives."""

    step: Step
    event: int | None
    last: bool  # the last step of its event


NEW = 0


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What the history would be instead.

    `events`: what events would say, by their ids (NEW for one not published yet); None: nothing.
    `who`: who would be who. `starts`: starting ratings and facts entered besides. `rules`: other
    rules from the beginning on.
    """

    events: Mapping[int, RatedEvent | None] = field(default_factory=dict)
    who: Identities | None = None
    starts: Sequence[StartRow | FactRow] = ()
    rules: Rulebook | None = None


def sources(
    ladder: Ladder, since: int, uids: Uids, book: Rulebook, what_if: WhatIf | None = None
) -> list[Source]:
    """Every step at or after the place `since`, in the order of the places; `uids` then knows
    everybody in them."""
    day = decode(since).day
    what_if = what_if or WhatIf()
    events = dict(what_if.events)
    for event, rated in rated_events(ladder, book, day, uids):
        events.setdefault(event, rated)
    steps = list(_event_steps(events))
    facts = fact_steps(ladder, day, book, uids, what_if.who, what_if.starts)
    steps += (Source(step, None, last=False) for step in facts)
    if book.has_lists:
        steps += _lists(ladder, book, day, [rated for rated in events.values() if rated])
    found = [source for source in steps if source.step.place >= since]
    found.sort(key=lambda source: source.step.place)
    return found


def _event_steps(events: Mapping[int, RatedEvent | None]) -> Iterator[Source]:
    for event, rated in events.items():
        if rated is None:
            continue
        try:
            made = steps_of_event(rated)
        except ValueError as error:
            raise PoisonEvent(event) from error
        for number, step in enumerate(made, 1):
            yield Source(step, event, number == len(made))


# -- Lists that are issued on days, and systems that are left ----------------------------------

# Games wait for a list no longer than this: a half-year, and the list after it.
LONGEST_WAIT = timedelta(days=400)


def _lists(
    ladder: Ladder, book: Rulebook, day: date, coming: Sequence[RatedEvent]
) -> Iterator[Source]:
    """The lists from a day on whose day has come, and from when on none come of a system that had
    some."""
    span = _span(ladder, coming)
    if span is None:
        return
    (first, last), now = span, _today(ladder)
    for issued in book.timeline.list_dates(max(day, first), min(last + LONGEST_WAIT, now)):
        yield Source(list_step(issued), None, last=False)
    for turn, _ in book.timeline.off_lists():
        if first < turn <= now:
            yield Source(leaving_step(turn), None, last=False)


def next_list(ladder: Ladder, book: Rulebook) -> date | None:
    """The next day on which a list is issued that games may wait for."""
    span = _span(ladder, ()) if book.has_lists else None
    if span is None:
        return None
    now = _today(ladder)
    coming = book.timeline.list_dates(now + timedelta(days=1), span[1] + LONGEST_WAIT)
    return coming[0] if coming else None


def _today(ladder: Ladder) -> date:
    return today(Club.objects.only("time_zone").get(pk=ladder.club_id))


def _span(ladder: Ladder, coming: Sequence[RatedEvent]) -> tuple[date, date] | None:
    """The first and last day of the club's events, with those that are not saved yet."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT min(start), max(date) FROM events_event"
            " WHERE club_id = %s AND counts AND NOT deleted",
            [ladder.club_id],
        )
        stored = cursor.fetchone()
    days = [day for day in stored if day] + [d for e in coming for d in (e.start, e.date)]
    return (min(days), max(days)) if days else None


class Before(NamedTuple):
    """What stands before a place: the place and mark of the last step there, and how many events
    had ended by then. Without any step the place is None."""

    place: int | None
    mark: Mark
    ended: int


_BEFORE = """
    SELECT place, key, result, events FROM ladder_ladderstep
    WHERE ladder_id = %s AND place < %s ORDER BY place DESC LIMIT 1
"""


def before(ladder: Ladder, place: int) -> Before:
    """The last stored step before a place."""
    with connection.cursor() as cursor:
        cursor.execute(_BEFORE, [ladder.pk, place])
        step = cursor.fetchone()
    if step is None:
        return Before(None, NOTHING_YET, 0)
    last, key, result, ended = step
    return Before(last, Mark(bytes(key), bytes(result)), ended)
