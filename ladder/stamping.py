"""What is written down of a build: at the ladder, at the club, and for admins."""

import json
import logging
import time
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.db import connection

from ladder import sources
from ladder.arithmetic import arithmetic
from ladder.models import Ladder, LadderRun, LadderStep
from ladder.sources import Before, PoisonEvent
from ladder.systems import Phase, decode
from ladder.systems.places import is_leaving

logger = logging.getLogger(__name__)

MOST_NAMED = 100


class HistoryMoved(Exception):
    """The history changed while it was replayed; nothing was written."""


@dataclass(slots=True)
class Build:
    """What one rebuild did."""

    full: bool
    version: int
    since: int | None  # the place it began at; None: nothing to compute
    last: Before | None = None  # the end of the ladder, where anything was computed
    revision: int | None = None  # the newest that it takes in; None: no other than before
    steps: int = 0
    games: int = 0
    drift: list[str] = field(default_factory=list)  # uids of events whose rows were put right
    next_due: date | None = None  # the next day on which a list is issued
    issued: list[date] = field(default_factory=list)  # the days of lists whose day has just come

    @property
    def fingerprint(self) -> bytes:
        """Of the ladder as it was built; empty when nothing was computed."""
        return self.last.mark.result if self.last else b""


# A correction of the newest event waits for this, so the run is written in the same statement.
_STAMP = """
    WITH stamped AS (
        UPDATE ladder_ladder l SET
            built_version = %(version)s, built_at = clock_timestamp(), built_revision = CASE
                WHEN %(full)s THEN COALESCE(
                    (SELECT max(id) FROM events_eventrevision WHERE club_id = %(club)s), 0)
                ELSE COALESCE(%(revision)s, built_revision) END,
            fingerprint = %(fingerprint)s, events = %(events)s, until = %(until)s,
            next_due = %(next_due)s, arithmetic = %(arithmetic)s::jsonb,
            failed_event_uid = '', failure = '', failed_version = NULL,
            drift = CASE WHEN %(full)s THEN '' ELSE drift END
        FROM clubs_club c
        WHERE l.id = %(ladder)s AND c.id = l.club_id AND c.history_version = %(version)s
        RETURNING l.id
    )
    INSERT INTO ladder_ladderrun (ladder_id, started, duration_ms, "full", version, steps, games,
        outcome, drift, message)
    SELECT id, %(started)s, %(duration)s, %(full)s, %(version)s, %(steps)s, %(games)s,
        'built', %(put_right)s::jsonb, '' FROM stamped
"""

# Not a part of the statement above: that one's trigger waits for whoever holds the club, and what
# another ladder's build has written meanwhile shows to the next statement only.
_NOBODY_WAITS = """
    UPDATE clubs_club SET waiting_since = NULL
    WHERE id = %(club)s AND history_version = %(version)s AND NOT EXISTS (
        SELECT FROM ladder_ladder WHERE club_id = %(club)s AND built_version <> %(version)s
    )
"""


def stamp(ladder: Ladder, build: Build, started: datetime, clock: float) -> None:
    """Write down what was built, and that it was, if the history is still the one that it was
    built from. Raises HistoryMoved."""
    said: dict[str, Any] = {
        "ladder": ladder.pk,
        "club": ladder.club_id,
        "version": build.version,
        "revision": build.revision,
        "started": started,
        "duration": _milliseconds(clock),
        "full": build.full,
        "steps": build.steps,
        "games": build.games,
        "next_due": build.next_due,
        "arithmetic": json.dumps(arithmetic()),
        "put_right": json.dumps(build.drift[:MOST_NAMED]),
    }
    with connection.cursor() as cursor:
        cursor.execute(_STAMP, said | _end(ladder, build.last))
        if not cursor.rowcount:
            raise HistoryMoved
        cursor.execute(_NOBODY_WAITS, said)


def _end(ladder: Ladder, last: Before | None) -> dict[str, Any]:
    """What the stamp says of the end of the ladder, which stays where nothing was computed."""
    if last is None:
        names = ("fingerprint", "events", "until")
        return {name: getattr(ladder, name) for name in names}
    if last.place is None:
        return {"fingerprint": b"", "events": last.ended, "until": None}
    until = _last_day(ladder, last.place)
    return {"fingerprint": last.mark.result, "events": last.ended, "until": until}


def _last_day(ladder: Ladder, place: int) -> date | None:
    """The day of the last event up to the last step, which may be none of an event."""
    if decode(place).phase is Phase.FACT or is_leaving(place):
        events = LadderStep.objects.filter(ladder=ladder, event_id__isnull=False, place__lt=place)
        found = events.order_by("-place").values_list("place", flat=True).first()
        if found is None:
            return None
        place = found
    return decode(place).day


def write_failure(
    ladder_id: int, error: PoisonEvent, started: datetime, clock: float, full: bool
) -> None:
    """The last good list stays up, marked; the arbiter and the admin see which event it is."""
    ladder = Ladder.objects.select_related("club").get(pk=ladder_id)
    version = ladder.club.history_version
    # The cause may quote what somebody typed, so only its kind is kept.
    message = type(error.__cause__).__name__
    uid = sources.event_uid(error.event)
    logger.error("Ladder %s cannot be built: %s in event %s", ladder_id, message, uid)
    Ladder.objects.filter(pk=ladder_id).update(
        failed_event_uid=uid, failure=message, failed_version=version
    )
    LadderRun.objects.create(
        ladder=ladder,
        started=started,
        duration_ms=_milliseconds(clock),
        full=full,
        version=version,
        steps=0,
        games=0,
        outcome="failed",
        message=message,
    )


def _milliseconds(clock: float) -> int:
    return int(1000 * (time.monotonic() - clock))
