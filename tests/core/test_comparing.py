"""Foretelling games and comparing lists: numbers worked out by hand."""

import math
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.comparing import (
    Course,
    Foretold,
    calibration,
    follow,
    foretold_by_both,
    kendall,
    quality,
    ranks,
    spearman,
)
from ladder.replay import Timeline, replay
from ladder.systems import RatedEvent, Step, choices, get, steps_in_order

ELO = Timeline.of("club_elo")


def course(steps: list[Step], timeline: Timeline = ELO) -> Course:
    return follow(steps, replay(steps, timeline), timeline)


def event(day: date, *games: tuple[str, str, int], start: date | None = None) -> RatedEvent:
    return RatedEvent(start or day, day, 1, list(games))


# -- Foretelling ---------------------------------------------------------------------------------


def test_a_game_is_foretold_from_what_both_had_before_it() -> None:
    first, second = date(2026, 1, 6), date(2026, 1, 13)
    steps = steps_in_order([event(first, ("a", "b", 2)), event(second, ("a", "b", 0))])
    found = course(steps)
    # Newcomers have nothing to foretell from; K 40 and equal ratings: 1220 against 1180 then.
    assert found.foretold[steps[0].place] == [None]
    assert found.foretold[steps[1].place] == [1 / (1 + 10 ** (-40 / 400))]
    assert found.last["a"].played == 2


def test_a_longer_event_is_foretold_from_its_start() -> None:
    """What is played between its first and last day is not known yet."""
    before, start, between, end = (date(2026, 1, day) for day in (2, 6, 13, 20))
    steps = steps_in_order(
        [
            event(before, ("a", "b", 1)),
            event(end, ("a", "b", 2), start=start),
            event(between, ("a", "b", 2)),
        ]
    )
    found = course(steps)
    longer = next(step for step in steps if step.read_at != step.place)
    assert found.foretold[longer.place] == [0.5]
    assert [found.foretold[step.place] for step in steps if step is not longer] == [[None], [0.5]]


def test_a_starting_rating_is_something_to_foretell_from() -> None:
    day = date(2026, 1, 6)
    started = [
        (date(2026, 1, 1), uid, (rating, None)) for uid, rating in (("a", 1600.0), ("b", 1200.5))
    ]
    steps = steps_in_order([event(day, ("a", "b", 2), ("a", "c", 2))], started)
    expected = get("club_elo").expected(1600.0, 1200.5)
    assert course(steps).foretold[steps[-1].place] == [expected, None]


def test_a_rating_taken_over_is_one_also_where_newcomers_enter_with_the_same_number() -> None:
    entering = get("club_elo").settings().start
    first = date(2026, 1, 1)
    started = [(first, "a", (entering, 30)), (first, "b", (entering, 12))]
    games = event(date(2026, 1, 6), ("a", "b", 1), ("b", "c", 1))
    steps = steps_in_order([games], started)
    assert course(steps).foretold[steps[-1].place] == [0.5, None]


def test_only_what_both_foretell_is_compared() -> None:
    games = [event(date(2026, 1, day), ("a", "b", 2)) for day in (6, 13, 20)]
    steps = steps_in_order(games)
    fewer = steps_in_order(games[1:])
    ours, theirs = foretold_by_both(steps, course(steps), course(fewer))
    # Of three evenings one is not in the other ladder, and one is its first.
    assert (len(ours), theirs) == (1, [Foretold(1 / (1 + 10**-0.1), 2)])


@pytest.mark.parametrize("system", [system for system, _ in choices()])
def test_every_system_foretells_scores(system: str) -> None:
    days = [date(2026, month, 6) for month in range(1, 13)]
    pairs = [("a", "b", 2), ("c", "d", 1), ("a", "c", 0), ("b", "d", 2)]
    steps = steps_in_order([event(day, *pairs) for day in days])
    found = course(steps, Timeline.of(system))
    known = [one for games in found.foretold.values() for one in games if one is not None]
    assert all(0.0 <= one <= 1.0 for one in known)
    assert len(found.foretold) == 12


# -- Measures ------------------------------------------------------------------------------------


def test_the_measures_of_four_games_by_hand() -> None:
    games = [Foretold(0.8, 2), Foretold(0.6, 0), Foretold(0.5, 1), Foretold(0.3, 0)]
    found = quality(games)
    assert (found.games, found.decided) == (4, 3)
    assert found.accuracy == pytest.approx(2 / 3)
    # (0.04 + 0.36 + 0 + 0.09) / 4
    assert found.squared_error == pytest.approx(0.1225)
    # -(ln 0.8 + ln 0.4 + ln 0.5 + ln 0.7) / 4
    assert found.log_loss == pytest.approx(0.5473, abs=5e-5)


def test_certainty_is_cut_and_equals_are_half_a_hit() -> None:
    assert quality([Foretold(1.0, 0)]).log_loss == pytest.approx(-math.log(0.01))
    assert quality([Foretold(0.0, 2)]).log_loss == pytest.approx(-math.log(0.01))
    assert quality([Foretold(1.0, 2)]).log_loss == pytest.approx(-math.log(0.99))
    assert quality([Foretold(0.5, 2), Foretold(0.5, 0)]).accuracy == 0.5


def test_without_games_nothing_is_measured() -> None:
    nothing = quality([])
    assert (nothing.log_loss, nothing.squared_error, nothing.accuracy) == (None, None, None)
    assert quality([Foretold(0.5, 1)]).accuracy is None


def test_favourites_by_tenths() -> None:
    games = [Foretold(0.55, 2), Foretold(0.45, 2), Foretold(1.0, 2), Foretold(0.05, 1)]
    low, high = calibration(games)
    assert (low.low, low.games, low.scored) == (0.5, 2, 0.5)
    assert low.expected == pytest.approx(0.55)
    assert (high.high, high.games, high.scored) == (1.0, 2, 0.75)
    assert high.expected == pytest.approx(0.975)
    assert calibration([]) == []


# -- Correlations --------------------------------------------------------------------------------


def test_equal_numbers_share_their_ranks() -> None:
    assert ranks([30.0, 10.0, 20.0, 20.0]) == [4.0, 1.0, 2.5, 2.5]
    assert ranks([]) == []


def test_correlations_by_hand() -> None:
    one, other = [1.0, 2.0, 3.0, 4.0, 5.0], [2.0, 1.0, 4.0, 3.0, 5.0]
    # Differences of ranks 1, 1, 1, 1, 0: 1 - 6 * 4 / (5 * 24); 8 of 10 pairs agree, 2 do not.
    assert spearman(one, other) == pytest.approx(0.8)
    assert kendall(one, other) == pytest.approx(0.6)
    assert spearman(one, one[::-1]) == pytest.approx(-1.0)
    assert kendall(one, one[::-1]) == pytest.approx(-1.0)
    # Of three pairs one is tied in the second row: 2 / sqrt(3 * 2).
    assert kendall([1.0, 2.0, 3.0], [1.0, 1.0, 2.0]) == pytest.approx(2 / math.sqrt(6))


def test_correlations_of_too_little() -> None:
    for found in (spearman, kendall):
        assert found([], []) is None
        assert found([1.0], [2.0]) is None
        assert found([1.0, 1.0], [1.0, 2.0]) is None


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=12))
def test_correlations_stay_in_their_range_and_are_mutual(pairs: list[tuple[int, int]]) -> None:
    one, other = ([float(pair[side]) for pair in pairs] for side in (0, 1))
    for measure in (spearman, kendall):
        found = measure(one, other)
        assert found == pytest.approx(measure(other, one)) or found is None
        assert found is None or -1.0 - 1e-9 <= found <= 1.0 + 1e-9
