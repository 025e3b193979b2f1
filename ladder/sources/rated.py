"""Events as rating systems know them, from the rows of the database."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from django.db import connection

from events.checks import FIRST_DAY
from events.models import Entry, Event, Game
from events.results import Result
from events.revisions import Steps
from ladder.about import Line, Pairing, about
from ladder.models import Ladder
from ladder.rulebook import Rulebook, rulebook
from ladder.sources.people import Uids
from ladder.systems import NOTHING_SAID, About, RatedEvent
from ladder.systems import Game as RatedGame

# One row for each event: arrays are far quicker to read than a row for each game, and looking up
# who an entry is costs less here than in the database. All arrays of games are in one order.
_EVENTS = """
    SELECT e.id, e.start, e.date, e.sequence, e.steps, e.tempo, e.kind, e.junior,
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
    book = rulebook(ladder)
    known = rated_events(ladder, book, FIRST_DAY, Uids(), ids, at_lines)
    return dict.fromkeys(ids) | dict(known)


def rated_events(
    ladder: Ladder,
    book: Rulebook,
    day: date,
    uids: Uids,
    only: Sequence[int] | None = None,
    at_lines: Mapping[int, str] | None = None,
) -> Iterator[tuple[int, RatedEvent]]:
    """The counted events of the ladder that end on a day or later, as their rows state them."""
    ids_only = None if only is None else list(only)
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, [ladder.club_id, day, ids_only, ids_only])
        rows = [row for row in cursor.fetchall() if book.filters_on(row[1]).accept(*row[5:8])]
    uids.load(set().union(*(row[9] for row in rows)) - {None})
    uid = uids.uid.get
    told = _About([row[0] for row in rows]) if book.needs_event else None
    for event, start, end, sequence, steps, _, _, _, ids, players, *arrays, unfinished in rows:
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
        said = told.of(event, people, games) if told else NOTHING_SAID
        yield (
            event,
            RatedEvent(start, end, sequence, games, Steps(steps), not unfinished, days, said),
        )


class _About:
    """What systems with `needs_event` want to know of these events, read at once."""

    def __init__(self, events: Sequence[int]) -> None:
        wanted = {"event__in": events}
        heads = Event.objects.filter(pk__in=events)
        self._heads = {
            pk: (kind, tempo, minutes, listing)
            for pk, kind, tempo, minutes, listing in heads.values_list(
                "pk", "kind", "tempo", "minutes", "listing"
            )
        }
        self._lines: defaultdict[int, list[tuple[int, int, int | None, bool]]] = defaultdict(list)
        for event, pk, number, stated, asked in Entry.objects.filter(**wanted).values_list(
            "event_id", "pk", "number", "half_points", "asked_out"
        ):
            self._lines[event].append((pk, number, stated, asked))
        self._games: defaultdict[int, list[Pairing]] = defaultdict(list)
        for event, white, black, result in Game.objects.filter(**wanted).values_list(
            "event_id", "white__number", "black__number", "result"
        ):
            self._games[event].append(Pairing(white, black, Result(result)))

    def of(self, event: int, people: Mapping[int, str | None], rated: Sequence[RatedGame]) -> About:
        lines = [
            Line(number, people.get(pk) or "", stated, asked)
            for pk, number, stated, asked in self._lines[event]
        ]
        return about(*self._heads[event], lines, self._games[event], rated)


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
