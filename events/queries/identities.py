"""Who is who in a club, as the decisions that were made say."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from clubs.models import Club
from events.models import IdentityDecision
from players.identity import Decision, Identities, Kind, Line, in_force
from players.models import Player
from players.queries import person_or_404

MOVING = (Kind.MERGE, Kind.SPLIT, Kind.UNDO)
"""Kinds on which it depends who plays."""

_COLUMNS = ("number", "kind", "player__uid", "other__uid", "undoes__number")


class Spelling(NamedTuple):
    """A spelling that an arbiter joined to a person, and the number of that decision."""

    uid: str  # of the person as confirmed; merged people keep theirs
    text: str
    key: str
    typed_name: int
    decision: int


def decisions(club: int, kinds: Iterable[str] | None = None) -> tuple[Decision, ...]:
    """The club's decisions (without `kinds`: all), by their numbers, the oldest first."""
    rows = IdentityDecision.objects.filter(club=club).order_by("number")
    if kinds is not None:
        rows = rows.filter(kind__in=kinds)
    return tuple(
        Decision(number, kind, source, target, undoes, lines=lines_of(details))
        for number, kind, source, target, undoes, details in rows.values_list(*_COLUMNS, "details")
    )


def lines_of(details: Mapping[str, Any]) -> tuple[Line, ...]:
    """The lines that a split names, as they are stored."""
    return tuple(Line(*line) for line in details.get("lines", ()))


def identities(club: int) -> Identities:
    """Who plays at each line, and who stands for whom."""
    return Identities(decisions(club, MOVING))


def merged(club: Club) -> Mapping[str, str]:
    """uid -> uid that stands for it now; who stands for themselves is left out."""
    return identities(club.pk).now


def player_now(club: Club, uid: str) -> Player | None:
    """The player who stands for this uid; None for nobody and for whoever was erased."""
    return club.players.filter(uid=merged(club).get(uid, uid), erased=None).first()


def person_now_or_404(club: Club, uid: str) -> Player:
    """The club's person for a change, or Http404; of somebody who was found to be another person,
    that one."""
    found = person_or_404(club, uid)
    now = merged(club).get(found.uid)
    return person_or_404(club, now) if now else found


def confirmed_spellings(club: Club) -> list[Spelling]:
    """The spellings whose confirmation holds; those of erased people are left out."""
    rows = IdentityDecision.objects.filter(club=club, kind=Kind.CONFIRM, player__erased=None)
    columns = ("player__uid", "typed_name__text", "typed_name__key", "typed_name_id", "number")
    holding = {one.id for one in in_force(decisions(club.pk, (Kind.CONFIRM, Kind.UNDO)))}
    found = (Spelling(*row) for row in rows.order_by("number").values_list(*columns))
    return [one for one in found if one.decision in holding]
