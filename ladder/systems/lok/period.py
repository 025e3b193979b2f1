"""The new OK of a player after a period, from what the competitions of the period contribute.

Source: the federation code, 3.11 to 3.13; docs/rules/lok.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ladder.systems.lok.contributions import Credit
from ladder.systems.lok.formulas import (
    LEAST,
    development,
    expected_percent,
    expected_points,
    improved,
    percentage,
    performance,
    valid,
    younger,
)
from ladder.systems.rounding import half_up

FIRST = 11
"""So many games are needed for a first OK; they are collected over periods."""
MANY = 40
"""With more games than this in a period the OK is that of the performance."""


class Way(StrEnum):
    """How a new OK was found: by no game, not yet, or by which formula and rule."""

    NONE = "none"
    POOL = "pool"
    FIRST = "first"
    OVER_40 = "formula1_over40"
    UNDER_14 = "formula1_under14"
    UNDER_18 = "formula1_under18"
    FORMULA_3 = "formula3"


@dataclass(frozen=True, slots=True)
class Totals:
    """The games of a period: the sum of the opponents' OK (with the 400-point rule), the number of
    games and the points."""

    total: Fraction
    games: int
    points: Fraction

    def __add__(self, other: "Totals") -> "Totals":
        return Totals(
            self.total + other.total, self.games + other.games, self.points + other.points
        )

    @property
    def average(self) -> Fraction:
        """Rc. Raises ZeroDivisionError without games."""
        return self.total / self.games

    @property
    def percent(self) -> int:
        """P. Raises ZeroDivisionError without games."""
        return percentage(self.points, self.games)


NO_GAMES = Totals(Fraction(0), 0, Fraction(0))


@dataclass(frozen=True, slots=True)
class Outcome:
    """A player's OK after a period. `exact` is the number before rounding; `k`, `expected` (We) and
    `expected_percent` (H or L) only by formula (3)."""

    ok: int | None
    exact: Fraction | None
    way: Way
    removed: bool = False
    k: int | None = None
    expected: Fraction | None = None
    expected_percent: int | None = None


@dataclass(frozen=True, slots=True)
class Competition:
    """What one competition of a period gives a player, and whether it was won (also shared), and
    whether the player has asked that it be left out. In a ladder such a one does not get as far as
    a period: the event itself contributes nothing (`ladder.systems.lok.event`)."""

    uid: str
    totals: Totals
    won: bool = False
    asked: bool = False


def totals_of(credit: Credit) -> Totals:
    """What a competition adds to a period. Raises ValueError where it is not known who was met."""
    if credit.total_400 is None:
        raise ValueError("the 400-point rule cannot be applied: it is not known who was met")
    return Totals(credit.total_400, credit.games, credit.points)


def new_ok(ok: int | None, age: int | None, totals: Totals) -> Outcome:
    """The OK after a period. `age` is in completed years on the day the list is issued."""
    ok = valid(ok)
    way = way_of(ok, age, totals)
    if way in (Way.NONE, Way.POOL):
        return Outcome(ok, None if ok is None else Fraction(ok), way)
    if way is not Way.FORMULA_3:
        return _published(performance(totals.average, totals.percent), way)
    assert ok is not None
    percent = expected_percent(ok - totals.average)
    expected = expected_points(percent, totals.games)
    k = development(ok, age)
    return _published(improved(ok, k, totals.points, expected), way, k, expected, percent)


def way_of(ok: int | None, age: int | None, totals: Totals) -> Way:
    """By which rule (3.11) the new OK is found: the first that applies."""
    games = totals.games
    if not games:
        return Way.NONE
    if ok is None:
        return Way.FIRST if games >= FIRST else Way.POOL
    if games > MANY:
        return Way.OVER_40
    if younger(age, 14) and games >= 11 and ok < 1900:
        return Way.UNDER_14
    if younger(age, 18) and games >= 18 and ok < 2100:
        return Way.UNDER_18
    return Way.FORMULA_3


def left_out(ok: int | None, competition: Competition) -> bool:
    """Whether a competition does not count for a player (3.13.4, 3.13.5).

    Only one that the player has won, alone or shared: because the player asks for it, or because
    the player would lose by it, computed alone by formula (3).
    """
    if not competition.won:
        return False
    return competition.asked or would_lose(ok, competition.totals)


def would_lose(ok: int | None, totals: Totals) -> bool:
    """Whether the points are fewer than expected, by formula (3). Without an OK nobody loses."""
    ok = valid(ok)
    if ok is None or not totals.games:
        return False
    percent = expected_percent(ok - totals.average)
    return totals.points < expected_points(percent, totals.games)


def period(
    ok: int | None, age: int | None, competitions: Sequence[Competition], pool: Totals = NO_GAMES
) -> tuple[Outcome, list[str]]:
    """The OK after a period, and which competitions were left out, in their order.

    `pool` are the games of earlier periods of a player without an OK. The order of the competitions
    makes no difference to the OK.
    """
    skipped = [each.uid for each in competitions if left_out(ok, each)]
    totals = sum((each.totals for each in competitions if each.uid not in skipped), start=pool)
    return new_ok(ok, age, totals), skipped


def _published(
    exact: Fraction,
    way: Way,
    k: int | None = None,
    expected: Fraction | None = None,
    percent: int | None = None,
) -> Outcome:
    """Half up; what comes below 1001 is no OK, and games are collected again from zero."""
    ok = int(half_up(exact))
    removed = ok < LEAST
    return Outcome(None if removed else ok, exact, way, removed, k, expected, percent)
