"""Which OK a player starts a competition with, and the first listing at FIDE.

Source: the federation code, 1.4, 3.7 and 3.8; docs/rules/lok.md.
"""

from dataclasses import dataclass
from datetime import date

from ladder.systems.lok.formulas import valid
from ladder.systems.lok.lists import List
from ladder.tables import rows

CLASSES = ("IV", "III", "II", "I", "kandidat_mistra", "mistr")
"""Performance classes (2.4), from the lowest."""

UNRATED = "none"
_TAKEN_ON = ((1, 1), (5, 1), (9, 1))
"""Days (month, day) after which the next standard list does not compute a player (3.7)."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a player's ratings on the day a competition starts; None where nothing is.

    `national` is the rating of a listed foreign federation, and only for foreigners.
    """

    lok: int | None = None
    frl: int | None = None
    lok_rapid: int | None = None
    frl_rapid: int | None = None
    national: int | None = None
    foreigner: bool = False
    performance_class: str | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """The value a player starts with, and whether it is an OK: the 1000 of a player of whom nothing
    is known on the rapid list is none."""

    ok: int | None
    valid: bool


def starting_ok(known: Known, which: List, fide_rated: bool = False) -> Start:
    """The first of the player's values that is an OK. `fide_rated`: FIDE rates it as well."""
    for value in _in_order(known, which, fide_rated):
        if valid(value) is not None:
            return Start(value, True)
    return Start(substitute(None) if which is List.RAPID else None, False)


def substitute(performance_class: str | None) -> int:
    """The value instead of an OK: 1250 for class III or higher, 1100 for IV, 1000 for none.

    Raises ValueError for a class that does not exist."""
    if performance_class is None:
        row = UNRATED
    elif performance_class == "IV":
        row = "IV"
    elif performance_class in CLASSES:
        row = "III or higher"
    else:
        raise ValueError(f"no performance class {performance_class!r}; there are: {CLASSES}")
    return next(int(each["value"]) for each in rows("lok_substitute_ok") if each["class"] == row)


def _in_order(known: Known, which: List, fide_rated: bool) -> tuple[int | None, ...]:
    by_class = substitute(known.performance_class)
    if which is List.RAPID:
        return known.lok_rapid, known.frl_rapid, known.lok, by_class
    if known.foreigner:
        return known.frl, known.national, known.lok, by_class
    if fide_rated:
        return known.frl, known.lok, by_class
    return known.lok, known.frl, by_class


@dataclass(frozen=True, slots=True)
class FirstListing:
    """The OK after a player's first listing at FIDE. `skip_next`: the next list leaves it as it is,
    and the games collected until then are deleted."""

    ok: int | None
    taken: bool
    skip_next: bool


def first_listing(lok: int | None, frl: int | None, skipping_day: bool) -> FirstListing:
    """FIDE's value becomes the OK at once when it is higher, or when there was none (3.7)."""
    lok, frl = valid(lok), valid(frl)
    if frl is None or (lok is not None and lok >= frl):
        return FirstListing(lok, taken=False, skip_next=False)
    return FirstListing(frl, taken=True, skip_next=skipping_day)


def is_skipping_day(day: date, which: List) -> bool:
    """Whether a first listing on this day makes the next list leave a player out: 1 January, 1 May
    and 1 September, standard only."""
    return which is List.STANDARD and (day.month, day.day) in _TAKEN_ON
