"""Somebody was erased alone who is one with other people here: after a restore, where a merge is
back that was undone before the erasure. It is taken back first, so that nobody else is erased."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction

from clubs.models import Club
from events.models import Entry, IdentityDecision
from events.queries.identities import decisions, merged
from events.services import identity
from events.services.deciding import Place, asked_about
from players.identity import Decision, Kind, group, in_force
from players.models import Player

WHY = "erased alone after this backup was made"


@dataclass(frozen=True, slots=True)
class _Sides:
    """The uids of whoever goes and of whoever stays, the number of the first merge that made them
    one, and the typed names that were those of the one side only until then."""

    goes: frozenset[str]
    stays: frozenset[str]
    first: int
    names_going: frozenset[int]
    names_staying: frozenset[int]


def strangers(club: Club, uid: str, erased: Collection[str]) -> frozenset[str]:
    """Who is one with this person and was never erased, by uid."""
    one = group(uid, merged(club))
    gone = club.players.filter(uid__in=one, erased__isnull=False).values_list("uid", flat=True)
    return one - frozenset(erased) - frozenset(gone)


@transaction.atomic
def part(club: Club, uid: str, erased: Collection[str]) -> list[int]:
    """Take back the merges that make this person one with people who are not to be erased -> the
    numbers of the new decisions.

    Lines published since the merge go to whom their name was before; spellings and names that the
    other has got from this person are taken back too. Raises DecisionRefused.
    """
    stays = strangers(club, uid, erased)
    goes = group(uid, merged(club)) - stays
    bridges = [one for one in in_force(decisions(club.pk)) if _joins(one, goes, stays)]
    if not bridges:
        return []
    sides = _sides(club, goes, stays, min(one.id for one in bridges))
    made = [_undo_merge(club, one, sides) for one in reversed(bridges)]
    return made + [_undo(club, number) for number in _names_taken_over(club, sides)]


def _joins(one: Decision, goes: frozenset[str], stays: frozenset[str]) -> bool:
    ends = {one.source, one.target}
    return one.kind == Kind.MERGE and bool(ends & goes) and bool(ends & stays)


def _undo_merge(club: Club, merge: Decision, sides: _Sides) -> int:
    taken = identity.planned(club, Kind.UNDO, undoes=merge.id).undoes
    going: list[Place] = []
    staying: list[Place] = []
    for one in asked_about(club.decisions.get(number=taken or merge.id)):
        if one.entry.typed_name_id in sides.names_going:
            going.append(one.place)
        elif one.entry.typed_name_id in sides.names_staying:
            staying.append(one.place)
    belong, stay = (going, staying) if merge.source in sides.goes else (staying, going)
    row = identity.undo(club, merge.id, by=None, why=WHY, belong=belong, stay=stay)
    return int(row.number)


def _undo(club: Club, number: int) -> int:
    return int(identity.undo(club, number, by=None, why=WHY).number)


def _names_taken_over(club: Club, sides: _Sides) -> list[int]:
    """Decisions by which somebody who stays got a name of who goes, the last first."""
    holding = {one.id for one in in_force(decisions(club.pk))}
    rows = club.decisions.filter(
        kind__in=(Kind.CONFIRM, Kind.RENAME), player__uid__in=sides.stays,
        typed_name__in=sides.names_going, number__gt=sides.first,
    )  # fmt: skip
    numbers = rows.order_by("-number").values_list("number", flat=True)
    return [number for number in numbers if number in holding]


def _sides(club: Club, goes: frozenset[str], stays: frozenset[str], first: int) -> _Sides:
    going, staying = (_names_before(club, uids, first) for uids in (goes, stays))
    return _Sides(goes, stays, first, frozenset(going - staying), frozenset(staying - going))


def _names_before(club: Club, uids: frozenset[str], first: int) -> set[int]:
    """The typed names of these people before a decision: as called, as spelled, as written at the
    lines of events published until then."""
    merge = club.decisions.get(number=first)
    found = {_called_before(player, first) for player in club.players.filter(uid__in=uids)}
    said = club.decisions.filter(player__uid__in=uids, number__lt=first)
    found |= set(said.exclude(typed_name=None).values_list("typed_name", flat=True))
    lines = Entry.objects.filter(
        event__revisions__number=1, event__revisions__at__lte=merge.at, club=club,
        confirmed__uid__in=uids,
    )  # fmt: skip
    return found | set(lines.values_list("typed_name", flat=True))


def _called_before(player: Player, first: int) -> int:
    renames = IdentityDecision.objects.filter(player=player, kind=Kind.RENAME, number__gt=first)
    earliest = renames.order_by("number").first()
    return int(earliest.details["from"]) if earliest else player.name_id
