"""Decisions about who is who, as arbiters read them: what, who, when, why, and what holds.

Names are looked up here each time; a decision itself holds none.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from clubs.models import Club
from events.models import IdentityDecision
from events.queries.identities import merged
from players.identity import Kind, group
from players.models import Player, TypedName
from players.privacy import is_erased_name
from players.queries import shown_name

ABOUT_SPELLINGS = frozenset({Kind.CONFIRM.value})


@dataclass(frozen=True, slots=True)
class Somebody:
    """A person in a decision; without a `uid` there is no page (erased)."""

    uid: str
    name: str


@dataclass(frozen=True, slots=True)
class Decided:
    """One decision. `kind` and the people are those of the decision that it is about in the end:
    of an undo that is another one.

    `holds`: whether that one is in force. `last`: the decision that must be taken back to turn it
    round: itself, or the end of the undos after it. `name`: of a rename or a spelling; `before`:
    the name before a rename. `lines`: how many a split gives. `erased`: somebody in it was, or
    whoever had that name; then it stays as it is.
    """

    number: int
    about: int
    brings_back: bool  # of an undo: whether it takes back or brings back
    kind: str
    one: Somebody | None
    other: Somebody | None
    name: str
    before: str
    lines: int
    holds: bool
    last: int
    undone_by: int | None
    by: str
    at: datetime
    why: str
    erased: bool

    @property
    def is_undo(self) -> bool:
        return self.number != self.about


class Chains:
    """Which decision of a club takes back which."""

    def __init__(self, club: Club) -> None:
        rows = IdentityDecision.objects.filter(club=club).order_by("-number")
        found = list(rows.values_list("number", "kind", "undoes__number"))
        self.kinds = {number: kind for number, kind, _ in found}  # the newest first
        self._undoes = {number: undoes for number, _, undoes in found if undoes}
        self._undone_by = {undoes: number for number, undoes in self._undoes.items()}

    def about(self, number: int) -> int:
        """What an undo is about in the end; any other decision is about itself."""
        while number in self._undoes:
            number = self._undoes[number]
        return number

    def undos(self, number: int) -> list[int]:
        """The undo of a decision, the undo of that, and so on."""
        found = []
        while (number := self._undone_by.get(number, 0)) != 0:
            found.append(number)
        return found

    def depth(self, number: int) -> int:
        """How many undos stand between an undo and what it is about."""
        steps = 0
        while number in self._undoes:
            number, steps = self._undoes[number], steps + 1
        return steps


def numbers(club: Club, *, spellings: bool) -> list[int]:
    """The numbers of the club's decisions, the newest first: those about spellings, or all but
    those."""
    chains = Chains(club)
    kinds = chains.kinds
    return [
        number for number in kinds if (kinds[chains.about(number)] in ABOUT_SPELLINGS) is spellings
    ]


def decided(club: Club, wanted: Collection[int]) -> list[Decided]:
    """These decisions, the newest first."""
    chains = Chains(club)
    about = {number: chains.about(number) for number in wanted if number in chains.kinds}
    rows = {row.number: row for row in _rows(club, {*about, *about.values()})}
    names = _names(club, rows.values())
    return [
        _shown(rows[number], rows[about[number]], chains, names)
        for number in sorted(about, reverse=True)
    ]


class WhoIs(NamedTuple):
    """What was decided about a person: the spellings that hold, and everything else."""

    spellings: list[Decided]
    decisions: list[Decided]


def who_is(club: Club, uid: str) -> WhoIs:
    """What was decided about a person and whoever is one with them, undos left out, the newest
    first."""
    people = group(uid, merged(club))
    rows = IdentityDecision.objects.filter(club=club).exclude(kind=Kind.UNDO)
    mine = rows.filter(Q(player__uid__in=people) | Q(other__uid__in=people))
    found = decided(club, list(mine.values_list("number", flat=True)))
    return WhoIs(
        [one for one in found if one.kind in ABOUT_SPELLINGS and one.holds],
        [one for one in found if one.kind not in ABOUT_SPELLINGS],
    )


def _rows(club: Club, wanted: Collection[int]) -> Iterable[IdentityDecision]:
    rows = IdentityDecision.objects.filter(club=club, number__in=wanted)
    return rows.select_related("player__name", "other__name", "typed_name", "by")


def _names(club: Club, rows: Iterable[IdentityDecision]) -> dict[int, str]:
    """By id, the names before renames."""
    wanted = [row.details["from"] for row in rows if row.kind == Kind.RENAME]
    found = TypedName.objects.filter(club=club, pk__in=wanted) if wanted else ()
    return {name.pk: name.text for name in found}


def _shown(
    row: IdentityDecision, about: IdentityDecision, chains: Chains, names: dict[int, str]
) -> Decided:
    undos = chains.undos(about.number)
    return Decided(
        number=row.number,
        about=about.number,
        brings_back=row.number != about.number and chains.depth(row.number) % 2 == 0,
        kind=about.kind,
        one=_somebody(about.player),
        other=_somebody(about.other),
        name=shown_name(about.typed_name.text) if about.typed_name else "",
        before=shown_name(names.get(about.details.get("from", 0), "")),
        lines=len(about.details.get("lines", ())),
        holds=len(undos) % 2 == 0,
        last=undos[-1] if undos else about.number,
        undone_by=undos[-1] if len(undos) % 2 else None,
        by=row.by.email if row.by else "",
        at=row.at,
        why=row.why,
        erased=_erased(about),
    )


def _erased(row: IdentityDecision) -> bool:
    people = [one for one in (row.player, row.other) if one]
    named = row.typed_name is not None and is_erased_name(row.typed_name.text)
    return named or any(one.erased is not None for one in people)


def _somebody(player: Player | None) -> Somebody | None:
    if player is None:
        return None
    return Somebody("" if player.erased else player.uid, shown_name(player.name.text))
