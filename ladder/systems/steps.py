"""How an event enters the history: which steps it makes. Content only.

Rules: docs/rules/club_elo.md, "The order of the history". Nothing here knows when or by whom an
event was published.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from events.revisions import Steps
from ladder.systems.base import NOTHING_SAID, About, Game, StartingRating, Step
from ladder.systems.places import LIST, Phase, encode, turn_to

Known = Mapping[str, Mapping[str, Any]]
"""What is known about people from a day on: {uid: {name of the fact: value, None: no longer}}."""

NOTHING_KNOWN: Known = {}


@dataclass(frozen=True, slots=True)
class RatedEvent:
    """What rating systems know of an event.

    `date` is the last day; of an event still open, the day of its last round with a result.
    `games` are the rated ones only. `days` holds the day of each game, in the same order; it is
    needed for `Steps.DAY` alone. `finished`: every game has its result.
    """

    start: dt.date
    date: dt.date
    sequence: int
    games: Sequence[Game]
    steps: Steps = Steps.EVENT
    finished: bool = True
    days: Sequence[dt.date] | None = None
    about: About = NOTHING_SAID


def steps_of_event(event: RatedEvent) -> list[Step]:
    """The steps of an event, in place order; none when it has no rated game, or when it counts
    only once finished and is not. Raises ValueError when its days contradict each other."""
    if event.date < event.start:
        raise ValueError(f"the event ends on {event.date}, before its start on {event.start}")
    if not event.games or (event.steps is Steps.FINISHED and not event.finished):
        return []
    if event.steps is Steps.DAY:
        return _steps_of_days(event)
    if event.start == event.date:
        place = encode(event.date, Phase.ONE_DAY, event.sequence)
        return [Step(place, place, event.games, about=event.about)]
    span = (event.date - event.start).days
    start = encode(event.start, Phase.START, event.sequence, span)
    end = encode(event.date, Phase.END, event.sequence)
    return [Step(end, start, event.games, about=event.about)]


def _steps_of_days(event: RatedEvent) -> list[Step]:
    """Each playing day is a one-day event with the sequence of the whole."""
    if event.days is None or len(event.days) != len(event.games):
        raise ValueError("an event whose playing days are steps needs the day of every game")
    by_day: dict[dt.date, list[Game]] = {}
    for game, day in zip(event.games, event.days, strict=True):
        if not event.start <= day <= event.date:
            raise ValueError(f"a game on {day} in an event from {event.start} to {event.date}")
        by_day.setdefault(day, []).append(game)
    steps = []
    for day in sorted(by_day):
        place = encode(day, Phase.ONE_DAY, event.sequence, (event.date - day).days)
        steps.append(Step(place, place, by_day[day], about=event.about))
    return steps


def fact_step(
    day: dt.date, facts: Mapping[str, StartingRating], known: Known = NOTHING_KNOWN
) -> Step:
    """The starting ratings, and what is known about people, that hold from one day, as a step
    before everything else of the day."""
    place = encode(day, Phase.FACT)
    return Step(place, place, (), dict(facts), known)


def list_step(day: dt.date) -> Step:
    """A list that is issued: after the facts of the day and before its events."""
    place = encode(day, Phase.FACT, LIST)
    return Step(place, place, closes=True)


def leaving_step(day: dt.date) -> Step:
    """The end of the day before one from which another system holds: what waits for a list of the
    system that is left is let go of."""
    place = turn_to(day)
    return Step(place, place, leaves=True)


def steps_in_order(
    events: Iterable[RatedEvent],
    starting_ratings: Iterable[tuple[dt.date, str, StartingRating]] = (),
    known: Iterable[tuple[dt.date, str, Mapping[str, Any]]] = (),
    lists: Iterable[dt.date] = (),
    leaves: Iterable[dt.date] = (),
) -> list[Step]:
    """A whole history as steps in the order of their places.

    `starting_ratings` are (valid from, uid, rating with games) and `known` (valid from, uid,
    facts); of two that speak of one thing on one day the one given last holds. `lists` are the
    days on which lists are issued, `leaves` those on which a system follows one that issued lists.
    """
    steps = [step for event in events for step in steps_of_event(event)]
    by_day: dict[dt.date, dict[str, StartingRating]] = {}
    known_by_day: dict[dt.date, dict[str, dict[str, Any]]] = {}
    for day, uid, rating in starting_ratings:
        by_day.setdefault(day, {})[uid] = rating
    for day, uid, facts in known:
        known_by_day.setdefault(day, {}).setdefault(uid, {}).update(facts)
    days = by_day.keys() | known_by_day.keys()
    steps.extend(fact_step(day, by_day.get(day, {}), known_by_day.get(day, {})) for day in days)
    steps.extend(list_step(day) for day in lists)
    steps.extend(leaving_step(day) for day in leaves)
    steps.sort(key=lambda step: step.place)
    return steps
