"""Elo's formula with a given expected score, and his linear approximation of it.

    R_new = R_old + K * (W - We)
    R_new = R_old + (K / 2) * (W - L + (1 / 2) * sum(D) / C),   D = opponent - player

W and L are points won and lost. Nothing is rounded. Source: the encyclopedia text on rating
systems, with its sign put right (docs/rules/elo_linear.md).
"""

from fractions import Fraction

from ladder.systems.rounding import Exact

K = 32
C = 200


def updated(old: Exact, k: Exact, score: Exact, expected: Exact) -> Fraction:
    """Elo's formula: the new rating from a score and the expected score."""
    return Fraction(old) + Fraction(k) * (Fraction(score) - Fraction(expected))


def cut(difference: Fraction, cap: Exact | None) -> Fraction:
    """D, not beyond `cap` points either way; None leaves it raw."""
    if cap is None:
        return difference
    return max(-Fraction(cap), min(Fraction(cap), difference))


def linear(
    old: Exact, won: Exact, lost: Exact, sum_d: Exact, k: Exact = K, c: Exact = C
) -> Fraction:
    """The new rating from points won and lost and the sum of D = opponent - player, cut before."""
    over = Fraction(won) - Fraction(lost) + Fraction(sum_d) / (2 * Fraction(c))
    return Fraction(old) + Fraction(k) / 2 * over
