"""What a replay needs, read from the database: steps, rules, states before a place."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from django.db import connection

from events.checks import FIRST_DAY
from events.models import Event
from events.queries.identities import identities
from events.revisions import Steps
from ladder.fingerprint import NOTHING_YET, Mark
from ladder.models import Ladder
from ladder.replay import SettingsChange, Timeline
from ladder.systems import (
    RatedEvent,
    State,
    Step,
    decode,
    fact_step,
    get,
    steps_of_event,
)
from ladder.systems import (
    StartingRating as Start,
)
from ladder.systems.base import players_of as players_of_games
from players.identity import Identities

# What holds "from the beginning" is valid from the first day that a history may have.
BEGINNING = FIRST_DAY


class PoisonEvent(Exception):
    """An event (its database id) that cannot be computed. It fails one ladder only, and loudly."""

    def __init__(self, event: int | None) -> None:
        super().__init__(f"event {event} cannot be computed")
        self.event = event


def event_uid(event: int | None) -> str:
    """The uid of an event by its database id; "" when there is none."""
    if event is None:
        return ""
    return Event.objects.filter(pk=event).values_list("uid", flat=True).first() or ""


class Source(NamedTuple):
    """A step and where it comes from. `event` is None for starting ratings."""

    step: Step
    event: int | None
    last: bool  # the last step of its event


def timeline(ladder: Ladder) -> Timeline:
    """The rules of a ladder as dated history."""
    with connection.cursor() as cursor:
        cursor.execute(_RULES, [ladder.pk])
        return _timeline(tuple(cursor.fetchall()))


_RULES = """
    SELECT valid_from, system, parameters::text FROM ladder_laddersettings
    WHERE ladder_id = %s ORDER BY valid_from, id
"""


@lru_cache(maxsize=256)
def _timeline(rows: tuple[tuple[date, str, str], ...]) -> Timeline:
    """Pages ask for the rules each time, so what rows say is worked out once."""
    return Timeline(
        SettingsChange(valid_from, system, get(system).settings(json.loads(parameters)))
        for valid_from, system, parameters in rows
    )


class StartRow(NamedTuple):
    """A starting rating as somebody entered it; without a rating it takes an earlier one back."""

    valid_from: date
    player: int  # id
    rating: float | None
    games: int | None


NEW = 0


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What the history would be instead.

    `events`: what events would say, by their ids (NEW for one not published yet); None: nothing.
    `who`: who would be who. `starts`: starting ratings entered besides.
    """

    events: Mapping[int, RatedEvent | None] = field(default_factory=dict)
    who: Identities | None = None
    starts: Sequence[StartRow] = ()


def sources(
    ladder: Ladder, since: int, uids: "Uids", what_if: WhatIf | None = None
) -> list[Source]:
    """Every step at or after the place `since`, in the order of the places; `uids` then knows
    everybody in them."""
    day = decode(since).day
    what_if = what_if or WhatIf()
    events = dict(what_if.events)
    for event, rated in _rated_events(ladder, day, uids):
        events.setdefault(event, rated)
    steps = [*_event_steps(events), *_facts(ladder, day, uids, what_if)]
    found = [source for source in steps if source.step.place >= since]
    found.sort(key=lambda source: source.step.place)
    return found


class Uids:
    """Player ids to uids and back, each read once."""

    def __init__(self) -> None:
        self.uid: dict[int, str] = {}
        self.id: dict[str, int] = {}

    def load(self, ids: Iterable[int]) -> None:
        """Read those ids that are not known yet."""
        missing = [number for number in set(ids) if number not in self.uid]
        if missing:
            self._read(missing)
            self.id = {uid: number for number, uid in self.uid.items()}

    def load_uids(self, uids: Iterable[str]) -> None:
        """The same by uid."""
        if missing := [uid for uid in uids if uid not in self.id]:
            with connection.cursor() as cursor:
                cursor.execute("SELECT id FROM players_player WHERE uid = ANY(%s)", [missing])
                self.load(number for (number,) in cursor.fetchall())

    def _read(self, ids: list[int]) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT id, uid FROM players_player WHERE id = ANY(%s)", [ids])
            self.uid.update(cursor.fetchall())


class Players(Uids):
    """The same, and what each player has before a place of the stored ladder and at its end, by
    uid; who has nothing there is left out."""

    def __init__(self, ladder: Ladder, place: int) -> None:
        super().__init__()
        self._where = {"ladder": ladder.pk, "place": place}
        self.before: dict[str, State] = {}
        self.at_end: dict[str, State] = {}

    def _read(self, ids: list[int]) -> None:
        with connection.cursor() as cursor:
            cursor.execute(_PLAYERS, {**self._where, "ids": ids})
            rows = cursor.fetchall()
        for number, uid, *states in rows:
            self.uid[number] = uid
            for kept, state in ((self.before, states[:4]), (self.at_end, states[4:])):
                if state[0] is not None:
                    kept[uid] = State(*state)


_PLAYERS = """
    SELECT p.id, p.uid, b.*, e.*
    FROM players_player p
    LEFT JOIN LATERAL (
        SELECT rating, games, played, extra FROM ladder_ratingrow
        WHERE ladder_id = %(ladder)s AND player_id = p.id AND place < %(place)s
        ORDER BY place DESC LIMIT 1
    ) b ON true
    LEFT JOIN LATERAL (
        SELECT rating, games, played, extra FROM ladder_ratingrow
        WHERE ladder_id = %(ladder)s AND player_id = p.id
        ORDER BY place DESC LIMIT 1
    ) e ON true
    WHERE p.id = ANY(%(ids)s)
"""


# One row for each event: arrays are far quicker to read than a row for each game, and looking up
# who an entry is costs less here than in the database. All arrays of games are in one order.
_EVENTS = """
    SELECT e.id, e.start, e.date, e.sequence, e.steps,
        n.ids, n.players, g.whites, g.blacks, g.scores, g.days, g.unfinished
    FROM events_event e
    CROSS JOIN LATERAL (
        SELECT array_agg(id) AS ids, array_agg(player_id) AS players
        FROM events_entry WHERE event_id = e.id
    ) n
    CROSS JOIN LATERAL (
        SELECT array_agg(white_id) AS whites, array_agg(black_id) AS blacks,
            array_agg(rated) AS scores,
            array_agg(day) FILTER (WHERE e.steps = 'day') AS days,
            bool_or(kind IN ('adjourned', 'postponed', 'open'))
                FILTER (WHERE e.steps = 'finished') AS unfinished
        FROM events_game WHERE event_id = e.id
    ) g
    WHERE e.club_id = %s AND e.date >= %s AND (%s::bigint[] IS NULL OR e.id = ANY (%s::bigint[]))
        AND e.counts AND NOT e.deleted AND g.whites IS NOT NULL
"""


def events_with(
    ladder: Ladder, ids: Sequence[int], at_lines: Mapping[int, str]
) -> dict[int, RatedEvent | None]:
    """What these events would say with other people at some lines: {id of the entry: uid}."""
    known = _rated_events(ladder, FIRST_DAY, Uids(), ids, at_lines)
    return dict.fromkeys(ids) | dict(known)


def _rated_events(
    ladder: Ladder,
    day: date,
    uids: Uids,
    only: Sequence[int] | None = None,
    at_lines: Mapping[int, str] | None = None,
) -> Iterator[tuple[int, RatedEvent]]:
    """The counted events that end on a day or later, as their rows state them."""
    ids_only = None if only is None else list(only)
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, [ladder.club_id, day, ids_only, ids_only])
        rows = cursor.fetchall()
    uids.load(set().union(*(row[6] for row in rows)) - {None})
    uid = uids.uid.get
    for event, start, end, sequence, steps, ids, players, *arrays, unfinished in rows:
        people = dict(zip(ids, map(uid, players), strict=True))
        if at_lines:
            people.update((line, at_lines[line]) for line in people.keys() & at_lines.keys())
        who = people.get
        whites, blacks, scores, days = arrays
        paired: list[Any] = list(zip(map(who, whites), map(who, blacks), scores, strict=True))
        # Not rated are byes, games without a rated result, and those of people not known yet.
        games = [game for game in paired if None not in game]
        if days:
            played = zip(paired, days, strict=True)
            days = [day or end for game, day in played if None not in game]
        yield (
            event,
            RatedEvent(start, end, sequence, games, Steps(steps), not unfinished, days),
        )


def games_from(club_id: int, day: date, limit: int) -> int:
    """How many games the club has in events that end on a day or later, counted up to a limit."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT count(*) FROM (
                SELECT FROM events_event e JOIN events_game g ON g.event_id = e.id
                WHERE e.club_id = %s AND e.date >= %s AND NOT e.deleted LIMIT %s
            ) suffix
            """,
            [club_id, day, limit],
        )
        return int(cursor.fetchone()[0])


def _event_steps(events: Mapping[int, RatedEvent | None]) -> Iterator[Source]:
    for event, rated in events.items():
        if rated is None:
            continue
        try:
            made = steps_of_event(rated)
        except ValueError as error:
            raise PoisonEvent(event) from error
        for number, step in enumerate(made, 1):
            yield Source(step, event, number == len(made))


_FACTS = """
    SELECT valid_from, player_id, rating, games FROM ladder_startingrating
    WHERE ladder_id = %s AND valid_from >= %s ORDER BY id
"""


def _facts(ladder: Ladder, day: date, uids: Uids, what_if: WhatIf) -> Iterable[Source]:
    with connection.cursor() as cursor:
        cursor.execute(_FACTS, [ladder.pk, day])
        rows = [StartRow(*row) for row in cursor.fetchall()]
    rows += (row for row in what_if.starts if row.valid_from >= day)
    if not rows:
        return
    who = what_if.who or identities(ladder.club_id)
    uids.load(row.player for row in rows)
    by_day: defaultdict[date, dict[str, Start | None]] = defaultdict(dict)
    for row in rows:
        # The newest row of a player and day holds; without a rating it takes the earlier back.
        start = None if row.rating is None else (row.rating, row.games)
        by_day[row.valid_from][uids.uid[row.player]] = start
    for valid_from, entered in by_day.items():
        facts = _by_person(entered, who)
        uids.load_uids(facts)
        if facts:
            yield Source(fact_step(valid_from, facts), None, last=False)


def _by_person(entered: Mapping[str, Start | None], who: Identities) -> dict[str, Start]:
    """Starting ratings of one day by who stands for the players now. A player's own goes before
    those of people merged into him; of theirs the first by uid holds."""
    facts: dict[str, Start] = {}
    for uid in sorted(entered, key=lambda uid: (uid != who.person(uid), uid)):
        start = entered[uid]
        if start is not None:
            facts.setdefault(who.person(uid), start)
    return facts


def states_before(
    ladder: Ladder, uids: Uids, wanted: Iterable[tuple[str, int]]
) -> dict[tuple[str, int], State]:
    """What players had just before places: {(uid, place): state}; new players are left out."""
    pairs = [pair for pair in wanted if pair[0] in uids.id]  # the others are not stored yet
    if not pairs:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT w.player, w.place, r.rating, r.games, r.played, r.extra
            FROM unnest(%s::bigint[], %s::bigint[]) AS w (player, place)
            JOIN LATERAL (
                SELECT rating, games, played, extra FROM ladder_ratingrow
                WHERE ladder_id = %s AND player_id = w.player AND place < w.place
                ORDER BY place DESC LIMIT 1
            ) r ON true
            """,
            [[uids.id[uid] for uid, _ in pairs], [place for _, place in pairs], ladder.pk],
        )
        return {
            (uids.uid[player], place): State(rating, games, played, extra)
            for player, place, rating, games, played, extra in cursor
        }


class Before(NamedTuple):
    """What stands before a place: the place and mark of the last step there, and how many events
    had ended by then. Without any step the place is None."""

    place: int | None
    mark: Mark
    ended: int


_BEFORE = """
    SELECT place, key, result, events FROM ladder_ladderstep
    WHERE ladder_id = %s AND place < %s ORDER BY place DESC LIMIT 1
"""


def before(ladder: Ladder, place: int) -> Before:
    """The last stored step before a place."""
    with connection.cursor() as cursor:
        cursor.execute(_BEFORE, [ladder.pk, place])
        step = cursor.fetchone()
    if step is None:
        return Before(None, NOTHING_YET, 0)
    last, key, result, ended = step
    return Before(last, Mark(bytes(key), bytes(result)), ended)


def players_of(step: Step) -> set[str]:
    """Everybody whose state a step reads or writes."""
    return players_of_games(step.games) | step.facts.keys()


def opened_before(
    ladder: Ladder, uids: Uids, steps: Sequence[Step], since: int
) -> Mapping[int, Mapping[str, State]]:
    """For events that are open across `since`: what was read at their start."""
    across = [step for step in steps if step.read_at < since]
    wanted = {(uid, step.read_at) for step in across for uid in players_of(step)}
    opened: dict[int, dict[str, State]] = {step.read_at: {} for step in across}
    for (uid, place), state in states_before(ladder, uids, wanted).items():
        opened[place][uid] = state
    return opened
