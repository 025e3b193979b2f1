"""Performance classes of the Czech federation. Pure.

Source: the federation code, 2.4; docs/rules/czech_classes.md; table lok_classes. A class found here
is computed; it is valid after the federation has registered it (2.5).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from ladder.systems.lok.starting import CLASSES as LOWEST_FIRST
from ladder.tables import rows

MASTER = LOWEST_FIRST[-1]
NORMS = ("III", "IV")
"""Classes that a norm in one event gives."""

_TITLES = {"M": ("GM", "IM"), "F": ("GM", "IM", "WGM", "WIM")}
"""One norm of such a title makes a master (2.4.1)."""


class Sex(StrEnum):
    MAN = "M"
    WOMAN = "F"


@dataclass(frozen=True, slots=True)
class Merits:
    """What a class may rest on. `standard` is the higher of LOK and FRL; norms are class names."""

    standard: int | None = None
    rapid: int | None = None
    sex: Sex | None = None
    norm: str | None = None
    title_norm: str | None = None


def performance_class(merits: Merits) -> str | None:
    """The highest class that the merits give, or None. Sex not known: the men's thresholds."""
    found = [
        row["class"] for row in rows("lok_classes") if _by_ok(row, merits) or _by_norm(row, merits)
    ]
    return max(found, key=LOWEST_FIRST.index, default=None)


def higher(one: str | None, other: str | None) -> str | None:
    """The higher of two classes: one that was recorded is never lost.

    Raises ValueError for a class that does not exist."""
    both = [each for each in (one, other) if each is not None]
    return max(both, key=LOWEST_FIRST.index, default=None)


def threshold(name: str, sex: Sex | None) -> int:
    """The OK from which on a class is given. Raises ValueError for a class that does not exist."""
    for row in rows("lok_classes"):
        if row["class"] == name:
            return _threshold(row, sex)
    raise ValueError(f"no performance class {name!r}; there are: {LOWEST_FIRST}")


def _threshold(row: Mapping[str, str], sex: Sex | None) -> int:
    return int(row["min_women" if sex is Sex.WOMAN else "min_men"])


def _by_ok(row: Mapping[str, str], merits: Merits) -> bool:
    """Standard OKs count for every class, rapid ones where the table names the rapid list."""
    values = [merits.standard, merits.rapid if "rapid" in row["lists"] else None]
    least = _threshold(row, merits.sex)
    return any(value is not None and value >= least for value in values)


def _by_norm(row: Mapping[str, str], merits: Merits) -> bool:
    if row["class"] == MASTER:
        return merits.title_norm in _TITLES[merits.sex or Sex.MAN]
    return row["class"] in NORMS and merits.norm == row["class"]
