"""The same event twice: how many pairings two lists of games share.

Two arbiters bring in one evening, or a file is published again under another name. Rounds and
pairs tell: results may still be missing in one of them. Pure.
"""

from collections.abc import Iterable
from typing import NamedTuple

Pairing = tuple[int, frozenset[str]]
"""Round, and both players by whatever key names them."""

FEWEST = 6  # fewer pairings in common happen by chance among the regulars of one evening
SHARE = 0.6  # of the smaller of the two events


class Overlap(NamedTuple):
    """Pairings in common, of how many of the event that is being looked at."""

    same: int
    total: int


def pairings(games: Iterable[tuple[int, str, str]]) -> frozenset[Pairing]:
    """(round, white, black) as pairings; who is not known ("") pairs with nobody."""
    return frozenset(
        (number, frozenset((white, black))) for number, white, black in games if white and black
    )


def overlap(one: frozenset[Pairing], other: frozenset[Pairing]) -> Overlap | None:
    """What both share, where it is so much that they look like one event; None otherwise."""
    same = len(one & other)
    if same >= FEWEST and same >= SHARE * min(len(one), len(other)):
        return Overlap(same, len(one))
    return None
