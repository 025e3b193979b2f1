"""From the cells of a list to its people."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from clubs.cells import unguard
from clubs.messages import Message, Problem, gettext_noop
from players.names import NameRefused, clean_name, doubts
from players.opening.base import (
    GROUP_LENGTH,
    LABEL_LENGTH,
    MOST_GAMES,
    MOST_RATING,
    REASON_LENGTH,
    Limits,
    Line,
    OpeningList,
)
from players.opening.layout import Layout, lay_out
from players.opening.words import Column, says_guest, says_junior

_NONE: Final = frozenset(("", "-", "–", "—", "0", "?"))
_RATING: Final = re.compile(r"\d{1,4}(?:\.\d{1,6})?")
_BLANKS: Final = re.compile(r"[\s\u00a0\u202f]+")

_NO_NAME = gettext_noop("This line has no name. Write one, or delete the line.")
_FIGURES = gettext_noop(
    "There is a number in the name. Put a semicolon, or a cell of its own, between name and rating."
)
_TOO_MANY_CELLS = gettext_noop(
    "This line has %(count)d cells, the first line %(columns)d. A name with the separator in it"
    " must stand in quotation marks."
)
_LONG_CELL = gettext_noop("This cell has %(length)d characters; at most %(limit)d are read.")
_NO_RATING = gettext_noop(
    "“%(text)s” is no rating from %(least)d to %(most)d. Write a number, or leave it empty."
)
_NO_RATING_HERE = gettext_noop(
    "“%(text)s” is no rating from %(least)d to %(most)d. If surname and given name stand in two"
    " columns, put a first line above: surname; name; rating."
)
_NO_GAMES = gettext_noop(
    "“%(text)s” is no number of games. Write a whole number, or leave it empty."
)
_GAMES_ALONE = gettext_noop(
    "Games are taken over with a rating only. Write the rating, or delete the games."
)
_NO_STATUS = gettext_noop("“%(text)s” is not understood. Write member or guest; empty is member.")
_NO_JUNIOR = gettext_noop("“%(text)s” is not understood. Write yes or no; empty is no.")
_TOO_LONG = gettext_noop("This text has %(length)d characters; shorten it to %(limit)d.")
_CONTROL = gettext_noop("Character %(place)d of this text is invisible. Type the text anew.")


def read_list(text: str, limits: Limits | None = None) -> OpeningList:
    """Read a list whole; whatever is wrong in it is told in `problems`, line by line.

    The first line may name the columns in English, Czech or Russian (`words`), in any order. With
    no such line the first cell is the name and the second the rating. Cells are separated by tabs,
    semicolons or commas. Raises ListRefused where nothing can be read.
    """
    limits = limits or Limits()
    layout = lay_out(text, limits)
    reader = _Reader(layout, limits)
    for line, cells in layout.rows:
        reader.read(line, cells)
    notes = (*layout.notes, *reader.notes)
    return OpeningList(tuple(reader.lines), tuple(reader.problems), notes, layout.header)


class _Reader:
    """Reads one row after the other and collects what is wrong."""

    def __init__(self, layout: Layout, limits: Limits) -> None:
        self._layout = layout
        self._limits = limits
        self.lines: list[Line] = []
        self.problems: list[Problem] = []
        self.notes: list[Problem] = []

    def read(self, line: int, cells: list[str]) -> None:
        """One row; it becomes a person, or problems."""
        before = len(self.problems)
        self._check_cells(line, cells)
        if len(self.problems) > before:
            return
        row = _Row(line, cells, self._layout.columns, self.problems)
        name = self._name(row)
        rating = self._rating(row)
        games = self._games(row, rating)
        person = Line(
            line=line,
            name=name,
            rating=rating,
            games=games,
            why=row.text(Column.WHY, REASON_LENGTH),
            guest=self._guest(row),
            junior=self._junior(row),
            group=row.text(Column.GROUP, GROUP_LENGTH),
            label=row.text(Column.LABEL, LABEL_LENGTH),
        )
        self._doubt(person.label, line, row.place(Column.LABEL))
        if len(self.problems) == before:
            self.lines.append(person)

    def _check_cells(self, line: int, cells: list[str]) -> None:
        width, limits = self._layout.width, self._limits
        if width is not None and any(cells[width:]):
            params: dict[str, object] = {"count": len(cells), "columns": width}
            self._add(_TOO_MANY_CELLS, line, width + 1, params)
        for at, cell in enumerate(cells[: limits.columns], 1):
            if len(cell) > limits.cell:
                params = {"length": len(cell), "limit": limits.cell}
                self._add(_LONG_CELL, line, at, params)

    def _add(self, template: str, line: int, column: int, params: Mapping[str, object]) -> None:
        self.problems.append(Problem(Message(template, params), line, column))

    def _name(self, row: "_Row") -> str:
        columns = (Column.SURNAME, Column.GIVEN, Column.MIDDLE)
        if Column.NAME in self._layout.columns:
            columns = (Column.NAME, Column.NAME, Column.MIDDLE)
        place = row.place(columns[0])
        text = " ".join(filter(None, (row.cell(column) for column in dict.fromkeys(columns))))
        if not text:
            row.wrong(columns[0], _NO_NAME)
            return ""
        self._doubt(text, row.line, place)
        try:
            name = clean_name(text)
        except NameRefused as refused:
            self.problems.append(Problem(refused.problem.message, row.line, place))
            return ""
        if re.search(r"\d{3}", name):
            row.wrong(columns[0], _FIGURES)
        return name

    def _doubt(self, text: str, line: int, place: int) -> None:
        self.notes += [Problem(found.message, line, place) for found in doubts(text)]

    def _rating(self, row: "_Row") -> float | None:
        text = row.cell(Column.RATING)
        plain = _BLANKS.sub("", text).replace(",", ".")
        if plain in _NONE:
            return None
        number = float(plain) if plain.isascii() and _RATING.fullmatch(plain) else 0.0
        if not self._limits.least <= number <= MOST_RATING:
            template = _NO_RATING if self._layout.header else _NO_RATING_HERE
            least = self._limits.least
            row.wrong(Column.RATING, template, text=text[:30], least=least, most=MOST_RATING)
        return number

    def _games(self, row: "_Row", rating: float | None) -> int | None:
        text = row.cell(Column.GAMES)
        plain = _BLANKS.sub("", text)
        if plain in _NONE:
            return None
        if not (plain.isascii() and plain.isdigit() and int(plain[:9]) <= MOST_GAMES):
            row.wrong(Column.GAMES, _NO_GAMES, text=text[:30])
            return None
        if rating is None:
            row.wrong(Column.GAMES, _GAMES_ALONE)
        return int(plain[:9])

    def _guest(self, row: "_Row") -> bool:
        guest = False
        for column in (Column.STATUS, Column.GUEST):
            said = says_guest(row.cell(column), column)
            if said is None:
                row.wrong(column, _NO_STATUS, text=row.cell(column)[:30])
            guest = guest or bool(said)
        return guest

    def _junior(self, row: "_Row") -> bool:
        said = says_junior(row.cell(Column.JUNIOR))
        if said is None:
            row.wrong(Column.JUNIOR, _NO_JUNIOR, text=row.cell(Column.JUNIOR)[:30])
        return bool(said)


class _Row:
    """The cells of one row by column, and the problems there."""

    def __init__(
        self, line: int, cells: list[str], columns: Mapping[Column, int], problems: list[Problem]
    ) -> None:
        self.line = line
        self._cells = cells
        self._columns = columns
        self._problems = problems

    def cell(self, column: Column) -> str:
        at = self._columns.get(column)
        return unguard(self._cells[at]) if at is not None and at < len(self._cells) else ""

    def place(self, column: Column) -> int:
        """The cell of a column, from 1."""
        return self._columns.get(column, 0) + 1

    def wrong(self, column: Column, template: str, **params: object) -> None:
        problem = Problem(Message(template, params), self.line, self.place(column))
        self._problems.append(problem)

    def text(self, column: Column, limit: int) -> str:
        """A cell as one line of text: composed, single blanks, nothing invisible."""
        text = " ".join(unicodedata.normalize("NFC", self.cell(column)).split())
        if len(text) > limit:
            self.wrong(column, _TOO_LONG, length=len(text), limit=limit)
        for place, character in enumerate(text[:limit], 1):
            if character == "\ufffd" or unicodedata.category(character) in ("Cc", "Cf", "Cs"):
                self.wrong(column, _CONTROL, place=place)
                break
        return text
