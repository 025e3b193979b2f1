"""DWZ: published numbers as one-line rows, properties beside them."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.systems.dwz.formulas import development, evaluated, winning_expectancy

ratings = st.integers(0, 2900).map(float)
several = st.lists(ratings, min_size=1, max_size=9)
ages = st.none() | st.integers(5, 90)


@pytest.mark.parametrize(
    ("rating", "age", "index", "score", "expected", "slow"),
    [
        (1500, None, 20, 1, 0.5, 20.0625),  # 1.5^4 + 15
        (1500, 25, 20, 1, 0.5, 15.0625),
        (1500, 26, 20, 1, 0.5, 20.0625),
        (1500, 20, 20, 0, 0.5, 10.0625),
        (1500, 21, 20, 0, 0.5, 15.0625),
        (1500, 20, 20, 1, 0.5, 7.546875),  # accelerated by 0.75
        (1000, 12, 20, 1, 0.5, 5),  # by 0.5 to 3, and never below 5
        (2400, 12, 20, 1, 0.5, 30),  # not above 1, and never above 30
        (1500, None, 2, 1, 0.5, 10),  # 5 * index
        (1500, None, 0, 1, 0.5, 5),
        (1300, None, 20, 0, 0.5, 17.8561),  # no brake from 1300 on
        (1150, None, 20, 0, 0.5, 18.467288),  # e - 1 added
        (1150, None, 20, 1, 0.5, 16.749006),
        (1150, None, 20, 0.5, 0.5, 18.467288),  # as expected: braked,
        (1500, 20, 20, 0.5, 0.5, 7.546875),  # and accelerated
        (100, None, 20, 0, 0.5, 150),
        (1000, None, 1, 0, 0.5, 22.389056),  # 5 * index is for those not braked
    ],
)
def test_development(rating, age, index, score, expected, slow) -> None:
    assert math.isclose(development(rating, age, index, score, expected), slow, abs_tol=1e-6)


def test_without_games_nothing_moves() -> None:
    assert evaluated(1500.0, None, 3, [], 0).rating == 1500


@given(ratings, ages, st.integers(1, 40), several)
def test_more_points_give_more(rating, age, index, opponents) -> None:
    found = [
        evaluated(rating, age, index, opponents, half / 2).rating
        for half in range(2 * len(opponents) + 1)
    ]
    assert all(more > less for less, more in itertools.pairwise(found))


@given(ratings, ages, st.integers(1, 40), several, st.randoms(use_true_random=False))
def test_the_order_of_games_makes_no_difference(rating, age, index, opponents, random) -> None:
    shuffled = list(opponents)
    random.shuffle(shuffled)
    one = evaluated(rating, age, index, opponents, 0.5)
    assert evaluated(rating, age, index, shuffled, 0.5).rating == one.rating


@given(ratings, ages, st.integers(1, 40), several, st.data())
def test_nobody_moves_against_the_result(rating, age, index, opponents, data) -> None:
    score = data.draw(st.integers(0, 2 * len(opponents))) / 2
    told = evaluated(rating, age, index, opponents, score)
    moved = told.rating - rating
    assert (moved > 0) == (score > math.fsum(told.expected)) or abs(moved) < 1e-9
    assert 5 <= told.development <= 150


@given(ratings, ratings)
def test_two_expectations_add_up_to_one(one, other) -> None:
    assert winning_expectancy(other - one) + winning_expectancy(one - other) == 1.0
