"""The state that a page of a ladder shows."""

from datetime import date
from typing import NamedTuple

from django.db import connection
from django.db.models import F
from django.http import Http404

from clubs.days import today
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
    ladders: int  # of the club
    drift: str  # what the last comparison found to differ; "" if nothing did

    @property
    def current(self) -> bool:
        """Whether the figures may be shown without a word about their state."""
        return self.built and not self.stale and not self.drift

    @property
    def stale(self) -> bool:
        """The history has moved since the ladder was built, or a list date has come."""
        return self.due or self.built_version != self.club_history

    @property
    def built(self) -> bool:
        """Whether the ladder was ever built."""
        return self.built_version >= 0


_STAMP = """
    SELECT l.id, l.slug, l.name, c.history_version, c.view_version, l.built_version,
        l.fingerprint, l.events, l.until, l.next_due,
        (SELECT count(*) FROM ladder_ladder WHERE club_id = c.id AND NOT hidden), l.drift
    FROM ladder_ladder l JOIN clubs_club c ON c.id = l.club_id
    WHERE l.club_id = %s AND %s IN ('', l.slug) AND (NOT l.hidden OR %s)
    ORDER BY l.position, l.id LIMIT 1
"""


def stamp(club: Club, slug: str = "", *, hidden: bool = False) -> Stamp:
    """The state now of one ladder, without a slug of the club's first. Raises
    `Ladder.DoesNotExist`, also for one that is hidden unless `hidden` says that it may be."""
    with connection.cursor() as cursor:
        cursor.execute(_STAMP, [club.pk, slug, hidden])
        row = cursor.fetchone()
    if row is None:
        raise Ladder.DoesNotExist
    pk, own_slug, name, history, view, built, fingerprint, *rest = row
    events, until, next_due, ladders, drift = rest
    due = next_due is not None and next_due <= today(club)
    return Stamp(
        *(pk, own_slug, name, history, view, built, bytes(fingerprint)),
        *(events, until, due, ladders, drift),
    )


def stamp_or_404(club: Club, slug: str = "") -> Stamp:
    """The same for a page about the ladder."""
    try:
        return stamp(club, slug)
    except Ladder.DoesNotExist:
        raise Http404 from None


def ladders(club: Club) -> list[tuple[str, str]]:
    """(slug, name) of the club's ladders in their order, without those that are hidden."""
    rows = Ladder.objects.filter(club=club, hidden=False).order_by("position", "pk")
    return list(rows.values_list("slug", "name"))


def ladder_names(club: Club) -> dict[str, str]:
    """The name of each of the club's ladders, hidden ones too, by its slug."""
    return dict(Ladder.objects.filter(club=club).values_list("slug", "name"))


def stopped_at(club: Club) -> str | None:
    """The uid of the event at which a rebuild stopped and waits for a person ("" when it was
    none); None when every ladder can be built."""
    failed = Ladder.objects.filter(club=club, failed_version=F("club__history_version"))
    return failed.order_by("position", "pk").values_list("failed_event_uid", flat=True).first()
