"""Performances, categories, class tables and the arithmetic of title norms."""

import math
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.calculators.categories import average_rating, category
from ladder.calculators.classes import LABELS, ClassTable, label
from ladder.calculators.performance import Model, fide, linear, shown, true
from ladder.calculators.title_norms import Norm, norm_result, title_reached
from ladder.tables import rows

THREE = [2400, 2500, 2600]
opponents = st.lists(st.integers(800, 2850), min_size=1, max_size=12)


@st.composite
def scores(draw: st.DrawFn) -> tuple[list[int], int]:
    ratings = draw(opponents)
    return ratings, draw(st.integers(0, 2 * len(ratings)))


# -- Performances -------------------------------------------------------------------------------------


def test_three_ways_to_say_what_two_and_a_half_of_three_is_worth() -> None:
    found = fide(THREE, 5)
    assert found is not None and (found.average, found.percent, found.rating) == (2500, 83, 2773)
    assert linear(THREE, 5) == Fraction(8300, 3)
    logistic, normal = true(THREE, 5), true(THREE, 5, Model.NORMAL)
    assert logistic is not None and normal is not None
    assert (shown(logistic), shown(normal)) == (2792, 2785)


@given(scores())
def test_the_true_performance_expects_the_score_made(given_: tuple[list[int], int]) -> None:
    ratings, half_points = given_
    found = true(ratings, half_points)
    if half_points in (0, 2 * len(ratings)):
        assert found is None
        return
    assert found is not None
    expected = math.fsum(1 / (1 + 10 ** ((rating - found) / 400)) for rating in ratings)
    assert math.isclose(expected, half_points / 2, abs_tol=1e-9)


@given(scores(), st.randoms())
def test_no_performance_depends_on_the_order(given_: tuple[list[int], int], random) -> None:
    ratings, half = given_
    mixed = random.sample(ratings, len(ratings))
    assert fide(mixed, half) == fide(ratings, half)
    assert linear(mixed, half) == linear(ratings, half)
    for model in Model:
        assert true(mixed, half, model) == true(ratings, half, model)


@given(scores())
def test_every_performance_grows_with_the_score(given_: tuple[list[int], int]) -> None:
    ratings, half = given_
    if half == 2 * len(ratings):
        return
    less, more = fide(ratings, half), fide(ratings, half + 1)
    assert less is not None and more is not None and less.rating < more.rating
    low, high = linear(ratings, half), linear(ratings, half + 1)
    assert low is not None and high is not None and low < high
    for model in Model:
        one, other = true(ratings, half, model), true(ratings, half + 1, model)
        assert one is None or other is None or one < other


@given(opponents)
def test_the_ends(ratings: list[int]) -> None:
    none, everything = fide(ratings, 0), fide(ratings, 2 * len(ratings))
    assert none is not None and everything is not None
    assert (none.dp, everything.dp) == (-800, 800)
    assert true(ratings, 0) is true(ratings, 2 * len(ratings)) is None


def test_without_a_game_there_is_no_performance() -> None:
    assert fide([], 0) is linear([], 0) is true([], 0) is None


@pytest.mark.parametrize("half_points", [-1, 7])
def test_an_impossible_score_is_refused(half_points: int) -> None:
    for performance in (fide, linear, true):
        with pytest.raises(ValueError, match="impossible"):
            performance(THREE, half_points)


def test_three_of_eight_is_by_the_rule_and_not_by_the_printed_table() -> None:
    low, high = fide([2000] * 8, 6), fide([2000] * 8, 14)
    assert low is not None and high is not None
    assert (low.percent, low.dp, high.percent, high.dp) == (38, -87, 88, 336)


# -- Categories ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("average", "women", "found"),
    [
        (2250, False, None),
        (Decimal("2250.4"), False, None),
        (Decimal("2250.5"), False, 1),
        (2275, False, 1),
        (2276, False, 2),
        (2825, False, 23),
        (2975, False, 29),
        (2976, False, 30),
        (3000, False, 30),
        (3001, False, 31),
        (2050, True, None),
        (2051, True, 1),
        (2776, True, 30),
    ],
)
def test_category(average: int | Decimal, women: bool, found: int | None) -> None:
    assert category(average, women=women) == found


def test_an_unrated_player_leaves_no_category_unless_counted() -> None:
    assert average_rating([2500, None]) is None
    assert average_rating([2500, None], unrated_as=1400) == 1950
    assert average_rating([]) is None
    assert average_rating([2300, 2301]) == 2301  # half up


# -- Classes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "rating", "found"),
    [
        (ClassTable.FIDE, 3000, "no official title, informally super-grandmaster"),
        (ClassTable.FIDE, 2699, "most grandmasters (GM)"),
        (ClassTable.FIDE, 0, "novice"),
        (ClassTable.USCF, 99, None),
        (ClassTable.USCF, Decimal("99.5"), "Class J"),
        (ClassTable.USCF, 199, "Class J"),
        (ClassTable.USCF, 200, "Class I"),
        (ClassTable.USCF, 2399, "National Master"),
        (ClassTable.HARKNESS, 2600, "Grandmaster"),
        (ClassTable.HARKNESS, 1599, "Class C"),
        (ClassTable.HARKNESS, 0, "Class C"),
    ],
)
def test_label(table: ClassTable, rating: int | Decimal, found: str | None) -> None:
    assert label(table, rating) == found


def test_every_label_of_the_tables_is_marked_for_translation() -> None:
    in_tables = {row["label_en"] for row in rows("fide_rating_classes")}
    for name in ("uscf_rating_classes", "harkness_classes_public"):
        in_tables |= {row["label"] for row in rows(name)}
    assert set(LABELS) == in_tables
    assert len(LABELS) == len(in_tables)


# -- Title norms ----------------------------------------------------------------------------------------


def test_a_norm_reached_exactly() -> None:
    found = norm_result(Norm.GM, [2380] * 9, 14)
    assert (found.average, found.percent, found.rating, found.achieved) == (2380, 78, 2600, True)


def test_only_the_lowest_opponent_is_raised_to_the_floor() -> None:
    found = norm_result(Norm.GM, [2500] * 7 + [2100, 2000], 14)
    assert (found.raised, found.floor, found.average) == (
        2000,
        2200,
        2422,
    )  # (17500 + 2100 + 2200) / 9
    unrated = norm_result(Norm.GM, [2500] * 7 + [None, None], 14)
    assert (unrated.raised, unrated.average) == (1400, 2344)  # (17500 + 1400 + 2200) / 9
    assert norm_result(Norm.GM, [2500] * 8 + [2200], 14).raised is None


@pytest.mark.parametrize(
    ("opponents", "half_points", "missing"),
    [
        ([2600] * 8, 10, ["8 games; at least 9 are needed"]),
        ([2380] * 9, 13, ["the performance is 2546; at least 2600 is needed"]),
        ([2379] * 9, 18, ["the average of the opponents is 2379; at least 2380 is needed"]),
        (
            [2700] * 13,
            9,
            ["the score is below 35 %", "the performance is 2590; at least 2600 is needed"],
        ),
        ([], 0, ["0 games; at least 9 are needed"]),
    ],
)
def test_what_is_missing_for_a_norm_is_said(opponents, half_points, missing) -> None:
    found = norm_result(Norm.GM, opponents, half_points)
    assert [str(line) for line in found.missing] == missing
    assert not found.achieved


def test_thirty_five_per_cent_is_not_a_rounded_number() -> None:
    """4½ of 13 is 34.6 %, which rounds to 35 and is not enough; 3½ of 10 is 35 exactly."""
    assert not norm_result(Norm.WIM, [2700] * 13, 9).achieved
    assert norm_result(Norm.WIM, [2700] * 10, 7).achieved


@given(
    st.lists(st.integers(1000, 2800) | st.none(), max_size=12),
    st.data(),
    st.sampled_from(list(Norm)),
)
def test_a_norm_once_achieved_is_not_lost_by_a_better_score(ratings, data, norm: Norm) -> None:
    half = data.draw(st.integers(0, 2 * len(ratings)))
    if norm_result(norm, ratings, half).achieved and half < 2 * len(ratings):
        assert norm_result(norm, ratings, half + 1).achieved


def test_a_title_needs_three_norms_and_once_the_rating() -> None:
    assert title_reached(Norm.GM, 3, 2500)
    assert not title_reached(Norm.GM, 2, 2700)
    assert not title_reached(Norm.IM, 3, 2399)
    assert title_reached(Norm.WIM, 4, 2200)
