"""Ingo and Harkness, which replace a rating by a performance that is a straight line in the score."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.systems import half_up, harkness, ingo

averages = st.integers(0, 3000)
events = st.integers(1, 30).flatmap(lambda n: st.tuples(st.integers(0, 2 * n), st.just(n)))


@pytest.mark.parametrize(
    ("average", "half_points", "games", "rounded"),
    [(1850, 5, 11, 1577), (1500, 20, 10, 2000), (1500, 0, 10, 1000), (1733, 7, 10, 1583)],
)
def test_harkness(average, half_points, games, rounded) -> None:
    assert half_up(harkness.performance(average, half_points, games)) == rounded


@pytest.mark.parametrize(
    ("average", "half_points", "games", "performed"),
    [(100, 24, 16, 75), (100, 32, 16, 50), (100, 0, 16, 150), (100, 16, 16, 100)],
)
def test_ingo(average, half_points, games, performed) -> None:
    assert ingo.performance(average, half_points, games) == performed


def test_ingo_by_weight() -> None:
    assert ingo.renewed(200, 100) == 100
    assert ingo.renewed(200, 100, Fraction(1, 4)) == 175
    assert ingo.renewed(None, 100, Fraction(1, 4)) == 100


def test_ingo_opponents_far_away_are_moved_to_40_points() -> None:
    assert [ingo.cut(100, other) for other in (10, 60, 99, 140, 141)] == [60, 60, 99, 140, 140]


@pytest.mark.parametrize(("number", "elo"), [(80, 2200), (0, 2840), (230, 1000)])
def test_ingo_and_elo(number, elo) -> None:
    assert ingo.elo_of(number) == elo and ingo.ingo_of(elo) == number


@given(averages, events)
def test_how_far_from_the_average(average, event) -> None:
    assert abs(harkness.performance(average, *event) - average) <= 500
    assert abs(ingo.performance(average, *event) - average) <= 50
    # the same measure, in another unit and turned round
    assert (harkness.performance(average, *event) - average) / 10 == (
        average - ingo.performance(average, *event)
    )


@given(averages, st.integers(1, 30))
def test_more_points_are_better(average, games) -> None:
    scores = range(2 * games + 1)
    rising = [harkness.performance(average, half, games) for half in scores]
    falling = [ingo.performance(average, half, games) for half in scores]
    assert all(more > less for less, more in itertools.pairwise(rising))
    assert all(more < less for less, more in itertools.pairwise(falling)), "the lower the better"
