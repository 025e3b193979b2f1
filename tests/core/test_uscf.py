"""US Chess: published numbers as one-line rows, properties beside them."""

import datetime as dt
import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder import tables
from ladder.systems.uscf.event import Entrant, Rated, rated_event, rated_match
from ladder.systems.uscf.floors import floor_of
from ladder.systems.uscf.special import (
    Past,
    approximated,
    prior_of,
    provisional_expectancy,
    special_rating,
)
from ladder.systems.uscf.standard import (
    age_in_years,
    bonus_multiplier,
    effective_games,
    initial_rating,
    k_factor,
    standard_rating,
    winning_expectancy,
)
from tests.core.histories import UIDS, games

ratings = st.integers(100_000_000, 2_700_000_000).map(lambda millionths: millionths / 1_000_000)
several = st.lists(ratings, min_size=1, max_size=9)
numbers = st.sampled_from((0, 1, 4, 8, 9, 25, 26, 400))
pasts = st.sampled_from(Past)
entrants = st.fixed_dictionaries({uid: st.builds(Entrant, ratings, numbers, pasts) for uid in UIDS})


def scores(count: int) -> list[float]:
    return [half / 2 for half in range(2 * count + 1)]


# -- The formulas -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("age", "rating"),
    [(0, 100), (1.99, 100), (2, 100), (2.5, 125), (12, 600), (26, 1300), (26.01, 1300), (90, 1300)],
)
def test_initial_rating_by_age(age: float, rating: float) -> None:
    assert initial_rating(age) == rating


def test_nobodys_age_is_that_of_an_adult() -> None:
    assert initial_rating(None) == 1300
    assert age_in_years(dt.date(2010, 5, 1), dt.date(2022, 5, 1)) == 4383 / 365.25


@pytest.mark.parametrize(
    ("rating", "games", "effective"),
    [(2355, 50, 49.9892), (2355.01, 60, 50), (1300, 8, 8), (100, 20, 7.3954), (100, 7, 7)],
)
def test_effective_games(rating: float, games: int, effective: float) -> None:
    assert math.isclose(effective_games(rating, games), effective, abs_tol=5e-5)


@pytest.mark.parametrize(
    ("day", "multiplier"),
    [
        ((2000, 1, 1), 6),  # before the table: its first row
        ((2008, 1, 1), 6),
        ((2014, 12, 31), 6),
        ((2015, 1, 1), 12),
        ((2017, 4, 30), 12),
        ((2017, 5, 1), 14),
        ((2023, 1, 31), 14),
        ((2023, 2, 1), 12),
        ((2024, 12, 31), 12),
        ((2025, 1, 1), 10),
        ((2030, 1, 1), 10),
    ],
)
def test_the_multiplier_of_the_bonus_by_day(day: tuple[int, int, int], multiplier: float) -> None:
    assert bonus_multiplier(dt.date(*day)) == multiplier


def test_the_table_of_multipliers_is_in_the_order_of_time() -> None:
    days = [row["from"] for row in tables.rows("uscf_bonus_B_history")]
    assert days == sorted(days)


@pytest.mark.parametrize(
    ("own", "opponent", "expected"),
    [
        (1000, 1400, 0),
        (1000, 1399, 0.00125),
        (1500, 1500, 0.5),
        (1400, 1000, 1),
        (1399, 1000, 0.99875),
    ],
)
def test_provisional_expectancy(own: float, opponent: float, expected: float) -> None:
    assert math.isclose(provisional_expectancy(own, opponent), expected, abs_tol=1e-12)


@pytest.mark.parametrize(
    ("rating", "k"), [(2200, 16), (2300, 12), (2499.9, 4.004), (2500, 4), (2700, 4)], ids=str
)
def test_k_of_events_rated_twice_falls_above_2200(rating: float, k: float) -> None:
    assert math.isclose(k_factor(rating, 45, 5, dual=True), k)
    assert k_factor(rating, 45, 5) == 16


@pytest.mark.parametrize(
    ("opponents", "meetings", "bonus"),
    [([1500] * 2, 1, False), ([1500] * 3, 1, True), ([1500] * 3, 2, True), ([1500] * 4, 3, False)],
)
def test_who_gets_a_bonus(opponents: list[float], meetings: int, bonus: bool) -> None:
    told = standard_rating(1500, 10, opponents, len(opponents), meetings=meetings)
    assert (told.bonus > 0) is bonus
    assert math.isclose(told.rating, 1500 + told.change + told.bonus)


def test_the_special_formula_at_its_ends() -> None:
    assert special_rating(1300, 0, [1500, 1600], 2) == 2000  # highest opponent + 400
    assert special_rating(1300, 0, [1500, 1600], 0) == 1100  # lowest opponent - 400
    assert special_rating(1300, 0, [300, 350], 0) == 100
    assert special_rating(1300, 0, [2600, 2650], 2) == 2700
    assert special_rating(1300, 0, [], 0) == 1300


def test_where_any_rating_solves_the_special_formula_the_old_one_is_kept_or_cut() -> None:
    """Beat 800, lost to 2200, which says: somewhere from 1200 to 1800."""
    opponents, score = [800.0, 2200.0], 1.0
    assert special_rating(600, 0, opponents, score) == 1200
    assert special_rating(2700, 0, opponents, score) == 1800


def test_a_past_of_wins_or_losses_only() -> None:
    """The same numbers, turned round at 1000."""
    assert special_rating(900, 5, [1000, 1100], 0.5, Past.ALL_LOST) == pytest.approx(850)
    assert special_rating(1100, 5, [1000, 900], 1.5, Past.ALL_WON) == pytest.approx(1150)


def test_the_approximation_by_hand() -> None:
    assert approximated(1000, 0, [1200, 1400], 1, 1) == 1300
    assert approximated(1000, 4, [], 0, 0) == 1000


@given(ratings, ratings)
def test_two_expectations_add_up_to_one(one, other) -> None:
    assert winning_expectancy(other - one) + winning_expectancy(one - other) == 1.0
    both = provisional_expectancy(one, other) + provisional_expectancy(other, one)
    assert math.isclose(both, 1.0, abs_tol=1e-12)


@given(ratings, st.sampled_from((0.0, 1.0, 4.5, 8.0, 14.1)), several, st.data(), pasts)
def test_the_walk_solves_the_special_formula(rating, effective, opponents, data, past) -> None:
    score = data.draw(st.sampled_from(scores(len(opponents))))
    found = special_rating(rating, effective, opponents, score, past)
    prior, points = prior_of(rating, effective, past)
    over = math.fsum(
        [effective * provisional_expectancy(found, prior), -points, -score]
        + [provisional_expectancy(found, opponent) for opponent in opponents]
    )
    assert 100 <= found <= 2700
    if found == 100:
        assert over >= -1e-6
    elif found == 2700:
        assert over <= 1e-6
    else:
        assert abs(over) <= 1e-6


@given(ratings, st.sampled_from((0.0, 1.0, 4.5, 8.0)), several, pasts)
def test_more_points_never_give_less_by_the_special_formula(rating, effective, others, past):
    found = [special_rating(rating, effective, others, s, past) for s in scores(len(others))]
    assert all(more >= less - 1e-3 for less, more in itertools.pairwise(found))


@given(ratings, numbers, several, st.integers(1, 3))
def test_more_points_give_more_by_the_standard_formula(rating, number, opponents, meetings) -> None:
    effective = effective_games(rating, number)
    found = [
        standard_rating(rating, effective, opponents, score, meetings=meetings).rating
        for score in scores(len(opponents))
    ]
    assert all(more > less for less, more in itertools.pairwise(found))


@pytest.mark.parametrize(
    ("career", "floor"),
    [
        ((0, 0, 0), 100),
        ((12, 0, 1), 149),
        ((12, 1, 0), 150),
        ((12, 2, 0), 150),
    ],
)
def test_the_absolute_floor(career: tuple[int, int, int], floor: int) -> None:
    assert floor_of(*career) == floor


@pytest.mark.parametrize(
    ("peak", "floor"),
    [(1399, 100), (1399.5, 1200), (1499.4, 1200), (1499.5, 1300), (2299, 2000), (2900, 2100)],
)
def test_the_floor_by_the_highest_established_rating(peak: float, floor: int) -> None:
    assert floor_of(peak=peak) == floor


def test_an_original_life_master_does_not_fall_below_2200() -> None:
    assert floor_of(peak=2700, life_master=True) == 2200


# -- An event -----------------------------------------------------------------------------------


def test_the_ratings_of_unrated_opponents_come_from_the_event_itself() -> None:
    """An unrated adult beats a 1500 with 30 games: he was 1900, says step 4, to the one who lost."""
    before = {"new": Entrant(1300.0), "old": Entrant(1500.0, 30)}
    after = rated_event(before, [("new", "old", 2)])
    assert math.isclose(after["old"].opponents[0], 1900.0)
    assert after["new"].standard is None and after["old"].standard is not None
    assert after["new"].rating == after["new"].opponents[0] + 400
    # the 1500 after step 4, having lost there to the 1600 that step 3 estimated
    expected = 1 / (1 + 10**0.25)
    lost = 800 / (effective_games(1500, 30) + 1) * expected
    assert math.isclose(after["new"].opponents[0], 1500 - lost)


def test_the_example_of_the_rules_page() -> None:
    before = {"new": Entrant(1300.0), "ann": Entrant(1500.0, 30), "ben": Entrant(1400.0, 30)}
    after = rated_event(before, [("new", "ann", 0), ("new", "ben", 2), ("ann", "ben", 1)])
    found = {uid: rated.rating for uid, rated in after.items()}
    assert found == pytest.approx({"new": 1446.39, "ann": 1511.49, "ben": 1387.19}, abs=0.005)
    assert after["new"].opponents == pytest.approx((1509.47, 1383.30), abs=0.005)


def test_the_special_formula_holds_up_to_eight_games() -> None:
    before = {"a": Entrant(1500.0, 8), "b": Entrant(1500.0, 9)}
    after = rated_event(before, [("a", "b", 1)])
    assert (after["a"].standard is None, after["b"].standard is None) == (True, False)


def test_who_has_won_every_game_so_far_is_rated_by_the_special_formula() -> None:
    game = [("a", "b", 0)]
    before = {"a": Entrant(1500.0, 12, Past.ALL_WON), "b": Entrant(1500.0, 40)}
    assert rated_event(before, game)["a"].standard is None
    mixed = before | {"a": Entrant(1500.0, 12)}
    assert rated_event(mixed, game)["a"].standard is not None


def test_a_match_moves_at_most_50_points() -> None:
    one, other = Entrant(1500.0, 30), Entrant(1600.0, 40)
    won = [("one", "other", 2)] * 10
    after = rated_match({"one": one, "other": other}, won)
    assert {uid: rated.rating for uid, rated in after.items()} == {"one": 1550.0, "other": 1550.0}
    close = rated_match({"one": one, "other": other}, won[:1])
    assert close["one"].rating == 1500 + close["one"].moves[0] < 1550
    assert rated_match({"one": one, "other": Entrant(1600.0, 25)}, won) == {}, "provisional"
    assert rated_match({"one": one, "other": Entrant(1900.5, 40)}, won) == {}, "too far apart"


def numbers_of(after: dict[str, Rated]) -> dict[str, tuple[float, int, float]]:
    return {uid: (rated.rating, rated.games, sum(rated.scores)) for uid, rated in after.items()}


@given(games, entrants, st.randoms(use_true_random=False))
def test_the_order_of_games_and_the_colours_make_no_difference(played, before, random) -> None:
    after = numbers_of(rated_event(before, played))
    shuffled = list(played)
    random.shuffle(shuffled)
    swapped = [(black, white, 2 - half) for white, black, half in shuffled]
    assert numbers_of(rated_event(before, swapped)) == after


@given(games, entrants)
def test_every_rating_is_finite_and_none_below_100(played, before) -> None:
    after = rated_event(before, played)
    assert set(after) == {uid for game in played for uid in game[:2]}
    for uid, rated in after.items():
        assert math.isfinite(rated.rating) and rated.rating >= 100
        assert rated.games - before[uid].games == len(rated.opponents)


@given(games, entrants, ratings)
def test_outsiders_neither_change_nor_matter(played, before, rating) -> None:
    outside = before | {"outsider": Entrant(rating, 9)}
    assert numbers_of(rated_event(outside, played)) == numbers_of(rated_event(before, played))


@given(st.integers(100, 2400), numbers)
def test_a_draw_of_established_equals_moves_nothing(rating, number) -> None:
    before = {uid: Entrant(float(rating), number + 26) for uid in ("a", "b")}
    assert {r.rating for r in rated_event(before, [("a", "b", 1)]).values()} == {float(rating)}
