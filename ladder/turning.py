"""What other rules would change where a ladder turns to another system: games that wait for a list
and enter none, and events that last across the day."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final, NamedTuple

from django.db import connection

from ladder.computed import Stretch
from ladder.models import Ladder
from ladder.replay import Done, Timeline
from ladder.systems import Step, decode, first_of_day
from ladder.systems.places import LEAVING_OF_DAY, PART_OF_DAY


class Dropped(NamedTuple):
    """Games that wait for a list when the system of the lists is left on a day, and so
    enter none: how many, of how many players (a game is one for each side). `system`: its id, or
    for a page its title."""

    day: date
    system: str
    games: int
    players: int


class Taken(NamedTuple):
    """Events that last across the day on which a system (its id, or for a page its title) follows
    another one, and so are computed by it."""

    day: date
    system: str
    events: int


@dataclass(frozen=True, slots=True)
class Turning:
    """What differs from the ladder as it stands. `kept`: what was dropped, and would be no more."""

    dropped: Sequence[Dropped] = ()
    kept: Sequence[Dropped] = ()
    taken: Sequence[Taken] = ()


NO_TURN: Final = Turning()


def watched(stretch: Stretch, dropped: list[Dropped]) -> Stretch:
    """The same stretch, whose replay notes as it goes what is let go of."""
    return replace(stretch, done=_noting(stretch, dropped))


def _noting(stretch: Stretch, dropped: list[Dropped]) -> Iterator[Done]:
    games = {uid: state.games for uid, state in stretch.players.before.items()}
    for done in stretch.done:
        if done.step.leaves and done.rows:
            let_go = sum(games[row.uid] - row.games for row in done.rows)
            dropped.append(_of(stretch.rules, done.step.place, let_go, len(done.rows)))
        games.update((row[0], row[2]) for row in done.rows)
        yield done


def _of(rules: Timeline, place: int, games: int, players: int) -> Dropped:
    day = decode(place).day + timedelta(days=1)
    return Dropped(day, rules.at(place).system.id, games, players)


def turning(ladder: Ladder, stretch: Stretch, dropped: Sequence[Dropped], now: Timeline) -> Turning:
    """What the rules of a stretch change; `dropped` is what it lets go of, `now` the rules by which
    the ladder stands."""
    stood = _stood(ladder, stretch.since, now)
    still = {one.system for one in dropped}
    taken = _taken(stretch, now)
    return Turning(
        dropped=[one for one in dropped if one not in stood],
        kept=[one for one in stood if one.system not in still],
        taken=[one for one in _taken(stretch, stretch.rules) if one not in taken],
    )


_STOOD = """
    SELECT r.place, sum(b.games - r.games), count(*) FROM ladder_ratingrow r
    JOIN LATERAL (
        SELECT games FROM ladder_ratingrow
        WHERE ladder_id = r.ladder_id AND player_id = r.player_id AND place < r.place
        ORDER BY place DESC LIMIT 1
    ) b ON true
    WHERE r.ladder_id = %s AND r.place >= %s AND r.place & %s = %s
    GROUP BY r.place ORDER BY r.place
"""


def _stood(ladder: Ladder, since: int, now: Timeline) -> list[Dropped]:
    """What the ladder as it stands has let go of."""
    with connection.cursor() as cursor:
        cursor.execute(_STOOD, [ladder.pk, since, PART_OF_DAY, LEAVING_OF_DAY])
        return [_of(now, place, int(games), players) for place, games, players in cursor]


def _taken(stretch: Stretch, rules: Timeline) -> list[Taken]:
    """The events of a stretch that turns of these rules fall into."""
    lasting: list[Step] = [
        source.step for source in stretch.found if source.step.read_at < source.step.place
    ]
    found = []
    for day, _, after in rules.turns():
        turn = first_of_day(day)
        events = sum(step.read_at < turn <= step.place for step in lasting)
        if events:
            found.append(Taken(day, after.system.id, events))
    return found
