"""What an event contributes, read from a step of the history: who starts with which OK, whether all
play all, and each player's credit. Source: the federation code, 3.4, 3.5, 3.10, 3.13."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction

from ladder.systems.base import Game, Standing, Step, players_of
from ladder.systems.lok.contributions import Closed, Credit, Entrant, Method, closed, open_credit
from ladder.systems.lok.formulas import valid
from ladder.systems.lok.lists import Entry, List, list_for
from ladder.systems.lok.settings import LokSettings
from ladder.systems.lok.values import ok_of
from ladder.systems.places import decode

LEAST_MINUTES = {List.STANDARD: 60, List.RAPID: 10}
"""A player's time for 60 moves that a competition needs to enter a list."""

_ENTRIES = {"": Entry.BY_DATE, "next": Entry.NEXT, "none": Entry.NONE}
_NOTHING = Credit(Fraction(0), Fraction(0), 0, Fraction(0))


class Outside(StrEnum):
    """Why an event enters no list."""

    TOO_QUICK = "too quick"
    NOT_SENT = "not sent"


@dataclass(frozen=True, slots=True)
class Reading:
    """An event as the list sees it. `oks` are those at the start, `values` what each player counts
    as for the others, None for not at all; the two differ where nobody has an OK (`lent`).
    `entered` is the day of issue of the list that it enters; `table` is what was computed where all
    play all, else None."""

    oks: Mapping[str, int | None]
    values: Mapping[str, int | None]
    lent: int | None
    credits: Mapping[str, Credit]
    winners: frozenset[str]
    entered: date | None
    outside: Outside | None
    table: Closed | None

    def counts(self, uid: str, opponent: str) -> bool:
        """Whether a game counts for a player."""
        if self.outside:
            return False
        if self.table is None:
            return self.values[opponent] is not None
        return uid in self.table.credits and opponent in self.table.credits


def read(step: Step, before: Mapping[str, Standing], settings: LokSettings) -> Reading:
    """What a step with games gives its players."""
    players = sorted(players_of(step.games))
    oks = {uid: ok_of(before.get(uid), settings) for uid in players}
    ended = decode(step.place).day
    entered = list_for(settings.which, ended, _ENTRIES[step.about.listing])
    outside = _outside(step, settings.which, entered)
    table = None if outside else _table(step, oks)
    lent = None if any(oks.values()) else valid(settings.start)
    values = oks if lent is None else _lent(step.games, players, lent)
    if outside:
        found: Mapping[str, Credit] = {}
    elif table is not None:
        found = table.credits
    else:
        found = _open_credits(step.games, oks, values)
    given = {uid: found.get(uid, _NOTHING) for uid in players}
    return Reading(oks, values, lent, given, _winners(step, players), entered, outside, table)


def _lent(games: Sequence[Game], players: Sequence[str], value: int) -> dict[str, int | None]:
    """What everybody counts as where nobody has an OK: but not who scored nothing (3.13.7)."""
    scored = {white for white, _, half in games if half}
    scored |= {black for _, black, half in games if half < 2}
    return {uid: value if uid in scored else None for uid in players}


def _outside(step: Step, which: List, entered: date | None) -> Outside | None:
    minutes = step.about.minutes
    if minutes is not None and minutes < LEAST_MINUTES[which]:
        return Outside.TOO_QUICK
    return Outside.NOT_SENT if entered is None else None


def _table(step: Step, oks: Mapping[str, int | None]) -> Closed | None:
    """The competition in which all play all; None for an open one, and for one of which less than
    half was played, such as a playing day that is a step by itself."""
    size, cycles = len(oks), step.about.cycles
    if not step.about.closed or 4 * len(step.games) < cycles * size * (size - 1):
        return None
    found = closed(_entrants(step.games, oks), cycles)
    return None if found.method is Method.OPEN else found


def _entrants(games: Sequence[Game], oks: Mapping[str, int | None]) -> list[Entrant]:
    met: dict[str, dict[str, int]] = {uid: {} for uid in oks}
    half_points = dict.fromkeys(oks, 0)
    for white, black, half in games:
        met[white][black] = met[white].get(black, 0) + 1
        met[black][white] = met[black].get(white, 0) + 1
        half_points[white] += half
        half_points[black] += 2 - half
    return [
        Entrant(uid, ok, Fraction(half_points[uid], 2), sum(met[uid].values()), met[uid])
        for uid, ok in oks.items()
    ]


def _open_credits(
    games: Sequence[Game], oks: Mapping[str, int | None], values: Mapping[str, int | None]
) -> dict[str, Credit]:
    played: dict[str, list[tuple[int | None, Fraction]]] = {uid: [] for uid in oks}
    for white, black, half in games:
        played[white].append((values[black], Fraction(half, 2)))
        played[black].append((values[white], Fraction(2 - half, 2)))
    return {uid: open_credit(oks[uid], each) for uid, each in played.items()}


def _winners(step: Step, players: Sequence[str]) -> frozenset[str]:
    """Who has most points in the final standings; without standings, in the rated games."""
    points = dict(step.about.points)
    if not points:
        points = dict.fromkeys(players, 0)
        for white, black, half in step.games:
            points[white] += half
            points[black] += 2 - half
    most = max(points.values())
    return frozenset(uid for uid, each in points.items() if each == most)
