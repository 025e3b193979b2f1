"""Lines of a tournament report file: tags, columns, and whether the columns stand where they must.

Sources: FIDE C.04 Annex 2 (TRF16), Krause's TRF06, TRF26 (FIDE, council of 12 May 2025). Columns
count from 1, in characters after decoding; a tag stands in 1-3, the content begins at 5.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from clubs.messages import Problem, gettext_noop
from events.importers.base import ImportRefused, Report, Source, refusal
from events.importers.encoding import split_lines
from players.names import encoding_problem

PLAYER: Final = "001"
NAME: Final = slice(14, 47)
ROUNDS_FROM: Final = 91  # characters before the first round

COMMENT: Final = re.compile(r"###|DDD\b|[0-9]{20,}\s*$")
_BORDERS: Final = (9, 14, 48, 53, 57, 69, 80, 85)  # blank columns between the fields of a player
_TOLERATED: Final = 5  # one line in five may touch a border: a name too long, a rating too wide

_TOO_MANY_LINES = gettext_noop("The file has more than %(limit)d lines. Is it the right file?")
_TOO_LONG = gettext_noop(
    "This line has %(length)d characters; no tournament needs more than %(limit)d."
)
_SHIFTED = gettext_noop(
    "The columns are shifted: column %(column)d of a player line must be blank, but “%(character)s”"
    " stands there. Export the file again, or correct the blanks.\n%(ruler)s"
)
_DOUBLE_ENCODED = gettext_noop(
    "The letters look as if they had been converted twice; that also shifts the columns. Export the"
    " file again from the pairing program."
)
_COUNTED_IN_BYTES = gettext_noop(
    "The columns fit when they are counted in bytes. Choose the encoding “UTF-8, columns counted in"
    " bytes” and try again."
)
_TAB = gettext_noop(
    "A tab stands in column %(column)d; the columns of a TRF are made of blanks. Replace each tab"
    " by the blanks it stands for, or export the file again.\n%(ruler)s"
)
_NBSP = gettext_noop("Non-breaking spaces were read as blanks, first here.")
_BORDER_TOUCHED = gettext_noop(
    "Column %(column)d of a player line should be blank, but “%(character)s” stands there; check"
    " the name and the points."
)
_NAME_CUT = gettext_noop("The last letter of the name was cut off in the file.")


@dataclass(frozen=True, slots=True)
class Line:
    """One line with content: its number in the file, its tag and its text, padded to the rounds."""

    number: int
    tag: str
    text: str

    @property
    def content(self) -> str:
        return self.text[4:].strip()


def read_lines(source: Source, warnings: Report) -> list[Line]:
    """The lines that say something, in NFC and with blanks for every kind of space.

    Comments (###), rulers, legends and blank lines are left out. NFC comes before any slicing: a
    letter written as base and accent would move every column after it.
    """
    found: list[Line] = []
    spaced: tuple[int, int] | None = None
    texts = split_lines(source.text)
    if len(texts) > source.limits.lines:
        raise refusal(_TOO_MANY_LINES, limit=source.limits.lines)
    for number, text in enumerate(texts, 1):
        if len(text) > source.limits.line_length:
            limit = source.limits.line_length
            raise refusal(_TOO_LONG, number, 1, length=len(text), limit=limit)
        if source.byte_columns and text.startswith(PLAYER):
            text = _columns_from_bytes(text, number, warnings)
        text = unicodedata.normalize("NFC", text)
        if "\xa0" in text:
            spaced = spaced or (number, text.index("\xa0") + 1)
            text = text.replace("\xa0", " ")
        if text.strip() and not COMMENT.match(text):
            found.append(Line(number, text[:3], text.rstrip().ljust(ROUNDS_FROM)))
    if spaced:
        warnings.add(_NBSP, *spaced)
    return found


def check_columns(players: Sequence[Line], source: Source, warnings: Report) -> None:
    """Refuse the file when its columns have drifted; warn of single lines that touch a border."""
    tabbed = [line for line in players if "\t" in line.text]
    if tabbed:
        text, at = tabbed[0].text, tabbed[0].text.index("\t") + 1
        raise refusal(_TAB, tabbed[0].number, at, column=at, ruler=ruler(text, at))
    touched = [(line, column) for line in players if (column := _touched_border(line))]
    if len(touched) * _TOLERATED > len(players):
        raise ImportRefused(_shift_problems(*touched[0], players, source))
    for line, column in touched:
        character = line.text[column - 1]
        warnings.add(_BORDER_TOUCHED, line.number, column, column=column, character=character)


def ruler(text: str, column: int, width: int = 100) -> str:
    """The line under a ruler, and a mark below the column; the part around it when it is long."""
    start = max(0, (column - width // 2) // 10 * 10) if column > width else 0
    tens = "".join(f"{(start + at) // 10:>10}" for at in range(10, width + 1, 10))
    units = "1234567890" * (width // 10)
    shown = text[start : start + width].replace("\t", "→").rstrip()
    return "\n".join((tens, units, shown, " " * (column - start - 1) + "^"))


def _touched_border(line: Line) -> int | None:
    text = line.text
    return next((column for column in _BORDERS if text[column - 1] != " "), None)


def _shift_problems(
    line: Line, column: int, players: Sequence[Line], source: Source
) -> Iterable[Problem]:
    problems = Report()
    problems.add(
        _SHIFTED,
        line.number,
        column,
        column=column,
        character=line.text[column - 1],
        ruler=ruler(line.text, column),
    )
    if any(encoding_problem(player.text[4:]) for player in players):
        problems.add(_DOUBLE_ENCODED, line.number, 15)
    elif not source.byte_columns and source.encoding == "utf-8" and _fits_in_bytes(players):
        problems.add(_COUNTED_IN_BYTES, line.number, column)
    return problems.problems()


def _fits_in_bytes(players: Sequence[Line]) -> bool:
    realigned = [
        Line(line.number, line.tag, _columns_from_bytes(line.text, line.number, Report()))
        for line in players
    ]
    touched = sum(_touched_border(line) is not None for line in realigned)
    return touched * _TOLERATED <= len(players)


def _columns_from_bytes(text: str, number: int, warnings: Report) -> str:
    """The line as it would be had its columns been counted in characters: blanks after the name."""
    data = text.encode("utf-8", "surrogatepass")
    before, name, after = data[: NAME.start], data[NAME], data[NAME.stop :]
    # A letter across the end of the field is dropped; its second half leaves a blank.
    letters, rest = name.decode("utf-8", "ignore"), after.decode("utf-8", "ignore")
    if len(letters.encode("utf-8")) < len(name):
        warnings.add(_NAME_CUT, number, NAME.stop)
    rest = " " * (len(after) - len(rest.encode("utf-8"))) + rest
    return before.decode("utf-8", "ignore") + letters.ljust(NAME.stop - NAME.start) + rest
