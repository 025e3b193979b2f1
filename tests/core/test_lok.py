"""LOK: what the code prints as one-line rows, properties beside them."""

import datetime as dt
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ladder.systems.lok import formulas
from ladder.systems.lok.contributions import (
    Entrant,
    Method,
    closed,
    lifted,
    open_credit,
    without_zero,
)
from ladder.systems.lok.period import (
    NO_GAMES,
    Competition,
    Totals,
    Way,
    left_out,
    new_ok,
    period,
    totals_of,
    way_of,
    would_lose,
)
from ladder.tables import rows

HALF = Fraction(1, 2)
oks = st.integers(1001, 2800)
ages = st.none() | st.integers(5, 90)


def totals(*opponents: int, points: float = 0) -> Totals:
    return Totals(Fraction(sum(opponents)), len(opponents), Fraction(points))


@st.composite
def results(draw: st.DrawFn, most: int = 45) -> Totals:
    games = draw(st.integers(1, most))
    opponents = draw(st.lists(oks, min_size=games, max_size=games))
    return Totals(Fraction(sum(opponents)), games, draw(st.integers(0, 2 * games)) * HALF)


# -- Tables -------------------------------------------------------------------------------------


def test_the_ends_of_table_one() -> None:
    assert (formulas.correction(100), formulas.correction(0)) == (766, -766)
    assert (formulas.correction(99), formulas.correction(1)) == (677, -677)


def test_table_one_is_whole_and_symmetrical() -> None:
    values = [formulas.correction(percent) for percent in range(101)]
    assert values == sorted(set(values))
    assert values == [-value for value in reversed(values)]


def test_the_tables_are_those_of_fide_but_for_the_ends_of_the_first() -> None:
    fide = {int(row["p_percent"]): int(row["dp"]) for row in rows("fide_8_1_1_p_to_dp")}
    differ = {p: fide[p] for p in range(101) if fide[p] != formulas.correction(p)}
    assert differ == {0: -800, 100: 800}
    for row in rows("fide_8_1_2_d_to_pd"):
        for difference in (row["d_from"], row["d_to"] or "9999"):
            expected = [int(100 * Fraction(row[column])) for column in ("PD_H", "PD_L")]
            assert list(formulas.expected_percents(int(difference))) == expected


@pytest.mark.parametrize("percent", [-1, 101])
def test_outside_table_one_is_an_error(percent: int) -> None:
    with pytest.raises(KeyError):
        formulas.correction(percent)


@pytest.mark.parametrize(
    ("difference", "percent"),
    [
        (0, 50),
        (3, 50),
        (Fraction(349, 100), 50),
        (Fraction(7, 2), 51),  # half up
        (Fraction(-7, 2), 49),  # half up without the sign
        (Fraction(-349, 100), 50),
        (735, 99),
        (Fraction(1471, 2), 100),
        (-736, 0),
        (5000, 100),
    ],
)
def test_table_two_by_a_difference_with_its_sign(difference: Fraction, percent: int) -> None:
    assert formulas.expected_percent(difference) == percent


@given(st.integers(-900, 900), st.integers(-900, 900))
def test_more_is_expected_of_the_stronger(one: int, other: int) -> None:
    low, high = sorted((one, other))
    assert formulas.expected_percent(low) <= formulas.expected_percent(high)
    assert formulas.expected_percent(low) + formulas.expected_percent(-low) == 100


# -- K and age ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ok", "age", "k"),
    [
        (2400, 12, 10),
        (2399, 30, 15),
        (2399, 19, 15),
        (2200, 19, 15),
        (2199, 19, 25),
        (2199, 20, 15),
        (2199, None, 15),
    ],
)
def test_k(ok: int, age: int | None, k: int) -> None:
    assert formulas.development(ok, age) == k


def test_the_rules_of_k_are_those_of_the_table() -> None:
    conditions = {row["rule"]: row["condition"] for row in rows("lok_k")}
    assert conditions == {
        "3.12.1": "OK>=2400",
        "3.12.3": "age<20 and OK<2200",
        "3.12.2": "otherwise (OK<2400)",
    }


@pytest.mark.parametrize(
    ("born", "day", "age"),
    [
        ((2006, 1, 6), (2026, 1, 5), 19),  # the birthday is the day after the list
        ((2006, 1, 5), (2026, 1, 5), 20),  # on its day
        ((2006, 1, 4), (2026, 1, 5), 20),
        ((2008, 2, 29), (2026, 2, 28), 17),
        ((2008, 2, 29), (2026, 3, 1), 18),
        ((2008, 2, 29), (2028, 2, 29), 20),
        ((2026, 1, 5), (2026, 1, 5), 0),
    ],
)
def test_age(born: tuple[int, int, int], day: tuple[int, int, int], age: int) -> None:
    assert formulas.age_on(dt.date(*born), dt.date(*day)) == age


@given(st.dates(dt.date(1950, 1, 1), dt.date(2020, 12, 31)), st.sampled_from((14, 18, 20)))
def test_a_year_older_exactly_on_the_birthday(born: dt.date, years: int) -> None:
    assume((born.month, born.day) != (2, 29))
    birthday = born.replace(year=born.year + years)
    assert formulas.age_on(born, birthday) == years
    assert formulas.age_on(born, birthday - dt.timedelta(days=1)) == years - 1


# -- A period -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ok", "age", "games", "way"),
    [
        (None, 30, 0, Way.NONE),
        (1500, 30, 0, Way.NONE),
        (None, 10, 10, Way.POOL),
        (None, 10, 11, Way.FIRST),
        (None, 10, 41, Way.FIRST),
        (1000, 30, 10, Way.POOL),  # 1000 is no OK
        (1001, 30, 10, Way.FORMULA_3),
        (2700, 50, 40, Way.FORMULA_3),
        (2700, 50, 41, Way.OVER_40),
        (1899, 13, 11, Way.UNDER_14),
        (1899, 13, 10, Way.FORMULA_3),
        (1900, 13, 11, Way.FORMULA_3),
        (1900, 13, 18, Way.UNDER_18),
        (1899, 14, 11, Way.FORMULA_3),
        (1899, 13, 41, Way.OVER_40),
        (2099, 17, 18, Way.UNDER_18),
        (2099, 17, 17, Way.FORMULA_3),
        (2100, 17, 18, Way.FORMULA_3),
        (2099, 18, 18, Way.FORMULA_3),
        (1500, None, 30, Way.FORMULA_3),
    ],
)
def test_the_first_rule_that_applies(ok: int | None, age: int | None, games: int, way: Way) -> None:
    assert way_of(formulas.valid(ok), age, totals(*[1500] * games)) is way


def test_published_from_1001_on() -> None:
    exact = [totals(*[1800] * 11, points=0), totals(*[1767] * 11), totals(*[1766] * 11)]
    found = [new_ok(None, None, each) for each in exact]
    assert [each.ok for each in found] == [1034, 1001, None]
    assert [each.removed for each in found] == [False, False, True]


def test_half_up_before_it_is_compared() -> None:
    assert new_ok(None, None, Totals(Fraction(11 * 3533, 2), 11, Fraction(0))).ok == 1001  # 1000.5
    assert new_ok(None, None, Totals(Fraction(11 * 3533, 2) - 1, 11, Fraction(0))).removed


@given(st.none() | oks, ages)
def test_without_games_nobody_changes(ok: int | None, age: int | None) -> None:
    outcome = new_ok(ok, age, NO_GAMES)
    assert (outcome.ok, outcome.way, outcome.removed) == (ok, Way.NONE, False)


@given(st.none() | oks, ages, results())
def test_more_points_never_give_less(ok: int | None, age: int | None, period: Totals) -> None:
    assume(period.points < period.games)
    fewer = new_ok(ok, age, period)
    more = new_ok(ok, age, Totals(period.total, period.games, period.points + HALF))
    assert more.way is fewer.way
    if fewer.exact is not None and fewer.way is not Way.POOL:
        assert more.exact is not None and more.exact >= fewer.exact


@given(oks, ages, st.lists(st.tuples(results(9), st.booleans(), st.booleans()), max_size=6))
def test_the_order_of_competitions_makes_no_difference(ok, age, drawn) -> None:
    competitions = [Competition(str(n), *each) for n, each in enumerate(drawn)]
    outcome, skipped = period(ok, age, competitions)
    backwards, also = period(ok, age, competitions[::-1])
    assert outcome == backwards
    assert skipped == also[::-1]


@given(oks, ages, results(9), st.booleans())
def test_nobody_loses_by_winning(ok: int, age: int | None, won: Totals, asked: bool) -> None:
    """By formula (3) alone; the youth rules may still take more from a performance."""
    outcome, skipped = period(ok, age, [Competition("x", won, won=True, asked=asked)])
    assert skipped == (["x"] if asked or would_lose(ok, won) else [])
    assert outcome.ok is not None and outcome.ok >= ok


@pytest.mark.parametrize(
    ("ok", "won", "asked", "out"),
    [
        (1900, True, False, True),  # 4 of 5 where 4.6 were expected
        (1900, True, True, True),
        (1900, False, False, False),
        (1900, False, True, False),  # only a winner may ask
        (1300, True, False, False),
        (1300, True, True, True),
        (None, True, False, False),  # who has none loses none
        (None, True, True, True),
    ],
)
def test_what_a_winner_leaves_out(ok: int | None, won: bool, asked: bool, out: bool) -> None:
    played = totals(1500, 1500, 1500, 1500, 1500, points=4)
    assert left_out(ok, Competition("x", played, won, asked)) is out


def test_exactly_as_expected_is_no_loss() -> None:
    assert not would_lose(1500, totals(1500, 1500, points=1))
    assert would_lose(1500, totals(1500, 1500, 1500, points=1))
    assert not would_lose(1500, NO_GAMES)


def test_games_collected_before_count_towards_the_first_ok() -> None:
    pool = totals(*[1500] * 7, points=4)
    now = Competition("x", totals(*[1600] * 3, points=1))
    assert period(None, None, [now], pool)[0].way is Way.POOL
    one = Competition("y", totals(1600, points=1))
    assert period(None, None, [now, one], pool)[0].way is Way.FIRST


# -- Contributions ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "opponent", "by"),
    [(2000, 1600, 0), (2000, 1599, 1), (2000, 1100, 500), (1500, 2700, 0), (None, 1001, 0)],
)
def test_the_400_point_rule_has_one_side(own: int | None, opponent: int, by: int) -> None:
    assert lifted(own, opponent) == by


def test_an_open_competition_counts_opponents_with_an_ok() -> None:
    games = [(1500, 2), (None, 2), (1000, 2), (1001, 1), (1950, 0)]
    found = open_credit(1600, games)
    assert (found.total, found.total_400) == (1500 + 1001 + 1950, 1500 + 1200 + 1950)
    assert (found.games, found.points) == (3, Fraction(3, 2))
    assert open_credit(None, games).total_400 == 1500 + 1001 + 1950


@st.composite
def crosstables(draw: st.DrawFn) -> tuple[list[Entrant], int]:
    """All play all once or twice, with some games not played."""
    cycles = draw(st.integers(1, 2))
    values = draw(st.lists(st.none() | st.integers(1000, 2600), min_size=2, max_size=7))
    met = [Counter[str]() for _ in values]
    points = [Fraction(0) for _ in values]
    for _ in range(cycles):
        for one, other in combinations(range(len(values)), 2):
            result = draw(st.sampled_from((0, 1, 2, 2, None)))
            if result is not None:
                met[one][str(other)] += 1
                met[other][str(one)] += 1
                points[one] += result * HALF
                points[other] += (2 - result) * HALF
    return [
        Entrant(str(number), ok, points[number], met[number].total(), met[number])
        for number, ok in enumerate(values)
    ], cycles


@given(crosstables())
def test_the_method_is_chosen_by_who_has_an_ok(drawn) -> None:
    entrants, cycles = drawn
    players = without_zero(entrants, cycles)
    without = sum(formulas.valid(player.ok) is None for player in players)
    found = closed(entrants, cycles)
    if not players or 2 * without > len(players):
        assert found.method is Method.OPEN and not found.credits
    else:
        assert found.method is (Method.RA if without else Method.ALL_RATED)
        assert set(found.credits) == {player.uid for player in players}


@given(crosstables(), st.randoms(use_true_random=False))
def test_the_order_of_players_makes_no_difference(drawn, random) -> None:
    entrants, cycles = drawn
    shuffled = random.sample(entrants, len(entrants))
    assert closed(entrants, cycles) == closed(shuffled, cycles)


@given(crosstables())
def test_who_scores_nothing_without_an_ok_was_never_there(drawn) -> None:
    entrants, cycles = drawn
    players = without_zero(entrants, cycles)
    left = {player.uid for player in players}
    before = {player.uid: player for player in entrants}
    for uid in before.keys() - left:
        gone = before[uid]
        met = [each for each, times in (gone.met or {}).items() if times and each in left]
        assert not met or (formulas.valid(gone.ok) is None and not gone.points)
    for player in players:
        assert player.met is not None and not set(player.met) - before.keys()
        assert sum(player.met.values()) == player.games > 0
        assert 0 <= player.points <= player.games


@given(crosstables())
def test_by_ra_the_value_of_everybody_is_the_same(drawn) -> None:
    """N * Ra is shared out: an average of opponents and the player's own value make it up."""
    entrants, cycles = drawn
    found = closed(entrants, cycles)
    assume(found.method is Method.RA)
    assert found.tournament is not None
    own = {player.uid: formulas.valid(player.ok) for player in entrants}
    size = len(found.credits)
    for uid, credit in found.credits.items():
        value = own[uid] if credit.performance is None else credit.performance
        assert value is not None
        average = credit.total / credit.games
        assert average * (size - 1) + value == size * found.tournament


@given(crosstables())
def test_the_cut_only_ever_adds(drawn) -> None:
    for credit in closed(*drawn).credits.values():
        assert credit.total_400 is not None and credit.total_400 >= credit.total
        assert totals_of(credit).total == credit.total_400


def test_with_everybody_rated_the_opponents_are_those_met() -> None:
    one = Entrant("a", 1500, Fraction(1), 2, {"b": 1, "c": 1})
    two = Entrant("b", 1600, Fraction(1), 1, {"a": 1})
    three = Entrant("c", 1000 + 700, HALF, 1, {"a": 1})
    found = closed([one, two, three])
    assert found.method is Method.ALL_RATED
    assert [credit.total for credit in found.credits.values()] == [3300, 1500, 1500]


def test_without_who_was_met_there_is_no_cut() -> None:
    players = [Entrant(uid, 1500, HALF, 1) for uid in "abc"]
    credit = closed(players).credits["a"]
    assert (credit.total, credit.total_400) == (1500, None)
    with pytest.raises(ValueError, match="who was met"):
        totals_of(credit)
