"""Words that people write in tables of pairings, in English, Czech and Russian."""

import unicodedata
from enum import StrEnum
from functools import lru_cache
from typing import Final

from events.results import GameKind


class Column(StrEnum):
    """What a column of a table of pairings may hold."""

    ROUND = "round"
    BOARD = "board"
    WHITE = "white"
    BLACK = "black"
    FIRST = "player 1"  # colours not known
    SECOND = "player 2"
    RESULT = "result"
    BOARD_RESULT = "board result"
    DAY = "date"
    EVENT = "event"
    COLOURS = "colours"


UNKNOWN_COLOURS: Final = "unknown"

_HEADERS: Final[dict[Column, tuple[str, ...]]] = {
    Column.ROUND: ("round", "rd", "rnd", "kolo", "тур"),
    Column.BOARD: ("board", "bd", "table", "šachovnice", "stůl", "šach", "deska", "доска", "стол"),
    Column.WHITE: (
        "white", "white player", "white name", "bílý", "bílé", "bílý hráč", "белые", "белый",
    ),
    Column.BLACK: (
        "black", "black player", "black name", "černý", "černé", "černý hráč", "чёрные", "чёрный",
    ),
    Column.FIRST: (
        "player 1", "player1", "player a", "player", "hráč 1", "hráč a", "hráč", "игрок 1",
    ),
    Column.SECOND: ("player 2", "player2", "player b", "opponent", "hráč 2", "hráč b", "soupeř",
                    "игрок 2", "соперник"),
    Column.RESULT: ("result", "res", "výsledek", "výsl", "результат", "рез"),
    Column.BOARD_RESULT: (
        "board result", "result on the board", "výsledek na šachovnici", "výsledek partie",
        "результат за доской", "результат на доске",
    ),
    Column.DAY: ("date", "day", "datum", "den", "дата", "день"),
    Column.EVENT: ("event", "tournament", "event name", "akce", "turnaj", "турнир", "событие"),
    Column.COLOURS: ("colours", "colors", "barvy", "цвета"),
}  # fmt: skip

# What stands in the place of an opponent. `None`: the points tell which bye it was.
_BYES: Final[dict[GameKind | None, tuple[str, ...]]] = {
    None: ("bye", "volno", "volný los", "volný", "бай", "свободен", "свободна",
           "без пары", "без соперника", "выходной", "-", "--", "---"),
    GameKind.PAIRING_BYE: ("pairing bye", "pairing allocated bye", "pab", "очко без пары"),
    GameKind.FULL_BYE: ("full point bye", "full bye", "volno za bod"),
    GameKind.HALF_BYE: ("half point bye", "half bye", "volno za ½ bodu", "volno za půl bodu",
                        "пропуск тура ½ очка"),
    GameKind.ZERO_BYE: ("not paired", "zero point bye", "zero bye", "unpaired", "absent",
                        "nenalosován", "nenalosována", "nepřítomen", "не в жеребьёвке",
                        "пропуск тура", "пропуск"),
}  # fmt: skip


def fold(text: str) -> str:
    """Lower case, without accents, brackets and punctuation at the ends, single blanks."""
    plain = text.casefold().replace("_", " ").replace("–", "-").replace("—", "-").replace("−", "-")
    apart = unicodedata.normalize("NFD", plain)
    bare = "".join(c for c in apart if unicodedata.category(c) != "Mn").replace("-point", " point")
    bare = bare.replace(",", " ").replace("pairing-", "pairing ")
    stripped = bare.strip(" \t\n()[]<>*.:#")
    return " ".join(stripped.split())


_COLUMN_OF: Final = {fold(word): column for column, words in _HEADERS.items() for word in words}
_BYE_OF: Final = {fold(word): kind for kind, words in _BYES.items() for word in words}


def column_of(header: str) -> Column | None:
    """The column that a header names, or None for one that is read over."""
    return _COLUMN_OF.get(fold(header)) if len(header) <= 60 else None


@lru_cache(maxsize=20_000)  # a table names the same few people again and again
def is_bye(cell: str) -> bool:
    """Whether a name cell says that there is no opponent."""
    return len(cell) <= 60 and fold(cell) in _BYE_OF


def bye_kind(cell: str, half_points: int | None) -> GameKind:
    """Which bye a cell means; where it only says "bye", the half points tell."""
    kind = _BYE_OF.get(fold(cell))
    if kind is not None:
        return kind
    return {1: GameKind.HALF_BYE, 0: GameKind.ZERO_BYE}.get(
        2 if half_points is None else half_points, GameKind.PAIRING_BYE
    )
