"""Lists as they were announced: kept when their day comes, whatever is corrected afterwards.

A system with list dates announces by itself; of any other an arbiter may announce the list of a
day. What stands here is never recomputed: it is what people were told.
"""

from datetime import date

from django.db import transaction

from clubs.models import User
from clubs.services import audit
from ladder.models import AnnouncedList, Ladder
from ladder.queries.announcements import list_place
from ladder.queries.lists import standings_before


def keep(ladder: Ladder, day: date, fingerprint: bytes, *, by: User | None = None) -> bool:
    """Keep the list that stands before the events of a day, or when somebody announces it the one
    with all of the day -> whether it was not kept yet."""
    place = list_place(day, by_rule=by is None)
    listed = standings_before(ladder.club, ladder.pk, place).listing
    lines = [[line.uid, line.rating, line.games, line.played] for line in listed.ordered]
    _, made = AnnouncedList.objects.get_or_create(
        ladder=ladder,
        day=day,
        defaults={
            "club": ladder.club,
            "fingerprint": fingerprint,
            "lines": lines,
            "by": by,
        },
    )
    return made


@transaction.atomic
def announce(ladder: Ladder, day: date, *, by: User) -> bool:
    """Announce the list of a day by hand -> whether it was not announced yet."""
    made = keep(ladder, day, bytes(ladder.fingerprint), by=by)
    if made:
        audit(
            "list.announce", club=ladder.club, by=by, object_uid=ladder.slug,
            details={"day": day.isoformat()},
        )  # fmt: skip
    return made
