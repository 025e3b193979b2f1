"""The starting ratings that arbiters entered for a person, as arbiters see them."""

from collections.abc import Collection
from datetime import date, datetime
from typing import NamedTuple

from clubs.models import Club
from ladder.models import Ladder, OpeningList, StartingRating
from ladder.queries.units import title_of
from ladder.rulebook import timeline
from ladder.sources import BEGINNING


class Start(NamedTuple):
    """One entry. `day` is None for "before the first game", `rating` None for one that takes an
    earlier entry back. `system` is the one whose number it is, `title` its name where that is not
    the ladder's today. `holds`: nobody has replaced it or taken it back since."""

    ladder: str
    ladder_name: str
    day: date | None
    rating: float | None
    games: int | None
    why: str
    by: str
    at: datetime
    holds: bool
    system: str
    title: str


def starts(club: Club, player: int) -> list[Start]:
    """Everything entered for the person, on all ladders, the newest first."""
    rows = (
        StartingRating.objects.filter(club=club, player=player)
        .select_related("ladder", "by")
        .order_by("-id")
    )
    replaced: set[tuple[int, date]] = set()
    found = []
    for row in rows:
        place = (row.ladder_id, row.valid_from)
        rules = timeline(row.ladder)
        system, now = row.system or rules.on(row.valid_from).system.id, rules.rules[-1].system.id
        found.append(
            Start(
                ladder=row.ladder.slug,
                ladder_name=row.ladder.name,
                day=None if row.valid_from == BEGINNING else row.valid_from,
                rating=row.rating,
                games=row.games,
                why=row.why,
                by=row.by.email if row.by else "",
                at=row.at,
                holds=row.rating is not None and place not in replaced,
                system=system,
                title="" if system == now else title_of(system),
            )
        )
        replaced.add(place)
    return found


class Held(NamedTuple):
    """The starting rating that holds before the first game, as the system of today takes it."""

    rating: float
    games: int | None
    why: str


def starts_held(ladder: int, uids: Collection[str] | None = None) -> dict[str, Held]:
    """By uid, what holds before the first game on a ladder (its id), for these people or for all;
    who has nothing is left out."""
    entered = StartingRating.objects.filter(ladder=ladder, valid_from=BEGINNING)
    if uids is not None:
        entered = entered.filter(player__uid__in=list(uids))
    newest = entered.order_by("player", "-id").distinct("player")
    rules = timeline(Ladder(pk=ladder))
    own = rules.on(BEGINNING).system.id
    return {
        uid: Held(rules.taken_on(date.max, rating, system or own), games, why)
        for uid, rating, system, games, why in newest.values_list(
            "player__uid", "rating", "system", "games", "why"
        )
        if rating is not None
    }


def lists_to_undo(club: Club) -> set[str]:
    """The uids of opening lists that have not been taken back."""
    rows = OpeningList.objects.filter(club=club, undone_at=None)
    return set(rows.values_list("uid", flat=True))
