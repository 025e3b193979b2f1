"""DWZ, the German rating since 1993.

Source: the Wertungsordnung of the German chess federation, in brief; We here is that of the
logistic curve (the federation reads it from a table of the normal curve: about a point apart).

    new = old + 800 / (E + n) * (W - We)
    E = E0 * fB + SBr,  E0 = (old / 1000)^4 + J,  J = 5 up to 20 years of age, 10 up to 25, else 15
"""

import datetime as dt
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

YOUNG: Final = 20
YOUNG_ADULT: Final = 25
BRAKE_BELOW: Final = 1300.0
LOWEST_E: Final = 5.0
HIGHEST_E: Final = 30.0
HIGHEST_BRAKED_E: Final = 150.0


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A new DWZ, with what it was made of. `expected`: by game, in the order of the opponents."""

    rating: float
    development: float  # E
    factor: float  # 800 / (E + n)
    expected: tuple[float, ...]


def winning_expectancy(gap: float) -> float:
    """We against an opponent who is `gap` points stronger; the power cannot overflow."""
    if gap > 0.0:
        return float(1.0 - 1.0 / (1.0 + 10.0 ** (gap / -400.0)))
    return float(1.0 / (1.0 + 10.0 ** (gap / 400.0)))


def development(
    rating: float, age: float | None, index: int, score: float, expected: float
) -> float:
    """E: how slowly a rating moves. A young player who does well is accelerated, somebody below
    1300 who does badly is braked. `index`: how many evaluations a rating has behind it; an unknown
    age is that of an adult."""
    young = age is not None and age <= YOUNG
    bonus = 5 if young else 10 if age is not None and age <= YOUNG_ADULT else 15
    base = (rating / 1000.0) ** 4 + bonus
    if young and score >= expected:
        base *= min(1.0, max(0.5, rating / 2000.0))
    brake = 0.0
    if rating < BRAKE_BELOW and score <= expected:
        brake = math.exp((BRAKE_BELOW - rating) / 150.0) - 1.0
    highest = HIGHEST_BRAKED_E if brake > 0.0 else min(HIGHEST_E, 5.0 * index)
    return max(LOWEST_E, min(base + brake, highest))


def evaluated(
    rating: float, age: float | None, index: int, opponents: Sequence[float], score: float
) -> Evaluated:
    """The new DWZ after an event; without games the old one."""
    expected = tuple(winning_expectancy(opponent - rating) for opponent in opponents)
    total = math.fsum(expected)
    slow = development(rating, age, index, score, total)
    factor = 800.0 / (slow + len(opponents))
    moved = factor * (score - total) if opponents else 0.0
    return Evaluated(rating + moved, slow, factor, expected)


def first_rating(results: Sequence[Sequence[float]], least: int) -> float | None:
    """The rating at which results, as [opponent's rating, half points], would be expected. None
    for fewer than `least`, and when all were won or all lost, which points nowhere."""
    opponents, score = [one[0] for one in results], sum(one[1] for one in results) / 2
    if len(results) < least or not 0 < score < len(results):
        return None
    low, high = min(opponents) - 4000.0, max(opponents) + 4000.0
    for _ in range(80):
        middle = (low + high) / 2
        if math.fsum(winning_expectancy(other - middle) for other in opponents) < score:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def years_of_age(born: dt.date, on: dt.date) -> int:
    """Completed years."""
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))
