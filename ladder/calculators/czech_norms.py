"""Norms for the performance classes III and IV in one event, with the best choice shown. Pure.

Source: the federation code, 2.6 to 2.9; docs/rules/czech_classes.md; table lok_ttp_norms.

A norm needs so many per cent of the points, by the average of the coefficients of the player and of
the opponents. The player may leave out the own coefficient, and any games that were won (the
opponent's coefficient and the point): the choice with the greatest margin is taken, and among equal
ones that which leaves out least.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from ladder.systems.rounding import Exact, half_up
from ladder.tables import Bands

LEAST_GAMES = {"III": 7, "IV": 5}
"""Games that have to be played; those left out afterwards are played too."""
LEAST_MINUTES = 10
"""Thinking time for a player that an event needs to give norms (2.8)."""


@dataclass(frozen=True, slots=True)
class NormGame:
    """A game that was really played: the opponent's coefficient and the player's half points."""

    opponent: int
    half_points: int


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to count. `left_out` are indexes of the games as given; `percent`, `needed` and
    `margin` are None where no norm is possible: below the table, or for III below 1100."""

    own: bool
    left_out: tuple[int, ...]
    games: int
    average: int
    scored: Fraction
    percent: int | None
    needed: Fraction | None

    @property
    def margin(self) -> Fraction | None:
        """Points above those needed; negative where they are missing."""
        return None if self.needed is None else self.scored - self.needed


@dataclass(frozen=True, slots=True)
class Norm:
    """A norm as computed. `plain` counts everything, `best` is the best choice; both are None
    without a game. `enough` says whether enough games were played."""

    name: str
    played: int
    plain: Choice | None
    best: Choice | None
    enough: bool = field(default=False)

    @property
    def achieved(self) -> bool:
        margin = self.best.margin if self.best else None
        return self.enough and margin is not None and margin >= 0


def norm(name: str, own: int, games: Sequence[NormGame]) -> Norm:
    """The norm for class "III" or "IV" from the games that were really played (no forfeits).

    Raises KeyError for another class."""
    enough = len(games) >= LEAST_GAMES[name]
    plain, best = None, None
    for choice in _choices(name, own, games):
        plain = plain or choice
        if best is None or _key(choice) > _key(best):
            best = choice
    return Norm(name, len(games), plain, best, enough)


def counted(
    name: str, own: int | None, games: Sequence[NormGame], left_out: Sequence[int]
) -> Choice:
    """One way to count: with the own coefficient or None, without the games of these indexes.

    Raises ZeroDivisionError when no game is left."""
    left = [game for index, game in enumerate(games) if index not in left_out]
    coefficients = [game.opponent for game in left] + ([] if own is None else [own])
    average = int(half_up(Fraction(sum(coefficients), len(coefficients) if left else 0)))
    percent = needed_percent(name, average)
    needed = None if percent is None else needed_points(percent, len(left))
    scored = Fraction(sum(game.half_points for game in left), 2)
    return Choice(
        own is not None, tuple(sorted(left_out)), len(left), average, scored, percent, needed
    )


def needed_percent(name: str, average: Exact) -> int | None:
    """Per cent of the points that a norm needs at an average; None where there is no norm.

    The average is rounded half up. Raises KeyError for a class without norms."""
    row = _table().at(int(half_up(average)))
    value = "" if row is None else row[f"{name}_percent"]
    return int(value) if value else None


def needed_points(percent: int, games: int) -> Fraction:
    """The points that so many per cent of the games are, up to the next half."""
    return up_to_half(Fraction(percent * games, 100))


def up_to_half(points: Exact) -> Fraction:
    """6.01 is 6.5 and 4.51 is 5; a half or whole point stays."""
    return Fraction(-((-2 * Fraction(points)).__floor__()), 2)


def _choices(name: str, own: int, games: Sequence[NormGame]) -> Iterator[Choice]:
    """Everything counted; then the choices that can be best. The lower opponents are left out
    first: of as many wins left out, those leave the highest average, which needs least."""
    won = sorted(
        (index for index, game in enumerate(games) if game.half_points == 2),
        key=lambda index: (games[index].opponent, index),
    )
    for number in range(min(len(won), len(games) - 1) + 1):
        for coefficient in (own, None):
            yield counted(name, coefficient, games, won[:number])


def _key(choice: Choice) -> tuple[bool, Fraction]:
    margin = choice.margin
    return margin is not None, margin or Fraction(0)


@cache
def _table() -> Bands:
    return Bands("lok_ttp_norms", "avg_from", "avg_to")
