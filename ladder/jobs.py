"""When ladders are rebuilt: at once where it is short, else by whoever sweeps first.

The database is the queue: a ladder that is behind its club's history is stale, whatever happened
to the messages about it. A Celery message is only a hint to be quick.
"""

import logging
from enum import Enum

from celery import Task
from django.conf import settings
from kombu import Connection
from kombu.exceptions import OperationalError

from clubs.days import today
from ladder.models import Ladder
from ladder.rebuild import TooLong, is_stale, rebuild
from ladder.sources import BEGINNING, PoisonEvent, games_from
from ladder.sweeping import (
    is_busy,
    leave_to_sweep,
    rebuild_quietly,
    sweep,
    verify_all,
    verify_one,
)
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
    "verify_all",
]


def nudge(club_id: int) -> None:
    """After a commit that changed a club's history: rebuild what is short, hand on the rest."""
    for pk in Ladder.objects.filter(club=club_id).values_list("pk", flat=True):
        try:
            rebuild_quietly(pk, at_most=settings.INLINE_REBUILD_GAMES)
        except TooLong:
            if settings.REDIS_URL:
                _send(pk)


class Asked(Enum):
    """What came of asking for a rebuild or a comparison by hand."""

    DONE = "done"
    NOTHING = "nothing"  # it is up to date
    DIFFERS = "differs"  # it has all events, but a comparison found it wrong: only a full one helps
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
    if not full and not is_stale(ladder, club.history_version, today(club)):
        return Asked.DIFFERS if ladder.drift else Asked.NOTHING
    try:
        done = rebuild(ladder_id, full=full, at_most=settings.INLINE_REBUILD_GAMES)
        return Asked.DONE if done else Asked.BUSY
    except TooLong:
        leave_to_sweep(ladder_id, full=full)
        return Asked.SENT if settings.REDIS_URL and _send(ladder_id) else Asked.LEFT
    except PoisonEvent:
        return Asked.FAILED


def ask_verify(ladder_id: int) -> Verdict | Asked:
    """Compare one ladder with its history now if that is short, else by a worker."""
    from ladder import tasks

    if is_busy(ladder_id):
        return Asked.BUSY
    ladder = Ladder.objects.select_related("club").get(pk=ladder_id)
    limit = settings.INLINE_REBUILD_GAMES
    if games_from(ladder.club_id, BEGINNING, limit + 1) <= limit:
        return verify_one(ladder_id)
    sent = settings.REDIS_URL and _send(ladder_id, tasks.verify)
    return Asked.SENT if sent else Asked.TOO_LONG


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
