"""Every rounding by its name (docs/rules/club_elo.md, "Rounding").

Rounding is done on exact numbers. `stored` is the one place where a binary float is rounded.
"""

from decimal import Decimal
from fractions import Fraction

Exact = int | Fraction | Decimal


def stored(value: float) -> float:
    """A rating as it is kept: to 6 decimals (the one allowed use of Python's `round`).

    `round` writes the decimal number out and reads it again. A history does this for every row, so
    the plain case goes a shorter way to the same double, at a third of the cost: below ten million,
    `millionths` is off by less than 0.005, so where it is no closer than 0.01 to a tie, `whole` is
    the right number of millionths, and dividing two exact doubles is rounded correctly.
    """
    millionths = value * 1e6
    whole = (millionths + 0.5) // 1.0
    if 0.0 < whole < 1e13 and -0.49 < millionths - whole < 0.49:
        return whole / 1e6
    return round(value, 6)


def exact(value: float) -> Decimal:
    """The decimal number that a stored rating stands for: 1413.765676, and no binary tail."""
    return Decimal(repr(stored(value)))


def half_up(value: Exact, digits: int = 0) -> Decimal:
    """HU: to the nearest, .5 up (toward +infinity). 62.5 -> 63, -0.5 -> 0."""
    shifted = Fraction(_exact(value)) * 10**digits + Fraction(1, 2)
    return _shift(shifted.__floor__(), digits)


def half_away(value: Exact, digits: int = 0) -> Decimal:
    """HA: to the nearest, .5 away from zero. 2.5 -> 3, -2.5 -> -3."""
    shifted = Fraction(_exact(value)) * 10**digits
    whole = (abs(shifted) + Fraction(1, 2)).__floor__()
    return _shift(whole if shifted >= 0 else -whole, digits)


def _exact(value: Exact) -> Exact:
    if isinstance(value, float):
        raise TypeError(f"{value!r} is a binary float: say exact(value), or compute with Fraction")
    return value


def _shift(whole: int, digits: int) -> Decimal:
    return Decimal(whole).scaleb(-digits)
