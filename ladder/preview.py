"""What a change of events would do to a ladder, computed by replaying, without writing.

The events concerned are replaced in memory by what they would say; everything from the first
place that this touches, old or new, is replayed; and the result is compared with the stored rows.
"""

from collections.abc import Mapping

from django.db.models import Min

from events.models import Event
from events.results import UNFINISHED, half_points, rated_result
from events.revisions import EventContent
from events.services.projection import resolver
from ladder.computed import compute
from ladder.effects import Outcome, compare, computed_course, stored_course
from ladder.models import Ladder, LadderStep
from ladder.sources import NEW, WhatIf
from ladder.systems import RatedEvent, steps_of_event


def rated_event(content: EventContent, now: Mapping[str, str]) -> RatedEvent | None:
    """What rating systems would know of an event; None when it does not count.

    `now` is the uid that stands for each merged one (players.identity).
    """
    if content.deleted or not content.counts:
        return None
    who = {entry.number: now.get(entry.confirmed, entry.confirmed) for entry in content.entries}
    games, days = [], []
    for game in content.games:
        result = rated_result(game.kind, game.result, game.board_result)
        white, black = who[game.white], who[game.black] if game.black is not None else ""
        if result and not game.unrated and white and black:
            games.append((white, black, half_points(result)[0]))
            days.append(content.day_of(game) or content.date)
    finished = not any(game.kind in UNFINISHED for game in content.games)
    return RatedEvent(
        content.start, content.date, content.sequence, games, content.steps, finished, days
    )


def preview(ladder: Ladder, event: Event | None, content: EventContent) -> Outcome:
    """What the ladder would be with this content of the event (None: one not published yet).

    The ladder must be up to date. Raises `sources.PoisonEvent`.
    """
    changed = event.pk if event else NEW
    return what_if(ladder, {changed: rated_event(content, resolver(ladder.club_id))})


def what_if(ladder: Ladder, instead: WhatIf) -> Outcome:
    """The stored ladder against the one in which the events say something else."""
    since = _first_place(ladder, instead)
    if since is None:
        return Outcome(ladder.slug)
    stretch = compute(ladder, since, instead)
    old = stored_course(ladder, stretch)
    new = computed_course(stretch.found, stretch.done)
    return compare(ladder, stretch, instead.keys(), old, new)


def _first_place(ladder: Ladder, instead: WhatIf) -> int | None:
    stored = LadderStep.objects.filter(ladder=ladder, event_id__in=list(instead))
    places = [step.place for rated in instead.values() if rated for step in steps_of_event(rated)]
    old = stored.aggregate(first=Min("place"))["first"]
    return min([*places, *([] if old is None else [old])], default=None)
