"""What a change of events would do to a ladder, computed by replaying, without writing.

The events concerned are replaced in memory by what they would say; everything from the first
place that this touches, old or new, is replayed; and the result is compared with the stored rows.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from django.db import connection
from django.db.models import Min

from events.models import Event
from events.results import UNFINISHED, half_points, rated_result
from events.revisions import EventContent
from events.services.projection import resolver
from ladder.models import Ladder, LadderStep
from ladder.rebuild import compute
from ladder.sources import NEW, Uids, WhatIf, states_before, timeline
from ladder.systems import RatedEvent, Standing, State, steps_of_event


@dataclass(frozen=True, slots=True)
class Move:
    """One player at the end of the history, without and with the change.

    Ratings are None for somebody who is not on the ladder. `own` is what the changed events
    themselves give the player more or less than before; the rest comes from later events.
    """

    uid: str
    before: float | None
    after: float | None
    own: float
    was_established: bool
    is_established: bool

    @property
    def by(self) -> float:
        """How far the rating moves; 0 for who enters the ladder or leaves it."""
        if self.before is None or self.after is None:
            return 0.0
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Effect:
    """What a change does to one ladder. `later`: uids of the other events whose numbers move."""

    ladder: str
    moves: tuple[Move, ...] = ()  # the farthest first
    later: tuple[str, ...] = ()


@dataclass(slots=True)
class _Course:
    """A stretch of a ladder: what each event gave each player, and where everybody ended."""

    changes: dict[int | None, dict[str, float]] = field(default_factory=dict)
    last: dict[str, Standing] = field(default_factory=dict)

    def add(self, event: int | None, uid: str, change: float, state: Standing) -> None:
        given = self.changes.setdefault(event, {})
        given[uid] = given.get(uid, 0.0) + change
        self.last[uid] = state


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


def preview(ladder: Ladder, event: Event | None, content: EventContent) -> Effect:
    """What the ladder would be with this content of the event (None: one not published yet).

    The ladder must be up to date. Raises `sources.PoisonEvent`.
    """
    changed = event.pk if event else NEW
    return compare(ladder, {changed: rated_event(content, resolver(ladder.club_id))})


def compare(ladder: Ladder, what_if: WhatIf) -> Effect:
    """The stored ladder against the one in which the events say something else."""
    since = _first_place(ladder, what_if)
    if since is None:
        return Effect(ladder.slug)
    uids = Uids()
    old = _stored(ladder, since, uids)
    new = _Course()
    found, computed = compute(ladder, since, uids, what_if)
    for source, done in zip(found, computed, strict=True):
        for row in done.rows:
            new.add(source.event, row.uid, row.change, row)
    everybody = old.last.keys() | new.last.keys()
    before = states_before(ladder, uids, [(uid, since) for uid in everybody])
    for course in (old, new):
        for uid, _ in before:
            course.last.setdefault(uid, before[uid, since])
    moves = _moves(ladder, set(what_if), old, new)
    return Effect(ladder.slug, tuple(moves), _later(set(what_if), old, new))


def _first_place(ladder: Ladder, what_if: WhatIf) -> int | None:
    stored = LadderStep.objects.filter(ladder=ladder, event_id__in=list(what_if))
    places = [step.place for rated in what_if.values() if rated for step in steps_of_event(rated)]
    old = stored.aggregate(first=Min("place"))["first"]
    return min([*places, *([] if old is None else [old])], default=None)


def _stored(ladder: Ladder, since: int, uids: Uids) -> _Course:
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT s.event_id, r.player_id, r.change, r.rating, r.games, r.played, r.extra
            FROM ladder_ratingrow r
            JOIN ladder_ladderstep s ON s.ladder_id = r.ladder_id AND s.place = r.place
            WHERE r.ladder_id = %s AND r.place >= %s ORDER BY r.place
            """,
            [ladder.pk, since],
        )
        rows = cursor.fetchall()
    uids.load(row[1] for row in rows)
    course = _Course()
    for event, player, change, *state in rows:
        course.add(event, uids.uid[player], change, State(*state))
    return course


def _moves(ladder: Ladder, changed: set[int], old: _Course, new: _Course) -> list[Move]:
    rules = timeline(ladder).on(date.max)

    def established(state: Standing | None) -> bool:
        if state is None or not state.played:
            return False
        return not rules.system.is_provisional(state.games, rules.settings)

    moves = []
    for uid in old.last.keys() | new.last.keys():
        one, other = old.last.get(uid), new.last.get(uid)
        move = Move(
            uid,
            _rating(one),
            _rating(other),
            _given(new, changed, uid) - _given(old, changed, uid),
            established(one),
            established(other),
        )
        if move.before != move.after or move.was_established != move.is_established:
            moves.append(move)
    return sorted(moves, key=lambda move: (-abs(move.by), move.uid))


def _rating(state: Standing | None) -> float | None:
    return state.rating if state and state.played else None


def _given(course: _Course, events: Iterable[int], uid: str) -> float:
    return sum(course.changes.get(event, {}).get(uid, 0.0) for event in events)


def _later(changed: set[int], old: _Course, new: _Course) -> tuple[str, ...]:
    """Other events that give somebody something else, in the order of the history."""
    moved = [
        event
        for event in {**old.changes, **new.changes}
        if event is not None
        and event not in changed
        and old.changes.get(event) != new.changes.get(event)
    ]
    uids = dict(Event.objects.filter(pk__in=moved).values_list("pk", "uid"))
    return tuple(uids[event] for event in moved)
