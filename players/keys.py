"""The forms in which names are compared. Any text may be given; nothing here raises.

Unicode facts: UAX #15 (normal forms).
"""

import unicodedata
from typing import Final

from clubs.characters import INVISIBLE

_DASHES: Final = frozenset("-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d")
_APOSTROPHES: Final = frozenset("'`\u00b4\u02b9\u02bb\u02bc\u02bd\u2018\u2019\u201b\u2032\uff07")


def name_key(text: str) -> str:
    """The form in which names are compared: NFKC, case folded, ignorable characters removed.

    Commas, dots and other punctuation become blanks; every dash is `-`, every apostrophe `'`.
    The parts keep their order. Idempotent; never raises; may be empty.
    """
    if text.isascii():
        return _join_words(text.translate(_ASCII_FOLD))
    key = _fold(text)
    while (again := _fold(key)) != key:
        key = again
    return key


def _fold(text: str) -> str:
    normal = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    folded = "".join(_fold_character(character) for character in normal)
    return unicodedata.normalize("NFC", _join_words(folded))


def _join_words(text: str) -> str:
    words = (word.strip("-'") for word in text.split())
    return " ".join(word for word in words if word)


def _fold_character(character: str) -> str:
    if character.isalnum():
        return "" if character in INVISIBLE else character
    if character in _DASHES:
        return "-"
    if character in _APOSTROPHES:
        return "'"
    category = unicodedata.category(character)
    if character in INVISIBLE or (category in ("Cc", "Cf") and not character.isspace()):
        return ""
    return character if category[0] in "LMN" else " "


_ASCII_FOLD: Final = {code: _fold_character(chr(code).lower()) for code in range(128)}


def whole_key(text: str) -> str:
    """Equal for names that are the same as a whole: `name_key` in the first of its rotations.

    "Novák, Jan Pavel", "NOVÁK Jan Pavel" and "Jan Pavel Novák" share one. Only a block moved from
    one end to the other counts as another order: two given names that change places
    ("Novák, Pavel Jan") may be two people.
    """
    parts = name_key(text).split()
    turns = [parts[at:] + parts[:at] for at in range(len(parts))] or [[]]
    return " ".join(min(turns))


def same_whole(a: str, b: str) -> bool:
    """Whether two names are equal irrespective of case, blanks, commas and order of the parts."""
    key = whole_key(a)
    return bool(key) and key == whole_key(b)
