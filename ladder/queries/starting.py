"""What entering a starting rating, or taking one back, would do."""

from datetime import date

from clubs.models import Club
from ladder.models import Ladder
from ladder.preview import preview_start
from ladder.queries.moves import Preview, shown
from ladder.queries.stamps import stamp
from ladder.sources import BEGINNING, PoisonEvent


def start_preview(
    club: Club,
    slug: str,
    player: int,
    day: date | None,
    rating: float | None,
    games: int | None = None,
) -> Preview | None:
    """What a ladder of the club would be with this starting rating of a player (an id).

    Without a day it holds before the first game; a rating of None takes that of the day back. None
    when it cannot be said now: the ladder is being recomputed, or stopped at an event.
    """
    ladder = Ladder.objects.get(club=club, slug=slug)
    if stamp(club, slug).stale:
        return None
    try:
        outcome = preview_start(ladder, player, day or BEGINNING, rating, games)
    except PoisonEvent:
        return None
    return shown(club, ladder.name, outcome)
