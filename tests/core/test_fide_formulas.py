"""FIDE's formulas: the ends of the tables, the 400-point rule of each rule set, K, first ratings."""

import datetime as dt
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.systems.fide.formulas import (
    Career,
    Period,
    Played,
    RatedGame,
    development,
    differences_used,
    dp,
    expected_hundredths,
    gain,
    percentage,
    tournament,
)
from ladder.systems.fide.initial import initial
from ladder.systems.fide.rules import RULES, Chapter, Cut, Rules, rules_on

ratings = st.integers(1000, 2900)
games = st.lists(st.builds(Played, ratings | st.none(), st.sampled_from((0, 1, 2))), max_size=9)
rule_sets = st.sampled_from(list(RULES.values()))
chapters = st.sampled_from(list(Chapter))
DAY = dt.date(2026, 1, 1)
NOW = RULES["2025-10"]
STANDARD = Chapter.STANDARD


def _gain(own: int, played: list[Played], rules: Rules, chapter: Chapter) -> int:
    return gain(tournament(own, played, rules, chapter, DAY))


# -- Tables -------------------------------------------------------------------------------------


def test_the_ends_of_the_tables() -> None:
    assert [expected_hundredths(d) for d in (0, 3, -3, 4, -4)] == [50, 50, 50, 51, 49]
    assert [expected_hundredths(d) for d in (735, 736, 5000)] == [99, 100, 100]
    assert [expected_hundredths(d) for d in (-735, -736, -5000)] == [1, 0, 0]
    assert [dp(p) for p in (0, 1, 49, 50, 51, 99, 100)] == [-800, -677, -7, 0, 7, 677, 800]
    with pytest.raises(ValueError, match="0 to 100"):
        dp(101)


@given(st.integers(-3000, 3000))
def test_what_one_side_expects_the_other_does_not(difference: int) -> None:
    assert expected_hundredths(difference) + expected_hundredths(-difference) == 100
    assert expected_hundredths(difference) <= expected_hundredths(difference + 1)


@given(st.integers(0, 100))
def test_dp_is_symmetric_and_grows(percent: int) -> None:
    assert dp(percent) == -dp(100 - percent)
    assert percent == 0 or dp(percent - 1) < dp(percent)


def test_half_a_per_cent_is_rounded_up() -> None:
    assert [percentage(half, 8) for half in (10, 6, 0, 16)] == [63, 38, 0, 100]
    with pytest.raises(ValueError, match="impossible"):
        percentage(17, 8)


# -- Games ----------------------------------------------------------------------------------------


@given(ratings, games, rule_sets, chapters, st.randoms())
def test_the_order_of_games_makes_no_difference(own, played, rules, chapter, random) -> None:
    mixed = random.sample(played, len(played))
    assert _gain(own, mixed, rules, chapter) == _gain(own, played, rules, chapter)


@given(ratings, games, rule_sets, chapters, st.data())
def test_half_a_point_more_is_fifty_hundredths_more(own, played, rules, chapter, data) -> None:
    lost = [index for index, game in enumerate(played) if game.half_points < 2]
    if not lost:
        return
    index = data.draw(st.sampled_from(lost))
    better = list(played)
    better[index] = played[index]._replace(half_points=played[index].half_points + 1)
    more = _gain(own, better, rules, chapter) - _gain(own, played, rules, chapter)
    one = tournament(own, played, rules, chapter, DAY)[index]
    assert more == (0 if one is None else 50)


@given(ratings, ratings, st.sampled_from((0, 1, 2)), chapters)
def test_what_one_gains_the_other_loses_while_both_are_cut(own, opponent, half, chapter) -> None:
    rules = RULES["2024-03"]
    one = _gain(own, [Played(opponent, half)], rules, chapter)
    other = _gain(opponent, [Played(own, 2 - half)], rules, chapter)
    assert one == -other


def test_a_game_with_an_unrated_opponent_does_not_count() -> None:
    assert tournament(2000, [Played(None, 2), Played(2000, 2)], NOW, STANDARD, DAY) == [
        None,
        RatedGame(0, 0, 50, 50),
    ]


# -- The 400-point rule -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "cut", "chapter", "used"),
    [
        (2000, Cut.ALWAYS, Chapter.STANDARD, [400, 400, 400, -400, -400]),
        (2000, Cut.ONCE, Chapter.STANDARD, [500, 400, 400, -400, -400]),
        (2000, Cut.BELOW_2650, Chapter.STANDARD, [400, 400, 400, -400, -400]),
        (2000, Cut.ONCE, Chapter.BLITZ, [400, 400, 400, -400, -400]),
    ],
)
def test_which_differences_are_cut(own, cut, chapter, used) -> None:
    assert differences_used(own, [1500, 1400, 1600, 2400, 2700], cut, chapter) == used


@pytest.mark.parametrize(
    ("own", "chapter", "used"),
    [
        (2649, Chapter.STANDARD, 400),
        (2650, Chapter.STANDARD, 650),
        (2650, Chapter.RAPID, 400),
        (2650, Chapter.BLITZ, 400),
    ],
)
def test_from_2650_on_nothing_is_cut_in_the_standard_chapter(own, chapter, used) -> None:
    assert differences_used(own, [2000], Cut.BELOW_2650, chapter) == [used]


def test_the_opponent_of_a_2650_player_is_cut() -> None:
    """As FIDE's published calculations have it: 2813 against 2400 used 413 and 400."""
    assert differences_used(2813, [2400], Cut.BELOW_2650, STANDARD) == [413]
    assert differences_used(2400, [2813], Cut.BELOW_2650, STANDARD) == [-400]


def test_only_one_of_equally_great_differences_is_cut_in_2022() -> None:
    assert differences_used(2000, [1400, 1400], Cut.ONCE, STANDARD) == [400, 600]


@pytest.mark.parametrize(
    ("own", "opponent", "chapter", "start", "rated"),
    [
        (2601, 2001, Chapter.RAPID, dt.date(2024, 12, 1), False),
        (2001, 2601, Chapter.BLITZ, dt.date(2024, 12, 1), False),
        (2601, 2001, Chapter.RAPID, dt.date(2024, 11, 30), True),
        (2601, 2002, Chapter.RAPID, dt.date(2024, 12, 1), True),
        (2600, 2000, Chapter.RAPID, dt.date(2024, 12, 1), True),
        (2601, 2001, Chapter.STANDARD, dt.date(2024, 12, 1), True),
    ],
)
def test_far_games_of_rapid_and_blitz(own, opponent, chapter, start, rated) -> None:
    (game,) = tournament(own, [Played(opponent, 2)], RULES["2024-03"], chapter, start)
    assert (game is not None) == rated


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (dt.date(2019, 5, 1), "2022-01"),
        (dt.date(2024, 2, 29), "2022-01"),
        (dt.date(2024, 3, 1), "2024-03"),
        (dt.date(2025, 9, 30), "2024-03"),
        (dt.date(2025, 10, 1), "2025-10"),
        (dt.date(2030, 1, 1), "2025-10"),
    ],
)
def test_the_rule_set_is_that_of_the_first_day(day: dt.date, expected: str) -> None:
    assert rules_on(day).id == expected


# -- The period -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("k", "hundredths", "new", "listed"),
    [
        (10, -25, 1407, True),  # -2.5: away from zero
        (10, 25, 1413, True),
        (20, -50, 1400, True),  # the floor itself is listed
        (20, -53, 1399, False),
        (10, 0, 1410, True),
    ],
)
def test_a_period_is_rounded_once(k: int, hundredths: int, new: int, listed: bool) -> None:
    period = Period(1410, k, hundredths, 1400)
    assert (period.new, period.listed) == (new, listed)
    assert period.total == Fraction(k * hundredths, 100)


# -- K ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("career", "year", "in_period", "expected"),
    [
        (Career(2399, 30), None, 0, (20, 20, "other")),
        (Career(2400, 3), None, 0, (10, 10, "2400")),
        (Career(2100, 3, ever_2400=True), None, 0, (10, 10, "2400")),
        (Career(1500, 29), None, 0, (40, 40, "new")),
        (Career(2299, 900, birth_year=2008), 2026, 0, (40, 40, "junior")),
        (Career(2299, 900, birth_year=2007), 2026, 0, (20, 20, "other")),
        (Career(2300, 900, birth_year=2008), 2026, 0, (20, 20, "other")),
        (Career(2200, 900, ever_2300=True, birth_year=2008), 2026, 0, (20, 20, "other")),
        (Career(2200, 10, ever_2300=True, birth_year=2008), 2026, 0, (40, 40, "new")),
        (Career(1500, 0), None, 17, (40, 40, "new")),
        (Career(1500, 0), None, 18, (38, 40, "new")),
        (Career(1500, 30), None, 35, (20, 20, "other")),
        (Career(2500, 30), None, 71, (9, 10, "2400")),
    ],
)
def test_the_first_line_of_k_that_applies(career, year, in_period, expected) -> None:
    assert development(career, year, in_period) == expected


# -- First ratings ------------------------------------------------------------------------------------


def _pool(opponent: int, *half_points: int) -> list[Played]:
    return [Played(opponent, half) for half in half_points]


@given(st.lists(st.builds(Played, ratings, st.sampled_from((0, 1, 2))), min_size=1), rule_sets)
def test_a_first_rating_grows_with_the_score(pool: list[Played], rules: Rules) -> None:
    better = [game._replace(half_points=2) for game in pool]
    found, more = initial(pool, rules).computed, initial(better, rules).computed
    assert found is not None and more is not None and found <= more


@given(games, rule_sets, st.randoms())
def test_a_first_rating_does_not_depend_on_the_order(pool, rules, random) -> None:
    assert initial(random.sample(pool, len(pool)), rules) == initial(pool, rules)


def test_the_zero_score_of_a_first_event_is_disregarded() -> None:
    pool = _pool(2000, 0, 0, 0, 0, 0)
    assert initial(pool, NOW, first_event=True).computed is None
    assert initial(pool, NOW).computed == 1634  # 13600 / 7 - 309


def test_it_takes_five_games_against_rated_opponents() -> None:
    four = [*_pool(1800, 2, 2, 1, 1), Played(None, 2)]
    found = initial(four, NOW)
    assert (found.games, found.rating) == (4, None)
    assert str(found.reason) == "4 games against rated opponents; 5 are needed"
    assert initial([*four, *_pool(1800, 0)], NOW).rating == found.average + dp(57)


def test_the_floor_moved_in_2024() -> None:
    pool = _pool(1500, 0, 0, 0, 0, 1)
    assert initial(pool, RULES["2022-01"]).rating == 1134  # 1500 - 366
    found = initial(pool, RULES["2024-03"])
    assert (found.computed, found.rating) == (1356, None)  # 11100 / 7 - 230
    assert str(found.reason) == "below 1400, so not published"


def test_the_rules_of_2022_add_twenty_for_half_a_point_above_half() -> None:
    found = initial(_pool(2400, 2, 2, 2, 1, 1, 1), RULES["2022-01"])
    assert (found.added, found.rating) == (60, 2460)
    assert initial(_pool(2400, 2, 2, 2, 1, 1, 1), NOW).rating == 2200  # the highest there is
