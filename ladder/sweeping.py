"""Finding and rebuilding whatever is stale: called by the sweeper thread, by beat and by hand.

The database is the queue: a ladder that is behind its club's history is stale, whatever happened
to the messages about it.
"""

import logging

from django.db.models import F, Q
from django.utils import timezone

from ladder.models import Ladder, LadderRun
from ladder.rebuild import PoisonEvent, rebuild
from ladder.verify import Verdict, verify

logger = logging.getLogger(__name__)

RUNS_KEPT = 200


def sweep() -> int:
    """Rebuild every ladder that is stale and can be built -> how many were."""
    rebuilt = sum(rebuild_quietly(pk) for pk in _stale())
    _forget_old_runs()
    return rebuilt


def verify_all() -> list[Verdict]:
    """Recompute every ladder and compare; each verdict is kept with its ladder."""
    verdicts = [verify(pk) for pk in Ladder.objects.order_by("pk").values_list("pk", flat=True)]
    for verdict in verdicts:
        if verdict.drift:
            logger.error("Drift in ladder %s: event %s", verdict.ladder, verdict.event_uid)
    return verdicts


def rebuild_quietly(ladder_id: int) -> bool:
    """Rebuild one ladder; a poison event is written down at the ladder and stops nobody else."""
    try:
        return rebuild(ladder_id) is not None
    except PoisonEvent:
        return False


def _stale() -> list[int]:
    """Stale ladders, smallest first, so that a huge club holds up nobody; a ladder that failed
    waits until its history moves again."""
    today = timezone.now().date()
    return list(
        Ladder.objects.filter(~Q(built_version=F("club__history_version")) | Q(next_due__lte=today))
        .exclude(failed_version=F("club__history_version"))
        .order_by("events", "pk")
        .values_list("pk", flat=True)
    )


def _forget_old_runs() -> None:
    for ladder in Ladder.objects.only("pk"):
        kept = LadderRun.objects.filter(ladder=ladder).order_by("-pk")[RUNS_KEPT:]
        LadderRun.objects.filter(pk__in=kept.values("pk")).delete()
