"""What some rating systems need to know of an event beside its rated games. Pure.

Made in two places from the same facts: the event's rows (a rebuild), and a content that is not
saved yet (a preview).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from events.results import Result, half_points
from events.revisions import EventKind
from ladder.systems import About, Game


class Line(NamedTuple):
    """A line of the list of players: who it is ("" when not known), stated half points, and whether
    they asked that the list leave the event out for them."""

    number: int
    uid: str
    half_points: int | None
    asked_out: bool


class Pairing(NamedTuple):
    """A game or a bye between lines; who has a bye stands as white."""

    white: int
    black: int | None
    result: Result


def about(
    kind: str,
    tempo: str,
    minutes: int | None,
    listing: str,
    lines: Iterable[Line],
    pairings: Iterable[Pairing],
    rated: Sequence[Game],
) -> About:
    """Points are those stated, else what the results give, forfeits and byes included. Somebody
    not known takes part as "?" with the number: no system rates that, but counts who took part."""
    computed: Counter[int] = Counter()
    for white, black, result in pairings:
        won, lost = half_points(result)
        computed[white] += won
        if black is not None:
            computed[black] += lost
    named = {line.uid or f"?{line.number}": line for line in lines}
    closed = kind == EventKind.ROUND_ROBIN
    return About(
        closed=closed,
        cycles=_cycles(rated) if closed else 1,
        entries=sorted(named),
        points={uid: _points(named[uid], computed) for uid in sorted(named)},
        tempo=tempo,
        minutes=minutes,
        listing=listing,
        asked_out=[uid for uid in sorted(named) if named[uid].asked_out],
    )


def _points(line: Line, computed: Mapping[int, int]) -> int:
    return computed[line.number] if line.half_points is None else line.half_points


def _cycles(rated: Sequence[Game]) -> int:
    """How often those met who met most often."""
    met = Counter(frozenset(game[:2]) for game in rated)
    return max(met.values(), default=1)
