"""What has changed since a ladder was built, as the triggers have marked it."""

import json
from datetime import date
from typing import NamedTuple

from django.db import connection

from ladder.computed import felt_from
from ladder.models import Ladder
from ladder.rulebook import rulebook, rulebook_at
from ladder.systems import first_of_day


class Cause(NamedTuple):
    """A revision that a build takes in."""

    id: int
    event: int
    revision: int  # its number


class Changes(NamedTuple):
    """Everything at one moment: the club's version, and what is newer than the ladder's stamp."""

    version: int
    since: int | None  # the earliest place, old or new, of anything changed; None: nothing is
    suspects: list[int]  # ids of events that were written behind the services
    because: list[Cause]  # the revisions, oldest first; none before a first build
    ruled: bool  # the ladder's rules are newer


# One statement, so that all of it is of one moment, and since a correction asks for it each time.
_CHANGES = """
    WITH changed AS MATERIALIZED (
        SELECT id, counts AND NOT deleted AS counted, projected <> version AS suspect,
            CASE steps WHEN 'day' THEN start ELSE date END AS day
        FROM events_event WHERE club_id = %(club)s AND version > %(built)s
    ), decided AS MATERIALIZED (
        SELECT people_of(ARRAY(SELECT id FROM events_identitydecision
            WHERE club_id = %(club)s AND version > %(built)s)) AS player
    )
    SELECT
        (SELECT history_version FROM clubs_club WHERE id = %(club)s),
        (SELECT min(place) FROM changed
            JOIN ladder_ladderstep s ON s.ladder_id = %(ladder)s AND s.event_id = changed.id),
        LEAST(
            (SELECT min(day) FROM changed WHERE counted),
            (SELECT min(valid_from) FROM ladder_startingrating
                WHERE ladder_id = %(ladder)s AND (version > %(built)s
                    OR player_id IN (SELECT player FROM decided)))
        ),
        (SELECT min(valid_from) FROM ladder_laddersettings
            WHERE ladder_id = %(ladder)s AND version > %(built)s),
        (SELECT jsonb_object_agg(name, day) FROM (
            SELECT name, min(valid_from) AS day FROM players_personfact
            WHERE club_id = %(club)s AND (version > %(built)s
                OR player_id IN (SELECT player FROM decided))
            GROUP BY name) facts),
        ARRAY(SELECT id FROM changed WHERE suspect),
        ARRAY(
            SELECT ARRAY[r.id, r.event_id, r.number]
            FROM changed JOIN events_eventrevision r ON r.event_id = changed.id
            WHERE r.id > %(revision)s AND %(built)s >= 0 ORDER BY r.id
        )
"""


def read_changes(ladder: Ladder) -> Changes:
    """What has changed since the ladder's stamp."""
    stamp = {
        "ladder": ladder.pk,
        "club": ladder.club_id,
        "built": ladder.built_version,
        "revision": ladder.built_revision,
    }
    with connection.cursor() as cursor:
        cursor.execute(_CHANGES, stamp)
        version, place, day, ruled, facts, suspects, revisions = cursor.fetchone()
    days = [day for day in (day, *_days_of_facts(ladder, facts)) if day is not None]
    places = [place, _place_of_rules(ladder, ruled), *map(first_of_day, days)]
    since = min((place for place in places if place is not None), default=None)
    because = [Cause(*revision) for revision in revisions]
    return Changes(version, since, suspects, because, ruled=ruled is not None)


def _place_of_rules(ladder: Ladder, since: date | None) -> int | None:
    """From where on the history is another one by rules that have changed since a day."""
    if since is None:
        return None
    return felt_from(rulebook_at(ladder, ladder.built_version), rulebook(ladder), since)


def _days_of_facts(ladder: Ladder, facts: str | None) -> list[date]:
    """From when on facts have changed that the ladder's rules use."""
    if facts is None:
        return []
    needs = rulebook(ladder).needs
    changed = json.loads(facts)
    return [date.fromisoformat(day) for name, day in changed.items() if name in needs]
