"""Facts about many people at once: written together, and taken back by one press."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction
from django.db.models import Count, Min

from clubs import history
from clubs.models import Club, User
from clubs.services import audit
from ladder.queries.facts import Facts, new_ones
from ladder.sources import BEGINNING
from ladder.systems.facts import Value
from players.models import PersonFact, Player

_UNDO = "undo:"


@dataclass(frozen=True, slots=True)
class Together:
    """What one press entered: for how many people, and whether it was taken back."""

    press: str
    at: datetime
    by: str
    why: str
    people: int
    undone: bool


def enter(
    club: Club, facts: Facts, *, by: User | None, day: date | None, why: str, press: str
) -> int:
    """Write facts of many people from a day on -> how many were new. All of them or none; the same
    `press` once more writes nothing."""
    return enter_of_days(club, [(facts, day)], by=by, why=why, press=press)


@transaction.atomic
def enter_of_days(
    club: Club,
    of_days: Iterable[tuple[Facts, date | None]],
    *,
    by: User | None,
    why: str,
    press: str,
) -> int:
    """The same of facts that hold from different days on, as one: one press takes them back."""
    club = Club.objects.select_for_update().get(pk=club.pk)
    if done := PersonFact.objects.filter(club=club, press=press).count():
        return done
    rows = [
        row
        for facts, day in of_days
        for row in rows_of(
            new_ones(club, facts, day), by=by, day=day or BEGINNING, why=why, press=press
        )
    ]
    _write(club, rows, "facts.enter", by=by, why=why)
    return len(rows)


def rows_of(
    facts: Mapping[Player, Mapping[str, Value | None]],
    *,
    by: User | None,
    day: date,
    why: str,
    press: str = "",
) -> list[PersonFact]:
    """Facts of people from a day on as rows to be written, in the order of their names."""
    return [
        PersonFact(
            club_id=player.club_id, player=player, name=name, value=value, valid_from=day,
            by=by, why=why[:200], press=press,
        )
        for player, known in facts.items()
        for name, value in sorted(known.items())
    ]  # fmt: skip


@transaction.atomic
def take_back(club: Club, press: str, *, by: User | None) -> int:
    """Put back what was known before one press -> how many facts. What was entered otherwise since
    stays; taken back twice is taken back once."""
    club = Club.objects.select_for_update().get(pk=club.pk)
    if PersonFact.objects.filter(club=club, press=_UNDO + press).exists():
        return 0
    mine = PersonFact.objects.filter(club=club, press=press)
    before: dict[tuple[int, str, date], list[PersonFact]] = {}
    for row in PersonFact.objects.filter(club=club, player__in=mine.values("player")).order_by(
        "pk"
    ):
        before.setdefault((row.player_id, row.name, row.valid_from), []).append(row)
    rows = [
        PersonFact(
            club=club, player_id=player, name=name, valid_from=day, by=by, press=_UNDO + press,
            value=made[-2].value if len(made) > 1 else None,
        )
        for (player, name, day), made in before.items()
        if made[-1].press == press
    ]  # fmt: skip
    _write(club, rows, "facts.undo", by=by)
    return len(rows)


def _write(
    club: Club, rows: list[PersonFact], action: str, *, by: User | None, why: str = ""
) -> None:
    """The log says which facts, of how many people; never of whom, and no value."""
    if not rows:
        return
    PersonFact.objects.bulk_create(rows)
    details = {
        "facts": sorted({row.name for row in rows}),
        "people": len({row.player_id for row in rows}),
    }
    audit(action, club=club, by=by, reason=why, details=details)
    history.tell(club.pk)


def entered_together(club: Club, most: int = 20) -> list[Together]:
    """What was entered for several people at once, the newest first."""
    rows = PersonFact.objects.filter(club=club).exclude(press="")
    found = (
        rows.exclude(press__startswith=_UNDO)
        .values("press", "by__email", "why")
        .annotate(first=Min("at"), people=Count("player", distinct=True))
        .order_by("-first")[:most]
    )
    undone = set(rows.filter(press__startswith=_UNDO).values_list("press", flat=True))
    return [
        Together(
            row["press"], row["first"], row["by__email"] or "", row["why"], row["people"],
            _UNDO + row["press"] in undone,
        )
        for row in found
    ]  # fmt: skip
