"""Elo's formula and his linear approximation."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from ladder.systems.elo_linear.formulas import cut, linear, updated

gaps = st.lists(st.tuples(st.integers(-400, 400), st.sampled_from((0, 1, 2))), max_size=9)


@given(st.integers(0, 3000), gaps)
def test_the_two_forms_of_the_formula_agree(old: int, played: list[tuple[int, int]]) -> None:
    """E = 1/2 - D/(4C) with D = opponent - player, put into R + K * (W - We)."""
    won = sum((Fraction(half, 2) for _, half in played), Fraction())
    expected = sum((Fraction(1, 2) - Fraction(d, 800) for d, _ in played), Fraction())
    total = sum(d for d, _ in played)
    assert linear(old, won, len(played) - won, total) == updated(old, 32, won, expected)


def test_the_sign_of_the_source_is_put_right() -> None:
    """The favourite of the worked example: a sum of -1620 makes his expected score high."""
    assert linear(2635, Fraction(21, 2), Fraction(9, 2), -1620, 10) == Fraction("2644.75")


@given(st.integers(-2000, 2000))
def test_a_difference_is_cut_either_way(d: int) -> None:
    assert cut(Fraction(d), None) == d
    assert cut(Fraction(d), 400) == -cut(Fraction(-d), 400) == min(400, max(-400, d))


@given(st.integers(-2000, 2000))
def test_cut_to_twice_c_no_win_costs_points(d: int) -> None:
    assert (
        linear(1500, 1, 0, cut(Fraction(d), 400))
        >= 1500
        >= linear(1500, 0, 1, cut(Fraction(d), 400))
    )
