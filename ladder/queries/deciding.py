"""What a decision about who is who would do to each ladder."""

from clubs.models import Club
from events.services.lines import moved_lines
from ladder import preview
from ladder.models import Ladder
from ladder.queries.moves import Preview, shown
from ladder.queries.stamps import stamp
from ladder.sources import PoisonEvent
from players.identity import Decision


def preview_decision(club: Club, *planned: Decision) -> tuple[Preview, ...] | None:
    """What making these decisions, one after another, would do to each ladder of the club.

    Somebody whom a decision would make has no name and the uid `NEW_PERSON`. None when it cannot
    be said now: a ladder is being recomputed, or stopped at an event. Raises DecisionRefused.
    """
    moved = moved_lines(club, *planned)
    found = []
    for ladder in Ladder.objects.filter(club=club, hidden=False).order_by("position", "pk"):
        if stamp(club, ladder.slug).stale:
            return None
        try:
            outcome = preview.preview_decision(ladder, moved)
        except PoisonEvent:
            return None
        found.append(shown(club, ladder.name, outcome))
    return tuple(found)
