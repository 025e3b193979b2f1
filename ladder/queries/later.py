"""When something that was written later moved a number that stood already."""

from datetime import date
from typing import NamedTuple

from clubs.days import here
from clubs.models import Club
from ladder.models import EffectMove

SHOWN = 5
LOOKED_AT = 1_000  # moves of one player, the newest


class Correction(NamedTuple):
    """What later changes of one event on one day moved a player by, all together, in numbers of
    `system`. `first`: the event itself was written late; else one that stood was changed."""

    day: date
    event: int
    system: str
    first: bool
    by: float


def corrections(club: Club, ladder: int, player: int) -> list[Correction]:
    """The newest changes that moved the player's number so that it shows, the last first."""
    rows = (
        EffectMove.objects.filter(effect__ladder=ladder, player=player)
        .exclude(before=None)
        .exclude(after=None)
        .order_by("-effect__at", "-pk")
        .values_list(
            *("effect__at", "effect__event", "effect__system", "effect__revision"),
            *("before", "after"),
        )
    )
    moved: dict[tuple[date, int, str], Correction] = {}
    builds = set()
    for at, event, system, revision, before, after in rows[:LOOKED_AT]:
        key = here(club, at), event, system
        so_far = moved.get(key, Correction(*key, first=False, by=0.0))
        # Versions that were built together all carry the moves of that one build.
        build = at, event, before, after
        by = 0.0 if build in builds else (after or 0.0) - (before or 0.0)
        builds.add(build)
        moved[key] = so_far._replace(first=so_far.first or revision == 1, by=so_far.by + by)
    return [one for one in moved.values() if round(one.by, 1)][:SHOWN]
