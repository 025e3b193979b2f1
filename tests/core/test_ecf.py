"""ECF grades: published numbers as one-line rows, properties beside them."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.systems.ecf.formulas import elo_of, game_points, grade_of, graded

grades = st.integers(0, 280)
cycles = st.lists(st.tuples(grades, st.sampled_from((0, 1, 2))), min_size=1, max_size=40)


def pointed(own: int | None, games: list[tuple[int, int]]) -> list[Fraction]:
    return [game_points(own, opponent, half) for opponent, half in games]


@pytest.mark.parametrize(
    ("own", "opponent", "half_points", "points"),
    [
        (160, 140, 2, 190),  # the published examples
        (160, 100, 2, 170),
        (100, 160, 0, 90),
        (150, 190, 2, 240),  # exactly 40 apart
        (150, 191, 2, 240),
        (150, 109, 1, 110),
        (None, 10, 2, 60),  # no own grade, no cut
        (None, 230, 0, 180),
        (5, 0, 0, -50),
    ],
)
def test_points_of_a_game(own, opponent, half_points, points) -> None:
    assert game_points(own, opponent, half_points) == points


def test_a_grade_is_filled_up_to_thirty_games_with_the_newest_of_earlier_ones() -> None:
    earlier = [Fraction(100 + number) for number in range(35)]
    told = graded(100, [Fraction(160)] * 28, earlier)
    assert (told.games, told.exact) == (30, Fraction(160 * 28 + 100 + 101, 30))
    assert graded(100, [Fraction(160)] * 31, earlier).games == 31
    assert graded(100, [Fraction(160)] * 2, earlier[:3]).games == 5


def test_a_first_grade_may_need_some_games() -> None:
    two = [Fraction(100), Fraction(120)]
    assert graded(None, two, least=3).grade is None
    assert graded(None, two, [Fraction(140)], least=3).grade == 120
    assert graded(90, two, least=3).grade == 110, "only a first grade"


def test_without_a_game_a_grade_stays() -> None:
    assert graded(134, [], [Fraction(10)] * 30).grade == 134
    assert graded(None, [], [Fraction(10)] * 30).grade is None


@pytest.mark.parametrize(
    ("points", "grade"),
    [([125, 126], 126), ([-1, 0], 0), ([-45], 0), ([1, 1, 0], 1), ([0, 1, 0], 0)],
)
def test_half_up_and_never_below_zero(points, grade) -> None:
    assert graded(0, [Fraction(number) for number in points]).grade == grade


@given(grades)
def test_grades_and_elo_numbers_convert_both_ways(grade) -> None:
    assert grade_of(elo_of(grade)) == grade


@given(grades, cycles)
def test_nobody_gains_or_loses_more_than_90_in_a_cycle(own, games) -> None:
    told = graded(own, pointed(own, games))
    assert told.exact is not None and abs(told.exact - own) <= 90


@given(st.none() | grades, cycles, st.randoms(use_true_random=False))
def test_the_order_of_games_makes_no_difference(own, games, random) -> None:
    shuffled = list(games)
    random.shuffle(shuffled)
    assert graded(own, pointed(own, shuffled)) == graded(own, pointed(own, games))


@given(st.none() | grades, grades)
def test_a_better_score_gives_more(own, opponent) -> None:
    points = [game_points(own, opponent, half) for half in (0, 1, 2)]
    assert [more - less for less, more in itertools.pairwise(points)] == [50, 50]
