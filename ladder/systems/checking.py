"""Checks of settings. Each raises BadSetting that names the setting and says why."""

from collections.abc import Collection

from clubs.messages import Message, gettext_noop
from ladder.systems.base import BadSetting
from ladder.systems.rounding import stored


def number(name: str, value: object, low: float, high: float) -> float:
    """A number from low to high, both included, that can be kept with 6 decimals."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadSetting(name, Message(gettext_noop("a number is needed")))
    if not low <= value <= high:  # also refuses NaN
        words = Message(
            gettext_noop("a number from %(low)s to %(high)s is needed"), {"low": low, "high": high}
        )
        raise BadSetting(name, words)
    if stored(value) != value:
        raise BadSetting(name, Message(gettext_noop("at most 6 decimals can be kept")))
    return float(value)


def count(name: str, value: object, low: int = 0, high: int = 1000) -> int:
    """A whole number from low to high, both included."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        words = Message(
            gettext_noop("a whole number from %(low)s to %(high)s is needed"),
            {"low": low, "high": high},
        )
        raise BadSetting(name, words)
    return value


def choice(name: str, value: object, choices: Collection[str]) -> str:
    """One of the texts that a setting can be."""
    if not isinstance(value, str) or value not in choices:
        raise BadSetting(name, Message(gettext_noop("this is none of the choices")))
    return value


def flag(name: str, value: object) -> bool:
    """Yes or no."""
    if not isinstance(value, bool):
        raise BadSetting(name, Message(gettext_noop("yes or no is needed")))
    return value
