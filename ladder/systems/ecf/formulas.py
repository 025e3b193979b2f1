"""ECF grades by Clarke's system, as England had them until 2020.

Source: the encyclopedia text on rating systems; Wikipedia, ECF grading system. Per cycle:

    opponent's grade, cut to the own grade +- 40:  + 50 for a win, + 0 for a draw, - 50 for a loss
    grade = mean of these points over the games of the cycle, filled up to 30 with the latest games
    of earlier cycles; half up; below zero is 0
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ladder.systems.rounding import Exact, half_up

CUT: Final = 40
SWING: Final = 50
FULL: Final = 30
"""A grade rests on so many games, as far as there are so many."""


def game_points(own: Exact | None, opponent: Exact, half_points: int) -> Fraction:
    """What one game says: without an own grade, the opponent's grade is taken as it is."""
    grade = Fraction(opponent)
    if own is not None:
        grade = max(Fraction(own) - CUT, min(grade, Fraction(own) + CUT))
    return grade + SWING * (half_points - 1)


@dataclass(frozen=True, slots=True)
class Graded:
    """A grade after a cycle; `grade` and `exact` are None for somebody who has none yet.
    `games`: how many games the mean was taken over, those of earlier cycles among them."""

    grade: int | None
    exact: Fraction | None
    games: int


def graded(
    own: Exact | None,
    points: Sequence[Fraction],
    earlier: Sequence[Fraction] = (),
    *,
    full: int = FULL,
    least: int = 1,
) -> Graded:
    """The new grade. `points` are those of the games of the cycle, `earlier` those of the games
    before it, the newest first; a first grade needs `least` games. Without a game in the cycle the
    grade stays as it is."""
    used = [*points, *earlier[: max(0, full - len(points))]]
    if not points or (own is None and len(used) < least):
        kept = None if own is None else Fraction(own)
        return Graded(None if kept is None else int(half_up(kept)), kept, 0)
    mean = sum(used, Fraction(0)) / len(used)
    return Graded(max(0, int(half_up(mean))), mean, len(used))


def elo_of(grade: Exact) -> Fraction:
    """The Elo number that a grade stands for: 7.5 * grade + 700."""
    return Fraction(15, 2) * Fraction(grade) + 700


def grade_of(elo: Exact) -> Fraction:
    """The grade that an Elo number stands for."""
    return (Fraction(elo) - 700) / Fraction(15, 2)
