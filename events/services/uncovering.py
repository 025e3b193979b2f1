"""What readers see of an event once the mark is taken away that children play in it."""

from collections.abc import Sequence
from typing import NamedTuple

from clubs.messages import Message
from clubs.models import Visibility
from events.models import Event
from events.revisions import EventContent
from players.models import Player
from players.queries import readers_see
from players.services import shows_name


class Uncovered(NamedTuple):
    """What is seen then and was not before: names (as now, as then), a whole one among them, and
    the exact days on public pages."""

    names: Sequence[tuple[str | Message, str | Message]]
    whole: bool
    days: bool


def uncovered(event: Event, content: EventContent) -> Uncovered | None:
    """What saving this content would show; None where it takes no mark away."""
    if content.junior or not event.junior:
        return None
    club = event.club
    people = list(
        Player.objects.filter(pk__in=event.entries.values("player"), erased=None)
        .select_related("name", "club")
        .order_by("name__text")
    )
    labels = [(readers_see(one, junior=True).label, readers_see(one).label) for one in people]
    changed = [pair for pair in labels if pair[0] != pair[1]]
    public = club.visibility == Visibility.PUBLIC and not club.junior
    return Uncovered(
        names=changed,
        whole=any(shows_name(one) and not shows_name(one, junior=True) for one in people),
        days=public and not any(one.junior for one in people),
    )
