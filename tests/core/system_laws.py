"""What holds for every rating system, to be asked of any history (see `histories`)."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from random import Random
from typing import Any

from hypothesis import strategies as st

from ladder.fingerprint import NOTHING_YET
from ladder.replay import Done, Timeline, replay
from ladder.systems import RatedEvent, Row, StartingRating, Step, stored
from ladder.systems.steps import steps_in_order

Starts = Iterable[tuple[date, str, StartingRating]]
Known = Iterable[tuple[date, str, Mapping[str, Any]]]


def history(
    timeline: Timeline, events: Sequence[RatedEvent], starts: Starts = (), known: Known = ()
) -> list[Step]:
    """All steps, with the lists that systems issue while something happens and for half a year
    after it, and the ends of systems that issued some."""
    starts, known = list(starts), list(known)
    days = [event.date for event in events] + [day for day, *_ in [*starts, *known]]
    lists: Sequence[date] = ()
    if days:
        first, last = min(days), max(days) + timedelta(days=190)
        lists = timeline.list_dates(first, last)
    leaves = [day for day, _ in timeline.off_lists()] if days else []
    return steps_in_order(events, starts, known, lists, leaves)


def played(
    timeline: Timeline, events: Sequence[RatedEvent], starts: Starts = (), known: Known = ()
) -> list[Done]:
    return list(replay(history(timeline, events, starts, known), timeline))


def from_anywhere(
    timeline: Timeline,
    events: Sequence[RatedEvent],
    starts: Starts = (),
    known: Known = (),
    *,
    data: st.DataObject,
) -> None:
    """A replay from any step on is that of everything, bit for bit."""
    steps = history(timeline, events, starts, known)
    whole = list(replay(steps, timeline))
    if not whole:
        return
    cut = data.draw(st.integers(0, len(steps) - 1))
    since = steps[cut].place

    def standing(place: int) -> dict[str, Row]:
        rows = [row for done in whole if done.step.place < place for row in done.rows]
        return {row.uid: row._replace(extra=_through_json(row.extra)) for row in rows}

    rest = replay(
        steps[cut:],
        timeline,
        since=since,
        states=standing(since),
        opened={step.read_at: standing(step.read_at) for step in steps if step.read_at < since},
        previous=whole[cut - 1].mark if cut else NOTHING_YET,
    )
    assert list(rest) == whole[cut:]


def order_makes_no_difference(
    timeline: Timeline,
    events: Sequence[RatedEvent],
    starts: Starts = (),
    known: Known = (),
    *,
    random: Random,
) -> None:
    """Neither the order of boards nor that in which events are given."""
    starts, known = list(starts), list(known)
    mixed = []
    for event in events:
        pairs = list(zip(event.games, event.days or event.games, strict=True))
        random.shuffle(pairs)
        days = [day for _, day in pairs] if event.days else None
        mixed.append(replace(event, games=[game for game, _ in pairs], days=days))
    random.shuffle(mixed)
    one, other = (played(timeline, each, starts, known) for each in (events, mixed))
    assert [(d.step.place, d.rows, d.mark) for d in one] == [
        (d.step.place, d.rows, d.mark) for d in other
    ]


def states_are_plain(done: Iterable[Done]) -> None:
    """A database gives back what is kept: JSON, and no float but a stored one."""
    for step in done:
        for row in step.rows:
            assert _through_json(row.extra) == row.extra
            assert all(stored(x) == x and str(x) != "-0.0" for x in _floats(row.extra))
            assert stored(row.rating) == row.rating


def outsiders_are_left_alone(done: Iterable[Done]) -> None:
    """A step with games writes rows for its players and for nobody else, in uid order."""
    for step, rows, _ in done:
        if step.games:
            assert [row.uid for row in rows] == sorted({u for g in step.games for u in g[:2]})


def explanations_agree(
    timeline: Timeline, events: Sequence[RatedEvent], starts: Starts = (), known: Known = ()
) -> None:
    """An explanation says the change, the rating after it and the games of the very row."""
    whole = played(timeline, events, starts, known)
    current: dict[str, Row] = {}
    seen: list[tuple[int, dict[str, Row]]] = []
    for step, rows, _ in whole:
        seen.append((step.place, dict(current)))
        system, settings, _ = timeline.at(step.place, step.read_at)
        before = _standing_at(seen, step.read_at)
        for row in rows:
            if step.games or step.closes:
                told = system.explain(step, before, row.uid, settings, current.get(row.uid))
                assert (told.change, told.rating_after) == (row.change, row.rating)
                counted = [game for game in told.played if game.counted]
                assert told.counted == len(counted)
                assert told.half_points == sum(game.half_points for game in counted)
                moved = [game.moved for game in told.played if game.moved is not None]
                if moved and len(moved) == len(told.played):
                    assert math.isclose(math.fsum(moved), told.change, abs_tol=1e-9)
                if step.games:
                    mine = [game for game in step.games if row.uid in game[:2]]
                    assert len(told.played) == len(mine)
        current.update((row.uid, row) for row in rows)


def _standing_at(seen: list[tuple[int, dict[str, Row]]], place: int) -> dict[str, Row]:
    """What everybody had just before a place: before the first step that is not before it."""
    return next(states for at, states in seen if at >= place)


def _through_json(extra: Any) -> Any:
    return json.loads(json.dumps(extra))


def _floats(value: Any) -> list[float]:
    if isinstance(value, float):
        return [value]
    if isinstance(value, Mapping):
        return [x for each in value.values() for x in _floats(each)]
    return [x for each in value for x in _floats(each)] if isinstance(value, list) else []
