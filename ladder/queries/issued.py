"""How a list that was issued on a day came to a player's number.

An explanation is never stored: the list is computed once more for the player, as the replay does.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import takewhile
from typing import NamedTuple

from django.db import connection

from ladder import sources
from ladder.listing import established_from
from ladder.models import Ladder, RatingRow
from ladder.queries.lists import Kind, kind_of
from ladder.replay import Timeline, arrived
from ladder.rulebook import rulebook
from ladder.systems import (
    LIST,
    ExplainedGame,
    Explanation,
    Phase,
    decode,
    encode,
    list_step,
    turn_to,
)
from ladder.systems.places import LIST_OF_DAY, PART_OF_DAY


@dataclass(frozen=True, slots=True)
class Taken:
    """An event (its id) whose games entered a list. `games` are those of the explanation that are
    of it; none where the system keeps no games, but what they gave."""

    event: int
    games: Sequence[ExplainedGame]


@dataclass(frozen=True, slots=True)
class ListExplained:
    """What a list did to a player. `taken` are its events in the order of the history; `ids` the
    opponents' ids by uid. The rest: see `ladder.queries.events.Explained`."""

    explanation: Explanation
    taken: Sequence[Taken]
    ids: Mapping[str, int]
    agrees: bool
    was_rated: bool
    kind: Kind
    threshold: int


def explain_list(ladder: int, day: date, player: int) -> ListExplained | None:
    """How the list of a day came to a player's number; None when it took in nothing of theirs."""
    return explain_list_of(ladder, day, [player]).get(player)


def explain_list_of(ladder: int, day: date, players: Collection[int]) -> dict[int, ListExplained]:
    """The same of several players at once; who had no part in the list is left out."""
    place = encode(day, Phase.FACT, LIST)
    rows = RatingRow.objects.filter(ladder=ladder, place=place, player__in=players)
    kept = {
        pk: (change, rating)
        for pk, change, rating in rows.values_list("player_id", "change", "rating")
    }
    if not kept:
        return {}
    uids = sources.Uids()
    uids.load(kept)
    wanted = {(uids.uid[player], place) for player in kept}
    states = sources.states_before(Ladder(pk=ladder), uids, wanted)
    read = {uid: state for (uid, _), state in states.items()}
    book = rulebook(Ladder(pk=ladder))
    rules = book.timeline.at(place)
    before = arrived(read, read, rules)
    system, settings = rules.system, rules.settings
    found = {}
    for player, stands in kept.items():
        told = system.explain(list_step(day), before, uids.uid[player], settings)
        uids.load_uids(game.opponent for game in told.played)
        found[player] = ListExplained(
            told,
            _taken(_steps(ladder, player, place, book.timeline), told.played, player, uids.id),
            uids.id,
            agrees=stands == (told.change, told.rating_after),
            was_rated=system.is_rated(before[uids.uid[player]]),
            kind=kind_of(rules),
            threshold=established_from(system, settings),
        )
    return found


class _Step(NamedTuple):
    """A step of an event before a list; `since`: after the player's last list."""

    event: int
    place: int
    since: bool


def _steps(ladder: int, player: int, place: int, timeline: Timeline) -> list[_Step]:
    """The steps of the player's events that may have entered the list at a place: those that its
    system computed after any other system had. What waited when it was left is not `since`."""
    with connection.cursor() as cursor:
        cursor.execute(
            _EVENTS,
            {"ladder": ladder, "player": player, "place": place,
             "part": PART_OF_DAY, "list": LIST_OF_DAY},
        )  # fmt: skip
        rows = cursor.fetchall()
    own = timeline.at(place).system
    turned = max((at for day, *_ in timeline.turns() if (at := turn_to(day)) < place), default=0)
    ours = takewhile(lambda row: timeline.at(row[1]).system is own, reversed(rows))
    return [_Step(event, at, since and at > turned) for event, at, since in ours][::-1]


def _taken(
    steps: Sequence[_Step], games: Sequence[ExplainedGame], player: int, ids: Mapping[str, int]
) -> list[Taken]:
    """The events that the games are of; where there are none to see, those since the last list."""
    if not games:
        return [Taken(event, ()) for event, _, since in steps if since]
    by_day: defaultdict[date, list[int]] = defaultdict(list)
    for event, step_place, _ in steps:
        by_day[decode(step_place).day].append(event)
    several = {event for events in by_day.values() if len(events) > 1 for event in events}
    met: dict[int, Counter[tuple[int, int]]] = _met(several, player) if several else {}
    of: defaultdict[int, list[ExplainedGame]] = defaultdict(list)
    for game in games:
        assert game.ended is not None, "a game of a list knows the last day of its event"
        key = (ids[game.opponent], game.half_points)
        candidates = by_day[game.ended]
        event = next((one for one in candidates if one in met and met[one][key]), candidates[0])
        if event in met:
            met[event][key] -= 1
        of[event].append(game)
    order = list(dict.fromkeys(event for event, *_ in steps))
    return [Taken(event, of[event]) for event in order if event in of]


_EVENTS = """
    SELECT s.event_id, s.place, s.place > COALESCE((
        SELECT max(b.place) FROM ladder_ratingrow b
        JOIN ladder_ladderstep l ON l.ladder_id = b.ladder_id AND l.place = b.place
        WHERE b.ladder_id = %(ladder)s AND b.player_id = %(player)s AND b.place < %(place)s
            AND l.event_id IS NULL AND b.place & %(part)s = %(list)s
    ), 0)
    FROM ladder_ratingrow r
    JOIN ladder_ladderstep s ON s.ladder_id = r.ladder_id AND s.place = r.place
    WHERE r.ladder_id = %(ladder)s AND r.player_id = %(player)s AND r.place < %(place)s
        AND s.event_id IS NOT NULL
    ORDER BY s.place
"""


def _met(events: Collection[int], player: int) -> dict[int, Counter[tuple[int, int]]]:
    """By event, how often the player has met whom with how many half points."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT g.event_id, o.player_id, CASE WHEN m.id = g.white_id THEN g.rated
                ELSE 2 - g.rated END
            FROM events_entry m
            JOIN events_game g ON g.event_id = m.event_id AND m.id IN (g.white_id, g.black_id)
            JOIN events_entry o ON o.id = CASE WHEN m.id = g.white_id THEN g.black_id
                ELSE g.white_id END
            WHERE m.event_id = ANY(%s) AND m.player_id = %s AND g.rated IS NOT NULL
                AND o.player_id IS NOT NULL
            """,
            [sorted(events), player],
        )
        found: dict[int, Counter[tuple[int, int]]] = {event: Counter() for event in events}
        for event, opponent, half_points in cursor.fetchall():
            found[event][opponent, half_points] += 1
        return found
