"""A ladder that changes its system on a day: who was rated goes on with the rating, who was not
begins as newcomers do."""

from datetime import date, timedelta

import pytest

from ladder.replay import SettingsChange, Timeline, replay
from ladder.systems import RatedEvent, Row, State, choices, get, steps_in_order

SYSTEMS = [system for system, _ in choices()]
FIRST = date(2025, 1, 3)
TURN = date(2025, 4, 1)
EVENTS = [
    RatedEvent(day, day, 1, [("a", "b", number % 3), ("b", "c", 1), ("c", "d", 2), ("d", "a", 1)])
    for number in range(20)
    if (day := FIRST + timedelta(days=9 * number))
]
NEW = RatedEvent(TURN - timedelta(2), TURN - timedelta(2), 7, [("e", "f", 2)])


def ladder(one: str, other: str) -> tuple[dict[str, Row], dict[str, Row]]:
    """What everybody has on the day of the change, and in the end."""
    rules = [SettingsChange(date.min, one, get(one).settings())]
    rules.append(SettingsChange(TURN, other, get(other).settings()))
    scale = {"ingo": 105.0, "ecf": 173.0}.get(one, 2000.0)
    starts = [(FIRST, uid, (scale, None)) for uid in "abcd"]
    lists = {
        day
        for system, since, until in ((one, FIRST, TURN - timedelta(1)), (other, TURN, date.max))
        for day in get(system).list_dates(
            get(system).settings(), since, min(until, FIRST + timedelta(300))
        )
    }
    steps = steps_in_order([*EVENTS, NEW], starts, lists=sorted(lists))
    standing: dict[str, Row] = {}
    at_turn: dict[str, Row] = {}
    for done in replay(steps, Timeline(rules)):
        if not at_turn and done.step.place >= steps_in_order([], [], lists=[TURN])[0].place:
            at_turn = dict(standing)
        standing.update((row.uid, row) for row in done.rows)
    return at_turn, standing


@pytest.mark.parametrize("other", SYSTEMS)
@pytest.mark.parametrize("one", SYSTEMS)
def test_nobody_goes_on_from_nothing(one: str, other: str) -> None:
    at_turn, end = ladder(one, other)
    system, settings = get(other), get(other).settings()
    for uid in "abcd":
        left, now = at_turn[uid], end[uid]
        assert get(one).is_rated(left)
        assert system.is_rated(now), "who was rated still is"
        elo = get(one).to_elo(left.rating)
        assert abs(system.to_elo(now.rating) - elo) < 450, "and not far from where it was left"
        assert now.played > left.played
    for uid in "ef":
        row = system.arriving(uid, at_turn[uid], settings)
        if row and not get(one).is_rated(at_turn[uid]):
            assert row.rating == system.enter(settings).rating


def test_a_state_of_the_systems_own_is_not_arriving() -> None:
    for _, end in (ladder(system, system) for system in SYSTEMS):
        for row in end.values():
            of = (row.extra or {}).get("of") or "club_elo"
            assert get(of).arriving(row.uid, row, get(of).settings()) is None


def test_numbers_of_other_scales_are_translated() -> None:
    ingo, ecf, elo = get("ingo"), get("ecf"), get("club_elo")
    state = State(1640.0, 12, 12)
    assert ingo.arriving("a", state, ingo.settings()).rating == 150.0
    assert ecf.arriving("a", state, ecf.settings()).rating == 125.0
    left = ingo.arriving("a", state, ingo.settings())
    assert elo.arriving("a", left, elo.settings()) == Row("a", 1640.0, 12, 12, 0.0, None)
