"""Use cases of ladders: each in one transaction, each with its own audit entry."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db import transaction

from clubs import history
from clubs.models import Club, User
from clubs.services import audit
from clubs.uid import new_uid
from ladder import entering, systems
from ladder.models import Ladder, LadderSettings, StartingRating
from ladder.rule_history import can_be_taken_back
from ladder.rulebook import Filters, Said, rulebook, system_now
from ladder.sources import BEGINNING
from players.models import PersonFact, Player

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
    filters: Filters | None = None,
) -> Ladder:
    """A new ladder with the rules it starts with. Raises `systems.BadSetting`."""
    checked = systems.get(system).settings(parameters).as_dict() if parameters else {}
    ladder = Ladder.objects.create(club=club, slug=slug, name=name, position=club.ladders.count())
    LadderSettings.objects.create(
        club=club, ladder=ladder, valid_from=BEGINNING, system=system, parameters=checked,
        filters=(filters or Filters()).as_dict(), by=by,
    )  # fmt: skip
    audit("ladder.create", club=club, by=by, object_uid=slug, details={"system": system})
    history.tell(club.pk)
    return ladder


@transaction.atomic
def change_rules(
    ladder: Ladder,
    *,
    by: User | None,
    system: str,
    parameters: Mapping[str, object],
    filters: Filters,
    valid_from: date = BEGINNING,
    why: str = "",
) -> LadderSettings:
    """Other rules from a day on (an event is asked about on its first day); everything from there
    is replayed. Rules that hold from a later day stay. Raises `systems.BadSetting`."""
    row = LadderSettings.objects.create(
        club_id=ladder.club_id,
        ladder=ladder,
        valid_from=valid_from,
        system=system,
        parameters=systems.get(system).settings(parameters).as_dict(),
        filters=filters.as_dict(),
        by=by,
        why=why[:500],
    )
    audit(
        "ladder.rules", club=ladder.club, by=by, object_uid=ladder.slug, reason=why,
        details={"system": system, "from": valid_from.isoformat()},
    )  # fmt: skip
    history.tell(ladder.club_id)
    return row


@transaction.atomic
def switch_rules(
    ladder: Ladder,
    *,
    by: User | None,
    system: str,
    parameters: Mapping[str, object],
    filters: Filters,
    why: str = "",
) -> LadderSettings:
    """These rules from the beginning and no others: what is said of later days is taken back, in
    one step, which `undo_rules` takes back as a whole. Raises `systems.BadSetting`."""
    Club.objects.select_for_update().get(pk=ladder.club_id)  # no other day comes in between
    checked = systems.get(system).settings(parameters).as_dict()
    said = switched(ladder, system, checked, filters.as_dict())
    row = _save_together(ladder, said, by=by, why=why)
    later = [one.day.isoformat() for one in said[1:]]
    audit(
        "ladder.rules", club=ladder.club, by=by, object_uid=ladder.slug, reason=why,
        details={"system": system, "from": BEGINNING.isoformat(), "taken_back": later},
    )  # fmt: skip
    return row


def switched(
    ladder: Ladder, system: str, parameters: Mapping[str, Any], filters: Mapping[str, Any]
) -> list[Said]:
    """What a switch says: rules of the beginning, and of each later day that has some nothing."""
    later = [date.fromordinal(day) for day in rulebook(ladder).days]
    beginning = Said(BEGINNING, system, parameters, filters)
    return [beginning, *(Said(day) for day in later if day > BEGINNING)]


@transaction.atomic
def undo_rules(changed: LadderSettings, *, by: User | None, why: str = "") -> LadderSettings:
    """What was said of that day before a change holds again, or nothing if nothing was: a row of
    its own, which can be undone like any other. What was saved together is taken back together.
    The change must be the newest of its day, or hold again since what came later was taken back.
    Raises ValueError when it does not, or when it is what the ladder began with."""
    row = _save_together(changed.ladder, rules_before(changed), by=by, why=why)
    audit(
        "ladder.rules", club=changed.club, by=by, object_uid=changed.ladder.slug, reason=why,
        details={"undone": changed.system, "from": changed.valid_from.isoformat()},
    )  # fmt: skip
    return row


def _save_together(
    ladder: Ladder, said: Sequence[Said], *, by: User | None, why: str
) -> LadderSettings:
    """One row for each day, in this order; the first is returned."""
    press = new_uid() if len(said) > 1 else ""
    rows = [
        LadderSettings.objects.create(
            club_id=ladder.club_id, ladder=ladder, valid_from=day, system=system,
            parameters=parameters, filters=filters, by=by, why=why[:500], press=press,
        )
        for day, system, parameters, filters in said
    ]  # fmt: skip
    history.tell(ladder.club_id)
    return rows[0]


def rules_before(changed: LadderSettings) -> list[Said]:
    """What was said before a change of its day, and of those that were saved with it; no system:
    nothing. Raises ValueError as `undo_rules` does."""
    rows = list(LadderSettings.objects.filter(ladder=changed.ladder).order_by("pk"))
    if changed == rows[0]:
        raise ValueError("the rules that a ladder began with cannot be taken back")
    together = [row for row in rows if changed.press and row.press == changed.press] or [changed]
    if not can_be_taken_back(together[0], rows):
        raise ValueError("another change of the same day is newer")
    return [_before(row, rows) for row in together]


def _before(changed: LadderSettings, rows: Sequence[LadderSettings]) -> Said:
    """What the entry before it says of its day."""
    day = changed.valid_from
    before = [row for row in rows if row.valid_from == day and row.pk < changed.pk][-1:]
    return next((Said(day, row.system, row.parameters, row.filters) for row in before), Said(day))


@transaction.atomic
def give_facts(
    player: Player,
    facts: Mapping[str, str | int | None],
    *,
    by: User | None,
    valid_from: date = BEGINNING,
    why: str = "",
) -> list[PersonFact]:
    """Facts about a person from a day on, by their names in `systems.facts`, as values that these
    have read; None: known no longer. The log says which facts, never their values. Those of several
    people at once are entered by `ladder.entering`."""
    rows = PersonFact.objects.bulk_create(
        entering.rows_of({player: facts}, by=by, day=valid_from, why=why)
    )
    if rows:
        audit(
            "player.facts", club=player.club, by=by, object_uid=player.uid, reason=why,
            details={"facts": sorted(facts), "from": valid_from.isoformat()},
        )  # fmt: skip
        history.tell(player.club_id)
    return rows


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
    system: str = "",
) -> StartingRating:
    """Let a player enter the ladder at another rating; None takes an earlier one back. `system`
    (its id): whose number it is, by default that of the ladder's system today."""
    row = StartingRating.objects.create(
        club_id=ladder.club_id,
        ladder=ladder,
        player=player,
        valid_from=valid_from,
        rating=rating,
        system=system or system_now(ladder),
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


@transaction.atomic
def rename_ladder(ladder: Ladder, name: str, *, by: User | None) -> None:
    """Call the ladder otherwise; its address stays."""
    if name != ladder.name:
        Ladder.objects.filter(pk=ladder.pk).update(name=name)
        audit("ladder.change", club=ladder.club, by=by, object_uid=ladder.slug)


@transaction.atomic
def move_up(ladder: Ladder, *, by: User | None) -> None:
    """Put the ladder before the one that stands above it; the first is what readers open with."""
    shown = list(Ladder.objects.filter(club=ladder.club, hidden=False).order_by("position", "pk"))
    at = next((number for number, one in enumerate(shown) if one.pk == ladder.pk), 0)
    if at:
        shown[at - 1], shown[at] = shown[at], shown[at - 1]
        for position, one in enumerate(shown):
            Ladder.objects.filter(pk=one.pk).update(position=position)
        audit("ladder.change", club=ladder.club, by=by, object_uid=ladder.slug)


class LastLadder(Exception):
    """A club shows at least one ladder."""


@transaction.atomic
def hide_ladder(ladder: Ladder, *, by: User | None) -> None:
    """Take the ladder off all pages. It stays, is computed on, and can be shown again, so nothing
    is ever deleted. Raises LastLadder."""
    Club.objects.select_for_update().get(pk=ladder.club_id)
    others = Ladder.objects.filter(club=ladder.club, hidden=False).exclude(pk=ladder.pk)
    if not others.exists():
        raise LastLadder
    if Ladder.objects.filter(pk=ladder.pk, hidden=False).update(hidden=True):
        audit("ladder.hide", club=ladder.club, by=by, object_uid=ladder.slug)


@transaction.atomic
def show_ladder(ladder: Ladder, *, by: User | None) -> None:
    """Put a hidden ladder back on all pages, after the others."""
    position = Ladder.objects.filter(club=ladder.club, hidden=False).count()
    shown = Ladder.objects.filter(pk=ladder.pk, hidden=True)
    if shown.update(hidden=False, position=position):
        audit("ladder.show", club=ladder.club, by=by, object_uid=ladder.slug)
