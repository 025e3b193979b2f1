"""Who is who: what is proposed for each open name of a draft, and the evidence for it.

Nothing here decides: proposals go to a person, whose press is an answer (`events.drafts`).
"""

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from clubs.messages import Message
from clubs.models import Club
from events.drafts import Answer, DraftEntry, DraftEvent, sharing_a_round, undecided
from events.services.roster import Person, people, proposer_of
from players.matching import Candidate, Matcher
from players.names import doubts, is_partial
from players.search import Proposer

MOST_PROPOSED = 4


@dataclass(frozen=True, slots=True)
class Proposed:
    """One person proposed for one name.

    `line`: another line of the list that was answered with this person. `rounds`, in which both
    lines are paired: then it cannot be this person.
    """

    person: Person
    reasons: tuple[Message, ...]
    warnings: tuple[Message, ...]
    whole: bool
    score: int = 100
    line: DraftEntry | None = None
    rounds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenName:
    """A name that waits for its answer."""

    entry: DraftEntry
    proposed: tuple[Proposed, ...]
    warnings: tuple[Message, ...]  # mixed alphabets, a wrong encoding
    games: int
    twins: tuple[DraftEntry, ...]  # other lines of the list that may be the same person

    @property
    def token(self) -> str:
        return token(self.entry)


@dataclass(frozen=True, slots=True)
class Twice:
    """One person at two lines. `rounds` in which both are paired: then it cannot be one person."""

    person: Person
    keep: DraftEntry
    drop: DraftEntry
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bulk:
    """Answers that one press may give, and a digest of them that the press carries."""

    answers: Mapping[int, str]  # entry number -> player uid, or "" for a new member

    def __len__(self) -> int:
        return len(self.answers)

    @property
    def digest(self) -> str:
        return hashlib.sha256(repr(sorted(self.answers.items())).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Review:
    """Everything that the page of the name review shows."""

    entries: Sequence[DraftEntry]
    open: Sequence[OpenName]
    whole: Bulk
    strangers: Bulk
    twice: Sequence[Twice]
    people: Mapping[str, Person]

    @property
    def tonight(self) -> set[str]:
        """The uids of those who are known to be there, or nearly so."""
        answered = {entry.player for entry in self.entries if entry.player}
        return answered | {uid for uid in self.whole.answers.values() if uid}


def token(entry: DraftEntry) -> str:
    """What a form saw of a line; another token means that it was changed since."""
    seen = f"{entry.name}\n{entry.answer}\n{entry.player}"
    return hashlib.sha256(seen.encode("utf-8", "replace")).hexdigest()[:12]


def review(club: Club, draft: DraftEvent) -> Review:
    """Proposals for the open names of a draft."""
    everybody = people(club)
    names = _open_names(everybody, draft)
    # Those that want a look come first; whoever resembles nobody is answered by one press.
    names.sort(key=lambda name: (_is_stranger(name), name.entry.number))
    return Review(
        entries=draft.entries,
        open=names,
        whole=_whole(draft, names),
        strangers=Bulk({name.entry.number: "" for name in names if _is_stranger(name)}),
        twice=_twice(draft, everybody),
        people=everybody,
    )


def _open_names(everybody: Mapping[str, Person], draft: DraftEvent) -> list[OpenName]:
    entries = undecided(draft)
    if not entries:
        return []
    proposer = proposer_of(everybody.values())
    games: dict[int, int] = defaultdict(int)
    for game in draft.games:
        games[game.white] += 1
        if game.black is not None:
            games[game.black] += 1
    alike = _alike(draft, entries)
    return [
        OpenName(
            entry=entry,
            proposed=tuple(
                _sitting(draft, entry, one) for one in propose(proposer, everybody, entry.name)
            ),
            warnings=name_warnings(entry.name),
            games=games[entry.number],
            twins=alike[entry.number],
        )
        for entry in entries
    ]


def _sitting(draft: DraftEvent, entry: DraftEntry, one: Proposed) -> Proposed:
    """With the other line at which this person sits already: the one with common rounds first."""
    lines = [
        (tuple(sharing_a_round(draft.games, entry.number, other.number)), other)
        for other in draft.entries
        if other.player == one.person.uid and other.number != entry.number
    ]
    if not lines:
        return one
    rounds, line = max(lines, key=lambda found: len(found[0]))
    return replace(one, line=line, rounds=rounds)


def _alike(draft: DraftEvent, entries: Sequence[DraftEntry]) -> dict[int, tuple[DraftEntry, ...]]:
    """For each open line, other lines that may be the same person and share no round with it."""
    lines = {str(one.number): one for one in draft.entries}
    matcher = Matcher([Candidate(key, one.name) for key, one in lines.items()])
    found = {}
    for entry in entries:
        others = [lines[one.key] for one in matcher.propose(entry.name, MOST_PROPOSED + 1)]
        found[entry.number] = tuple(
            other
            for other in others
            if other.number != entry.number
            and not sharing_a_round(draft.games, entry.number, other.number)
        )
    return found


def may_be_one(draft: DraftEvent, keep: int, drop: int) -> bool:
    """Whether two lines may be made one: both answered with one member, or both open and alike."""
    lines = {entry.number: entry for entry in draft.entries}
    one, other = lines.get(keep), lines.get(drop)
    if one is None or other is None or one.answer is not other.answer:
        return False
    if one.answer is Answer.NONE:
        alike = _alike(draft, [one, other])
        return other in alike[keep] or one in alike[drop]
    return one.answer is Answer.MEMBER and one.player == other.player


def name_warnings(name: str) -> tuple[Message, ...]:
    """What looks wrong with a name itself."""
    return tuple(found.message for found in doubts(name))


def propose(proposer: Proposer, everybody: Mapping[str, Person], name: str) -> tuple[Proposed, ...]:
    """The likeliest people for a name, best first, with reasons."""
    return tuple(
        Proposed(everybody[found.key], found.reasons, found.warnings, found.whole, found.score)
        for found in proposer.propose(name)[:MOST_PROPOSED]
    )


def _whole(draft: DraftEvent, names: Sequence[OpenName]) -> Bulk:
    """Names that match exactly one member whole, that member being at no other line."""
    found = {}
    for name in names:
        whole = [one for one in name.proposed if one.whole]
        if (
            len(whole) == 1
            and not whole[0].warnings
            and not name.warnings
            and not is_partial(name.entry.name)
        ):
            found[name.entry.number] = whole[0].person.uid
    taken = [*found.values(), *(e.player for e in draft.entries if e.player)]
    return Bulk({number: uid for number, uid in found.items() if taken.count(uid) == 1})


def _is_stranger(name: OpenName) -> bool:
    return not (name.proposed or name.warnings or name.twins)


def _twice(draft: DraftEvent, everybody: Mapping[str, Person]) -> list[Twice]:
    lines: dict[str, list[DraftEntry]] = defaultdict(list)
    for entry in draft.entries:
        if entry.answer is Answer.MEMBER:
            lines[entry.player].append(entry)
    return [
        Twice(
            everybody[uid],
            entries[0],
            other,
            tuple(sharing_a_round(draft.games, entries[0].number, other.number)),
        )
        for uid, entries in lines.items()
        for other in entries[1:]
        if uid in everybody
    ]
