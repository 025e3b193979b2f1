"""What a change of an event did to the ladders, as far as they have followed it."""

from dataclasses import dataclass

from clubs.models import Club
from ladder.models import Ladder
from ladder.queries.events import event_changes
from ladder.queries.stamps import stamp


@dataclass(frozen=True, slots=True)
class Effect:
    """`stale`: some ladder of the club is still behind its history. `failed`: its rebuild stopped
    at an event and waits for a person. `changed`: ratings that the event changes on the club's
    first ladder; `events`: how many events that ladder counts."""

    stale: bool
    failed: bool
    changed: int
    events: int


def publish_effect(club: Club, event_id: int) -> Effect:
    """The state of the club's ladders after a change of this event."""
    states = [stamp(club, slug) for slug in _slugs(club)]
    failed = Ladder.objects.filter(club=club).exclude(failed_version=None)
    if not states:
        return Effect(stale=False, failed=False, changed=0, events=0)
    return Effect(
        stale=any(state.stale for state in states),
        failed=failed.filter(failed_version=states[0].club_history).exists(),
        changed=_changed(states[0].ladder, event_id),
        events=states[0].events,
    )


def _changed(ladder: int, event_id: int) -> int:
    return sum(1 for change in event_changes(ladder, event_id).values() if change)


def _slugs(club: Club) -> list[str]:
    rows = Ladder.objects.filter(club=club, hidden=False).order_by("position", "pk")
    return list(rows.values_list("slug", flat=True))
