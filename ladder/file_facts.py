"""Facts of an event's file are taken over: only when somebody has seen them and presses."""

from clubs.models import Club, User
from events.models import Event
from ladder import entering
from ladder.queries.offered import offered


def take_over(club: Club, event: Event, *, by: User | None, why: str, press: str) -> int:
    """Enter what is offered -> how many facts. The same `press` once more writes nothing."""
    found = offered(club, event)
    of_days = [(found.always, None), (found.rated, found.day)]
    return entering.enter_of_days(club, of_days, by=by, why=why, press=press)
