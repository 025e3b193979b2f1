"""Czech performance classes and norms; the best choice against every other one."""

from fractions import Fraction
from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.calculators.czech_classes import (
    LOWEST_FIRST,
    Merits,
    Sex,
    higher,
    performance_class,
    threshold,
)
from ladder.calculators.czech_norms import (
    LEAST_GAMES,
    NormGame,
    counted,
    needed_percent,
    needed_points,
    norm,
    up_to_half,
)
from ladder.tables import rows

MAN, WOMAN = Sex.MAN, Sex.WOMAN
coefficients = st.sampled_from((1000, 1100, 1250)) | st.integers(1001, 1700)
played = st.lists(st.builds(NormGame, coefficients, st.sampled_from((0, 1, 2, 2))), max_size=9)
names = st.sampled_from(("III", "IV"))


def margins_of_all_choices(name: str, own: int, games: list[NormGame]) -> list[Fraction]:
    """With every set of wins left out that leaves a game, with and without the own coefficient."""
    won = [index for index, game in enumerate(games) if game.half_points == 2]
    sets = chain.from_iterable(combinations(won, number) for number in range(len(won) + 1))
    found = []
    for left_out in sets:
        left = [game for index, game in enumerate(games) if index not in left_out]
        for kept in ([own], []):
            if not left:
                continue
            values = [game.opponent for game in left] + kept
            average = (2 * sum(values) + len(values)) // (2 * len(values))
            for row in rows("lok_ttp_norms"):
                if int(row["avg_from"]) <= average <= int(row["avg_to"] or 9999):
                    percent = row[f"{name}_percent"]
                    if percent:
                        half_points = -(-int(percent) * len(left) * 2 // 100)
                        scored = sum(game.half_points for game in left)
                        found.append(Fraction(scored - half_points, 2))
    return found


@given(names, coefficients, played)
def test_no_other_choice_is_better(name: str, own: int, games: list[NormGame]) -> None:
    every = margins_of_all_choices(name, own, games)
    found = norm(name, own, games)
    assert (found.best.margin if found.best else None) == max(every, default=None)
    assert found.achieved == (len(games) >= LEAST_GAMES[name] and max(every, default=-1) >= 0)


@given(names, coefficients, played)
def test_the_best_choice_can_be_counted_again(name: str, own: int, games: list[NormGame]) -> None:
    found = norm(name, own, games)
    if not games:
        assert found.best is None and found.plain is None
        return
    best = found.best
    assert best is not None and found.plain == counted(name, own, games, ())
    assert best == counted(name, own if best.own else None, games, best.left_out)
    assert all(games[index].half_points == 2 for index in best.left_out)
    assert best.games == len(games) - len(best.left_out) > 0


@given(names, coefficients, played)
def test_nothing_is_left_out_for_nothing(name: str, own: int, games: list[NormGame]) -> None:
    found = norm(name, own, games)
    if found.best and found.plain and found.best.margin == found.plain.margin:
        assert found.best == found.plain


@given(names, coefficients, played, st.randoms(use_true_random=False))
def test_the_order_of_games_makes_no_difference(name, own, games, random) -> None:
    shuffled = random.sample(games, len(games))
    one, other = norm(name, own, games), norm(name, own, shuffled)
    assert one.achieved == other.achieved
    assert (one.best and one.best.margin) == (other.best and other.best.margin)


@given(names, coefficients, played, st.integers(0, 8))
def test_more_points_never_lose_a_norm(name, own, games, number) -> None:
    if number < len(games) and games[number].half_points < 2:
        better = list(games)
        better[number] = NormGame(games[number].opponent, games[number].half_points + 1)
        assert norm(name, own, better).achieved >= norm(name, own, games).achieved


def test_the_best_choice_is_shown() -> None:
    opponents = [(1250, 2), (1250, 2), (1250, 1), (1100, 2), (1250, 0), (1100, 2), (1250, 1)]
    found = norm("III", 1000, [NormGame(*each) for each in opponents])
    assert found.plain is not None and found.best is not None
    assert (found.plain.average, found.plain.percent, found.plain.needed) == (1181, 70, 5)
    assert (found.best.own, found.best.left_out) == (False, ())
    assert (found.best.average, found.best.percent, found.best.needed) == (1207, 64, Fraction(9, 2))
    assert (found.best.scored, found.best.margin, found.achieved) == (5, HALF, True)


HALF = Fraction(1, 2)


def test_a_win_over_a_weak_player_is_left_out() -> None:
    """Below 1100 there is no III norm; without the weakest win there is."""
    opponents = [(1000, 2), (1000, 2), (1000, 2), (1000, 2), (1250, 2), (1250, 2), (1250, 2)]
    found = norm("III", 1000, [NormGame(*each) for each in opponents])
    assert found.plain is not None and found.best is not None
    assert (found.plain.average, found.plain.percent, found.plain.needed) == (1094, None, None)
    assert found.plain.margin is None
    assert (found.best.own, found.best.left_out, found.best.average) == (False, (), 1107)
    assert (found.best.needed, found.best.margin, found.achieved) == (HALF * 11, HALF * 3, True)


def test_the_minimum_is_of_games_played() -> None:
    """Six games are too few, whatever was won; of seven, six may be left out, but not the last."""
    assert not norm("III", 1250, [NormGame(1250, 2)] * 6).achieved
    found = norm("III", 1250, [NormGame(1000, 2)] * 7)
    assert found.best is not None and found.best.games == 1 and found.best.average == 1125
    assert found.achieved


@pytest.mark.parametrize(
    ("name", "average", "percent"),
    [
        ("III", 1100, 76),
        ("III", Fraction(2199, 2), 76),
        ("III", 1099, None),
        ("III", 1000, None),
        ("IV", 1099, 55),
        ("IV", 1000, 60),
        ("IV", 999, None),
        ("IV", 3000, 24),
    ],
)
def test_the_ends_of_the_table(name: str, average: Fraction, percent: int | None) -> None:
    assert needed_percent(name, average) == percent


@pytest.mark.parametrize(
    ("points", "needed"),
    [("6.01", "6.5"), ("4.51", "5"), ("4.5", "4.5"), ("5", "5"), ("0", "0"), ("0.001", "0.5")],
)
def test_up_to_the_next_half(points: str, needed: str) -> None:
    assert up_to_half(Fraction(points)) == Fraction(needed)


def test_points_needed() -> None:
    assert needed_points(60, 5) == 3
    assert needed_points(50, 7) == Fraction(7, 2)


def test_there_are_norms_for_two_classes() -> None:
    with pytest.raises(KeyError):
        norm("II", 1250, [])


# -- Classes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("merits", "name"),
    [
        (Merits(2299, sex=MAN), "kandidat_mistra"),
        (Merits(2300), "mistr"),
        (Merits(2100), "kandidat_mistra"),  # sex not known: the men's thresholds
        (Merits(2100, sex=WOMAN), "mistr"),
        (Merits(1800, sex=WOMAN), "I"),
        (Merits(1549, 2500, WOMAN), "III"),  # a rapid OK gives III at most
        (Merits(None, 1100), "IV"),
        (Merits(None, 1099), None),
        (Merits(norm="IV"), "IV"),
        (Merits(1100, norm="III"), "III"),
        (Merits(1600, norm="III"), "II"),
        (Merits(norm="mistr"), None),
        (Merits(1900, sex=MAN, title_norm="GM"), "mistr"),
        (Merits(1900, sex=MAN, title_norm="WIM"), "I"),
        (Merits(1900, sex=WOMAN, title_norm="WIM"), "mistr"),
        (Merits(), None),
    ],
)
def test_classes(merits: Merits, name: str | None) -> None:
    assert performance_class(merits) == name


@given(st.integers(900, 2500), st.integers(0, 300), st.sampled_from((None, MAN, WOMAN)))
def test_a_higher_ok_never_gives_less(ok: int, more: int, sex: Sex | None) -> None:
    lower, better = (performance_class(Merits(value, sex=sex)) for value in (ok, ok + more))
    assert higher(lower, better) == better


@pytest.mark.parametrize("sex", [MAN, WOMAN, None])
@pytest.mark.parametrize("name", LOWEST_FIRST)
def test_a_class_begins_at_its_threshold(name: str, sex: Sex | None) -> None:
    least = threshold(name, sex)
    assert performance_class(Merits(least, sex=sex)) == name
    assert performance_class(Merits(least - 1, sex=sex)) != name


def test_a_recorded_class_is_kept() -> None:
    assert higher("II", "III") == "II"
    assert higher(None, "IV") == "IV"
    assert higher(None, None) is None


def test_classes_that_do_not_exist() -> None:
    with pytest.raises(ValueError):
        higher("V", None)
    with pytest.raises(ValueError, match="'V'"):
        threshold("V", None)
