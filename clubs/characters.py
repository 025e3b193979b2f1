"""Characters that no line of text may hold, since nobody sees them or they are none.

The one judgement behind names of people (`players.names`), the lines of forms (`clubs.forms`) and
titles that come with files. Sources: UAX #44 (Default_Ignorable_Code_Point), UTS #39.
"""

import unicodedata
from enum import Enum
from typing import Final

# Characters that take no room on the page and that are not of category Cf (those are refused by
# category): joiners, fillers, variation selectors, and the blank Braille cell.
INVISIBLE: Final = frozenset(
    chr(code)
    for first, last in (
        (0x034F, 0x034F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x2065, 0x2065),
        (0x2800, 0x2800),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0xFFF0, 0xFFF8),
        (0xE0000, 0xE0FFF),
    )
    for code in range(first, last + 1)
)

# Symbols that stand for something and show nothing: an object, a note without a head.
_UNSEEN: Final = frozenset("\ufffc\U0001d159")

_BIDI: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_BLANKS: Final = frozenset("\t\n\r\u2028\u2029")  # beside category Zs; a pasted cell brings them
_REPLACEMENT: Final = "\ufffd"  # what a decoder puts where it could not read


class Fault(Enum):
    """Why a character may not stand in a line."""

    INVISIBLE = "invisible"
    TURNS = "turns the direction of the text"
    CONTROL = "control"
    BROKEN = "no character"
    LOST = "lost by a decoder"


def fault(character: str) -> Fault | None:
    """What is wrong with one character; None where it may stand in a line, also as a blank."""
    if character in INVISIBLE:
        return Fault.INVISIBLE
    if character == _REPLACEMENT:
        return Fault.LOST
    if character.isprintable() or is_blank(character):
        return None
    if character in _BIDI:
        return Fault.TURNS
    category = unicodedata.category(character)
    if category == "Cf":
        return Fault.INVISIBLE
    if category == "Cc":
        return Fault.CONTROL
    if category in ("Cs", "Co") or _is_noncharacter(character):
        return Fault.BROKEN
    return None  # not yet assigned in this Python's Unicode: a newer letter, not ours to refuse


def can_be_seen(text: str) -> bool:
    """Whether anything of a text without a fault shows: blanks and marks alone do not."""
    return any(c not in _UNSEEN and unicodedata.category(c)[0] not in "MZ" for c in text)


def is_blank(character: str) -> bool:
    return character in _BLANKS or unicodedata.category(character) == "Zs"


def _is_noncharacter(character: str) -> bool:
    code = ord(character)
    return 0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE
