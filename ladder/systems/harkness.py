"""Harkness, the first national rating of the United States.

Source: the encyclopedia text on rating systems; Wikipedia, Harkness system. Per event:

    new = mean of the opponents + 10 * (100 * S / n - 50)

It replaces the old rating. Not rounded inside.
"""

from fractions import Fraction
from typing import Final

from ladder.systems.rounding import Exact

PER_CENT: Final = 10
"""Points for each per cent above one half."""


def performance(average: Exact, half_points: int, games: int) -> Fraction:
    """The new rating of somebody with games, and of somebody without any a ZeroDivisionError."""
    return Fraction(average) + PER_CENT * (Fraction(100 * half_points, 2 * games) - 50)
