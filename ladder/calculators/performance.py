"""Performance ratings: what rating a score against some opponents stands for.

Three answers that differ, each by its own rule (docs/rules/performance.md): FIDE's, from table
8.1.1; Elo's linear one; and the true one, the rating whose expected score is the score made.

`opponents` are the ratings of the rated opponents, one for each game; `half_points` is the score of
those games. Order makes no difference. Without a game every answer is None. An impossible score
raises ValueError. Source: the encyclopedia text on rating systems; FIDE Rating Regulations 8.1.1.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ladder.systems.fide.formulas import dp, percentage
from ladder.systems.rounding import Exact, exact, half_up


class Model(StrEnum):
    """How the expected score of the true performance depends on the difference of ratings."""

    LOGISTIC = "logistic"  # 1 / (1 + 10^(-d/400)), as most federations use it today
    NORMAL = "normal"  # Elo's own: the differences have a standard deviation of 200 * sqrt 2


@dataclass(frozen=True, slots=True)
class FidePerformance:
    """FIDE's performance rating and its parts."""

    average: int  # of the opponents, half up
    percent: int  # p, half a per cent up
    dp: int  # table 8.1.1

    @property
    def rating(self) -> int:
        return self.average + self.dp


def fide(opponents: Sequence[Exact], half_points: int) -> FidePerformance | None:
    """Rounded average of the opponents + dp of the percentage; +800 and -800 at the ends."""
    average = average_of(opponents, half_points)
    if average is None:
        return None
    percent = percentage(half_points, len(opponents))
    return FidePerformance(int(half_up(average)), percent, dp(percent))


def linear(opponents: Sequence[Exact], half_points: int) -> Fraction | None:
    """Average of the opponents + 800 * score / games - 400, not rounded."""
    average = average_of(opponents, half_points)
    if average is None:
        return None
    return average + Fraction(400 * half_points, len(opponents)) - 400


def true(
    opponents: Sequence[Exact], half_points: int, model: Model = Model.LOGISTIC
) -> float | None:
    """The rating whose expected score against these opponents is the score made.

    None also for no point and for all points: no rating is low or high enough for that.
    """
    average = average_of(opponents, half_points)
    if average is None or half_points in (0, 2 * len(opponents)):
        return None
    ratings = [float(rating) for rating in opponents]
    score = half_points / 2
    curve = _CURVES[model]

    def over(rating: float) -> float:
        return math.fsum(curve(rating - opponent) for opponent in ratings) - score

    return _root(over, min(ratings), max(ratings))


def shown(rating: float) -> int:
    """A true performance as pages show it: whole, half up."""
    return int(half_up(exact(rating)))


def average_of(opponents: Sequence[Exact], half_points: int) -> Fraction | None:
    """The average of the opponents, exact; None without any. Raises ValueError for an impossible
    score."""
    if not 0 <= half_points <= 2 * len(opponents):
        raise ValueError(f"{half_points} half points from {len(opponents)} games are impossible")
    if not opponents:
        return None
    return sum((Fraction(rating) for rating in opponents), Fraction()) / len(opponents)


def _logistic(gap: float) -> float:
    """Expected score of a player who is `gap` points stronger; the power cannot overflow."""
    if gap < 0.0:
        return 1.0 - _logistic(-gap)
    return float(1.0 / (1.0 + 10.0 ** (-gap / 400.0)))


def _normal(gap: float) -> float:
    return 0.5 * math.erfc(-gap / 400.0)


_CURVES: dict[Model, Callable[[float], float]] = {
    Model.LOGISTIC: _logistic,
    Model.NORMAL: _normal,
}


def _root(over: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that grows is zero, by halving, as near as a float can say."""
    width = 400.0
    while over(low) > 0.0:
        low, width = low - width, width * 2
    width = 400.0
    while over(high) < 0.0:
        high, width = high + width, width * 2
    while low < (middle := low + (high - low) / 2) < high:
        if over(middle) < 0.0:
            low = middle
        else:
            high = middle
    return high
