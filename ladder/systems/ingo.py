"""Ingo, the first national rating of Germany. The lower the better.

Source: the encyclopedia text on rating systems; schachecke.de, Ingo-System. Per event:

    performance = mean of the opponents - (100 * S / n - 50)
    new = (1 - weight) * old + weight * performance                       not rounded inside

Weight 1 is the form of the text; 1/4 was later practice.
"""

from fractions import Fraction
from typing import Final

from ladder.systems.rounding import Exact

CUT: Final = 40
ZERO_IN_ELO: Final = 2840
ELO_PER_POINT: Final = 8


def cut(own: Exact, opponent: Exact) -> Fraction:
    """An opponent who is more than 40 points away, moved to 40 points (an option)."""
    return max(Fraction(own) - CUT, min(Fraction(opponent), Fraction(own) + CUT))


def performance(average: Exact, half_points: int, games: int) -> Fraction:
    """At most 50 points from the average. Without games, a ZeroDivisionError."""
    return Fraction(average) - (Fraction(100 * half_points, 2 * games) - 50)


def renewed(old: Exact | None, performed: Exact, weight: Exact = 1) -> Fraction:
    """The new number; of somebody without an old one it is the performance."""
    if old is None:
        return Fraction(performed)
    return (1 - Fraction(weight)) * Fraction(old) + Fraction(weight) * Fraction(performed)


def elo_of(ingo: Exact) -> Fraction:
    """The Elo number that an Ingo number stands for: 2840 - 8 * Ingo."""
    return ZERO_IN_ELO - ELO_PER_POINT * Fraction(ingo)


def ingo_of(elo: Exact) -> Fraction:
    """The Ingo number that an Elo number stands for."""
    return (ZERO_IN_ELO - Fraction(elo)) / ELO_PER_POINT
