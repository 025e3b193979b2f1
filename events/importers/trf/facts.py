"""What a report states of its players beside their games: read only where a rating system of the
club needs it, and for nobody else.

Source: FIDE C.04 Annex 2 (TRF16), line 001: sex in column 10, rating in 49-52, day of birth in
70-79. Values are given as they are written; which of them make sense is for whoever asked.
"""

from typing import Final, NamedTuple

from events.importers.base import Report, Source, whole_number
from events.importers.trf.lines import PLAYER, read_lines

_NUMBER: Final = slice(4, 8)
_FIELDS: Final = {"sex": slice(9, 10), "rating": slice(48, 52), "birth": slice(69, 79)}
_NOTHING: Final = frozenset("0/-. ")


class Stated(NamedTuple):
    """What one line of the file states of a player: by field what is written there."""

    line: int
    said: dict[str, str]

    def column(self, field: str) -> int:
        return _FIELDS[field].start + 1


def stated(source: Source) -> dict[int, Stated]:
    """By start number what is written in the fields; fields of blanks and zeros are left out."""
    found: dict[int, Stated] = {}
    for line in read_lines(source, Report()):
        number = whole_number(line.text[_NUMBER], 9_999) if line.tag == PLAYER else None
        if number is None:
            continue
        said = {name: line.text[place].strip() for name, place in _FIELDS.items()}
        said = {name: text for name, text in said.items() if not set(text) <= _NOTHING}
        found[number] = Stated(line.number, said)
    return {number: one for number, one in found.items() if one.said}
