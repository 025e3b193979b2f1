"""Facts of an event's file are taken over: only when somebody has seen them and presses."""

from datetime import date

from django.db import transaction

from clubs.models import Club, User
from events.models import Event
from ladder import entering
from ladder.queries.facts import Facts
from ladder.queries.offered import offered


@transaction.atomic
def take_over(club: Club, event: Event, *, by: User | None, why: str, press: str) -> int:
    """Enter what is offered -> how many facts. The same `press` once more writes nothing."""
    found = offered(club, event)
    days: tuple[tuple[Facts, date | None, str], ...] = (
        (found.always, None, "always"),
        (found.rated, found.day, "rated"),
    )
    return sum(
        entering.enter(club, facts, by=by, day=day, why=why, press=f"{press}:{kind}")
        for facts, day, kind in days
        if facts
    )
