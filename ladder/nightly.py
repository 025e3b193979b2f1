"""The nightly comparison where there is no beat: a ladder at a time, each once a day."""

from datetime import timedelta

from django.db.models import F, Q
from django.utils import timezone

from ladder.models import Ladder
from ladder.sweeping import verify_one

EVERY = timedelta(hours=24)


def verify_due() -> bool:
    """Compare the ladder that has waited longest with its history -> whether one was due.

    A new ladder is due a day after it was made. One that is stale is left for the next sweep.
    """
    limit = timezone.now() - EVERY
    due = (
        Ladder.objects.filter(built_version=F("club__history_version"))
        .filter(Q(verified_at__lt=limit) | Q(verified_at=None, created__lt=limit))
        .order_by(F("verified_at").asc(nulls_first=True), "pk")
        .values_list("pk", flat=True)
        .first()
    )
    if due is not None:
        verify_one(due)
    return due is not None
