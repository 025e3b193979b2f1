"""A tournament report without what the product has no use for: what is kept of an uploaded file.

A list of what stays, not of what goes: of player lines (001) the start number, the name, points,
place and rounds; of other lines those whose content is read. Birth dates, sex, titles, ratings,
federations and their numbers, cities, arbiters, and everything that is not known are blanked.
Every line and every column stays where it was, so the rest reads as before.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Final

from events.importers.base import Source, half_points_of, whole_number
from events.importers.trf.lines import COMMENT, NAME, PLAYER, ROUNDS_FROM

# Tags whose content the importer reads.
_READ: Final = frozenset(
    (
        *("012", "042", "052", "062", "092", "122", "132", "142", "162", "192", "222"),
        *("XXR", "XXS", "BBW", "BBD", "BBL", "BBU", "BBZ"),
    )
)
_ID: Final = slice(57, 68)
_POINTS: Final = slice(80, 84)
_PLACE: Final = slice(85, 89)
# Columns of a player line that stay, and the blanks around name and place.
_STAY: Final = frozenset(
    (*range(9), 13, *range(NAME.start, NAME.stop + 1), *range(_POINTS.start, _PLACE.stop))
)
_LINE_END: Final = re.compile("(\r\n|\n|\r)")


def scrub(source: Source) -> str | None:
    """The text with everything else blanked; None where columns are not what they should be."""
    lines: list[str] = []
    pieces = _LINE_END.split(source.text)
    twice = _ids_given_twice(pieces[::2])
    for text in pieces[::2]:
        line = _player(text, source, twice) if text.startswith(PLAYER) else _other(text)
        if line is None:
            return None
        lines.append(line)
    return "".join(a + b for a, b in zip(lines, [*pieces[1::2], ""], strict=True))


def _other(text: str) -> str:
    if COMMENT.match(text) or not text.strip():
        return ""
    return text if text[:3] in _READ else text[:3]


def _player(text: str, source: Source, twice: dict[str, str]) -> str | None:
    """The line with blanks in place of what goes; columns count as the importer counts them."""
    if not source.byte_columns:
        text = unicodedata.normalize("NFC", text)
    found: list[str] = []
    points = place = ""
    for column, width, character in _columns(text, in_bytes=source.byte_columns):
        stays = column in _STAY or column >= ROUNDS_FROM
        found.append(character if stays else " " * width)
        points += character if _POINTS.start <= column < _POINTS.stop else ""
        place += character if _PLACE.start <= column < _PLACE.stop else ""
    if (points.strip() and half_points_of(points) is None) or (
        place.strip() and whole_number(place, 9_999) is None
    ):
        return None  # something else stands there: the columns are shifted
    line = "".join(found)
    stand_in = twice.get(_identity(text), "")
    if stand_in and not source.byte_columns:
        line = line[: _ID.start] + stand_in.rjust(_ID.stop - _ID.start) + line[_ID.stop :]
    return line


def _columns(text: str, *, in_bytes: bool) -> Iterator[tuple[int, int, str]]:
    """(column from 0, width, character)."""
    column = 0
    for character in text:
        width = len(character.encode("utf-8", "surrogatepass")) if in_bytes else 1
        yield column, width, character
        column += width


def _identity(text: str) -> str:
    return text[_ID].strip().lstrip("0") if text.startswith(PLAYER) else ""


def _ids_given_twice(lines: list[str]) -> dict[str, str]:
    """Stand-ins for federation numbers that two lines have: that they are equal is worth a word."""
    texts = [unicodedata.normalize("NFC", text) for text in lines]
    counted = Counter(filter(None, map(_identity, texts)))
    several = [identity for identity, count in counted.items() if count > 1]
    return {identity: str(number) for number, identity in enumerate(several, 1)}
