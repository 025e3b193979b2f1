"""When something that was written later moved a number that stood already."""

from datetime import datetime
from typing import NamedTuple

from ladder.models import EffectMove

SHOWN = 5


class Correction(NamedTuple):
    """A later change that moved one player. `first`: the event itself was written late; else
    one that stood was changed."""

    at: datetime
    event: int
    first: bool
    by: float


def corrections(ladder: int, player: int) -> list[Correction]:
    """The newest changes that moved the player's number, the last first."""
    rows = (
        EffectMove.objects.filter(effect__ladder=ladder, player=player)
        .exclude(before=None)
        .exclude(after=None)
        .order_by("-effect__at", "-pk")
        .values_list("effect__at", "effect__event", "effect__revision", "before", "after")[:SHOWN]
    )
    return [
        Correction(at, event, revision == 1, after - before)
        for at, event, revision, before, after in rows
        if before is not None and after is not None and before != after
    ]
