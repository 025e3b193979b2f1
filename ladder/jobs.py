"""When ladders are rebuilt: at once where it is short, else by whoever sweeps first.

The database is the queue: a ladder that is behind its club's history is stale, whatever happened
to the messages about it. A Celery message is only a hint to be quick.
"""

import logging
from datetime import date
from enum import Enum
from zoneinfo import ZoneInfo

from celery import Task
from django.conf import settings
from django.db import connection
from django.utils import timezone
from kombu import Connection
from kombu.exceptions import OperationalError

from clubs.models import Club
from ladder.models import Ladder
from ladder.rebuild import earliest_change, is_stale, rebuild
from ladder.sources import PoisonEvent
from ladder.sweeping import (
    is_busy,
    leave_to_sweep,
    rebuild_quietly,
    sweep,
    verify_all,
    verify_one,
)
from ladder.systems import decode
from ladder.verify import Verdict

logger = logging.getLogger(__name__)

# How long a request waits for a broker that may hang.
BROKER_SECONDS = 0.5

__all__ = [
    "Asked",
    "ask_rebuild",
    "ask_verify",
    "nudge",
    "rebuild_quietly",
    "sweep",
    "today_in",
    "verify_all",
]


def nudge(club_id: int) -> None:
    """After a commit that changed a club's history: rebuild what is short, hand on the rest."""
    for ladder in Ladder.objects.select_related("club").filter(club=club_id):
        if _is_short(ladder):
            rebuild_quietly(ladder.pk)
        elif settings.REDIS_URL:
            _send(ladder.pk)


class Asked(Enum):
    """What came of asking for a rebuild or a comparison by hand."""

    DONE = "done"
    NOTHING = "nothing"  # it is up to date
    BUSY = "busy"  # somebody else works on it at this moment
    FAILED = "failed"  # an event cannot be computed; the ladder says which
    SENT = "sent"  # to the workers
    LEFT = "left"  # to the next sweep
    TOO_LONG = "too long"  # for a request, and there are no workers


def ask_rebuild(ladder_id: int, *, full: bool) -> Asked:
    """Rebuild one ladder now if that is short, else see that it is done soon.

    However often it is asked for, one rebuild works at a time, and what waits is one mark.
    """
    if is_busy(ladder_id):
        return Asked.BUSY
    ladder = Ladder.objects.select_related("club").get(pk=ladder_id)
    club = ladder.club
    if not full and not is_stale(ladder, club.history_version, today_in(club)):
        return Asked.NOTHING
    if not _is_short(ladder, full=full):
        leave_to_sweep(ladder_id, full=full)
        return Asked.SENT if settings.REDIS_URL and _send(ladder_id) else Asked.LEFT
    try:
        return Asked.DONE if rebuild(ladder_id, full=full) else Asked.BUSY
    except PoisonEvent:
        return Asked.FAILED


def ask_verify(ladder_id: int) -> Verdict | Asked:
    """Compare one ladder with its history now if that is short, else by a worker."""
    from ladder import tasks

    if is_busy(ladder_id):
        return Asked.BUSY
    ladder = Ladder.objects.select_related("club").get(pk=ladder_id)
    if _is_short(ladder, full=True):
        return verify_one(ladder_id)
    sent = settings.REDIS_URL and _send(ladder_id, tasks.verify)
    return Asked.SENT if sent else Asked.TOO_LONG


def _is_short(ladder: Ladder, *, full: bool = False) -> bool:
    """Whether so few games would be replayed that the request may as well do it itself."""
    known = not full and 0 <= ladder.built_version <= ladder.club.history_version
    since = earliest_change(ladder, ladder.built_version) if known else 0
    if since is None:
        return True
    day = decode(since).day if since else date.min
    limit = settings.INLINE_REBUILD_GAMES
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM events_event e JOIN events_game g ON g.event_id = e.id
                WHERE e.club_id = %s AND e.date >= %s AND NOT e.deleted LIMIT %s
            ) suffix
            """,
            [ladder.club_id, day, limit + 1],
        )
        return bool(cursor.fetchone()[0] <= limit)


def _send(ladder_id: int, task: Task | None = None) -> bool:
    """A hint to the workers -> whether it is on its way. Without a broker at hand the sweep does it
    within a minute.

    The limits are this message's own: a worker waits for messages longer than a request may.
    """
    from ladder import tasks

    try:
        with Connection(
            settings.REDIS_URL,
            connect_timeout=BROKER_SECONDS,
            transport_options={
                **settings.CELERY_BROKER_TRANSPORT_OPTIONS,
                "socket_connect_timeout": BROKER_SECONDS,
                "socket_timeout": BROKER_SECONDS,
            },
        ) as broker:
            (task or tasks.rebuild).apply_async(
                [ladder_id], connection=broker, retry=False, expires=60
            )
    except (OperationalError, OSError) as error:
        logger.warning("No broker for ladder %s: %s", ladder_id, type(error).__name__)
        return False
    return True


def today_in(club: Club) -> date:
    """The calendar day in the club's time zone."""
    return timezone.now().astimezone(ZoneInfo(club.time_zone)).date()
