"""What a change of events would do to a ladder, computed by replaying, without writing.

The events concerned are replaced in memory by what they would say; everything from the first
place that this touches, old or new, is replayed; and the result is compared with the stored rows.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date

from django.db.models import Min

from events.models import Event
from events.queries.identities import identities
from events.results import UNFINISHED, half_points, rated_result
from events.revisions import EventContent
from events.services.lines import MovedLines
from events.services.projection import lines
from ladder.about import Line, Pairing, about
from ladder.computed import compute, felt_from
from ladder.effects import Outcome, compare, computed_course, stored_course
from ladder.models import Ladder, LadderStep, StartingRating
from ladder.rulebook import Rulebook, rulebook
from ladder.sources import NEW, FactRow, StartRow, WhatIf, events_with
from ladder.systems import (
    NOTHING_SAID,
    About,
    Game,
    RatedEvent,
    first_of_day,
    steps_of_event,
)
from ladder.turning import Dropped, turning, watched
from players.identity import Identities
from players.models import PersonFact


def rated_event(
    event: str, content: EventContent, who_is: Identities, book: Rulebook
) -> RatedEvent | None:
    """What the rules of a ladder would know of an event with this uid; None when it is none of the
    ladder's."""
    if content.deleted or not content.counts:
        return None
    if not book.filters_on(content.start).accept(content.tempo, content.kind, content.junior):
        return None
    who = {line.number: who_is.at(line) for line in lines(event, content)}
    games, days = [], []
    for game in content.games:
        result = rated_result(game.kind, game.result, game.board_result)
        white, black = who[game.white], who[game.black] if game.black is not None else ""
        if result and not game.unrated and white and black:
            games.append((white, black, half_points(result)[0]))
            days.append(content.day_of(game) or content.date)
    finished = not any(game.kind in UNFINISHED for game in content.games)
    said = _about(content, who, games) if book.needs_event else NOTHING_SAID
    return RatedEvent(
        content.start, content.date, content.sequence, games, content.steps, finished, days, said
    )


def _about(content: EventContent, who: Mapping[int, str], rated: Sequence[Game]) -> About:
    return about(
        content.kind,
        content.tempo,
        content.minutes,
        content.listing,
        [Line(e.number, who[e.number], e.half_points, e.asked_out) for e in content.entries],
        [Pairing(game.white, game.black, game.result) for game in content.games],
        rated,
    )


def preview(ladder: Ladder, event: Event | None, content: EventContent) -> Outcome:
    """What the ladder would be with this content of the event (None: one not published yet).

    The ladder must be up to date. Raises `sources.PoisonEvent`.
    """
    key, uid = (event.pk, event.uid) if event else (NEW, "")
    rated = rated_event(uid, content, identities(ladder.club_id), rulebook(ladder))
    return what_if(ladder, WhatIf({key: rated}))


def preview_start(ladder: Ladder, start: StartRow) -> Outcome:
    """What the ladder would be with this starting rating. The ladder must be up to date. Raises
    `sources.PoisonEvent`."""
    return what_if(ladder, WhatIf(starts=[start]))


def preview_fact(ladder: Ladder, facts: Sequence[FactRow]) -> Outcome:
    """What the ladder would be with these facts about people. The ladder must be up to date."""
    return what_if(ladder, WhatIf(starts=facts))


def preview_decision(ladder: Ladder, moved: MovedLines) -> Outcome:
    """What the ladder would be if other people played at some lines and stood for others
    (`events.services.identity.moved_lines`). The ladder must be up to date.
    Raises `sources.PoisonEvent`."""
    events = events_with(ladder, moved.events, moved.at)
    return what_if(ladder, WhatIf(events, who=moved.who), moved.people)


def preview_rules(ladder: Ladder, book: Rulebook, day: date) -> Outcome:
    """What the ladder would be with these rules, which differ from its own from a day on. The
    ladder must be up to date. Raises `sources.PoisonEvent`."""
    now = rulebook(ladder)
    dropped: list[Dropped] = []
    stretch = watched(compute(ladder, felt_from(now, book, day), WhatIf(rules=book)), dropped)
    # Other rules may take anybody otherwise: who did not play since, too.
    stretch.players.load_everybody()
    old = stored_course(ladder, stretch)
    new = computed_course(stretch)
    outcome = compare(ladder, stretch, {None}, old, new, now.timeline.on(date.max))
    return replace(outcome, turning=turning(ladder, stretch, dropped, now.timeline))


def what_if(ladder: Ladder, instead: WhatIf, people: Collection[str] = ()) -> Outcome:
    """The stored ladder against the one of another history. The starting ratings of `people`, by
    uid, may be other people's there."""
    since = _first_place(ladder, instead, people)
    if since is None:
        return Outcome(ladder.slug)
    stretch = compute(ladder, since, instead)
    old = stored_course(ladder, stretch)
    new = computed_course(stretch)
    # Starting ratings belong to no event: what a change of them gives is the change's own.
    changed = {*instead.events, *({None} if instead.starts or instead.who else ())}
    return compare(ladder, stretch, changed, old, new)


def _first_place(ladder: Ladder, instead: WhatIf, people: Collection[str]) -> int | None:
    stored = LadderStep.objects.filter(ladder=ladder, event_id__in=list(instead.events))
    facts = StartingRating.objects.filter(ladder=ladder, player__uid__in=people)
    known = PersonFact.objects.filter(club=ladder.club_id, player__uid__in=people)
    days = [row.valid_from for row in instead.starts]
    days += (rows.aggregate(first=Min("valid_from"))["first"] for rows in (facts, known))
    said = [rated for rated in instead.events.values() if rated]
    places = [
        stored.aggregate(first=Min("place"))["first"],
        *(first_of_day(day) for day in days if day is not None),
        *(step.place for rated in said for step in steps_of_event(rated)),
    ]
    return min((place for place in places if place is not None), default=None)
