"""Scoring the matcher on pairs that people labelled, by kind."""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from clubs.messages import Message, Problem, gettext_noop
from players.matching.index import Candidate, Matcher
from players.names import NameRefused

_COLUMNS = ("a", "b", "same", "kind")
_HEADER = gettext_noop("The first line must name the columns %(columns)s.")
_SAME = gettext_noop("Column “same” must be 1 (one person) or 0 (two people).")
_UNREADABLE = gettext_noop("The file cannot be read as CSV in UTF-8: %(reason)s.")


@dataclass(frozen=True, slots=True)
class LabelledPair:
    """Two names, whether they are one person, and what kind of difference they show."""

    a: str
    b: str
    same: bool
    kind: str


@dataclass(slots=True)
class Counts:
    """Of one kind: pairs that are one person and two people, offered without and with warning."""

    same: int = 0
    same_proposed: int = 0
    same_warned: int = 0
    different: int = 0
    different_proposed: int = 0
    different_warned: int = 0

    def add(self, same: bool, offer: str | None) -> None:
        """Count one pair; `offer` is "proposed", "warned" or None."""
        label = "same" if same else "different"
        setattr(self, label, getattr(self, label) + 1)
        if offer:
            name = f"{label}_{offer}"
            setattr(self, name, getattr(self, name) + 1)


class PairsRefused(ValueError):
    """The file of pairs cannot be used; `problem` says where and why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem.message))
        self.problem = problem


def read_pairs(path: Path) -> Iterator[LabelledPair]:
    """Read CSV in UTF-8 with columns a, b, same (1 or 0), kind; raises PairsRefused."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file)
            if not set(_COLUMNS) <= set(rows.fieldnames or ()):
                columns = Message(_HEADER, {"columns": ", ".join(_COLUMNS)})
                raise PairsRefused(Problem(columns, line=1))
            for row in rows:
                if row["same"] not in ("0", "1"):
                    raise PairsRefused(Problem(Message(_SAME), line=rows.line_num))
                yield LabelledPair(
                    row["a"] or "", row["b"] or "", row["same"] == "1", row["kind"] or ""
                )
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else type(error).__name__
        raise PairsRefused(Problem(Message(_UNREADABLE, {"reason": reason}))) from error


def offered(a: str, b: str) -> str | None:
    """How `b` is offered for the typed name `a`: "proposed", "warned", or None if not at all."""
    proposals = Matcher([Candidate("b", b)]).propose(a)
    if not proposals:
        return None
    return "warned" if proposals[0].warnings else "proposed"


def score(pairs: Iterable[LabelledPair]) -> dict[str, Counts]:
    """Count by kind, in order of the kinds' names; raises PairsRefused for a name too long."""
    counts: dict[str, Counts] = {}
    for number, pair in enumerate(pairs, start=2):
        try:
            offer = offered(pair.a, pair.b)
        except NameRefused as refused:
            raise PairsRefused(Problem(refused.problem.message, line=number)) from refused
        counts.setdefault(pair.kind, Counts()).add(pair.same, offer)
    return dict(sorted(counts.items()))


def total(counts: Iterable[Counts]) -> Counts:
    """The sum over kinds."""
    result = Counts()
    for one in counts:
        for name, value in asdict(one).items():
            setattr(result, name, getattr(result, name) + value)
    return result


def table(counts: dict[str, Counts]) -> str:
    """The counts as text: proposed + warned / all, of one person and of two."""
    width = max([5, *(len(kind) for kind in counts)])
    lines = [f"{'kind':<{width}}  {'one person':>17}  {'two people':>17}"]
    for kind, one in [*counts.items(), ("total", total(counts.values()))]:
        same = f"{one.same_proposed}+{one.same_warned}/{one.same}" if one.same else "-"
        two = f"{one.different_proposed}+{one.different_warned}/{one.different}"
        lines.append(f"{kind:<{width}}  {same:>17}  {two if one.different else '-':>17}")
    lines.append("proposed without a warning + offered with a warning / all pairs")
    return "\n".join(lines)
