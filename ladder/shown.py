"""Ratings and changes in figures, as the reader's language writes them. Web layer."""

from decimal import ROUND_FLOOR, Decimal
from typing import NamedTuple

from django.utils.formats import get_format

from ladder.systems.rounding import exact

MINUS = "\u2212"


class Delta(NamedTuple):
    """A change in figures, with its sign, and the class that sets it (never a colour)."""

    text: str
    tone: str


DID_NOT_PLAY = Delta("–", "is-none")


def rating(value: float | None) -> str:
    """A rating as lists show it: a whole number, .5 up; a dash for who has none."""
    return DID_NOT_PLAY.text if value is None else str(_half_up(exact(value), 0))


def decimals(value: Decimal | float, digits: int) -> str:
    """A number with so many decimals, .5 up, with the reader's decimal sign and a real minus."""
    shown = _half_up(exact(value) if isinstance(value, float) else Decimal(value), digits)
    text = f"{abs(shown):.{digits}f}".replace(".", str(get_format("DECIMAL_SEPARATOR")))
    return f"{MINUS}{text}" if shown < 0 else text


def rounded(value: float, digits: int) -> Decimal:
    """The number that `decimals` shows, for tables that are computed with."""
    return _half_up(exact(value), digits)


def _half_up(value: Decimal, digits: int) -> Decimal:
    """`ladder.systems.half_up` for the few digits of a stored number: exact too, and quick."""
    whole = (value.scaleb(digits) + _HALF).to_integral_value(ROUND_FLOOR)
    return whole.scaleb(-digits)


_HALF = Decimal("0.5")


def change(value: float | None, *, whole: bool = False, lower: bool = False) -> Delta:
    """A change with one decimal, or none where ratings are `whole` by rule; None is that of
    somebody who did not play. What is gained is set apart: with `lower` less is better."""
    if value is None:
        return DID_NOT_PLAY
    text = decimals(value, 0 if whole and value % 1 == 0 else 1)
    if not any(digit in text for digit in "123456789"):
        return Delta(text, "is-none")
    less = text.startswith(MINUS)
    return Delta(text if less else f"+{text}", "is-up" if less is lower else "")
