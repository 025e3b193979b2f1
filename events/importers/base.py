"""What an importer gives back: a whole event, or a refusal that says where and what to do.

An importer turns the bytes of a file into an `ImportedEvent` and touches nothing else. Whole or not
at all: the first thing that cannot be right raises `ImportRefused` with every problem found; what
could be read in one way only is read, and each adjustment is listed in `warnings`.
Birth dates, sex, titles, ratings and numbers of federations end here: no field carries them
(`events.importers.stated_facts` reads some of them, where a rating system of the club needs it).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final, TypeAlias

from clubs.messages import Message, Problem, gettext_noop
from events.results import GameKind, Result
from events.revisions import EventKind, Tempo

MAX_PROBLEMS: Final = 100  # a report longer than this helps nobody
MAX_SIZE: Final = 5_000_000  # bytes of a file, unless an installation sets MAX_UPLOAD_BYTES


@dataclass(frozen=True, slots=True)
class Limits:
    """How much an importer takes on, checked before the parsing that the figure is about."""

    size: int = MAX_SIZE  # bytes
    lines: int = 100_000
    line_length: int = 20_000  # characters
    columns: int = 100  # of a table
    cell: int = 1_000  # characters
    players: int = 9_999  # a start number has four digits
    rounds: int = 200


@dataclass(frozen=True, slots=True)
class ImportedPlayer:
    """One line of the players' list; `half_points` and `place` as the file states them."""

    number: int
    name: str
    line: int | None = None
    place: int | None = None
    half_points: int | None = None


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """One pairing. `black` is None for byes: the entry stands as white, as in `bye_result`."""

    round: int
    white: int  # player number
    black: int | None
    result: Result
    kind: GameKind
    board: int | None = None
    board_result: Result = Result.NONE
    colours_known: bool = True
    line: int | None = None
    day: date | None = None  # where it differs from the round's day


Days: TypeAlias = tuple[date, date | None]  # first and last day; None: the file states no last day
RoundDays: TypeAlias = tuple[date | None, ...]


@dataclass(frozen=True, slots=True)
class ImportedEvent:
    """Everything a file says about one event that the product keeps."""

    format: str
    encoding: str
    name: str
    start: date | None = None
    end: date | None = None
    # The ways to read the days where day, month or year can change places; empty when sure.
    date_question: tuple[Days, ...] = ()
    rounds: int = 0  # as many as have pairings
    planned_rounds: int = 0  # as stated by the file; 0 when it states nothing
    round_days: RoundDays = ()
    round_day_readings: tuple[RoundDays, ...] = ()
    tempo: Tempo | None = None  # a guess from the time control
    minutes: int | None = None
    kind: EventKind | None = None  # a guess from the type of tournament
    players: tuple[ImportedPlayer, ...] = ()
    games: tuple[ImportedGame, ...] = ()
    warnings: tuple[Problem, ...] = ()
    skipped: tuple[Problem, ...] = ()  # lines or columns read over

    def round_days_within(self, start: date, end: date) -> RoundDays:
        """The days of the rounds once somebody has decided on the first and the last day."""
        return next(
            (
                reading
                for reading in self.round_day_readings
                if all(day is None or start <= day <= end for day in reading)
            ),
            (),
        )


class ImportRefused(Exception):
    """Nothing is imported. `problems` says why; the text of the exception names no person."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        lines = [problem.line for problem in self.problems if problem.line is not None]
        where = f", the first in line {min(lines)}" if lines else ""
        super().__init__(f"the file is refused for {len(self.problems)} problem(s){where}")


def refusal(
    template: str, line: int | None = None, column: int | None = None, /, **params: object
) -> ImportRefused:
    """One problem as an exception; `template` must be marked by `gettext_noop`."""
    return ImportRefused([Problem(Message(template, params), line, column)])


class Report:
    """Collects problems of one kind, and stops growing at `MAX_PROBLEMS`."""

    def __init__(self) -> None:
        self._problems: list[Problem] = []
        self._left_out = 0

    def add(
        self, template: str, line: int | None = None, column: int | None = None, /, **params: object
    ) -> None:
        self.append(Problem(Message(template, params), line, column))

    def append(self, problem: Problem) -> None:
        if len(self._problems) < MAX_PROBLEMS:
            self._problems.append(problem)
        else:
            self._left_out += 1

    def __bool__(self) -> bool:
        return bool(self._problems)

    def problems(self) -> tuple[Problem, ...]:
        if not self._left_out:
            return tuple(self._problems)
        more = Message(
            gettext_noop("… and %(count)d more of the same kind."), {"count": self._left_out}
        )
        return (*self._problems, Problem(more))

    def refuse_if_any(self) -> None:
        if self._problems:
            raise ImportRefused(self.problems())


@dataclass(frozen=True, slots=True)
class Source:
    """A file as text, and what an importer may need to know beside it."""

    text: str
    encoding: str
    filename: str
    today: date
    byte_columns: bool = False  # columns were counted in bytes of UTF-8, not in characters
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class Importer:
    """A file format: `recognise` looks at the text, `read` reads it or raises ImportRefused.

    `scrub` gives the text without everything that `read` does not use, or None where it cannot.
    """

    key: str
    label: str
    recognise: Callable[[Source], bool]
    read: Callable[[Source], ImportedEvent]
    scrub: Callable[[Source], str | None]


_IMPORTERS: Final[dict[str, Importer]] = {}


def importer(
    key: str,
    label: str,
    recognise: Callable[[Source], bool],
    scrub: Callable[[Source], str | None],
) -> Callable[[Callable[[Source], ImportedEvent]], Callable[[Source], ImportedEvent]]:
    """Register a reader under a key of its own; the order of registration is that of asking."""

    def register(
        read: Callable[[Source], ImportedEvent],
    ) -> Callable[[Source], ImportedEvent]:
        if key in _IMPORTERS:
            raise ValueError(f"two importers are called {key!r}")
        _IMPORTERS[key] = Importer(key, label, recognise, read, scrub)
        return read

    return register


def importers() -> Sequence[Importer]:
    """All formats that can be read, for a form's choices."""
    return tuple(_IMPORTERS.values())


def whole_number(text: str, most: int) -> int | None:
    """A whole number from 0 to `most` in ASCII digits, however many there are; else None."""
    digits = text.strip()
    if not digits.isascii() or not digits.isdigit():
        return None
    digits = digits.lstrip("0") or "0"
    if len(digits) > len(str(most)):
        return None
    number = int(digits)
    return number if number <= most else None


def half_points_of(text: str) -> int | None:
    """Points such as "11.5", "11,5", "11½" or "3" in half points; None when they are no points."""
    plain = text.strip().replace(",", ".").replace("½", ".5")
    whole, _, part = plain.partition(".")
    count = whole_number(whole or "0", 99_999)
    if count is None or (not whole and not part):
        return None
    if part.strip("0") == "5" and part[0] == "5":
        return 2 * count + 1
    if not part.strip("0"):
        return 2 * count
    return None


def points_text(half_points: int) -> str:
    """Half points as people write them in a report: 3 -> "1.5"."""
    return f"{half_points // 2}.{'5' if half_points % 2 else '0'}"
