"""Finding and rebuilding whatever is stale: called by the sweeper, by beat and by hand.

The database is the queue: a ladder that is behind its club's history is stale, whatever happened
to the messages about it.
"""

import logging
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from clubs.days import today
from events.services import drafts
from ladder.closing import delete_due
from ladder.models import NO_STAMP, Ladder, LadderRun
from ladder.opening import drafts as opening_drafts
from ladder.rebuild import PoisonEvent, is_stale, rebuild
from ladder.verify import Verdict, verify

logger = logging.getLogger(__name__)

RUNS_KEPT = 200


def sweep() -> int:
    """Rebuild every ladder that is stale and can be built -> how many were; clear what has had
    its time: old runs, drafts, opening lists and files of 30 days ago, and clubs that were to be
    deleted 30 days ago."""
    rebuilt = sum(rebuild_quietly(pk) for pk in _stale())
    _forget_old_runs()
    drafts.expire()
    opening_drafts.expire()
    delete_due()
    return rebuilt


def verify_all() -> list[Verdict]:
    """Recompute every ladder and compare; each verdict is kept with its ladder."""
    ladders = Ladder.objects.order_by("pk").values_list("pk", flat=True)
    return [verify_one(pk) for pk in ladders]


def verify_one(ladder_id: int) -> Verdict:
    """Recompute one ladder and compare; drift is called out in the log."""
    verdict = verify(ladder_id)
    if verdict.drift:
        logger.error("Drift in ladder %s: event %s", verdict.ladder, verdict.event_uid)
    return verdict


def rebuild_quietly(ladder_id: int, *, at_most: int | None = None) -> bool:
    """Rebuild one ladder; a poison event is written down at the ladder and stops nobody else.

    Raises TooLong when that would take more than `at_most` games.
    """
    try:
        return rebuild(ladder_id, at_most=at_most) is not None
    except PoisonEvent:
        return False


def is_busy(ladder_id: int) -> bool:
    """Whether a rebuild or a comparison of this ladder is at work at this moment."""
    with transaction.atomic():
        free = Ladder.objects.select_for_update(skip_locked=True, of=("self",), no_key=True)
        return not free.filter(pk=ladder_id).exists()


def leave_to_sweep(ladder_id: int, *, full: bool) -> None:
    """Have the next sweep rebuild a ladder, even one that failed; `full`: from the beginning."""
    changes: dict[str, int | None] = {"failed_version": None}
    if full:
        changes["built_version"] = NO_STAMP
    Ladder.objects.filter(pk=ladder_id).update(**changes)


def _stale() -> list[int]:
    """Stale ladders, smallest first, so that a huge club holds up nobody; a ladder that failed
    waits until its history moves again."""
    # Somewhere on earth it is tomorrow already: which day it is, each club says itself.
    tomorrow = timezone.now().date() + timedelta(days=1)
    behind = ~Q(built_version=F("club__history_version"))
    found = (
        Ladder.objects.filter(behind | Q(next_due__lte=tomorrow))
        .exclude(failed_version=F("club__history_version"))
        .select_related("club")
        .order_by("events", "pk")
    )
    return [
        ladder.pk
        for ladder in found
        if is_stale(ladder, ladder.club.history_version, today(ladder.club))
    ]


def _forget_old_runs() -> None:
    for ladder in Ladder.objects.only("pk"):
        kept = LadderRun.objects.filter(ladder=ladder).order_by("-pk")[RUNS_KEPT:]
        LadderRun.objects.filter(pk__in=kept.values("pk")).delete()
