"""US Chess: initial rating, effective games and the standard rating formula.

Source: Glickman & Doan, The US Chess Rating System, sections 2, 3 and 4.2; the multiplier of the
bonus by announcements of US Chess (`ladder/tables/uscf_bonus_B_history.csv`).

    N* = 50 / sqrt(0.662 + 0.00000739 * (2569 - R)^2)  up to 2355, above it 50;   N' = min(N, N*)
    E  = 1 / (1 + 10^(-(R - Ri) / 400)),   K = 800 / (N' + m),   d = K * (S - sum of E)
    bonus = max(0, d - B * sqrt(max(m, 4)))  from three games on, nobody met more than twice
"""

import datetime as dt
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ladder import tables

LOWEST: Final = 100.0
"""No rating is lower."""
SPECIAL_GAMES: Final = 8
"""With so many games or fewer the special formula holds."""
PROVISIONAL_GAMES: Final = 25
"""With so many games or fewer a rating is provisional; with more, established."""
ADULT: Final = 1300.0
BONUS_MULTIPLIER: Final = 10.0
"""B of events from 1 January 2025."""
BONUS_GAMES: Final = 3
BONUS_MEETINGS: Final = 2
MATCH_DIFFERENCE: Final = 400.0
MATCH_LIMIT: Final = 50.0


def initial_rating(age: float | None) -> float:
    """Section 2: what an unrated player is taken to be, by the age in years at the event's end."""
    if age is None or age > 26:
        return ADULT
    return LOWEST if age < 2 else 50.0 * age


def age_in_years(born: dt.date, on: dt.date) -> float:
    """Days divided by 365.25, as section 2 counts."""
    return (on - born).days / 365.25


def effective_games(rating: float, games: int) -> float:
    """Section 3: on how many games a rating rests, as its level lets it."""
    most = 50.0
    if rating <= 2355:
        most = 50.0 / math.sqrt(0.662 + 0.00000739 * (2569.0 - rating) ** 2)
    return min(float(games), most)


def bonus_multiplier(day: dt.date) -> float:
    """B for events that end on this day; before the first row of the table the first row holds."""
    rows = tables.rows("uscf_bonus_B_history")
    known = [row for row in rows if _first_day(row["from"]) <= day]
    return float((known or rows[:1])[-1]["B"])


def _first_day(text: str) -> dt.date:
    return dt.date(int(text), 1, 1) if len(text) == 4 else dt.date.fromisoformat(text)


def winning_expectancy(gap: float) -> float:
    """E against an opponent who is `gap` points stronger; the power cannot overflow."""
    if gap > 0.0:
        return float(1.0 - 1.0 / (1.0 + 10.0 ** (gap / -400.0)))
    return float(1.0 / (1.0 + 10.0 ** (gap / 400.0)))


def k_factor(rating: float, effective: float, games: int, *, dual: bool = False) -> float:
    """Section 4.2: K of an event of so many games. `dual`: over the board, 30 to 65 minutes with
    the increment, rated as regular and as quick, where K is smaller above 2200."""
    k = 800.0 / (effective + games)
    if not dual or rating <= 2200:
        return k
    return k * (6.5 - 0.0025 * rating) if rating < 2500 else 200.0 / (effective + games)


@dataclass(frozen=True, slots=True)
class Standard:
    """A result of the standard formula, with what it was made of. `rating` has no floor yet."""

    rating: float
    k: float
    expected: tuple[float, ...]  # by game, in the order of the opponents
    change: float  # K * (S - sum of E), without the bonus
    bonus: float


def standard_rating(
    rating: float,
    effective: float,
    opponents: Sequence[float],
    score: float,
    *,
    multiplier: float = BONUS_MULTIPLIER,
    meetings: int = 1,
    dual: bool = False,
) -> Standard:
    """Section 4.2. `meetings`: how often the opponent was met who was met most often."""
    games = len(opponents)
    if not games:
        return Standard(rating, 0.0, (), 0.0, 0.0)
    k = k_factor(rating, effective, games, dual=dual)
    expected = tuple(winning_expectancy(opponent - rating) for opponent in opponents)
    change = k * (score - math.fsum(expected))
    bonus = 0.0
    if games >= BONUS_GAMES and meetings <= BONUS_MEETINGS:
        bonus = max(0.0, change - multiplier * math.sqrt(max(games, 4)))
    return Standard(rating + change + bonus, k, expected, change, bonus)
