"""Results as people type and write them, in English, Czech and Russian.

`parse_typed_result` reads a cell of the grid, where one key is enough; `read_result` reads a cell
of a table, where people write "1:0", "½ - ½", "1 - 0K", "+:−", "remis", "0,5" or "н/я".
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from clubs.messages import Message, gettext_noop
from events.results import GameKind, Result, bye_result, result_of

MAX_LENGTH: Final = 40  # characters; nobody writes a result longer


@dataclass(frozen=True, slots=True)
class WrittenResult:
    """A result between two players; `unclear` where a forfeit does not say who got the point."""

    result: Result
    kind: GameKind
    unclear: bool = False

    def pair(self) -> tuple[Result, GameKind]:
        return self.result, self.kind


_WON: Final = WrittenResult(Result.WHITE_WINS, GameKind.PLAYED)
_LOST: Final = WrittenResult(Result.BLACK_WINS, GameKind.PLAYED)
_DRAWN: Final = WrittenResult(Result.DRAW, GameKind.PLAYED)
_OPEN: Final = WrittenResult(Result.NONE, GameKind.OPEN)
_ADJOURNED: Final = WrittenResult(Result.NONE, GameKind.ADJOURNED)
_POSTPONED: Final = WrittenResult(Result.NONE, GameKind.POSTPONED)
_FORFEIT: Final = WrittenResult(Result.NONE, GameKind.FORFEIT, unclear=True)

# The legend under the grid: keys, what they mean, what is stored.
_KEYS: Final[tuple[tuple[tuple[str, ...], str, tuple[Result, GameKind]], ...]] = (
    (("1",), gettext_noop("white won"), _WON.pair()),
    (("0",), gettext_noop("black won"), _LOST.pair()),
    (("½", "5", "r", "="), gettext_noop("draw"), _DRAWN.pair()),
    (("+",), gettext_noop("black did not come"), (Result.WHITE_WINS, GameKind.FORFEIT)),
    (("-",), gettext_noop("white did not come"), (Result.BLACK_WINS, GameKind.FORFEIT)),
    (("--",), gettext_noop("both did not come"), (Result.BOTH_LOSE, GameKind.FORFEIT)),
    (("v",), gettext_noop("bye"), (bye_result(GameKind.PAIRING_BYE), GameKind.PAIRING_BYE)),
    (("p",), gettext_noop("adjourned"), _ADJOURNED.pair()),
    (("o",), gettext_noop("postponed"), _POSTPONED.pair()),
    ((".",), gettext_noop("no result yet"), _OPEN.pair()),
)
_BY_KEY: Final = {key: stored for keys, _, stored in _KEYS for key in keys}

LEGEND: Final[tuple[tuple[tuple[str, ...], Message], ...]] = tuple(
    (keys, Message(meaning)) for keys, meaning, _ in _KEYS
)

# Whole cells, as `_fold` gives them. Czech odložená is postponed, Russian отложенная adjourned.
_WORDS: Final[dict[str, WrittenResult]] = {
    **dict.fromkeys(("", ".", "..", "...", "*", "?", "nehrano", "noresult"), _OPEN),
    **dict.fromkeys(("remis", "remiza", "rem", "r", "draw", "drawn", "tie", "ничья", "н"), _DRAWN),
    **dict.fromkeys(("adj", "adjourned", "prerusena", "preruseno", "prer"), _ADJOURNED),
    **dict.fromkeys(("отложена", "отложенная", "отл"), _ADJOURNED),
    **dict.fromkeys(("postponed", "odlozena", "odlozeno", "odl"), _POSTPONED),
    **dict.fromkeys(("перенесена", "перенесенная", "перен"), _POSTPONED),
    **dict.fromkeys(("kont", "kontumace", "kontumacne", "forfeit", "walkover", "w/o"), _FORFEIT),
    **dict.fromkeys(("н/я", "неявка", "тп"), _FORFEIT),
}

_KIND_WORDS: Final = (
    (re.compile(r"[(.,]*(?:kontumac(?:e|ne)|kont|forfeit|неявка|н/я)[).]*$"), GameKind.FORFEIT),
    (re.compile(r"^\(?(?:kontumac(?:e|ne)|kont|forfeit)[).,:]*"), GameKind.FORFEIT),
    (re.compile(r"[(.,]*(?:short|nomoves)[).]*$"), GameKind.SHORT),
)
_ABSENT_SIDE: Final = re.compile("^н/я(?=[-:])|(?<=[-:])н/я$")
_SIDE: Final = r"(1[.,]0|0[.,]0|0?[.,]5|1/2|0|1|=|\+|-)([fkф]{0,2})"
_TWO_SIDES: Final = re.compile(f"{_SIDE}[-:]{_SIDE}")
_ONE_SIDE: Final = re.compile(_SIDE)
_HALF_POINTS: Final = {"1": 2, "1.0": 2, "1,0": 2, "+": 2, "0": 0, "0.0": 0, "0,0": 0, "-": 0}
_HALF: Final = 1  # every other side is a way to write ½
_SHORTHAND: Final = {"+-": "+:-", "-+": "-:+", "--": "-:-"}


def parse_typed_result(text: str) -> tuple[Result, GameKind] | None:
    """What one cell of the grid means, by key or written out; None when it means nothing."""
    if len(text) > MAX_LENGTH:
        return None
    key = _fold(text)
    if key in _BY_KEY:
        return _BY_KEY[key]
    written = read_result(text)
    return written.pair() if written and not written.unclear else None


@lru_cache(maxsize=1_000)
def read_result(text: str) -> WrittenResult | None:
    """The result between two players that a cell of a table states; None when it is not readable.

    One number alone is white's score. A lone "+" or "-" is refused: it may mean anything.
    """
    if len(text) > MAX_LENGTH:
        return None
    plain = _fold(text)
    if plain in _WORDS:
        return _WORDS[plain]
    figures, kind = _figures(plain)
    if match := _TWO_SIDES.fullmatch(figures):
        white, black = _half_points(match[1]), _half_points(match[3])
        forfeit = match[2] or match[4] or match[1] in "+-" or match[3] in "+-"
    elif (match := _ONE_SIDE.fullmatch(figures)) and match[1] not in "+-":
        white, forfeit = _half_points(match[1]), match[2]
        black = 2 - white
    else:
        return None
    result = result_of(white, black)
    return WrittenResult(result, GameKind.FORFEIT if forfeit else kind) if result else None


def read_sole_points(text: str, *, as_black: bool = False) -> int | None:
    """Half points of a player without an opponent: "1", "½", "0", "1:0", "+"; None if unreadable.

    `as_black`: the player stands in the column of black, so "0-1" gives the full point.
    """
    if len(text) > MAX_LENGTH:
        return None
    figures, _ = _figures(_fold(text))
    if match := _TWO_SIDES.fullmatch(figures):
        return _half_points(match[3] if as_black else match[1])
    if match := _ONE_SIDE.fullmatch(figures):
        return _half_points(match[1])
    return None


def _half_points(side: str) -> int:
    return _HALF_POINTS.get(side, _HALF)


def _fold(text: str) -> str:
    """Lower case, no blanks, one kind of dash, = for ½, no accents, no brackets, no last dot."""
    plain = "".join(text.split()).casefold().replace("½", "=").replace("…", "...")
    plain = re.sub("[−–—‐‑‒﹣－]", "-", plain).replace("∶", ":").replace("＋", "+")
    apart = unicodedata.normalize("NFD", plain)
    plain = "".join(c for c in apart if unicodedata.category(c) != "Mn")
    if len(plain) > 1 and plain[-1] == "." and plain[-2].isalpha():
        plain = plain[:-1]
    if plain.startswith("(") and plain.endswith(")"):
        plain = plain[1:-1]
    return plain.replace("т.п", "тп")


def _figures(plain: str) -> tuple[str, GameKind]:
    """The figures alone, and what a word beside them says about how the result came about."""
    figures = _ABSENT_SIDE.sub("-", plain)
    kind = GameKind.PLAYED
    for word, meaning in _KIND_WORDS:
        figures, found = word.subn("", figures, count=1)
        if found:
            kind = meaning
    return _SHORTHAND.get(figures, figures), kind
