"""US Chess: below which rating nobody falls again.

Source: Glickman & Doan, The US Chess Rating System, section 5.
"""

from typing import Final

from ladder.systems.rounding import exact, half_up

HIGHEST_ABSOLUTE: Final = 150
LOWEST_FLOOR: Final = 1200
HIGHEST_FLOOR: Final = 2100
LIFE_MASTER_FLOOR: Final = 2200


def absolute_floor(wins: int, draws: int, events: int) -> int:
    """By the whole career: points for wins, draws and events with three rated games or more."""
    return min(100 + 4 * wins + 2 * draws + events, HIGHEST_ABSOLUTE)


def floor_of(
    wins: int = 0,
    draws: int = 0,
    events: int = 0,
    *,
    peak: float | None = None,
    life_master: bool = False,
) -> int:
    """The floor that holds. `peak`: the highest established rating, None without one;
    `life_master`: an original life master."""
    floors = [absolute_floor(wins, draws, events)]
    if peak is not None:
        by_peak = (int(half_up(exact(peak))) - 200) // 100 * 100
        if by_peak >= LOWEST_FLOOR:
            floors.append(min(by_peak, HIGHEST_FLOOR))
    if life_master:
        floors.append(LIFE_MASTER_FLOOR)
    return max(floors)
