"""What an event contributes, read from a step of the history: who starts with which OK, whether all
play all, and each player's credit. Source: the federation code, 3.4, 3.5, 3.10, 3.13."""

from collections import Counter
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
_OTHER = "other"
"""The tempo of an event of which only the minutes can tell."""

_ENTRIES = {"": Entry.BY_DATE, "next": Entry.NEXT, "none": Entry.NONE}
_NOTHING = Credit(Fraction(0), Fraction(0), 0, Fraction(0))

Played = Sequence[tuple[str, int]]
"""A player's games in an event: the opponent, and the player's half points."""


class Outside(StrEnum):
    """Why an event enters no list."""

    TOO_QUICK = "too quick"
    TEMPO = "tempo"
    UNKNOWN = "unknown"
    NOT_SENT = "not sent"


@dataclass(frozen=True, slots=True)
class Reading:
    """An event as the list sees it. `oks` are those at the start, `values` what each player counts
    as for the others, None for not at all; the two differ where nobody has an OK (`lent`).
    `played` are each player's opponents, with the player's half points. `entered` is the day of
    issue of the list that it enters; `table` is what was computed where all play all, else None.
    `left_out` have asked that it be left out for them, and may, for they have won it, alone or
    shared (3.13.5); `refused` have asked and may not."""

    oks: Mapping[str, int | None]
    values: Mapping[str, int | None]
    lent: int | None
    played: Mapping[str, Played]
    credits: Mapping[str, Credit]
    winners: frozenset[str]
    ended: date
    entered: date | None
    outside: Outside | None
    table: Closed | None
    left_out: frozenset[str]
    refused: frozenset[str]

    def counts(self, uid: str, opponent: str) -> bool:
        """Whether a game counts for a player."""
        if self.outside or uid in self.left_out:
            return False
        if self.table is None:
            return self.values[opponent] is not None
        return uid in self.table.credits and opponent in self.table.credits


def read(step: Step, before: Mapping[str, Standing], settings: LokSettings) -> Reading:
    """What a step with games gives its players."""
    players = sorted(players_of(step.games))
    played = _played(step.games, players)
    oks = {uid: ok_of(before.get(uid), settings) for uid in players}
    ended = decode(step.place).day
    entered = list_for(settings.which, ended, _ENTRIES[step.about.listing])
    outside = _outside(step, settings.which, entered)
    table = None if outside else _table(step, oks, played)
    lent = None if any(oks.values()) else valid(settings.start)
    values = oks if lent is None else _lent(played, lent)
    if outside:
        found: Mapping[str, Credit] = {}
    elif table is not None:
        found = table.credits
    else:
        found = {
            uid: open_credit(oks[uid], [(values[opponent], half) for opponent, half in games])
            for uid, games in played.items()
        }
    winners, asked = _winners(step, played), frozenset(step.about.asked_out)
    granted = asked & winners
    given = {uid: _NOTHING if uid in granted else found.get(uid, _NOTHING) for uid in players}
    return Reading(
        oks, values, lent, played, given, winners, ended, entered, outside, table,
        left_out=granted, refused=asked - winners,
    )  # fmt: skip


def _played(games: Sequence[Game], players: Sequence[str]) -> dict[str, list[tuple[str, int]]]:
    played: dict[str, list[tuple[str, int]]] = {uid: [] for uid in players}
    for white, black, half in games:
        played[white].append((black, half))
        played[black].append((white, 2 - half))
    return played


def _half_points(games: Played) -> int:
    return sum(half for _, half in games)


def _lent(played: Mapping[str, Played], value: int) -> dict[str, int | None]:
    """What everybody counts as where nobody has an OK: but not who scored nothing (3.13.7)."""
    return {uid: value if _half_points(games) else None for uid, games in played.items()}


def _outside(step: Step, which: List, entered: date | None) -> Outside | None:
    tempo, minutes = step.about.tempo, step.about.minutes
    if tempo not in ("", _OTHER, which):
        return Outside.TEMPO
    if tempo == _OTHER and minutes is None:
        return Outside.UNKNOWN
    if minutes is not None and minutes < LEAST_MINUTES[which]:
        return Outside.TOO_QUICK
    return Outside.NOT_SENT if entered is None else None


def _table(
    step: Step, oks: Mapping[str, int | None], played: Mapping[str, Played]
) -> Closed | None:
    """The competition in which all play all; None for an open one, and for one of which less than
    half was played, such as a playing day that is a step by itself."""
    size, cycles = len(oks), step.about.cycles
    if not step.about.closed or 4 * len(step.games) < cycles * size * (size - 1):
        return None
    entrants = [
        Entrant(
            uid,
            oks[uid],
            Fraction(_half_points(games), 2),
            len(games),
            Counter(opponent for opponent, _ in games),
        )
        for uid, games in played.items()
    ]
    found = closed(entrants, cycles)
    return None if found.method is Method.OPEN else found


def _winners(step: Step, played: Mapping[str, Played]) -> frozenset[str]:
    """Who has most points in the final standings; without standings, in the rated games."""
    points = step.about.points or {uid: _half_points(games) for uid, games in played.items()}
    most = max(points.values())
    return frozenset(uid for uid, each in points.items() if each == most)
