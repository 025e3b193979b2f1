"""Ratings and changes in figures, as the reader's language writes them. Web layer."""

from decimal import Decimal
from typing import NamedTuple

from django.utils.formats import get_format

from ladder.systems.rounding import exact, half_up

MINUS = "\u2212"


class Delta(NamedTuple):
    """A change in figures, with its sign, and the class that sets it (never a colour)."""

    text: str
    tone: str


DID_NOT_PLAY = Delta("–", "is-none")


def rating(value: float) -> str:
    """A rating as lists show it: a whole number, .5 up."""
    return str(half_up(exact(value)))


def decimals(value: Decimal | float, digits: int) -> str:
    """A number with so many decimals, .5 up, with the reader's decimal sign and a real minus."""
    shown = half_up(exact(value) if isinstance(value, float) else value, digits)
    text = f"{abs(shown):.{digits}f}".replace(".", str(get_format("DECIMAL_SEPARATOR")))
    return f"{MINUS}{text}" if shown < 0 else text


def change(value: float | None) -> Delta:
    """A change with one decimal; None is that of somebody who did not play."""
    if value is None:
        return DID_NOT_PLAY
    text = decimals(value, 1)
    if not any(digit in text for digit in "123456789"):
        return Delta(text, "is-none")
    return Delta(text, "") if text.startswith(MINUS) else Delta(f"+{text}", "is-up")
