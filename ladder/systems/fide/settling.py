"""What a player's tournaments come to: the change of a rated player, or a first rating.

The same functions serve a monthly list, an event that is computed at once, and explanations.
Rules: docs/rules/fide.md.
"""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ladder.systems.fide.formulas import (
    Career,
    Period,
    Played,
    RatedGame,
    Why,
    development,
    gain,
    tournament,
)
from ladder.systems.fide.initial import Initial, initial
from ladder.systems.fide.rules import RULES, Chapter, Rules

POOL_MONTHS = 26  # results of so many consecutive months make a first rating

Tournament = tuple[RatedGame | None, ...]


class Entry(NamedTuple):
    """One tournament of one player, with the ratings valid at its start."""

    start: dt.date
    end: dt.date
    rules: str
    chapter: str
    own: int  # 0 = no rating
    games: tuple[tuple[str, int, int], ...]  # rated opponent, their rating, own half points; sorted

    @property
    def half_points(self) -> int:
        return sum(half_points for _, _, half_points in self.games)

    def played(self) -> list[Played]:
        return [Played(rating, half_points) for _, rating, half_points in self.games]

    def as_json(self) -> list[Any]:
        """The form in which it waits in a player's state."""
        days = [self.start.isoformat(), self.end.isoformat()]
        return [*days, self.rules, self.chapter, self.own, [list(game) for game in self.games]]


def entry_of(value: Sequence[Any]) -> Entry:
    """The tournament that `Entry.as_json` has written."""
    start, end, rules, chapter, own, games = value
    played = tuple((opponent, rating, half) for opponent, rating, half in games)
    days = dt.date.fromisoformat(start), dt.date.fromisoformat(end)
    return Entry(*days, rules, chapter, own, played)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What tournaments came to. A rated player's has `period` and `why`, another's `first`."""

    entries: tuple[Entry, ...]  # what it was computed from; of an unrated player the whole pool
    rating: int  # afterwards; 0 = none
    games: tuple[Tournament, ...] = ()  # of each entry, for a rated player
    period: Period | None = None
    why: Why | None = None
    first: Initial | None = None

    @property
    def change(self) -> int:
        """What a rated player's rating was changed by, also when it is then below the floor."""
        return self.period.change if self.period else 0


def rated_outcome(
    base: int, entries: Iterable[Entry], rules: Rules, career: Career | Why, year: int
) -> Outcome:
    """The change of a player who has a rating. K comes from the `career`, or is given.

    Whoever had no rating at a tournament's start but has one by now is computed with that one.
    """
    entries = tuple(entries)
    games = tuple(
        tuple(
            tournament(
                entry.own or base,
                entry.played(),
                RULES[entry.rules],
                Chapter(entry.chapter),
                entry.start,
            )
        )
        for entry in entries
    )
    number = sum(game is not None for each in games for game in each)
    why = career if isinstance(career, Why) else development(career, year, number)
    period = Period(base, why.k, sum(map(gain, games)), rules.floor)
    return Outcome(entries, period.new if period.listed else 0, games, period, why)


def first_outcome(pool: Iterable[Entry], rules: Rules, last: dt.date) -> Outcome:
    """The first rating from all tournaments of the 26 months that end with the month of `last`."""
    kept = tuple(entry for entry in pool if _month(last) - _month(entry.end) < POOL_MONTHS)
    found = initial((game for entry in kept for game in entry.played()), rules)
    return Outcome(kept, found.rating or 0, first=found)


def _month(day: dt.date) -> int:
    return day.year * 12 + day.month
