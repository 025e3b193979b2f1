"""Facts, lists on days, and states of a system's own, with the simplest system that has them all:
points are counted when they are played, and become the rating when the list is issued."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Any

import pytest

from ladder.fingerprint import Mark
from ladder.replay import NOTHING_YET, Done, Timeline, replay
from ladder.systems import (
    Change,
    Explanation,
    RatedEvent,
    Row,
    Settings,
    Standing,
    State,
    Step,
    base,
    decode,
    known_of,
    steps_in_order,
)
from ladder.systems.stateful import StatefulSystem


@dataclass(frozen=True)
class Nothing(Settings):
    pass


class Points(StatefulSystem[Nothing]):
    id = "points"
    version = 1
    title = "Points"
    settings_class = Nothing
    needs = ("birth",)

    def enter(self, settings: Nothing) -> State:
        return State(0.0)

    def is_rated(self, state: Standing) -> bool:
        return state.rating > 0

    def compute(
        self, step: Step, before: Mapping[str, Standing], settings: Nothing
    ) -> Sequence[Change]:
        points: dict[str, list[int]] = {}
        for white, black, half in step.games:
            points.setdefault(white, []).append(half)
            points.setdefault(black, []).append(2 - half)
        return [
            Change(uid, 0.0, len(got), len(got), {"points": sum(got)})
            for uid, got in sorted(points.items())
        ]

    def after(
        self, state: Mapping[str, Any], change: Change, step: Step, settings: Nothing
    ) -> Mapping[str, Any]:
        assert change.extra is not None
        return {"points": state.get("points", 0) + change.extra["points"]}

    def closing_rows(self, step: Step, current: Mapping[str, Row], settings: Nothing) -> list[Row]:
        rows = []
        for uid in sorted(current):
            now = current[uid]
            points = self.state(now).get("points", 0)
            if points:
                bonus = 100 if known_of(now).get("birth") else 0
                row = now._replace(rating=now.rating + points + bonus, change=float(points))
                rows.append(row._replace(extra=self.keep(now, {})))
        return rows

    def explain(
        self,
        step: Step,
        before: Mapping[str, Standing],
        uid: str,
        settings: Nothing,
        now: Standing | None = None,
    ) -> Explanation:
        raise NotImplementedError

    def expected(self, own: float, opponent: float) -> float:
        return 0.5

    def is_provisional(self, games: int, settings: Nothing) -> bool:
        return False


@pytest.fixture(autouse=True)
def known_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(base._SYSTEMS, "points", Points())


def day(number: int) -> date:
    return date(2026, 1, number)


EVENTS = [
    RatedEvent(day(2), day(2), 1, [("a", "b", 2), ("c", "a", 1)]),
    RatedEvent(day(3), day(12), 1, [("b", "c", 2)]),
    RatedEvent(day(11), day(11), 1, [("a", "b", 0)]),
    RatedEvent(day(20), day(20), 1, [("a", "c", 2)]),
]
KNOWN = [(day(1), "a", {"birth": "2010-05-31"}), (day(15), "a", {"birth": None})]


def steps() -> list[Step]:
    return steps_in_order(EVENTS, known=KNOWN, lists=[day(10), day(21)])


def played() -> list[Done]:
    return list(replay(steps(), Timeline.of("points")))


def test_a_list_takes_in_what_has_ended_before_it() -> None:
    lists = {decode(done.step.place).day: done.rows for done in played() if done.step.closes}
    first, second = lists[day(10)], lists[day(21)]
    assert {row.uid: row.rating for row in first} == {"a": 103.0, "c": 1.0}
    assert {row.uid: row.rating for row in second} == {"a": 105.0, "b": 4.0}
    assert "points" not in (second[0].extra or {}), "nothing waits any more"


def test_what_is_known_stays_through_games_until_it_is_known_no_longer() -> None:
    known = [known_of(row) for done in played() for row in done.rows if row.uid == "a"]
    assert known[:3] == [{"birth": "2010-05-31"}] * 3
    assert known[-1] == {}


def test_from_any_place_on_it_is_the_same() -> None:
    whole = played()
    for number, (done, _) in enumerate(pairwise(whole)):
        rest = steps()[number + 1 :]
        since = rest[0].place
        states: dict[str, Row] = {}
        at: dict[int, dict[str, Row]] = {0: {}}
        for earlier in whole[: number + 1]:
            states.update((row.uid, row) for row in earlier.rows)
            at[earlier.step.place] = dict(states)
        opened = {
            step.read_at: at[max(place for place in at if place < step.read_at)]
            for step in rest
            if step.read_at < since
        }
        again = replay(
            rest,
            Timeline.of("points"),
            since=since,
            states=states,
            opened=opened,
            previous=done.mark,
        )
        assert list(again) == whole[number + 1 :]


@pytest.mark.parametrize(
    "other",
    [
        lambda: steps_in_order(EVENTS, known=KNOWN, lists=[day(10)]),
        lambda: steps_in_order(EVENTS, known=KNOWN[:1], lists=[day(10), day(21)]),
        lambda: steps_in_order(EVENTS, known=KNOWN, lists=[day(10), day(22)]),
    ],
)
def test_lists_and_facts_are_part_of_the_fingerprint(other: Any) -> None:
    def end(of: list[Step]) -> Mark:
        mark = NOTHING_YET
        for done in replay(of, Timeline.of("points")):
            mark = done.mark
        return mark

    assert end(steps()) == end(steps())
    assert end(other()) != end(steps())


def test_the_state_of_another_system_is_not_read() -> None:
    kept = State(1200.0, 5, 5, {"of": "another", "points": 7, "known": {"sex": "F"}})
    assert Points().state(kept) == {}
    assert Points().keep(kept, {"points": 1}) == {
        "of": "points",
        "points": 1,
        "known": {"sex": "F"},
    }


def test_a_system_without_a_state_keeps_none_of_another_one() -> None:
    """Else it would be out of date when the other system is in force again."""
    step = steps_in_order([RatedEvent(day(2), day(2), 1, [("a", "b", 2)])])[0]
    kept = Row("a", 1200.0, 5, 5, 0.0, {"of": "another", "rated": True, "known": {"sex": "F"}})
    elo = base.get("club_elo")
    rows = elo.rows(step, {"a": kept}, {"a": kept}, elo.settings())
    assert [row.extra for row in rows] == [{"known": {"sex": "F"}}, None]
