"""When ladders are rebuilt: at once where it is short, else by whoever sweeps first.

The database is the queue: a ladder that is behind its club's history is stale, whatever happened
to the messages about it. A Celery message is only a hint to be quick.
"""

import logging
from datetime import date
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import connection
from django.utils import timezone
from kombu import Connection
from kombu.exceptions import OperationalError

from clubs.models import Club
from ladder.models import Ladder
from ladder.rebuild import earliest_change
from ladder.sweeping import rebuild_quietly, sweep, verify_all
from ladder.systems import decode

logger = logging.getLogger(__name__)

# How long a request waits for a broker that may hang.
BROKER_SECONDS = 0.5

__all__ = ["nudge", "rebuild_quietly", "sweep", "today_in", "verify_all"]


def nudge(club_id: int) -> None:
    """After a commit that changed a club's history: rebuild what is short, hand on the rest."""
    for ladder in Ladder.objects.filter(club=club_id):
        if _is_short(ladder):
            rebuild_quietly(ladder.pk)
        elif settings.REDIS_URL:
            _send(ladder.pk)


def _is_short(ladder: Ladder) -> bool:
    """Whether so few games would be replayed that the request may as well do it itself."""
    since = earliest_change(ladder, ladder.built_version) if ladder.built_version >= 0 else 0
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


def _send(ladder_id: int) -> None:
    """A hint to the workers. Without a broker at hand the sweep does it within a minute.

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
            tasks.rebuild.apply_async([ladder_id], connection=broker, retry=False, expires=60)
    except (OperationalError, OSError) as error:
        logger.warning("No broker for ladder %s: %s", ladder_id, type(error).__name__)


def today_in(club: Club) -> date:
    """The calendar day in the club's time zone."""
    return timezone.now().astimezone(ZoneInfo(club.time_zone)).date()
