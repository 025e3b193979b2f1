"""Between the page that shows what a decision would change, and the press: nothing may have moved.

Two arbiters may decide about the same people at one time. The page says which decision was the
newest when it was made; the press is refused where a later one concerns the same people.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db import transaction

from clubs.models import Club, User
from events.models import Entry, IdentityDecision
from events.queries.identities import decisions
from events.services.identity import NEW_PERSON, planned, refuse_erased, root, wrongly_at
from events.services.lines import MovedLines, lines_given, published_since
from events.services.roster import names_apart
from players.identity import Decision, Identities, Kind, concerned

MOVING = frozenset({Kind.MERGE, Kind.SPLIT, Kind.UNDO})


class Meanwhile(Exception):
    """Something was decided about these people since; `numbers` says what, the newest last."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        super().__init__(f"decisions {numbers} came between")
        self.numbers = numbers


def newest(club: Club) -> int:
    """The number of the last decision; 0 before the first."""
    row = IdentityDecision.objects.filter(club=club).order_by("-number").first()
    return int(row.number) if row else 0


@transaction.atomic
def unless_changed(
    club: Club,
    decision: Decision,
    based_on: int,
    make: Callable[[], IdentityDecision],
    *,
    by: User,
) -> IdentityDecision:
    """Make a planned decision if nothing about its people was decided since `based_on`.

    A second press of the same button gives what the first one made. Raises Meanwhile, and whatever
    `make` raises.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    made = decisions(club.pk)
    people = concerned(decision, made)
    since = [
        one
        for one in made
        if one.id > based_on and one.kind in MOVING and concerned(one, made) & people
    ]
    if since and _same(since[0], decision):
        row = IdentityDecision.objects.get(club=club, number=since[0].id)
        if row.by_id == by.pk:
            return row
    if since:
        raise Meanwhile(tuple(one.id for one in since))
    return make()


def _same(one: Decision, other: Decision) -> bool:
    """Whether two decisions say the same; whom a split has made is not known before."""
    said = [(each.kind, each.source, each.undoes, each.lines) for each in (one, other)]
    return said[0] == said[1] and (other.target == NEW_PERSON or one.target == other.target)


# -- What a decision would move --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Going:
    """How many lines go from one person to another, by name; "" is somebody new."""

    giver: str
    taker: str
    lines: int


def going(club: Club, moved: MovedLines) -> list[Going]:
    """What a decision would move, the most first."""
    at = dict(Entry.objects.filter(pk__in=moved.at).values_list("pk", "player__uid"))
    found = Counter((at[entry], uid) for entry, uid in moved.at.items() if entry in at)
    names = names_apart(club, {uid for pair in found for uid in pair})
    rows = [
        Going(names.get(giver, ""), names.get(taker, ""), lines)
        for (giver, taker), lines in found.items()
    ]
    return sorted(rows, key=lambda row: (-row.lines, row.giver, row.taker))


# -- Whose are the lines published since a merge ---------------------------------------------------

Place = tuple[str, int]
"""A line: the uid of its event, and its number."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A line about which whoever undoes a merge is asked. `goes`: it would go to the source by
    itself, for that one was confirmed there."""

    entry: Entry
    goes: bool

    @property
    def place(self) -> Place:
        return self.entry.event.uid, self.entry.number


def asked_about(taken: IdentityDecision) -> list[Asked]:
    """The lines to ask about when this decision is taken back; none where that parts nobody."""
    merge = root(taken)
    if merge.kind != Kind.MERGE or not merge.player or not merge.other:
        return []
    made = decisions(merge.club_id)
    after = Identities((*made, Decision(_next(made), Kind.UNDO, undoes=taken.number)))
    source, target = after.person(merge.player.uid), after.person(merge.other.uid)
    before = Identities(made)
    if source == target or before.person(source) != before.person(target):
        return []
    lines = {entry: (entry.event.uid, entry.number) for entry in published_since(merge)}
    stored = {(one.event, one.number): one for one in lines_given(merge.club, lines.values())}
    return [Asked(entry, after.at(stored[place]) == source) for entry, place in lines.items()]


def planned_undo(
    taken: IdentityDecision, belong: Iterable[Place] = (), stay: Iterable[Place] = ()
) -> tuple[Decision, ...]:
    """The decisions that `identity.undo` would make. Raises DecisionRefused."""
    club = taken.club
    refuse_erased(taken)
    undo = planned(club, Kind.UNDO, undoes=taken.number)
    plan = [undo]
    made = (*decisions(club.pk), undo)
    for giver, lines, taker in wrongly_at(root(taken), belong, stay, made):
        number = plan[-1].id + 1
        given = lines_given(club, lines)
        plan.append(Decision(number, Kind.SPLIT, giver, taker, lines=given))
    return tuple(plan)


def _next(made: tuple[Decision, ...]) -> int:
    return max((one.id for one in made), default=0) + 1
