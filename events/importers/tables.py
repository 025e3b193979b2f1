"""A delimited table: which delimiter, where the header is, and its rows with their lines."""

import csv
import io
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from clubs.messages import gettext_noop
from events.importers.base import Source, refusal
from events.importers.encoding import split_lines
from events.importers.words import Column, column_of

DELIMITERS: Final = ",;\t"
_HEADER_WITHIN: Final = 10  # rows; a title or two may stand above the header

_NO_HEADER = gettext_noop(
    "No row names the columns. The first row must say round, white, black, result (in English,"
    " Czech or Russian)."
)
_TOO_MANY_LINES = gettext_noop("The file has more than %(limit)d lines. Is it the right file?")
_TOO_LONG = gettext_noop(
    "This line has %(length)d characters; no table of pairings needs more than %(limit)d."
)
_TOO_MANY_COLUMNS = gettext_noop("This row has %(count)d columns; at most %(limit)d are read.")
_LONG_CELL = gettext_noop("This cell has %(length)d characters; at most %(limit)d are read.")
_TOO_MANY_CELLS = gettext_noop(
    "This row has %(count)d cells, the header %(columns)d. A name or a number with the separator"
    " “%(delimiter)s” in it must stand in quotation marks."
)
_BAD_QUOTES = gettext_noop(
    "The quotation marks in this row do not close, or letters follow a closing one. Correct it."
)


@dataclass(frozen=True, slots=True)
class Row:
    """One row below the header: `line` in the file, `cells` by column."""

    line: int
    cells: dict[Column, str]
    positions: dict[Column, int]  # from 1, as a spreadsheet counts columns

    def get(self, column: Column) -> str:
        return self.cells.get(column, "")

    def column(self, column: Column) -> int:
        return self.positions.get(column, 1)


@dataclass(frozen=True, slots=True)
class Table:
    header_line: int
    columns: dict[Column, int]  # column -> index of its cell
    unknown: tuple[tuple[int, str], ...]  # position and text of headers that are read over
    twice: tuple[tuple[int, str], ...]  # headers that name a column for the second time
    rows: tuple[Row, ...]


def find_header(source: Source) -> tuple[str, int] | None:
    """The delimiter and the line of the header, where some row near the top names two players."""
    lines = split_lines(source.text[:50_000])[:200]
    candidates = [(n, line) for n, line in enumerate(lines, 1) if line.strip()][:_HEADER_WITHIN]
    for number, line in candidates:
        if len(line) > source.limits.line_length:
            return None
        counts = {delimiter: _known(line, delimiter) for delimiter in DELIMITERS}
        best = max(DELIMITERS, key=lambda delimiter: len(counts[delimiter]))
        if _names_two_players(counts[best]):
            return best, number
    return None


def _known(line: str, delimiter: str) -> set[Column]:
    cells = (column_of(cell.strip().strip('"')) for cell in line.split(delimiter))
    return {cell for cell in cells if cell}


def _names_two_players(columns: set[Column]) -> bool:
    return {Column.WHITE, Column.BLACK} <= columns or {Column.FIRST, Column.SECOND} <= columns


def read_table(source: Source) -> Table:
    """The table below its header. Raises ImportRefused where there is none, or rows are broken."""
    found = find_header(source)
    if found is None:
        raise refusal(_NO_HEADER, 1, 1)
    delimiter, header_line = found
    lines = split_lines(unicodedata.normalize("NFC", source.text))
    _check_sizes(lines, source)
    rows = _rows(lines[header_line - 1 :], delimiter, header_line)
    _, header = next(rows)
    columns: dict[Column, int] = {}
    unknown, twice = [], []
    for index, text in enumerate(header):
        column = column_of(text)
        if column is None:
            if text.strip():
                unknown.append((index + 1, text.strip()[:60]))
        elif column in columns:
            twice.append((index + 1, text.strip()[:60]))
        else:
            columns[column] = index
    body = [
        _row(line, cells, header, columns, source, delimiter)
        for line, cells in rows
        if any(cell.strip() for cell in cells)
    ]
    return Table(header_line, columns, tuple(unknown), tuple(twice), tuple(body))


def _check_sizes(lines: Sequence[str], source: Source) -> None:
    if len(lines) > source.limits.lines:
        raise refusal(_TOO_MANY_LINES, limit=source.limits.lines)
    limit = source.limits.line_length
    for number, line in enumerate(lines, 1):
        if len(line) > limit:
            raise refusal(_TOO_LONG, number, 1, length=len(line), limit=limit)


def _rows(lines: Sequence[str], delimiter: str, first: int) -> Iterator[tuple[int, list[str]]]:
    """(line, cells); a quoted cell may hold line ends, the line is that of its start."""
    reader = csv.reader((line + "\n" for line in lines), delimiter=delimiter, strict=True)
    while True:
        line = first + reader.line_num
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            raise refusal(_BAD_QUOTES, line, 1) from None
        yield line, cells


def _row(
    line: int,
    cells: list[str],
    header: list[str],
    columns: dict[Column, int],
    source: Source,
    delimiter: str,
) -> Row:
    limits = source.limits
    if len(cells) > limits.columns:
        raise refusal(_TOO_MANY_COLUMNS, line, 1, count=len(cells), limit=limits.columns)
    if any(cell.strip() for cell in cells[len(header) :]):
        params = {"count": len(cells), "columns": len(header), "delimiter": delimiter}
        raise refusal(_TOO_MANY_CELLS, line, len(header) + 1, **params)
    for at, cell in enumerate(cells, 1):
        if len(cell) > limits.cell:
            raise refusal(_LONG_CELL, line, at, length=len(cell), limit=limits.cell)
    texts = {c: cells[at].strip() for c, at in columns.items() if at < len(cells)}
    return Row(line, texts, {column: at + 1 for column, at in columns.items()})


def scrub(source: Source) -> str | None:
    """The table with its header and the columns that are read; what else stood there is blanked.

    Lines and columns stay where they were. None where no header is found.
    """
    found = find_header(source)
    if found is None:
        return None
    delimiter, header_line = found
    lines = split_lines(unicodedata.normalize("NFC", source.text))
    rows = _rows(lines[header_line - 1 :], delimiter, header_line)
    _, header = next(rows)
    read: dict[Column, int] = {}
    for index, text in enumerate(header):
        if column := column_of(text):
            read.setdefault(column, index)
    kept = frozenset(read.values())
    written = io.StringIO()
    written.write("\n" * (header_line - 1))
    writer = csv.writer(written, delimiter=delimiter, lineterminator="\n")
    writer.writerow(header)
    for _, cells in rows:
        # The ends of lines within a cell stay, so that every row keeps its line.
        writer.writerow(
            cell if at in kept else "\n" * cell.count("\n") for at, cell in enumerate(cells)
        )
    return written.getvalue()
