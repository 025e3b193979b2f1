"""The same event twice: how many pairings two lists of games share.

Two arbiters bring in one evening, or a file is published again under another name. Rounds and
pairs tell: results may still be missing in one of them. Pure.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

Pairing = tuple[int, frozenset[str]]
"""Round, and both players by whatever key names them."""

FEWEST = 6  # fewer pairings in common happen by chance among the regulars of one evening
SHARE = 0.6  # of the smaller of the two events
FEWEST_EQUAL = 2  # where the day is the same, all pairings are, and no result speaks against it


class Overlap(NamedTuple):
    """Pairings in common, of how many of the event that is being looked at."""

    same: int
    total: int


def pairings(games: Iterable[tuple[int, str, str, str]]) -> dict[Pairing, str]:
    """(round, white, black, result) as pairings, with the result of the one whose key is first;
    "" without one. Who is not known ("") pairs with nobody."""
    return {
        (number, frozenset((white, black))): result if white < black else _turned(result)
        for number, white, black, result in games
        if white and black
    }


def _turned(result: str) -> str:
    return "-".join(reversed(result.split("-")))


def overlap(
    one: Mapping[Pairing, str], other: Mapping[Pairing, str], *, one_day: bool = False
) -> Overlap | None:
    """What both share, where it is so much that they look like one event; None otherwise.

    With `one_day`, both being played on a common day, few pairings are enough if all are equal.
    """
    same = len(one.keys() & other.keys())
    if same >= FEWEST and same >= SHARE * min(len(one), len(other)):
        return Overlap(same, len(one))
    if one_day and same >= FEWEST_EQUAL and _equal(one, other):
        return Overlap(same, len(one))
    return None


def _equal(one: Mapping[Pairing, str], other: Mapping[Pairing, str]) -> bool:
    """Whether the pairings are the same, and the results as far as both have one."""
    return one.keys() == other.keys() and all(
        not result or other[pairing] in ("", result) for pairing, result in one.items()
    )
