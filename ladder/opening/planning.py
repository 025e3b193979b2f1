"""An opening list laid beside the club: what each line will become, before anything is stored.

Nothing is decided here. A line that is one of the club's names as a whole is proposed as that
person; one that is only similar, or that stands in the list twice, waits for somebody's answer.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from clubs.messages import Message, Problem, gettext_noop
from clubs.models import Club
from events.services.review import Proposed, name_warnings, propose
from events.services.roster import Person, people, proposer_of
from ladder.models import Ladder
from ladder.opening.drafts import read_text
from ladder.queries import Held, starts_held
from ladder.rulebook import system_now
from players.matching import Candidate, Matcher
from players.names import is_partial, name_key, whole_key
from players.opening import Line
from players.privacy import initials

MOST_TWINS: Final = 3
NEW: Final = "new"
SKIP: Final = "skip"

_THE_SAME = gettext_noop("the same name")
_LABEL_TAKEN = gettext_noop(
    "Somebody else is called so, or shown so: readers could take the one for the other. Choose"
    " another label."
)
_NO_ANSWER = gettext_noop("Say who this is: nobody is joined, and nobody is made twice, unseen.")
_NOBODY = gettext_noop("The person chosen here is no longer there. Choose again.")
_TWICE = gettext_noop("The same member was chosen for line %(line)d. One person enters once.")


class Guess(StrEnum):
    """What a line is before somebody has answered."""

    NEW = "new"
    EXISTING = "existing"  # the name of one member as a whole
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Twin:
    """Another line of the list that may be the same person."""

    line: int
    name: str
    same: bool  # the very same name
    reasons: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """Somebody of the club whom a line may mean, and the starting rating that holds now."""

    person: Person
    reasons: tuple[Message, ...]
    warnings: tuple[Message, ...]
    held: Held | None


@dataclass(frozen=True, slots=True)
class Planned:
    """One line of the list, and who that may be."""

    line: Line
    guess: Guess
    hits: tuple[Hit, ...]
    twins: tuple[Twin, ...]
    warnings: tuple[Message, ...]
    same: frozenset[str]  # uids of whoever has this very name

    @property
    def answer(self) -> str:
        """What is chosen beforehand: safe, or nothing."""
        if self.guess is Guess.EXISTING:
            return self.hits[0].person.uid
        return NEW if self.guess is Guess.NEW else ""


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole list beside the club. With `problems` it cannot be saved. `system`: the id of the
    one whose numbers its ratings are."""

    rows: tuple[Planned, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Problem, ...]
    people: Mapping[str, Person]
    system: str

    @property
    def digest(self) -> str:
        """Other people in the club, other lines, or another system: another digest."""
        seen = [
            (row.line.line, row.line.name, row.guess, [hit.person.uid for hit in row.hits])
            for row in self.rows
        ]
        said = repr((self.system, seen))
        return hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()[:16]

    def of(self, guess: Guess) -> list[Planned]:
        """The lines of one kind, in their order."""
        return [row for row in self.rows if row.guess is guess]

    def answers(self, said: Mapping[int, str]) -> dict[int, str]:
        """By line what was answered, else what is chosen beforehand."""
        return {row.line.line: said.get(row.line.line, row.answer) for row in self.rows}


def plan(club: Club, ladder: Ladder, text: str) -> Plan:
    """Read a list, in numbers of the ladder's system, and lay it beside the people of the club."""
    system = system_now(ladder)
    read = read_text(text, system)
    everybody = people(club)
    wholes = _wholes(everybody.values())
    proposer = proposer_of(everybody.values())
    twins = _twins(read.lines)
    same = {line.line: frozenset(wholes.get(whole_key(line.name), ())) for line in read.lines}
    found = {
        line.line: _hits(everybody, same[line.line], propose(proposer, everybody, line.name))
        for line in read.lines
    }
    held = starts_held(ladder.pk, {one.person.uid for hits in found.values() for one in hits})
    rows = tuple(
        _planned(line, found[line.line], twins[line.line], held, same[line.line])
        for line in read.lines
    )
    problems = (*read.problems, *_labels_taken(club, read.lines))
    return Plan(rows, problems, read.notes, everybody, system)


def check(planned: Plan, answers: Mapping[int, str]) -> list[Problem]:
    """What keeps these answers from being saved, line by line."""
    found: list[Problem] = []
    taken: dict[str, int] = {}
    for line, answer in answers.items():
        if not answer:
            found.append(Problem(Message(_NO_ANSWER), line))
        elif answer in (NEW, SKIP):
            continue
        elif answer not in planned.people:
            found.append(Problem(Message(_NOBODY), line))
        elif answer in taken:
            found.append(Problem(Message(_TWICE, {"line": taken[answer]}), line))
        else:
            taken[answer] = line
    return found


def _wholes(everybody: Iterable[Person]) -> dict[str, set[str]]:
    """Who is called so, by the whole name."""
    wholes: defaultdict[str, set[str]] = defaultdict(set)
    for person in everybody:
        for name in (person.name, *person.spellings):
            wholes[whole_key(name)].add(person.uid)
    return wholes


def _hits(
    everybody: Mapping[str, Person],
    same: frozenset[str],
    proposed: Sequence[Proposed],
) -> list[Hit]:
    """Whoever has this very name stands first, whatever the matcher makes of it."""
    hits = {one.person.uid: Hit(one.person, one.reasons, one.warnings, None) for one in proposed}
    first = [
        hits.pop(uid) if uid in hits else Hit(everybody[uid], (Message(_THE_SAME),), (), None)
        for uid in sorted(same)
    ]
    return [*first, *hits.values()]


def _planned(
    line: Line,
    found: Sequence[Hit],
    twins: Sequence[Twin],
    held: Mapping[str, Held],
    same: frozenset[str],
) -> Planned:
    hits = tuple(replace(one, held=held.get(one.person.uid)) for one in found)
    warnings = name_warnings(line.name)
    # The first of several lines with one name is like any other; the later ones are asked for.
    before = any(twin.same for twin in twins if twin.line < line.line)
    likely = any(twin.line < line.line and not twin.same for twin in twins)
    # A confirmed spelling may fit another player as well: then the matcher warns.
    doubt = before or warnings or is_partial(line.name) or any(one.warnings for one in hits[:1])
    if len(same) == 1 and not doubt:
        guess = Guess.EXISTING
        hits = hits[:1]
    elif hits or before or likely:
        guess = Guess.ASK
    else:
        guess = Guess.NEW
    return Planned(line, guess, hits, tuple(twins), warnings, same)


def _twins(lines: Sequence[Line]) -> dict[int, list[Twin]]:
    """For each line the others that may be the same person, without a warning."""
    by_key = {str(line.line): line for line in lines}
    matcher = Matcher(Candidate(key, line.name) for key, line in by_key.items())
    found: dict[int, list[Twin]] = {}
    for line in lines:
        whole = whole_key(line.name)
        others = [
            (by_key[one.key], one.reasons)
            for one in matcher.propose(line.name, MOST_TWINS + 1)
            if one.key != str(line.line)
            and (not one.warnings or whole_key(by_key[one.key].name) == whole)
        ]
        found[line.line] = [
            Twin(other.line, other.name, whole_key(other.name) == whole, reasons)
            for other, reasons in others[:MOST_TWINS]
        ]
    return found


def _labels_taken(club: Club, lines: Sequence[Line]) -> list[Problem]:
    """Labels that readers could take for somebody else, in the club or in the list."""
    if not any(line.label for line in lines):
        return []
    shown: defaultdict[str, set[str]] = defaultdict(set)
    rows = club.players.filter(erased=None).values_list("name__text", "label", "suffix")
    for name, label, suffix in rows:
        short = initials(name)
        for text in (label, f"{short} {suffix}" if suffix > 1 else short, name):
            shown[whole_key(text)].add(whole_key(name))
    for line in lines:
        for text in (line.label, line.name):
            shown[whole_key(text)].add(f"{whole_key(line.name)} {line.line}")
    return [
        Problem(Message(_LABEL_TAKEN), line.line)
        for line in lines
        if line.label and name_key(line.label) and _others(shown[whole_key(line.label)], line)
    ]


def _others(bearers: set[str], line: Line) -> set[str]:
    """Bearers of a label but for the line itself, and the member of its very name."""
    own = whole_key(line.name)
    return bearers - {own, f"{own} {line.line}"}
