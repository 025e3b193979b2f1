"""What helps an arbiter to tell who somebody is: when they come, whom they met, who sat where."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import date
from typing import Any, NamedTuple

from django.db import connection

from clubs.models import Club


class Evening(NamedTuple):
    """A kind of event that somebody comes to, and how often. `weekday`: 1 is Monday; 0 stands for
    events over several days."""

    weekday: int
    tempo: str
    kind: str
    events: int


class Together(NamedTuple):
    """An event in which two people have a line each, and the rounds in which each was paired."""

    event: str
    name: str
    day: date
    one: tuple[int, ...]
    other: tuple[int, ...]

    @property
    def rounds(self) -> tuple[int, ...]:
        """The rounds in which both were paired."""
        return tuple(number for number in self.one if number in self.other)


_EVENINGS = """
    SELECT own.player_id,
        CASE WHEN e.start = e.date THEN extract(isodow FROM e.date)::int ELSE 0 END,
        e.tempo, e.kind, count(*)
    FROM events_entry own JOIN events_event e ON e.id = own.event_id AND NOT e.deleted
    WHERE own.club_id = %s AND own.player_id = ANY(%s)
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 5 DESC, 2, 3, 4
"""


def evenings(club: Club, players: Iterable[int]) -> dict[int, list[Evening]]:
    """By player id, the kinds of events that these people were in, the most frequent first."""
    found: defaultdict[int, list[Evening]] = defaultdict(list)
    for player, *evening in _rows(_EVENINGS, [club.pk, list(players)]):
        found[player].append(Evening(*evening))
    return dict(found)


_GAMES = """
    SELECT own.player_id, count(*)
    FROM events_entry own
    JOIN events_event e ON e.id = own.event_id AND NOT e.deleted
    JOIN events_game g ON g.event_id = own.event_id AND own.id IN (g.white_id, g.black_id)
        AND g.black_id IS NOT NULL
    WHERE own.club_id = %s AND own.player_id = ANY(%s)
    GROUP BY 1
"""


def games_of(club: Club, players: Iterable[int]) -> dict[int, int]:
    """By player id, how often these people were paired with somebody, rated or not."""
    return dict(_rows(_GAMES, [club.pk, list(players)]))


_MET = """
    SELECT DISTINCT own.player_id, other.player_id
    FROM events_entry own
    JOIN events_event e ON e.id = own.event_id AND NOT e.deleted
    JOIN events_game g ON g.event_id = own.event_id AND own.id IN (g.white_id, g.black_id)
    JOIN events_entry other ON other.event_id = own.event_id AND other.player_id = ANY(%s)
        AND other.id IN (g.white_id, g.black_id) AND other.id <> own.id
    WHERE own.club_id = %s AND own.player_id = ANY(%s)
"""


def met(club: Club, players: Iterable[int], others: Iterable[int]) -> dict[int, set[int]]:
    """By player id, whom of the others these people have been paired with."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    for player, other in _rows(_MET, [list(others), club.pk, list(players)]):
        found[player].add(other)
    return dict(found)


_TOGETHER = """
    SELECT pair.one, pair.other, e.uid, e.name, e.date,
        ARRAY(SELECT DISTINCT round FROM events_game g
            WHERE g.event_id = e.id AND a.id IN (g.white_id, g.black_id) ORDER BY round),
        ARRAY(SELECT DISTINCT round FROM events_game g
            WHERE g.event_id = e.id AND b.id IN (g.white_id, g.black_id) ORDER BY round)
    FROM unnest(%s::bigint[], %s::bigint[]) AS pair (one, other)
    JOIN events_entry a ON a.player_id = pair.one AND a.club_id = %s
    JOIN events_entry b ON b.player_id = pair.other AND b.event_id = a.event_id
    JOIN events_event e ON e.id = a.event_id AND NOT e.deleted
    ORDER BY e.date DESC, e.sequence DESC, e.id
"""

Two = tuple[int, int]


def together(club: Club, pairs: Collection[Two]) -> dict[Two, list[Together]]:
    """By pair of player ids, the events in which both have a line, the last first."""
    found: defaultdict[Two, list[Together]] = defaultdict(list)
    columns = [[one for one, _ in pairs], [other for _, other in pairs]]
    for one, other, uid, name, day, rounds, its in _rows(_TOGETHER, [*columns, club.pk]):
        found[one, other].append(Together(uid, name, day, tuple(rounds), tuple(its)))
    return dict(found)


def _rows(query: str, parameters: list[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        return cursor.fetchall()
