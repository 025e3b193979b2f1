"""US Chess: the special rating formula, for few games or for somebody who never won or never lost.

Source: Glickman & Doan, The US Chess Rating System, section 4.1. The rating is where the
provisional winning expectancies (straight lines between -400 and +400) add up to the score:

    f(R) = N' * PWe(R, R0') + sum of PWe(R, Ri) - S' = 0

f is made of straight pieces that meet at the knots Ri - 400, Ri + 400, R0' - 400, R0' + 400. The
walk goes from knot to knot and then along the piece that crosses zero.
"""

import math
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Final

from ladder.systems.uscf.standard import LOWEST

EPSILON: Final = 1e-7
HIGHEST: Final = 2700.0
_HAIR: Final = 1e-7
"""Slack for "within 400 points": M is computed and may miss a knot by a binary hair."""


class Past(Enum):
    """All games before the event: of somebody who always won or always lost, nobody knows yet
    where the rating lies, so the prior is moved by 400 points."""

    MIXED = "mixed"
    ALL_WON = "all won"
    ALL_LOST = "all lost"


def provisional_expectancy(rating: float, opponent: float) -> float:
    """PWe: 0 and 1 beyond 400 points, a straight line between."""
    if rating <= opponent - 400.0:
        return 0.0
    if rating >= opponent + 400.0:
        return 1.0
    return 0.5 + (rating - opponent) / 800.0


def prior_of(rating: float, effective: float, past: Past) -> tuple[float, float]:
    """R0', and the points S' - S that the games before the event stand for."""
    if past is Past.ALL_WON:
        return rating - 400.0, effective
    if past is Past.ALL_LOST:
        return rating + 400.0, 0.0
    return rating, effective / 2.0


def special_rating(
    rating: float,
    effective: float,
    opponents: Sequence[float],
    score: float,
    past: Past = Past.MIXED,
) -> float:
    """Section 4.1, from the rating before the event and its effective games. 100 to 2700."""
    games = len(opponents)
    if not games:
        return rating
    prior, points = prior_of(rating, effective, past)

    def over(at: float) -> float:
        """f: how much more than the score would be expected of this rating."""
        expected = [provisional_expectancy(at, opponent) for opponent in opponents]
        return math.fsum(
            [effective * provisional_expectancy(at, prior), *expected, -score, -points]
        )

    knots = sorted({side for at in (*opponents, prior) for side in (at - 400.0, at + 400.0)})
    weighted = math.fsum([effective * prior, *opponents, 400.0 * (2.0 * score - games)])
    found = _walk(weighted / (effective + games), over, knots)
    if not any(abs(found - other) <= 400.0 + _HAIR for other in (*opponents, prior)):
        found = _between(rating, found, knots)  # f is flat here: nothing speaks for one place
    return max(LOWEST, min(found, HIGHEST))


def _walk(at: float, over: Callable[[float], float], knots: Sequence[float]) -> float:
    """(a) to (c): from the start to where f is zero."""
    while (above := over(at)) > EPSILON:
        below = max(knot for knot in knots if knot < at)
        at = max(below, _crossing(at, above, below, over(below)))
    while (above := over(at)) < -EPSILON:
        beyond = min(knot for knot in knots if knot > at)
        at = min(beyond, _crossing(at, above, beyond, over(beyond)))
    return at


def _crossing(at: float, value: float, knot: float, value_at_knot: float) -> float:
    """Where the line through both points is zero; the knot, when f is level between them."""
    if abs(value - value_at_knot) < EPSILON:
        return knot
    return at - value * (at - knot) / (value - value_at_knot)


def _between(rating: float, found: float, knots: Sequence[float]) -> float:
    """(d): the rating before the event, cut to the stretch on which f is zero."""
    lowest = max((knot for knot in knots if knot < found), default=-math.inf)
    highest = min((knot for knot in knots if knot > found), default=math.inf)
    return min(max(rating, lowest), highest)


def approximated(
    rating: float, games: int, opponents: Sequence[float], wins: int, losses: int
) -> float:
    """The approximation by hand that members are shown (Approximating Formulas for the US Chess
    Rating System): the mean of all performances, each opponent's rating plus or minus 400."""
    if not opponents:
        return rating
    total = math.fsum([games * rating, *opponents, 400.0 * (wins - losses)])
    return total / (games + len(opponents))
