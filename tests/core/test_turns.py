"""A ladder whose system changes: events that last across the day, and games that wait for a list.
docs/rules/conventions.md, "When a ladder changes its system"."""

from datetime import date, timedelta
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.revisions import Steps
from ladder.replay import Done, SettingsChange, Timeline, arrived
from ladder.systems import RatedEvent, Row, choices, first_of_day, get, turn_to
from ladder.systems.places import LEAVING, Phase, decode, is_leaving, is_list
from tests.core.histories import START, facts, rated_events
from tests.core.system_laws import from_anywhere, history, order_makes_no_difference, played

SYSTEMS = [system for system, _ in choices()]
OF_LISTS: dict[str, dict[str, Any]] = {
    "ecf": {"start": 120.0},
    "fide": {"period": "month"},
    "lok": {},
}
TURN = date(2025, 9, 20)
FIRST = date(2025, 9, 1)
RATED = [(FIRST, uid, (1500.0 + 100 * number, 40)) for number, uid in enumerate("abcd")]


def since(day: date, system: str, **said: object) -> SettingsChange:
    return SettingsChange(day, system, get(system).settings(said))


def evening(day: date, *games: tuple[str, str, int], sequence: int = 1) -> RatedEvent:
    return RatedEvent(day, day, sequence, list(games))


def standing(done: list[Done], place: int = 1 << 62) -> dict[str, Row]:
    """What everybody has before a place."""
    return {row.uid: row for one in done if one.step.place < place for row in one.rows}


# -- Events that last -----------------------------------------------------------------------------

LASTING = RatedEvent(FIRST + timedelta(9), TURN + timedelta(9), 1, [("a", "b", 2), ("b", "c", 2)])


@pytest.mark.parametrize(("one", "other"), list(permutations(SYSTEMS, 2)))
def test_an_event_that_lasts_is_computed_by_the_system_of_its_end(one: str, other: str) -> None:
    timeline = Timeline([since(date.min, one), since(TURN, other)])
    scale = {"ingo": -10.0, "ecf": -8.0}.get(one, 1.0)
    starts = [(day, uid, (rating / abs(scale), n)) for day, uid, (rating, n) in RATED]
    before = evening(FIRST, ("a", "b", 1), ("c", "d", 2))
    between = evening(TURN + timedelta(1), ("a", "d", 0), sequence=2)
    done = played(timeline, [before, LASTING, between], starts)
    step = next(found.step for found in done if found.step.read_at < found.step.place)
    rules = timeline.on(TURN)
    read = arrived(standing(done, step.read_at), "abcd", rules)
    now = arrived(standing(done, step.place), "abcd", rules)
    wanted = rules.system.rows(step, read, now, rules.settings)
    assert next(found.rows for found in done if found.step == step) == wanted
    assert {(row.extra or {}).get("of") for row in wanted} == {rules.system.mark}


def test_settings_of_one_system_are_those_of_the_first_day() -> None:
    timeline = Timeline([since(date.min, "club_elo", k=10), since(TURN, "club_elo", k=40)])
    (done,) = played(timeline, [LASTING], RATED)[1:]
    assert {row.uid: round(row.change, 1) for row in done.rows}["a"] == 6.4


def test_it_waits_for_the_first_list_of_the_new_system_with_all_that_waits_there() -> None:
    timeline = Timeline([since(date.min, "club_elo"), since(TURN, "fide")])
    waits = evening(TURN + timedelta(2), ("a", "d", 2), ("b", "d", 2), sequence=2)
    done = played(timeline, [LASTING, waits], RATED)
    at_end = standing(done, first_of_day(date(2025, 10, 1)))
    fide = get("fide")
    assert {uid: fide.waiting_games(row, date.max) for uid, row in at_end.items()} == {
        "a": 2, "b": 3, "c": 1, "d": 2,
    }  # fmt: skip
    lists = [one for one in done if one.step.closes and one.rows]
    assert [row.uid for row in lists[0].rows] == ["a", "b", "c", "d"]


# -- Games that wait for a list -------------------------------------------------------------------


def waiting(system: str, row: Row) -> int:
    return get(system).waiting_games(row, date.max)


@pytest.mark.parametrize("system", OF_LISTS)
def test_what_waits_is_let_go_of_for_everybody_at_once(system: str) -> None:
    """Also of those who do not play until the system is back; and it counts for nobody."""
    timeline = Timeline([
        since(date.min, system, **OF_LISTS[system]),
        since(TURN, "club_elo"),
        since(TURN + timedelta(5), system, **OF_LISTS[system]),
    ])  # fmt: skip
    scale = 10.0 if system == "ecf" else 1.0
    starts = [(day, uid, (rating / scale, n)) for day, uid, (rating, n) in RATED]
    waits = evening(FIRST + timedelta(3), ("a", "b", 2), ("c", "d", 1))
    meanwhile = evening(TURN + timedelta(1), ("a", "b", 2), sequence=2)
    done = played(timeline, [waits, meanwhile], starts)
    before, after = standing(done, turn_to(TURN)), standing(done, first_of_day(TURN))
    assert {uid: waiting(system, row) for uid, row in before.items()} == dict.fromkeys("abcd", 1)
    assert {uid: waiting(system, row) for uid, row in after.items()} == dict.fromkeys("abcd", 0)
    assert {uid: (row.rating, row.games, row.played) for uid, row in after.items()} == {
        uid: (row.rating, row.games - 1, row.played) for uid, row in before.items()
    }
    left = next(one for one in done if one.step.leaves)
    assert decode(left.step.place) == (TURN - timedelta(1), Phase.END, LEAVING, 0)
    assert is_leaving(left.step.place) and not is_list(left.step.place)
    assert [row.change for row in left.rows] == [0.0] * 4
    assert not [one for one in done if one.step.closes and one.rows], "no list has anything"


def test_where_nothing_waits_the_end_of_a_system_is_no_part_of_the_history() -> None:
    timeline = Timeline([since(date.min, "fide", period="month"), since(TURN, "club_elo")])
    steps = history(timeline, [evening(TURN, ("a", "b", 2))], RATED)
    assert sum(step.leaves for step in steps) == 1
    done = played(timeline, [evening(TURN, ("a", "b", 2))], RATED)
    by_place = [one for one in done if not one.step.closes]
    (number,) = (n for n, one in enumerate(by_place) if one.step.leaves)
    assert by_place[number].mark == by_place[number - 1].mark and not by_place[number].rows


def test_turns_are_between_systems_not_between_settings() -> None:
    timeline = Timeline([
        since(date.min, "club_elo"), since(date(2025, 2, 1), "club_elo", k=30),
        since(date(2025, 3, 1), "ecf"), since(date(2025, 3, 1), "fide"),
        since(date(2025, 4, 1), "fide", period="event"), since(date(2025, 5, 1), "dwz"),
    ])  # fmt: skip
    turns = [(day, one.system.id, other.system.id) for day, one, other in timeline.turns()]
    assert turns == [
        (date(2025, 3, 1), "club_elo", "fide"), (date(2025, 5, 1), "fide", "dwz"),
    ]  # fmt: skip
    assert [(day, rules.system.id) for day, rules in timeline.off_lists()] == [
        (date(2025, 5, 1), "fide")
    ], "it issued lists once, and a game may still wait"


@pytest.mark.parametrize("system", ["ecf", "fide"])
def test_where_settings_end_lists_the_first_day_without_them_has_a_last_one(system: str) -> None:
    """And what lasts across it waits for none."""
    timeline = Timeline([
        since(date.min, system, **OF_LISTS[system]),
        since(TURN, system, **OF_LISTS[system] | {"period": "event"}),
    ])  # fmt: skip
    assert timeline.list_dates(TURN - timedelta(1), TURN + timedelta(400)) == [TURN]
    assert timeline.list_dates(TURN, TURN) == [TURN]
    assert timeline.list_dates(TURN + timedelta(1), TURN + timedelta(400)) == []
    scale = 10.0 if system == "ecf" else 1.0
    starts = [(day, uid, (rating / scale, n)) for day, uid, (rating, n) in RATED]
    waits = evening(FIRST + timedelta(3), ("a", "b", 2), ("c", "d", 1))
    done = played(timeline, [waits, LASTING], starts)
    (last,) = (one for one in done if one.step.closes and one.rows)
    assert decode(last.step.place).day == TURN
    assert [row.uid for row in last.rows] == ["a", "b", "c", "d"]
    assert not any(waiting(system, row) for row in standing(done).values())


# -- Any history ----------------------------------------------------------------------------------

AT_ONCE = [("ecf", {"start": 120.0, "period": "event"}), ("fide", {"period": "event"})]
CHOSEN = st.sampled_from([*((system, OF_LISTS.get(system, {})) for system in SYSTEMS), *AT_ONCE])


@st.composite
def timelines(draw: st.DrawFn) -> Timeline:
    """Two to four reigns; the last may be of the first system again."""
    first = draw(CHOSEN)
    reigns = [first, *draw(st.lists(CHOSEN, min_size=1, max_size=3))]
    days = [date.min, *sorted(draw(st.lists(
        st.integers(1, 60).map(lambda n: START + timedelta(n)),
        min_size=len(reigns) - 1, max_size=len(reigns) - 1,
    )))]  # fmt: skip
    return Timeline(
        since(day, system, **said) for day, (system, said) in zip(days, reigns, strict=True)
    )


@settings(max_examples=60, deadline=None)
@given(timelines(), rated_events(), facts)
def test_a_row_belongs_to_the_system_in_force_on_its_day(
    timeline: Timeline, events: list[RatedEvent], starts: list[Any]
) -> None:
    for done in played(timeline, events, starts):
        mark = timeline.at(done.step.place).system.mark
        if done.step.games:
            assert {(row.extra or {}).get("of") for row in done.rows} == {mark}


@settings(max_examples=60, deadline=None)
@given(timelines(), rated_events(), facts)
def test_nothing_waits_for_a_system_that_was_left_nor_where_there_are_no_lists(
    timeline: Timeline, events: list[RatedEvent], starts: list[Any]
) -> None:
    done = played(timeline, events, starts)
    if not timeline.rules[-1].issues_lists:
        last = timeline.rules[-1].system.id
        assert not any(waiting(last, row) for row in standing(done).values())
    for day, before in timeline.off_lists():
        for row in standing(done, first_of_day(day)).values():
            assert waiting(before.system.id, row) == 0
            assert row.games >= 0


@settings(max_examples=40, deadline=None)
@given(timelines(), rated_events(), facts, st.data())
def test_from_anywhere_it_is_the_same(
    timeline: Timeline, events: list[RatedEvent], starts: list[Any], data: st.DataObject
) -> None:
    from_anywhere(timeline, events, starts, data=data)


@settings(max_examples=30, deadline=None)
@given(timelines(), rated_events(), facts, st.randoms(use_true_random=False))
def test_order_makes_no_difference(
    timeline: Timeline, events: list[RatedEvent], starts: list[Any], random: Any
) -> None:
    one = {(event.date, event.sequence): event for event in events}
    order_makes_no_difference(timeline, list(one.values()), starts, random=random)


def test_events_whose_days_are_steps_are_computed_by_the_system_of_each() -> None:
    timeline = Timeline([since(date.min, "club_elo"), since(TURN, "dwz")])
    days = [TURN - timedelta(1), TURN]
    event = RatedEvent(
        days[0], days[1], 1, [("a", "b", 2), ("a", "b", 2)], steps=Steps.DAY, days=days
    )
    marks = [
        {(row.extra or {}).get("of") for row in one.rows}
        for one in played(timeline, [event], RATED)
        if one.step.games
    ]
    assert marks == [{None}, {"dwz"}]


@pytest.mark.parametrize(("of", "rating", "there", "taken"), [
    ("ecf", 130.0, "club_elo", 1675.0),  # 7.5 × 130 + 700
    ("club_elo", 1675.0, "ecf", 130.0),
    ("ingo", 120.0, "club_elo", 1880.0),  # 2840 − 8 × 120
    ("ingo", 150.0, "ecf", 125.0),
    ("dwz", 1700.0, "fide", 1700.0),
    ("", 130.0, "club_elo", 130.0),
    ("club_elo", 1675.0, "club_elo", 1675.0),
])  # fmt: skip
def test_a_starting_rating_of_another_system_is_taken_over(
    of: str, rating: float, there: str, taken: float
) -> None:
    timeline = Timeline([since(date.min, there), since(TURN, "uscf")])
    assert timeline.taken_on(FIRST, rating, of) == taken
