"""How a list is laid out: what separates its cells, and which of them holds what."""

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from clubs.messages import Message, Problem, gettext_noop
from players.opening.base import Limits, ListRefused
from players.opening.words import Column, column_of

_DELIMITERS: Final = "\t;,"  # the first that fits
_HEADER_WITHIN: Final = 10  # rows; a title or two may stand above
LINE_END: Final = re.compile("\r\n|\n|\r")
_LONGEST_LINE: Final = 20_000
_NUMBER: Final = re.compile(r"\d{1,4}\.?")
_FIGURE: Final = re.compile(r"\d[\d\s\u00a0\u202f]*(?:[.]\d+)?")

_TOO_LARGE = gettext_noop(
    "The list has %(length)d characters; at most %(limit)d are read. Paste the names only, or take"
    " it over in several parts."
)
_EMPTY = gettext_noop("The list is empty. Paste one player on a line.")
_WEB_PAGE = gettext_noop(
    "This is a web page, not a list. Copy the list out of it and paste it, or save it as CSV."
)
_TOO_MANY = gettext_noop(
    "The list has more than %(limit)d lines. Take it over in several parts, or is it another list?"
)
_LONG_LINE = gettext_noop("This line has %(length)d characters. Is it a list of players?")
_BAD_QUOTES = gettext_noop(
    "The quotation marks in this line do not close, or letters follow a closing one. Correct it."
)
_UNKNOWN = gettext_noop("The column “%(header)s” is read over.")
_TWICE = gettext_noop("The column “%(header)s” says what an earlier one says; it is read over.")
_ABOVE = gettext_noop("This line stands above the names of the columns and is read over.")
_NUMBERED = gettext_noop("The first column only counts the lines and is read over.")
_MORE = gettext_noop(
    "Only name and rating are read where no first line names the columns. Put one above, such as:"
    " name; rating; games; group."
)

Row = tuple[int, list[str]]
"""Where the row begins, and its cells."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The rows below the header, and by column the index of its cell. `width` is the number of
    cells that a row may have, None where nothing says so."""

    rows: tuple[Row, ...]
    columns: dict[Column, int]
    notes: tuple[Problem, ...] = ()
    header: int | None = None
    width: int | None = None
    delimiter: str = ","


def lay_out(text: str, limits: Limits) -> Layout:
    """Find the columns. Raises ListRefused where there is no list, or one that is too long."""
    if len(text) > limits.size:
        raise ListRefused(_TOO_LARGE, length=len(text), limit=limits.size)
    lines = LINE_END.split(text.removeprefix("\ufeff"))
    if len(lines) > limits.lines:
        raise ListRefused(_TOO_MANY, limit=limits.rows)
    if text[:1000].lstrip().lower().startswith(("<!doctype", "<html", "<?xml", "<head")):
        raise ListRefused(_WEB_PAGE, 1, 1)
    filled = [number for number, line in enumerate(lines, 1) if line.strip()]
    if not filled:
        raise ListRefused(_EMPTY)
    if len(filled) > limits.rows + _HEADER_WITHIN:
        raise ListRefused(_TOO_MANY, limit=limits.rows)
    for number in filled:
        if len(lines[number - 1]) > _LONGEST_LINE:
            raise ListRefused(_LONG_LINE, number, 1, length=len(lines[number - 1]))
    header = _header(lines, filled[:_HEADER_WITHIN])
    layout = _below(lines, *header, filled) if header else _without_header(lines)
    if len(layout.rows) > limits.rows:
        raise ListRefused(_TOO_MANY, limit=limits.rows)
    return layout


def _header(lines: Sequence[str], near_the_top: Sequence[int]) -> tuple[int, str] | None:
    """The line that names the columns, and the separator there."""
    for number in near_the_top:
        known = {mark: _known(lines[number - 1], mark) for mark in _DELIMITERS}
        best = max(_DELIMITERS, key=lambda mark: len(known[mark]))
        if not known[best].isdisjoint((Column.NAME, Column.SURNAME)):
            return number, best
    return None


def _known(line: str, delimiter: str) -> set[Column]:
    found = (column_of(cell.strip().strip('"')) for cell in line.split(delimiter))
    return {column for column in found if column}


def _rows(lines: Sequence[str], delimiter: str, first: int) -> Iterator[Row]:
    """Rows with something in them; a quoted cell may hold line ends."""
    reader = csv.reader((line + "\n" for line in lines), delimiter=delimiter, strict=True)
    while True:
        line = first + reader.line_num
        try:
            cells = [cell.strip() for cell in next(reader)]
        except StopIteration:
            return
        except csv.Error:
            raise ListRefused(_BAD_QUOTES, line, 1) from None
        if any(cells):
            yield line, cells


def _below(lines: Sequence[str], header: int, delimiter: str, filled: Sequence[int]) -> Layout:
    """The list under the line that names its columns."""
    rows = _rows(lines[header - 1 :], delimiter, header)
    _, names = next(rows)
    notes = [Problem(Message(_ABOVE), line) for line in filled if line < header]
    columns: dict[Column, int] = {}
    for index, name in enumerate(names):
        column = column_of(name)
        if column is None or column in columns:
            if name:
                template = _TWICE if column else _UNKNOWN
                notes.append(Problem(Message(template, {"header": name[:60]}), header, index + 1))
        else:
            columns[column] = index
    return Layout(
        tuple(rows), _as_meant(columns), tuple(notes), header, len(names), delimiter=delimiter
    )


def _as_meant(columns: dict[Column, int]) -> dict[Column, int]:
    """Beside a surname "name" is the given name; a surname without one is the whole name."""
    if Column.SURNAME in columns and Column.GIVEN not in columns:
        if Column.NAME in columns:
            return {_GIVEN_OF.get(column, column): at for column, at in columns.items()}
        return {_NAME_OF.get(column, column): at for column, at in columns.items()}
    return columns


_GIVEN_OF: Final = {Column.NAME: Column.GIVEN}
_NAME_OF: Final = {Column.SURNAME: Column.NAME}


def _without_header(lines: Sequence[str]) -> Layout:
    """The first cell is the name, the second the rating."""
    delimiter = next((mark for mark in "\t;" if any(mark in line for line in lines)), ",")
    rows = list(_rows(lines, delimiter, 1))
    notes = []
    if all(len(cells) > 1 and _NUMBER.fullmatch(cells[0]) for _, cells in rows):
        rows = [(line, cells[1:]) for line, cells in rows]
        notes.append(Problem(Message(_NUMBERED)))
    if delimiter == ",":
        rows = [(line, _name_and_rating(cells)) for line, cells in rows]
    long = next((line for line, cells in rows if any(cells[2:])), None)
    if long is not None:
        notes.append(Problem(Message(_MORE), long, 3))
    columns = {Column.NAME: 0, Column.RATING: 1}
    return Layout(tuple(rows), columns, tuple(notes), delimiter=delimiter)


def _name_and_rating(cells: list[str]) -> list[str]:
    """A comma stands between surname and given name as well: what is no number is the name."""
    if len(cells) > 1 and (not cells[-1] or _FIGURE.fullmatch(cells[-1])):
        return [", ".join(cell for cell in cells[:-1] if cell), cells[-1]]
    return [", ".join(cell for cell in cells if cell)]
