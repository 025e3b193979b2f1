"""The order of an event: as the file states it, else by points and Buchholz.

Buchholz is the sum of the opponents' points. A round without an opponent (bye, forfeit, not paired)
counts as played against a dummy that has the player's own points (FIDE C.07, 16.4, in force since
2024). Not done: the adjustment of an opponent's unplayed rounds (16.3), Cut 1, other tie-breaks.
Whole numbers of half points throughout.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from events.results import BYES, UNFINISHED, GameKind, Result, half_points


class Entrant(Protocol):
    """One line of the players' list; places and points as stated by the file, if it does."""

    @property
    def number(self) -> int: ...
    @property
    def place(self) -> int | None: ...
    @property
    def half_points(self) -> int | None: ...


class Pairing(Protocol):
    """One game or bye; `black` is None for byes."""

    @property
    def round(self) -> int: ...
    @property
    def white(self) -> int: ...
    @property
    def black(self) -> int | None: ...
    @property
    def result(self) -> Result: ...
    @property
    def kind(self) -> GameKind: ...


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One player's line. `place` may be shared; `half_points` are those stated, where there are."""

    place: int
    number: int
    half_points: int
    computed: int  # half points that the games of the list give
    buchholz: int  # in half points
    played: int  # games against an opponent that were played
    byes: int  # rounds with a bye that gives points
    wins: int

    @property
    def differs(self) -> bool:
        """Whether the stated points are not those of the games: hidden byes, or a correction."""
        return self.half_points != self.computed


@dataclass(frozen=True, slots=True)
class Standings:
    """All lines in order. `stated`: the order is that of the file, not computed here."""

    rows: tuple[StandingsRow, ...]
    stated: bool


def standings(
    players: Iterable[Entrant], games: Iterable[Pairing], *, use_stated: bool = True
) -> Standings:
    """The final order. `use_stated=False` leaves out what the file stated, as after a correction.

    The stated places hold when every player has one; they may be shared. Else the order is by
    points, then Buchholz; who is equal in both shares the place, and the number only sorts.
    """
    listed = list(players)
    rounds = _rounds({player.number for player in listed}, games)
    computed = {number: sum(rounds_.points) for number, rounds_ in rounds.items()}
    points = dict(computed)
    if use_stated:
        points |= {p.number: p.half_points for p in listed if p.half_points is not None}
    held = max((max(r.opponents, default=0) for r in rounds.values()), default=0)
    rows = [
        StandingsRow(
            place=0,
            number=number,
            half_points=points[number],
            computed=computed[number],
            buchholz=_buchholz(number, mine, points, held),
            played=len(mine.opponents) - len(mine.waiting) - len(mine.forfeits),
            byes=mine.byes,
            wins=mine.wins,
        )
        for number, mine in rounds.items()
    ]
    places = {player.number: player.place for player in listed if player.place}
    if use_stated and listed and len(places) == len(listed):
        placed = [replace(row, place=places[row.number]) for row in rows]
        return Standings(tuple(sorted(placed, key=lambda row: (row.place, row.number))), True)
    return Standings(_ranked(rows), False)


@dataclass(slots=True)
class _Rounds:
    """What one player did, round by round."""

    points: list[int] = field(default_factory=list)
    opponents: dict[int, int] = field(default_factory=dict)  # round -> number
    waiting: set[int] = field(default_factory=set)  # rounds with a game that is not finished
    forfeits: set[int] = field(default_factory=set)
    byes: int = 0
    wins: int = 0


def _rounds(numbers: set[int], games: Iterable[Pairing]) -> dict[int, _Rounds]:
    found = {number: _Rounds() for number in sorted(numbers)}
    for game in games:
        white, black = half_points(game.result)
        for mine, other, points in (
            (game.white, game.black, white),
            (game.black, game.white, black),
        ):
            if mine is None or mine not in found:
                continue
            rounds = found[mine]
            rounds.points.append(points)
            if other is None or game.kind in BYES:
                rounds.byes += points > 0
                continue
            rounds.opponents[game.round] = other
            rounds.wins += points == 2
            if game.kind in UNFINISHED:
                rounds.waiting.add(game.round)
            elif game.kind is GameKind.FORFEIT:
                rounds.forfeits.add(game.round)
    return found


def _buchholz(number: int, mine: _Rounds, points: Mapping[int, int], held: int) -> int:
    total = 0
    for round_ in range(1, held + 1):
        if round_ in mine.waiting:
            continue
        other = None if round_ in mine.forfeits else mine.opponents.get(round_)
        total += points.get(number if other is None else other, 0)
    return total


def _ranked(rows: Iterable[StandingsRow]) -> tuple[StandingsRow, ...]:
    """By points and Buchholz; equals share a place, and the next place counts them all."""
    order = sorted(rows, key=lambda row: (-row.half_points, -row.buchholz, row.number))
    ranked: list[StandingsRow] = []
    for at, row in enumerate(order, 1):
        above = ranked[-1] if ranked else None
        level = above and (above.half_points, above.buchholz) == (row.half_points, row.buchholz)
        ranked.append(replace(row, place=above.place if above and level else at))
    return tuple(ranked)
