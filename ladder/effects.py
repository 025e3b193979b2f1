"""What a build changed against what stood before: who moved, by how much, and through which events.

The same comparison serves the preview (nothing stored yet) and the record that a rebuild keeps
with the revisions that caused it.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import connection
from psycopg.types.json import Jsonb

from events.models import Event
from ladder.changes import Cause
from ladder.computed import Stretch
from ladder.models import Ladder
from ladder.replay import Rules, Timeline, seen
from ladder.sources import Uids
from ladder.systems import Row, Standing, Step
from ladder.systems.places import is_leaving, is_list
from ladder.turning import NO_TURN, Turning


@dataclass(frozen=True, slots=True)
class Move:
    """One player at the end of the history, without and with the change.

    Ratings are None for somebody who is not on the ladder. `own` is what the changed events
    themselves give the player more or less than before, of an event that waits for a list through
    that list; the rest comes later. None where the two cannot be told apart, and where another
    system than that of the ratings computed some of it, in units of its own.
    """

    uid: str
    before: float | None
    after: float | None
    own: float | None
    was_established: bool
    is_established: bool

    @property
    def by(self) -> float:
        """How far the rating moves; 0 for who enters the ladder or leaves it."""
        if self.before is None or self.after is None:
            return 0.0
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a change does to one ladder. `later`: uids of the other events whose numbers move.
    `system`: the id of that whose numbers ratings are; with `two_scales` those before are another
    one's and cannot be compared. `turning`: of other rules, where they turn to another system."""

    ladder: str
    moves: tuple[Move, ...] = ()  # the farthest first, where they can be compared
    later: tuple[str, ...] = ()
    system: str = ""
    two_scales: bool = False
    turning: Turning = NO_TURN


@dataclass(slots=True)
class Course:
    """A stretch of a ladder: what each event and each list (by its place) gave each player, and
    where everybody ended. `ends`: the place of an event's last step. `others`: to whom an event
    gave something in units of a system that is not that of the end."""

    changes: dict[int | None, dict[str, float]] = field(default_factory=dict)
    lists: dict[int, dict[str, float]] = field(default_factory=dict)
    ends: dict[int | None, int] = field(default_factory=dict)
    others: dict[int | None, set[str]] = field(default_factory=dict)
    last: dict[str, Standing] = field(default_factory=dict)

    def add(self, event: int | None, step: Step, rows: Sequence[Row], *, other: bool) -> None:
        """One more step as it was computed."""
        if rows or not step.of_all:
            given = {row[0]: row[4] for row in rows}
            self.give(event, step.place, given, other=other)
        self.last.update((row[0], row) for row in rows)

    def give(self, event: int | None, place: int, given: dict[str, float], *, other: bool) -> None:
        """What one more step gives; `other`: it is not by the system of the end. A system that is
        left moves no rating."""
        if is_leaving(place):
            return
        if event is None and is_list(place):
            self.lists[place] = given
            return
        self.ends[event] = place
        if other:
            found = self.others.setdefault(event, set())
            found.update(uid for uid, change in given.items() if change)
        known = self.changes.setdefault(event, given)
        if known is not given:
            for uid, change in given.items():
                known[uid] = known.get(uid, 0.0) + change


def computed_course(stretch: Stretch) -> Course:
    """What a replay gives."""
    course = Course()
    for source, done in zip(stretch.found, stretch.done, strict=True):
        other = stretch.rules.other_at(source.step.place)
        course.add(source.event, source.step, done.rows, other=other)
    return course


def stored_course(ladder: Ladder, stretch: Stretch) -> Course:
    """What stands from where a stretch begins on, and where it leaves everybody."""
    course, players = Course(), stretch.players
    with connection.cursor() as cursor:
        cursor.execute(_STORED, [ladder.pk, stretch.since])
        steps = cursor.fetchall()
    players.load(set().union(*(ids for *_, ids, _ in steps)))
    for event, place, ids, changes in steps:
        given = dict(zip(map(players.uid.__getitem__, ids), changes, strict=True))
        course.give(event, place, given, other=stretch.rules.other_at(place))
    course.last.update(players.at_end)
    return course


_STORED = """
    SELECT s.event_id, s.place, r.players, r.changes
    FROM ladder_ladderstep s
    CROSS JOIN LATERAL (
        SELECT array_agg(player_id) AS players, array_agg(change) AS changes
        FROM ladder_ratingrow WHERE ladder_id = s.ladder_id AND place = s.place
    ) r
    WHERE s.ladder_id = %s AND s.place >= %s AND r.players IS NOT NULL
    ORDER BY s.place
"""


def compare(
    ladder: Ladder,
    stretch: Stretch,
    changed: Set[int | None],
    old: Course,
    new: Course,
    rules_before: Rules | None = None,
) -> Outcome:
    """What stood against what the stretch gives; `changed` are the ids of the events that caused
    it; `rules_before`: those by which `old` stands in the end, if they are others."""
    before = stretch.players.before
    # Who has no part in the new course ends where it begins.
    new.last.update((uid, before[uid]) for uid in before.keys() - new.last.keys())
    rules = stretch.rules.on(date.max)
    rules_before = rules_before or rules
    own = Own(changed, old, new, stretch.rules)
    moves = _moves(own, old, new, rules_before, rules)
    alike = rules.compares_with(rules_before)
    moves.sort(key=lambda move: (-abs(move.by) if alike else 0.0, move.uid))
    later = _later(changed, old, new)
    return Outcome(ladder.slug, tuple(moves), later, rules.system.id, two_scales=not alike)


def _moves(own: "Own", old: Course, new: Course, rules_before: Rules, rules: Rules) -> list[Move]:
    def established(state: Standing | None, rules: Rules) -> bool:
        if state is None or not state.played or not rules.system.is_rated(state):
            return False
        return not rules.system.is_provisional(state.games, rules.settings)

    moves = []
    for uid in old.last.keys() | new.last.keys():
        one = _seen(old.last.get(uid), rules_before)
        other = _seen(new.last.get(uid), rules)
        move = Move(
            uid,
            _rating(one, rules_before),
            _rating(other, rules),
            own.of(uid),
            established(one, rules_before),
            established(other, rules),
        )
        if move.before != move.after or move.was_established != move.is_established:
            moves.append(move)
    return moves


def _seen(state: Standing | None, rules: Rules) -> Standing | None:
    """A state as the rules take it, where another system has left it."""
    return state and seen(state, rules)


def _rating(state: Standing | None, rules: Rules) -> float | None:
    """What is on the list; None for who is not on it, or has games towards a first rating only."""
    listed = state is not None and state.played and rules.system.is_rated(state)
    return state.rating if state and listed else None


class Own:
    """What the changed events themselves give somebody more or less than before.

    Of one event that waits for a list, all that the first list after it gives otherwise: until that
    list no rating differs, so that no other event gives anything else. Whatever later lists give
    otherwise is caused later. With several changed events, or where an earlier list differs or only
    a later one, the two cannot be told apart.
    """

    def __init__(self, changed: Set[int | None], old: Course, new: Course, rules: Timeline) -> None:
        self._changed, self._old, self._new = changed, old, new
        lists = sorted(old.lists.keys() | new.lists.keys())
        self._differ = [at for at in lists if old.lists.get(at, {}) != new.lists.get(at, {})]
        self._through = 0  # the place of the list that belongs to the event
        self._apart = True
        ends = [of.ends[event] for of in (old, new) for event in changed if event in of.ends]
        waits = None in changed or any(rules.at(place).issues_lists for place in ends)
        if self._differ and waits:
            last = max(ends, default=0)
            self._through = next((place for place in lists if place > last), 0)
            alone = len(changed) == 1 and None not in changed
            own_units = not rules.other_at(self._through)
            self._apart = alone and own_units and self._through == self._differ[0]

    def of(self, uid: str) -> float | None:
        """Of one player; None where it cannot be told."""
        both = self._old, self._new
        if any(uid in of.others.get(event, ()) for of in both for event in self._changed):
            return None
        if not self._apart and any(self._by_list(at, uid) for at in self._differ):
            return None
        before, after = (
            sum(of.changes.get(event, {}).get(uid, 0.0) for event in self._changed) for of in both
        )
        return after - before + self._by_list(self._through, uid)

    def _by_list(self, place: int, uid: str) -> float:
        before, after = (of.lists.get(place, {}).get(uid, 0.0) for of in (self._old, self._new))
        return after - before


def _later(changed: Set[int | None], old: Course, new: Course) -> tuple[str, ...]:
    """Other events that give somebody something else, in the order of the history."""
    moved = [
        event
        for event in {**old.changes, **new.changes}
        if event is not None
        and event not in changed
        and old.changes.get(event) != new.changes.get(event)
    ]
    if not moved:
        return ()
    uids = dict(Event.objects.filter(pk__in=moved).values_list("pk", "uid"))
    return tuple(uids[event] for event in moved)


# -- Kept with the revisions that caused it ---------------------------------------------------

MOST_TOGETHER = 20


_KEEP = """
    WITH kept AS (
        INSERT INTO ladder_effect
            (club_id, ladder_id, event_id, revision, together, later, system, at)
        VALUES (%s, %s, %s, %s, %s, %s, %s, now()) RETURNING club_id, id
    )
    INSERT INTO ladder_effectmove
        (club_id, effect_id, player_id, before, after, own, was_established, is_established)
    SELECT kept.club_id, kept.id, moves.* FROM kept, unnest(
        %s::bigint[], %s::float8[], %s::float8[], %s::float8[], %s::boolean[], %s::boolean[]
    ) AS moves
"""


def keep(ladder: Ladder, because: Sequence[Cause], outcome: Outcome, uids: Uids) -> None:
    """Write down what the revisions did, together if several were built at once."""
    moves: list[Any] = [
        [uids.id[move.uid] for move in outcome.moves],
        *(
            [getattr(move, name) for move in outcome.moves]
            for name in ("before", "after", "own", "was_established", "is_established")
        ),
    ]
    later: Any = Jsonb(list(outcome.later))
    with connection.cursor() as cursor:
        for _, event, revision in because[:MOST_TOGETHER]:
            head = [ladder.club_id, ladder.pk, event, revision, len(because)]
            cursor.execute(_KEEP, [*head, later, outcome.system, *moves])
