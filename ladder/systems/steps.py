"""How an event enters the history: which steps it makes. Content only.

Rules: docs/rules/club_elo.md, "The order of the history". Nothing here knows when or by whom an
event was published.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from events.revisions import Steps
from ladder.systems.base import Game, StartingRating, Step
from ladder.systems.places import Phase, encode


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
        return [Step(place, place, event.games)]
    span = (event.date - event.start).days
    start = encode(event.start, Phase.START, event.sequence, span)
    return [Step(encode(event.date, Phase.END, event.sequence), start, event.games)]


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
        steps.append(Step(place, place, by_day[day]))
    return steps


def fact_step(day: dt.date, facts: Mapping[str, StartingRating]) -> Step:
    """The starting ratings that hold from one day, as a step before everything else of the day."""
    place = encode(day, Phase.FACT)
    return Step(place, place, (), dict(facts))


def steps_in_order(
    events: Iterable[RatedEvent],
    starting_ratings: Iterable[tuple[dt.date, str, StartingRating]] = (),
) -> list[Step]:
    """A whole history as steps in the order of their places.

    `starting_ratings` are (valid from, uid, rating with games); of two of one player on one day
    the one given last holds.
    """
    steps = [step for event in events for step in steps_of_event(event)]
    by_day: dict[dt.date, dict[str, StartingRating]] = {}
    for day, uid, rating in starting_ratings:
        by_day.setdefault(day, {})[uid] = rating
    steps.extend(fact_step(day, facts) for day, facts in by_day.items())
    steps.sort(key=lambda step: step.place)
    return steps
