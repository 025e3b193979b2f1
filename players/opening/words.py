"""Words that people write in lists of members, in English, Czech and Russian."""

import unicodedata
from enum import StrEnum
from typing import Final


class Column(StrEnum):
    """What a column of an opening list may hold."""

    NAME = "name"
    SURNAME = "surname"
    GIVEN = "given name"
    MIDDLE = "middle name"
    RATING = "starting rating"
    WHY = "reason"
    GAMES = "games taken over"
    STATUS = "member or guest"
    GUEST = "guest"  # yes or no
    JUNIOR = "junior"
    GROUP = "group"
    LABEL = "label"


_HEADERS: Final[dict[Column, tuple[str, ...]]] = {
    Column.NAME: (
        "name", "full name", "player", "player name", "surname and given name", "surname and name",
        "surname, given name", "surname, name", "name and surname", "last name, first name",
        "jméno", "jméno a příjmení", "příjmení a jméno", "příjmení, jméno", "jméno, příjmení",
        "příjmení jméno", "jméno příjmení", "celé jméno", "hráč", "hráčka", "jméno hráče",
        "имя", "фио", "ф.и.о.", "ф и о", "фамилия имя", "фамилия, имя", "фамилия и имя",
        "имя и фамилия", "имя фамилия", "фамилия имя отчество", "фамилия, имя, отчество",
        "игрок", "участник",
    ),
    Column.SURNAME: ("surname", "last name", "family name", "lastname", "příjmení", "фамилия"),
    Column.GIVEN: (
        "given name", "first name", "given names", "forename", "firstname", "křestní jméno",
        "křestní", "личное имя",
    ),
    Column.MIDDLE: ("middle name", "patronymic", "prostřední jméno", "отчество"),
    Column.RATING: (
        "rating", "starting rating", "start rating", "elo", "rtg", "rating elo",
        "výchozí rating", "počáteční rating", "startovní rating", "klubový rating",
        "рейтинг", "начальный рейтинг", "стартовый рейтинг", "клубный рейтинг", "эло", "рейт",
    ),
    Column.WHY: (
        "reason", "why", "source", "note", "důvod", "odkud", "zdroj", "poznámka",
        "причина", "основание", "откуда", "источник", "примечание",
    ),
    Column.GAMES: (
        "games", "games taken over", "games played", "number of games", "partie", "partií",
        "převzaté partie", "počet partií", "odehrané partie", "odehráno",
        "партии", "партий", "число партий", "количество партий", "сыграно", "сыграно партий",
        "учтённые партии",
    ),
    Column.STATUS: (
        "status", "member", "membership", "member or guest", "member/guest", "stav", "člen",
        "členství", "člen nebo host", "člen/host", "статус", "член клуба", "членство",
        "член или гость", "член/гость",
    ),
    Column.GUEST: ("guest", "host", "гость"),
    Column.JUNIOR: (
        "junior", "juniors", "child", "children", "youth", "junior mark", "juniorka", "junior/ka",
        "mládež", "dítě", "děti", "žák", "юниор", "юниоры", "ребёнок", "дети", "юн", "юноша",
    ),
    Column.GROUP: (
        "group", "club group", "team", "skupina", "oddíl", "kroužek", "družstvo",
        "группа", "секция", "команда",
    ),
    Column.LABEL: (
        "label", "nickname", "shown as", "display name", "označení", "štítek", "přezdívka",
        "zobrazit jako", "popisek", "подпись", "ярлык", "прозвище", "показывать как",
    ),
}  # fmt: skip

_YES: Final = ("yes", "y", "true", "x", "+", "1", "✓", "✔", "ano", "a", "да", "д", "v")
_NO: Final = ("no", "n", "false", "0", "-", "ne", "нет", "н")
_JUNIOR: Final = ("junior", "juniorka", "jun", "child", "dítě", "j", "юниор", "юниорка", "ребёнок")
_ADULT: Final = ("adult", "senior", "dospělý", "dospělá", "взрослый", "взрослая")
_MEMBER: Final = ("member", "m", "active", "člen", "členka", "aktivní", "член", "член клуба")
_GUEST: Final = ("guest", "g", "visitor", "host", "h", "гость", "гостья", "г")


def fold(text: str) -> str:
    """Lower case, without accents and punctuation at the ends, one kind of blank and dash."""
    plain = text.casefold().replace("_", " ").replace("–", "-").replace("—", "-").replace("−", "-")
    apart = unicodedata.normalize("NFD", plain)
    bare = "".join(c for c in apart if unicodedata.category(c) != "Mn")
    return " ".join(bare.strip(" \t\u00a0()[]<>*.:#").split())


_COLUMN_OF: Final = {fold(word): column for column, words in _HEADERS.items() for word in words}


def column_of(header: str) -> Column | None:
    """The column that a word names, or None."""
    return _COLUMN_OF.get(fold(header)) if len(header) <= 60 else None


def _table(*meanings: tuple[tuple[str, ...], bool]) -> dict[str, bool]:
    return {fold(word): value for words, value in meanings for word in words} | {"": False}


_YES_OR_NO: Final = _table((_YES, True), (_NO, False))
_IS_GUEST: Final = _table((_YES + _MEMBER, False), (_NO + _GUEST, True))
_IS_JUNIOR: Final = _table((_YES + _JUNIOR, True), (_NO + _ADULT, False))


def _looked_up(cell: str, table: dict[str, bool]) -> bool | None:
    sign = cell.strip()
    return table.get(fold(sign) or sign) if len(sign) <= 40 else None


def says_guest(cell: str, column: Column) -> bool | None:
    """Whether a cell makes a guest, in a column of `column`; None where it is not understood.

    In a column "member or guest" yes means member, in a column "guest" it means guest.
    """
    if column is Column.GUEST:
        words = _IS_GUEST if fold(cell) in map(fold, _MEMBER + _GUEST) else _YES_OR_NO
        return _looked_up(cell, words)
    return _looked_up(cell, _IS_GUEST)


def says_junior(cell: str) -> bool | None:
    """Whether a cell marks a junior; None where it is not understood."""
    return _looked_up(cell, _IS_JUNIOR)
