"""Facts about people that hold from a day on: starting ratings, and what systems need to know."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple, TypeVar

from django.db import connection

from events.queries.identities import identities
from ladder.models import Ladder
from ladder.replay import Timeline
from ladder.rulebook import Rulebook
from ladder.sources.people import Uids
from ladder.systems import StartingRating as Start
from ladder.systems import Step, fact_step
from players.identity import Identities

T = TypeVar("T")


class StartRow(NamedTuple):
    """A starting rating as somebody entered it; without a rating it takes an earlier one back.
    `system`: whose number it is, "" that of the day."""

    valid_from: date
    player: int  # id
    rating: float | None
    games: int | None
    system: str = ""


class FactRow(NamedTuple):
    """A fact as somebody entered it; None: known no longer."""

    valid_from: date
    player: int  # id
    name: str
    value: Any


_STARTS = """
    SELECT valid_from, player_id, rating, games, system FROM ladder_startingrating
    WHERE ladder_id = %s AND valid_from >= %s ORDER BY id
"""

_FACTS = """
    SELECT valid_from, player_id, name, COALESCE(value, 'null')::text FROM players_personfact
    WHERE club_id = %s AND valid_from >= %s AND name = ANY(%s) ORDER BY id
"""


def fact_steps(
    ladder: Ladder,
    day: date,
    book: Rulebook,
    uids: Uids,
    who: Identities | None,
    besides: Sequence[StartRow | FactRow],
) -> Iterator[Step]:
    """The steps of everything known from a day on; `besides`: what would be entered, too. Starting
    ratings are as the system of their day takes them."""
    needs = book.needs
    starts, facts = _rows(ladder, day, needs)
    starts += (row for row in besides if isinstance(row, StartRow) and row.valid_from >= day)
    facts += (
        row
        for row in besides
        if isinstance(row, FactRow) and row.valid_from >= day and row.name in needs
    )
    if not starts and not facts:
        return
    who = who or identities(ladder.club_id)
    uids.load({row.player for row in starts} | {row.player for row in facts})
    started: dict[date, dict[str, Start]] = {}
    for valid_from, entered in _newest_starts(starts, uids, book.timeline).items():
        started[valid_from] = _by_person(entered, who)
    known = _known(facts, uids, who)
    for valid_from in sorted(started.keys() | known.keys()):
        here, there = started.get(valid_from, {}), known.get(valid_from, {})
        uids.load_uids([*here, *there])
        if here or there:
            yield fact_step(valid_from, here, there)


def _rows(ladder: Ladder, day: date, needs: frozenset[str]) -> tuple[list[StartRow], list[FactRow]]:
    with connection.cursor() as cursor:
        cursor.execute(_STARTS, [ladder.pk, day])
        starts = [StartRow(*row) for row in cursor.fetchall()]
        if not needs:
            return starts, []
        cursor.execute(_FACTS, [ladder.club_id, day, sorted(needs)])
        rows = cursor.fetchall()
    return starts, [
        FactRow(day, player, name, json.loads(said)) for day, player, name, said in rows
    ]


def _newest_starts(
    rows: Sequence[StartRow], uids: Uids, rules: Timeline
) -> dict[date, dict[str, Start | None]]:
    """The newest row of a player and day holds; without a rating it takes the earlier back."""
    by_day: defaultdict[date, dict[str, Start | None]] = defaultdict(dict)
    for row in rows:
        start = None
        if row.rating is not None:
            start = rules.taken_on(row.valid_from, row.rating, row.system), row.games
        by_day[row.valid_from][uids.uid[row.player]] = start
    return by_day


def _known(
    rows: Sequence[FactRow], uids: Uids, who: Identities
) -> dict[date, dict[str, dict[str, Any]]]:
    """By day and person: the newest row of a player, fact and day holds. None stays: it says that
    what an earlier day said is known no longer."""
    newest = {(row.valid_from, row.name, uids.uid[row.player]): row.value for row in rows}
    entered: defaultdict[tuple[date, str], dict[str, Any]] = defaultdict(dict)
    for (valid_from, name, uid), value in newest.items():
        entered[valid_from, name][uid] = (value,)
    known: defaultdict[date, dict[str, dict[str, Any]]] = defaultdict(dict)
    for (valid_from, name), values in entered.items():
        for uid, (value,) in _by_person(values, who).items():
            known[valid_from].setdefault(uid, {})[name] = value
    return known


def _by_person(entered: Mapping[str, T | None], who: Identities) -> dict[str, T]:
    """What was entered on one day by who stands for the players now. A player's own goes before
    that of people merged into him; of theirs the first by uid holds."""
    facts: dict[str, T] = {}
    for uid in sorted(entered, key=lambda uid: (uid != who.person(uid), uid)):
        value = entered[uid]
        if value is not None:
            facts.setdefault(who.person(uid), value)
    return facts
