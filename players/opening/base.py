"""What an opening list says, and how it is refused."""

from dataclasses import dataclass
from typing import Final

from clubs.messages import Message, Problem

LEAST_RATING: Final = 100  # less is a number of games, or "1,650" for 1650
MOST_RATING: Final = 4000
MOST_GAMES: Final = 100_000
GROUP_LENGTH: Final = 40
LABEL_LENGTH: Final = 60
REASON_LENGTH: Final = 500


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is taken on; checked before the parsing that the figure is about."""

    size: int = 2_000_000  # bytes of a file, characters of a text
    unpacked: int = 20_000_000  # bytes in a workbook once it is unpacked
    tags: int = 300_000  # in a workbook; four for a cell
    tag: int = 256_000  # bytes of a tag with the text behind it; Excel allows 32,767 characters
    describing: int = 20_000  # tags of a part that holds no cells: styles, names
    lines: int = 50_000  # empty ones too
    rows: int = 2_000
    columns: int = 40
    cell: int = 1_000  # characters
    least: int = LEAST_RATING  # of ratings; other scales than Elo's have lower ones


@dataclass(frozen=True, slots=True)
class Line:
    """One person of the list. `line` is where it stands, from 1; `name` is clean.

    `rating` is None where the person enters as everybody does. `games` are games taken over from
    an earlier list, `why` the reason for this rating where the list states one.
    """

    line: int
    name: str
    rating: float | None = None
    why: str = ""
    games: int | None = None
    guest: bool = False
    junior: bool = False
    group: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class OpeningList:
    """Everything that was read. With `problems` nothing of it may be stored.

    `notes` are worth knowing: columns that are read over, names that look wrong. `header` is the
    line with the words, None where the list has none. In a problem `column` counts cells, from 1.
    """

    lines: tuple[Line, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()
    header: int | None = None


class ListRefused(Exception):
    """The list cannot be read at all; `problem` says why and what to do, and names nobody."""

    def __init__(
        self,
        template: str,
        line: int | None = None,
        column: int | None = None,
        /,
        **params: object,
    ) -> None:
        self.problem = Problem(Message(template, params), line, column)
        super().__init__(str(self.problem.message))
