"""Who is who now: the pure resolver of identity decisions.

Decisions are history: nothing is moved when two people are merged, a pointer is written, and an
undo is one more decision. Whoever asks for the state gives the decisions, all of them, in any
order; the state is a function of those that are in force, so undoing one gives exactly the state of
the same history without it, whatever came between.

A split names lines of events that belong to somebody else. It speaks of what was confirmed there at
that time: a line that was answered otherwise since is not its business any more.

Not done here: whether a decision would put one person at two lines of an event (that takes the
lines of all events; the caller refuses it, see `twice`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from clubs.messages import Message, gettext_noop


class Kind(StrEnum):
    """What was decided."""

    CONFIRM = "confirm"
    MERGE = "merge"
    SPLIT = "split"
    NEVER_SAME = "never-same"
    RENAME = "rename"
    UNDO = "undo"


class Line(NamedTuple):
    """A line of an event's list of players, and whom somebody confirmed there (a uid)."""

    event: str
    number: int
    confirmed: str


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision. A merge points from `source` to `target`, whose page remains. A split gives
    `lines` of the person `source` to the person `target`.

    `undoes` is the id of the decision that an undo takes back, another undo included. `order` puts
    decisions in the order in which they were made; without it their ids do.
    """

    id: int
    kind: str
    source: str | None = None
    target: str | None = None
    undoes: int | None = None
    order: int | None = None
    lines: tuple[Line, ...] = ()

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands in the history."""
        return (self.id if self.order is None else self.order), self.id


class DecisionRefused(ValueError):
    """The decision contradicts the history; `message` says why and names no person."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


_APART = frozenset({Kind.NEVER_SAME, Kind.SPLIT})

_SELF = gettext_noop("These two are already one player.")
_NEVER = gettext_noop(
    "It was decided that these are two different people (decision %(decision)s);"
    " undo that decision first."
)
_MERGED = gettext_noop("These two are merged into one player; undo the merge first.")
_UNKNOWN = gettext_noop("There is no decision %(decision)s in this club.")
_UNDONE = gettext_noop("Decision %(decision)s is already undone.")
_INCOMPLETE = gettext_noop("This decision needs two players.")
_NOTHING = gettext_noop("Tick at least one event that belongs to somebody else.")
_NOT_THEIRS = gettext_noop("Not all of these events belong to this player any more. Look again.")


def in_force(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """The decisions that no undo in force takes back, undos left out, in their order.

    An undo of a decision that is not among those given has no effect.
    """
    kept: list[Decision] = []
    void: set[int] = set()
    for decision in sorted(decisions, key=lambda one: one.place, reverse=True):
        if decision.id in void:
            continue
        if decision.kind == Kind.UNDO:
            if decision.undoes is not None:
                void.add(decision.undoes)
        else:
            kept.append(decision)
    return tuple(reversed(kept))


def resolve(decisions: Iterable[Decision]) -> dict[str, str]:
    """uid -> the uid that stands for it now; uids that stand for themselves are left out.

    The merges in force are applied in their order: whoever stands for the source points to whoever
    stands for the target. A merge of two who are one already changes nothing, so there is no cycle.
    """
    pointers: dict[str, str] = {}
    for decision in in_force(decisions):
        if decision.kind == Kind.MERGE and decision.source and decision.target:
            source, target = (
                now(decision.source, pointers),
                now(decision.target, pointers),
            )
            if source != target:
                pointers[source] = target
    return {uid: now(uid, pointers) for uid in pointers}


class Identities:
    """Who is who, as the decisions in force say; a lookup for uids and for lines of events.

    `now`: uid -> the uid that stands for it; uids that stand for themselves are left out.
    """

    def __init__(self, decisions: Iterable[Decision] = ()) -> None:
        history = tuple(decisions)
        self.now: Mapping[str, str] = resolve(history)
        # Of two splits that name one line the later one holds.
        self._given = {
            line: decision.target
            for decision in in_force(history)
            if decision.kind == Kind.SPLIT and decision.target
            for line in decision.lines
        }

    def person(self, uid: str) -> str:
        """The uid that stands for this one."""
        return self.now.get(uid, uid)

    def at(self, line: Line) -> str:
        """Who plays at a line; "" where nobody was confirmed."""
        return self.person(self._given.get(line, line.confirmed))


def meant(decision: Decision, history: Iterable[Decision]) -> Decision:
    """The decision that an undo is about in the end, through undos of undos; any other is about
    itself."""
    made = {one.id: one for one in history}
    while decision.kind == Kind.UNDO and decision.undoes in made:
        decision = made[decision.undoes]
    return decision


def concerned(decision: Decision, history: Iterable[Decision]) -> frozenset[str]:
    """Everybody whose lines may be somebody else's by this decision: the people it names (of an
    undo: those of what it takes back), and whoever was ever merged with one of them."""
    made = tuple(history)
    about = meant(decision, made)
    known = {uid for uid in (about.source, about.target) if uid}
    merges = [one for one in made if one.kind == Kind.MERGE]
    while (
        found := {
            uid
            for one in merges
            for uid in (one.source, one.target)
            if uid and {one.source, one.target} & known
        }
        - known
    ):
        known |= found
    return frozenset(known)


def twice(lines: Iterable[Line], who: Identities) -> tuple[tuple[Line, Line], ...]:
    """Pairs of lines of one event at which the same person would play."""
    seen: dict[tuple[str, str], Line] = {}
    found = []
    for line in lines:
        person = who.at(line)
        first = seen.setdefault((line.event, person), line)
        if person and first is not line:
            found.append((first, line))
    return tuple(found)


def now(uid: str, mapping: Mapping[str, str]) -> str:
    """The uid that stands for this one, by pointers that may lead over several steps."""
    while uid in mapping:
        uid = mapping[uid]
    return uid


def group(uid: str, mapping: Mapping[str, str]) -> frozenset[str]:
    """All uids that are the same person as this one, itself included."""
    person = now(uid, mapping)
    return frozenset({person, *(other for other in mapping if now(other, mapping) == person)})


def kept_apart(decisions: Iterable[Decision]) -> dict[frozenset[str], int]:
    """Pairs of people who were decided to be two, as they stand now -> the deciding id.

    A split says so as well.
    """
    history = tuple(decisions)
    mapping = resolve(history)
    return {
        frozenset({now(decision.source, mapping), now(decision.target, mapping)}): decision.id
        for decision in in_force(history)
        if decision.kind in _APART and decision.source and decision.target
    }


def undo_target(number: int, history: Iterable[Decision]) -> int | None:
    """The id that an undo must name to take this decision back now; None where it is undone.

    Each decision is undone at most once. One that was undone and brought back is taken back by
    undoing the undo that brought it back.
    """
    undone_by = {one.undoes: one.id for one in history if one.kind == Kind.UNDO}
    while (taken := undone_by.get(number)) is not None:
        brought_back = undone_by.get(taken)
        if brought_back is None:
            return None
        number = brought_back
    return number


def check(decision: Decision, history: Iterable[Decision]) -> None:
    """Refuse a decision that contradicts those already made; raises DecisionRefused.

    An undo of a merge is always possible. An undo that would bring a merge back is refused where
    the two have been kept apart since.
    """
    made = tuple(history)
    if decision.kind == Kind.UNDO:
        _check_undo(decision, made)
    elif decision.kind == Kind.MERGE:
        _check_merge(decision, made)
    elif decision.kind == Kind.NEVER_SAME:
        source, target = _pair(decision, resolve(made))
        if source == target:
            raise DecisionRefused(Message(_MERGED))
    elif decision.kind == Kind.SPLIT:
        _check_split(decision, Identities(made))


def _check_merge(decision: Decision, made: tuple[Decision, ...]) -> None:
    pair = _pair(decision, resolve(made))
    if pair[0] == pair[1]:
        raise DecisionRefused(Message(_SELF))
    apart = kept_apart(made).get(frozenset(pair))
    if apart is not None:
        raise DecisionRefused(Message(_NEVER, {"decision": apart}))


def _check_split(decision: Decision, who: Identities) -> None:
    source, target = _pair(decision, who.now)
    if source == target:
        raise DecisionRefused(Message(_MERGED))
    if not decision.lines:
        raise DecisionRefused(Message(_NOTHING))
    if any(who.at(line) != source for line in decision.lines):
        raise DecisionRefused(Message(_NOT_THEIRS))


def _pair(decision: Decision, mapping: Mapping[str, str]) -> tuple[str, str]:
    if not decision.source or not decision.target:
        raise DecisionRefused(Message(_INCOMPLETE))
    return now(decision.source, mapping), now(decision.target, mapping)


def _check_undo(decision: Decision, made: tuple[Decision, ...]) -> None:
    undone = next((one for one in made if one.id == decision.undoes), None)
    if undone is None:
        raise DecisionRefused(Message(_UNKNOWN, {"decision": decision.undoes}))
    if any(one.kind == Kind.UNDO and one.undoes == undone.id for one in made):
        raise DecisionRefused(Message(_UNDONE, {"decision": undone.id}))
    # Taking back an undo brings a decision back: a merge of two who are kept apart by now, or a
    # "never the same" of two who are merged by now. Then a pair kept apart is one person.
    for pair, apart in kept_apart((*made, decision)).items():
        if len(pair) == 1:
            raise DecisionRefused(Message(_NEVER, {"decision": apart}))
