"""What entering a starting rating, or taking one back, would do."""

from typing import NamedTuple

from clubs.models import Club
from ladder.models import Ladder
from ladder.preview import preview_start
from ladder.queries.moves import Preview, shown
from ladder.queries.stamps import stamp
from ladder.queries.units import title_of
from ladder.rulebook import timeline
from ladder.sources import PoisonEvent, StartRow
from ladder.systems import fact_step, get


class TakenAs(NamedTuple):
    """A number of one system as another one, in force on its day, takes it; titles of both. None:
    that one has no such rating."""

    system: str
    rating: float | None
    there: str


def start_preview(club: Club, slug: str, start: StartRow) -> Preview | None:
    """What a ladder of the club would be with this starting rating; without a number it takes that
    of the day back. None when it cannot be said now: the ladder is being recomputed, or stopped at
    an event.
    """
    ladder = Ladder.objects.get(club=club, slug=slug)
    if stamp(club, slug).stale:
        return None
    try:
        outcome = preview_start(ladder, start)
    except PoisonEvent:
        return None
    return shown(club, ladder.name, outcome)


def taken_as(club: Club, slug: str, start: StartRow) -> TakenAs | None:
    """What a starting rating is in numbers of the system of its day; None where it is the same."""
    ladder = Ladder.objects.get(club=club, slug=slug)
    rules, system = timeline(ladder), start.system
    there = rules.on(start.valid_from).system
    if start.rating is None or (get(system).elo_scale and there.elo_scale) or there.id == system:
        return None
    number = rules.taken_on(start.valid_from, start.rating, system)
    facts = fact_step(start.valid_from, {"": (number, start.games)})
    (row,) = there.rows(facts, {}, {}, rules.on(start.valid_from).settings)
    return TakenAs(
        title_of(system), row.rating if there.is_rated(row) else None, title_of(there.id)
    )


def systems_of(club: Club) -> list[tuple[str, str]]:
    """(id, title) of every system of the club's ladders whose number a starting rating may be; that
    of the first ladder today comes first."""
    found: dict[str, str] = {}
    for ladder in Ladder.objects.filter(club=club, hidden=False).order_by("position", "pk"):
        for rules in reversed(timeline(ladder).rules):
            found.setdefault(rules.system.id, title_of(rules.system.id))
    return list(found.items())
