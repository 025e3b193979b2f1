"""The state that a page of a ladder shows."""

from datetime import date
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import F
from django.http import Http404
from django.utils import timezone

from clubs.models import Club
from ladder.models import Ladder


class Stamp(NamedTuple):
    """The state of a ladder and of its club: equal stamps mean equal pages."""

    ladder: int
    slug: str
    name: str
    club_history: int
    club_view: int
    built_version: int
    fingerprint: bytes
    events: int
    until: date | None
    due: bool

    @property
    def stale(self) -> bool:
        """The history has moved since the ladder was built, or a list date has come."""
        return self.due or self.built_version != self.club_history

    @property
    def built(self) -> bool:
        """Whether the ladder was ever built."""
        return self.built_version >= 0


def stamp(club: Club, slug: str = "") -> Stamp:
    """The state now of one ladder, without a slug of the club's first. Raises
    `Ladder.DoesNotExist`."""
    ladders = Ladder.objects.filter(club=club).order_by("position", "pk")
    row = (
        (ladders.filter(slug=slug) if slug else ladders)
        .annotate(history=F("club__history_version"), view=F("club__view_version"))
        .values_list(
            "pk", "slug", "name", "history", "view", "built_version", "fingerprint", "events",
            "until", "next_due",
        )
        .first()
    )  # fmt: skip
    if row is None:
        raise Ladder.DoesNotExist
    due = row[9] is not None and row[9] <= _today(club)
    return Stamp(*row[:6], bytes(row[6]), row[7], row[8], due)


def stamp_or_404(club: Club, slug: str = "") -> Stamp:
    """The same for a page about the ladder."""
    try:
        return stamp(club, slug)
    except Ladder.DoesNotExist:
        raise Http404 from None


def ladders(club: Club) -> list[tuple[str, str]]:
    """(slug, name) of the club's ladders in their order."""
    rows = Ladder.objects.filter(club=club).order_by("position", "pk")
    return list(rows.values_list("slug", "name"))


def stopped_at(club: Club) -> str | None:
    """The uid of the event at which a rebuild stopped and waits for a person ("" when it was
    none); None when every ladder can be built."""
    failed = Ladder.objects.filter(club=club, failed_version=F("club__history_version"))
    return failed.order_by("position", "pk").values_list("failed_event_uid", flat=True).first()


def _today(club: Club) -> date:
    return timezone.now().astimezone(ZoneInfo(club.time_zone)).date()
