"""Use cases of ladders: each in one transaction, each with its own audit entry."""

from collections.abc import Mapping
from datetime import date

from django.db import transaction

from clubs import history
from clubs.models import Club, User
from clubs.services import audit
from ladder import systems
from ladder.models import Ladder, LadderSettings, StartingRating
from ladder.sources import BEGINNING
from players.models import Player

FIRST_LADDER = "main"


def open_first_ladder(club_id: int) -> None:
    """The ladder every club starts with: club Elo with its defaults, for all events."""
    club = Club.objects.get(pk=club_id)
    create_ladder(club, by=None, slug=FIRST_LADDER, name=club.name)


@transaction.atomic
def create_ladder(
    club: Club,
    *,
    by: User | None,
    slug: str,
    name: str,
    system: str = "club_elo",
    parameters: Mapping[str, object] | None = None,
) -> Ladder:
    """A new ladder with the rules it starts with. Raises `systems.BadSetting`."""
    checked = systems.get(system).settings(parameters).as_dict() if parameters else {}
    ladder = Ladder.objects.create(club=club, slug=slug, name=name, position=club.ladders.count())
    LadderSettings.objects.create(
        club=club, ladder=ladder, valid_from=BEGINNING, system=system, parameters=checked, by=by
    )
    audit("ladder.create", club=club, by=by, object_uid=slug, details={"system": system})
    history.tell(club.pk)
    return ladder


@transaction.atomic
def give_starting_rating(
    ladder: Ladder,
    player: Player,
    rating: float | None,
    *,
    by: User | None,
    why: str,
    games: int | None = None,
    valid_from: date = BEGINNING,
) -> StartingRating:
    """Let a player enter the ladder at another rating; None takes an earlier one back."""
    row = StartingRating.objects.create(
        club_id=ladder.club_id,
        ladder=ladder,
        player=player,
        valid_from=valid_from,
        rating=rating,
        games=games,
        by=by,
        why=why[:500],
    )
    audit(
        "rating.start", club=ladder.club, by=by, object_uid=player.uid, reason=why,
        details={"ladder": ladder.slug, "rating": rating, "games": games},
    )  # fmt: skip
    history.tell(ladder.club_id)
    return row
