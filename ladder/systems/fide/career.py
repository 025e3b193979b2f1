"""What K depends on, as a player's state and the facts about the person have it."""

from collections.abc import Mapping
from typing import Any

from ladder.systems.base import Standing, known_of
from ladder.systems.fide.formulas import Career
from ladder.systems.fide.seen import whole

HIGH = "high"
REMEMBERED = 2300  # the highest rating is kept from here on: below it K never asks for it


def career_of(
    standing: Standing, state: Mapping[str, Any], chapter: str, waiting: int = 0
) -> Career:
    """The career by the system's own `state` and what is known. `waiting`: games that have been
    counted already but belong to the period that is computed."""
    known = known_of(standing)
    highest = max(state.get(HIGH, 0), known.get(f"fide_{chapter}", 0))
    birth = known.get("birth")
    return Career(
        whole(standing.rating),
        standing.games - waiting,
        highest >= 2400 or known.get("fide_2400") == "yes",
        highest >= 2300 or known.get("fide_2300") == "yes",
        int(birth[:4]) if birth else None,
    )


def with_high(state: Mapping[str, Any], rating: int) -> dict[str, Any]:
    """A state that remembers a rating, if it is the highest."""
    high = max(rating, state.get(HIGH, 0))
    return {**state, HIGH: high} if high >= REMEMBERED else dict(state)
