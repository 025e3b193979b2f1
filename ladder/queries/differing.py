"""What a comparison found to differ from the history, and what a rebuild has put right."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from clubs.models import Club
from ladder.models import Ladder, LadderRun

# How long it is told that something was put right.
TOLD = timedelta(days=30)
# `ladder.verify` names the first event that differs at the end of what it says.
_EVENT = re.compile(r"\((\w+)\)\Z")


@dataclass(frozen=True, slots=True)
class Difference:
    """A ladder that is not what its history gives. `event_uid`: the first event that differs, "" if
    it is none."""

    slug: str
    name: str
    event_uid: str


def differences(club: Club) -> list[Difference]:
    """The club's ladders that the last comparison found wrong, in their order."""
    rows = Ladder.objects.filter(club=club).exclude(drift="").order_by("position", "pk")
    return [
        Difference(slug, name, event_in(drift))
        for slug, name, drift in rows.values_list("slug", "name", "drift")
    ]


def event_in(drift: str) -> str:
    """The uid of the event that `Ladder.drift` names, or ""."""
    found = _EVENT.search(drift)
    return found[1] if found else ""


def put_right(ladders: Iterable[int]) -> dict[int, LadderRun]:
    """Ladder -> its newest rebuild that put events right which somebody had changed behind the
    services, of the last 30 days."""
    runs = LadderRun.objects.filter(ladder__in=ladders, started__gte=timezone.now() - TOLD)
    newest = runs.exclude(drift=[]).order_by("ladder", "-pk").distinct("ladder")
    return {run.ladder_id: run for run in newest}
