"""How rating rows become a list: who is ranked, who is provisional, who has not played for long.

Source: docs/rules/conventions.md, "Lists". Pure.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ladder.systems.base import Extra, RatingSystem, Settings

FEW_ESTABLISHED = 3
"""With fewer established players than this, provisional ones are ranked like everybody."""


class Line(NamedTuple):
    """A player's standing. `games` counted, those taken over from an earlier list included;
    `all_games` are the rated ones, counted or not, with the same ones taken over. `change` is that
    of the club's last day with events, None for who did not play then; `first`: it gave the
    first rating. `resting`: no counted game in the twelve months before the list's last day."""

    player: int
    uid: str
    rating: float
    games: int
    played: int
    all_games: int
    change: float | None = None
    resting: bool = False
    extra: Extra = None
    first: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """A list in its order. `few`: so few are established that all are in `ranked`.

    `ordered` is everybody in the order of the list: setting those apart who have not played for
    a year is for readers only. `unrated`: who has games towards a first rating only, in no order of
    strength.
    """

    ordered: Sequence[Line]
    ranked: Sequence[Line]
    provisional: Sequence[Line]
    resting: Sequence[Line]
    few: bool
    unrated: Sequence[Line] = ()


def listing(lines: Iterable[Line], system: RatingSystem[Any], settings: Settings) -> Listing:
    """Established by rating, then provisional by rating; ties by games, then by uid."""
    sorted_ = sorted(lines, key=lambda line: system.list_key(line.uid, line, settings))
    ordered = [line for line in sorted_ if system.is_rated(line)]
    active = [line for line in ordered if not line.resting]
    established = [line for line in active if not system.is_provisional(line.games, settings)]
    few = len(established) < FEW_ESTABLISHED
    number = len(established)  # list_key puts the established first
    return Listing(
        ordered=ordered,
        ranked=_all_together(active, system, settings) if few else established,
        provisional=() if few else active[number:],
        resting=[line for line in ordered if line.resting],
        few=few,
        unrated=[line for line in sorted_ if not system.is_rated(line)],
    )


def _all_together(
    lines: Iterable[Line], system: RatingSystem[Any], settings: Settings
) -> list[Line]:
    """By rating, as long as too few are established to stand above the others."""

    return sorted(lines, key=lambda line: system.list_key(line.uid, line, settings)[2:])


def established_from(system: RatingSystem[Any], settings: Settings) -> int:
    """So many counted games make a rating established; 0 where the system knows no such thing."""
    return next((n for n in range(1001) if not system.is_provisional(n, settings)), 0)
