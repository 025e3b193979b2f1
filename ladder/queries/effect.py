"""What a change of an event did to the ladders, as far as they have followed it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db import connection

from clubs.models import Club
from ladder.models import Ladder
from ladder.queries.stamps import stamp


class OnLadder(NamedTuple):
    """How many ratings an event changes on one ladder."""

    ladder: str
    changed: int


@dataclass(frozen=True, slots=True)
class Effect:
    """`stale`: some ladder of the club is still behind its history. `failed`: its rebuild stopped
    at an event and waits for a person. `changes`: what the event changes on each ladder that is
    shown; `events`: how many events the first of them counts."""

    stale: bool
    failed: bool
    changes: Sequence[OnLadder]
    events: int

    @property
    def several(self) -> bool:
        """Whether the club shows more than one ladder, so that each has to be named."""
        return len(self.changes) > 1

    @property
    def changed(self) -> int:
        """On all of them."""
        return sum(one.changed for one in self.changes)

    @property
    def still(self) -> list[str]:
        """The ladders on which the event changes nothing, where that is said."""
        return [one.ladder for one in self.changes if not one.changed]


def publish_effect(club: Club, event_id: int) -> Effect:
    """The state of the club's ladders after a change of this event."""
    states = [stamp(club, slug) for slug in _slugs(club)]
    failed = Ladder.objects.filter(club=club).exclude(failed_version=None)
    if not states:
        return Effect(stale=False, failed=False, changes=(), events=0)
    return Effect(
        stale=any(state.stale for state in states),
        failed=failed.filter(failed_version=states[0].club_history).exists(),
        changes=[OnLadder(one.name, _changed(one.ladder, event_id)) for one in states],
        events=states[0].events,
    )


def _changed(ladder: int, event_id: int) -> int:
    """How many people's ratings it changes, whatever the units."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT count(DISTINCT r.player_id)
            FROM ladder_ladderstep s
            JOIN ladder_ratingrow r ON r.ladder_id = s.ladder_id AND r.place = s.place
            WHERE s.ladder_id = %s AND s.event_id = %s AND r.change <> 0
            """,
            [ladder, event_id],
        )
        return int(cursor.fetchone()[0])


def _slugs(club: Club) -> list[str]:
    rows = Ladder.objects.filter(club=club, hidden=False).order_by("position", "pk")
    return list(rows.values_list("slug", flat=True))
