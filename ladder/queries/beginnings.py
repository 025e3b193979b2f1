"""Ladders on which nobody gets a rating, because ratings come from rated opponents only."""

from collections.abc import Collection
from datetime import date
from typing import Any

from clubs.models import Club
from ladder.models import Ladder, StartingRating
from ladder.rulebook import timeline
from ladder.systems import RatingSystem
from players.models import PersonFact

# Facts that give somebody a rating, where a system asks for them.
RATINGS = frozenset(
    {
        "fide_standard", "fide_rapid", "fide_blitz", "national", "lok_standard", "lok_rapid",
        "class",
    }
)  # fmt: skip


def nobody_begins(club: Club, needed: Collection[str], ladder: Ladder | None = None) -> bool:
    """Whether no rating was ever entered: neither a starting rating of this ladder nor one of the
    facts that its rules ask for."""
    facts = PersonFact.objects.filter(club=club, name__in=RATINGS & set(needed))
    if facts.exclude(value=None).exists():
        return False
    starts = StartingRating.objects.filter(ladder=ladder, rating__isnull=False)
    return ladder is None or not starts.exists()


def opens_empty(system: RatingSystem[Any], start: float) -> bool:
    """Whether newcomers have no rating and count as none, by this value of the setting `start`."""
    return not start and not system.is_rated(system.enter(system.settings()))


def stays_empty(club: Club, ladder: int) -> bool:
    """Whether nobody can get a rating on a ladder, as its rules and what is known stand."""
    rules = timeline(Ladder(pk=ladder)).on(date.max)
    return opens_empty(rules.system, getattr(rules.settings, "start", 1)) and nobody_begins(
        club, rules.system.needed(rules.settings), Ladder(pk=ladder)
    )
