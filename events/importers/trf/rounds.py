"""The rounds of a player line: ten columns each from 92 (opponent, colour, result)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Final, NamedTuple

from clubs.messages import gettext_noop
from events.importers.base import Limits, Report, refusal, whole_number
from events.importers.trf.lines import ROUNDS_FROM, Line

WIDTH: Final = 10
DECIDED: Final = frozenset("10=")
FORFEITED: Final = frozenset("+-")
SHORT: Final = frozenset("WDL")
BYES: Final = frozenset("HFUZ")
UNDECIDED: Final = frozenset(("", "*"))
KNOWN: Final = DECIDED | FORFEITED | SHORT | BYES | UNDECIDED

_TOO_MANY_ROUNDS = gettext_noop(
    "The line has %(rounds)d rounds; more than %(limit)d are not read. Is it the right file?"
)
_MALFORMED = gettext_noop(
    "Player %(number)d, round %(round)d: “%(text)s” is not opponent, colour and result in their"
    " columns (four digits, blank, w or b, blank, one sign). Correct the line."
)
_BAD_COLOUR = gettext_noop(
    "Player %(number)d, round %(round)d: the colour “%(text)s” is neither w nor b; it is not used."
)
_STRAY_MARK = gettext_noop("“%(text)s” at the end of the line was read over.")


class Cell(NamedTuple):
    """One round of one player; `opponent` 0 is nobody, `colour` is w, b or empty."""

    line: int
    column: int
    opponent: int
    colour: str
    code: str  # a result code in capitals; empty when there is none


Cells = tuple[Cell | None, ...]  # by round, from round 1; None where the player has nothing


# A game as nearly all files write it; everything else goes through `_cell`.
_USUAL: Final = re.compile(r"(?=[ 0-9]{4} )( {0,3}[0-9]{1,4}) ([wb]) ([10=])(?:  | ?$)")


def read_cells(
    line: Line, number: int, limits: Limits, problems: Report, warnings: Report
) -> Cells:
    """The rounds of one player, without the empty ones at the end."""
    text = line.text
    count = -(-(len(text.rstrip()) - ROUNDS_FROM) // WIDTH)
    if count > limits.rounds:
        raise refusal(_TOO_MANY_ROUNDS, line.number, 92, rounds=count, limit=limits.rounds)
    cells: list[Cell | None] = []
    for at in range(max(0, count)):
        start = ROUNDS_FROM + WIDTH * at
        if usual := _USUAL.match(text, start):
            opponent, colour, code = usual.groups()
            cells.append(Cell(line.number, start + 1, int(opponent), colour, code))
            continue
        chunk = text[start : start + WIDTH].ljust(WIDTH)
        if not chunk[:8].strip() and chunk.strip() and at == count - 1:
            warnings.add(_STRAY_MARK, line.number, start + 9, text=chunk.strip())
            chunk = " " * WIDTH
        cells.append(_cell(chunk, line.number, start + 1, (number, at + 1), problems, warnings))
    while cells and cells[-1] is None:
        cells.pop()
    return tuple(cells)


def _cell(
    chunk: str, line: int, column: int, who: tuple[int, int], problems: Report, warnings: Report
) -> Cell | None:
    if not chunk.strip() or chunk.split() == ["-"]:
        return None  # not paired: TRF06 leaves the round blank, some write the colour "-"
    opponent = whole_number(chunk[:4].strip() or "0", 9_999)
    colour = chunk[5].lower().replace("-", "").strip()
    code = chunk[7].upper().replace("½", "=").strip()
    number, round_ = who
    if opponent is None or chunk[4] != " " or chunk[6] != " " or chunk[8:].strip():
        params = {"number": number, "round": round_, "text": chunk.strip()}
        problems.add(_MALFORMED, line, column, **params)
        return None
    if colour not in ("", "w", "b"):
        params = {"number": number, "round": round_, "text": chunk[5]}
        warnings.add(_BAD_COLOUR, line, column + 5, **params)
        colour = ""
    return Cell(line, column, opponent, colour, code)


@dataclass(frozen=True, slots=True)
class Scoring:
    """Half points for what a round can bring; only used to compare with the points stated."""

    win: Fraction = Fraction(2)
    draw: Fraction = Fraction(1)
    loss: Fraction = Fraction(0)
    pairing_bye: Fraction = Fraction(2)
    absent: Fraction = Fraction(0)

    def of(self, cell: Cell) -> Fraction:
        if not cell.opponent and cell.code in ("", "*", "Z", "-"):
            return self.absent
        if cell.code == "U":
            return self.pairing_bye
        if cell.code in ("1", "+", "W", "F"):
            return self.win
        if cell.code in ("=", "D", "H"):
            return self.draw
        return self.loss if cell.code in ("0", "-", "L") else Fraction(0)


def read_scoring(lines: Iterable[Line]) -> Scoring:
    """Points for a win and so on as 162 (TRF26), XXS (JaVaFo) or BB. (bbpPairings) state them."""
    stated: dict[str, Fraction] = {}
    for line in lines:
        if line.tag in ("162", "XXS"):
            words = line.content.upper().replace("=", " ").split()
            for letter, points in pairwise(words):
                _state(stated, letter, points)
        elif line.tag in ("BBW", "BBD", "BBL", "BBU", "BBZ"):
            _state(stated, line.tag[2], line.content)
    win, absent = stated.get("W", Fraction(2)), stated.get("Z", Fraction(0))
    return Scoring(
        win=win,
        draw=stated.get("D", Fraction(1)),
        loss=stated.get("L", Fraction(0)),
        pairing_bye=stated.get("P", stated.get("U", win)),
        absent=stated.get("A", absent),
    )


def _state(stated: dict[str, Fraction], letter: str, points: str) -> None:
    if len(letter) != 1 or not letter.isalpha() or len(points) > 5:
        return
    whole, _, part = points.replace(",", ".").partition(".")
    if (whole + part).isascii() and (whole + part).isdigit():
        stated[letter] = 2 * Fraction(int(whole + part), 10 ** len(part))


def sum_of(cells: Sequence[Cell | None], scoring: Scoring) -> Fraction:
    """Half points that these rounds bring."""
    return sum((scoring.of(cell) for cell in cells if cell), Fraction(0))
