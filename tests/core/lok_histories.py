"""Made histories of a LOK ladder, and what comes of them."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ladder.replay import Done, Timeline, replay
from ladder.systems import (
    About,
    Explanation,
    Game,
    Phase,
    RatedEvent,
    Row,
    Step,
    encode,
    get,
    steps_in_order,
)
from tests.core.histories import START

LOK = get("lok")
STANDARD = Timeline.of("lok")
STRICT = Timeline.of("lok", LOK.settings({"start": 0}))
RAPID = Timeline.of("lok", LOK.settings({"list": "rapid"}))
FIRST, SECOND = dt.date(2026, 1, 5), dt.date(2026, 5, 5)
LONG_AGO = dt.date(2020, 1, 1)
Known = list[tuple[dt.date, str, Mapping[str, Any]]]


def steps_of(
    events: Iterable[RatedEvent], known: Known = (), starts=(), timeline: Timeline = STANDARD
) -> list[Step]:
    settings = timeline.at(encode(START, Phase.FACT)).settings
    lists = LOK.list_dates(settings, dt.date(2025, 8, 1), dt.date(2027, 1, 31))
    return steps_in_order(events, starts, known, lists)


def run(events, known=(), starts=(), timeline=STANDARD) -> list[Done]:
    return list(replay(steps_of(events, known, starts, timeline), timeline))


def standings(done: Sequence[Done], until: dt.date | None = None) -> dict[str, Row]:
    end = 1 << 62 if until is None else encode(until, Phase.START, 1)
    return {row.uid: row for one in done if one.step.place < end for row in one.rows}


def ratings(done: Sequence[Done], until: dt.date | None = None) -> dict[str, float]:
    return {uid: row.rating for uid, row in standings(done, until).items()}


def evening(day: dt.date, *games: Game, sequence: int = 1, **about: Any) -> RatedEvent:
    return RatedEvent(day, day, sequence, games, about=About(**about))


def oks(**values: int) -> Known:
    return [(LONG_AGO, uid, {"lok_standard": value}) for uid, value in values.items()]


def explanations(
    done: Sequence[Done], timeline: Timeline = STANDARD
) -> Iterable[tuple[Step, Row, Row | None, Explanation]]:
    """Each row of an event or a list with what was there before, explained."""
    now: dict[str, Row] = {}
    at: dict[int, dict[str, Row]] = {}
    reads = sorted(one.step.read_at for one in done)
    for one in done:
        step = one.step
        for place in [place for place in reads if place <= step.place and place not in at]:
            at[place] = dict(now)
        before = at[step.read_at]
        for row in one.rows:
            if step.games or step.closes:
                settings = timeline.at(step.place, step.read_at).settings
                told = LOK.explain(step, before, row.uid, settings, now.get(row.uid))
                yield step, row, now.get(row.uid), told
        now.update((row.uid, row) for row in one.rows)
