"""Names as people type them: the one door by which a name enters the product.

The rest of what is known about names stands beside and is offered from here: `players.keys` (when
are two equal), `players.parts` (what are the words), `players.suspicion` (what looks wrong),
`players.collation` (in which order). Those take text that may or may not have passed this door.
Sources: UAX #15 (normal forms), UTS #39 (invisible and bidirectional controls).
"""

import re
import unicodedata
from typing import Final

from clubs.messages import Message, Problem, gettext_noop
from players.collation import sort_key
from players.keys import INVISIBLE, name_key, same_whole, whole_key
from players.parts import is_partial, without_marks
from players.suspicion import double_encoded, doubts, encoding_problem, mixed_script

__all__ = [
    "MAX_KEY_LENGTH",
    "MAX_LENGTH",
    "NameRefused",
    "clean_name",
    "double_encoded",
    "doubts",
    "encoding_problem",
    "is_partial",
    "mixed_script",
    "name_key",
    "same_whole",
    "sort_key",
    "whole_key",
    "without_marks",
]

MAX_LENGTH: Final = 100
MAX_KEY_LENGTH: Final = 200  # some single characters are whole sentences in NFKC

_BIDI: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_BLANKS: Final = frozenset("\t\n\r\u2028\u2029")  # beside category Zs; a pasted cell brings them

_TOO_LONG = gettext_noop("A name may have at most %(limit)d characters; shorten it.")
_NO_LETTER = gettext_noop("A name needs at least one letter.")
_CONTROL = gettext_noop(
    "Character %(column)d is a control character (%(code)s) that cannot be part of a name;"
    " delete it, or read the file in another encoding."
)
_BIDI_TEXT = gettext_noop(
    "Character %(column)d is invisible and turns the direction of the text (%(code)s); delete it."
)
_INVISIBLE_TEXT = gettext_noop("Character %(column)d is invisible (%(code)s); delete it.")
_BROKEN_TEXT = gettext_noop("Character %(column)d is no valid character (%(code)s); type it again.")

_LOST_TEXT = gettext_noop(
    "Character %(column)d was lost on the way here (%(code)s); type it again, or read the file in"
    " another encoding."
)
_REPLACEMENT: Final = "\ufffd"  # what a decoder puts where it could not read


class NameRefused(ValueError):
    """The text cannot be a name. `problem` says why and where (column, from 1), not the name."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem.message))
        self.problem = problem


def clean_name(text: str) -> str:
    """Give the form in which a name is stored: NFC, blanks folded to one space, trimmed.

    Idempotent. Raises NameRefused for control, bidirectional, invisible, private and surrogate
    characters and U+FFFD, for more than MAX_LENGTH characters, and where there is no letter at all.
    """
    if len(text) > MAX_LENGTH and len(" ".join(text.split())) > 3 * MAX_LENGTH:
        raise _refused(_TOO_LONG, MAX_LENGTH + 1, limit=MAX_LENGTH)
    for column, character in enumerate(text, start=1):
        template = _why_refused(character)
        if template is not None:
            code = f"U+{ord(character):04X}"
            raise _refused(template, column, column=column, code=code)
    normal = unicodedata.normalize("NFC", text)
    name = " ".join("".join(" " if _is_blank(c) else c for c in normal).split(" ")).strip()
    name = re.sub(" {2,}", " ", name)
    if len(name) > MAX_LENGTH or len(name_key(name)) > MAX_KEY_LENGTH:
        raise _refused(_TOO_LONG, MAX_LENGTH + 1, limit=MAX_LENGTH)
    if not any(character.isalpha() for character in name):
        raise _refused(_NO_LETTER, 1)
    return name


def _refused(template: str, at: int, /, **params: object) -> NameRefused:
    return NameRefused(Problem(Message(template, params), column=at))


def _is_blank(character: str) -> bool:
    return character in _BLANKS or unicodedata.category(character) == "Zs"


def _why_refused(character: str) -> str | None:
    """The template of the refusal, or None where the character may stand in a name."""
    if character in INVISIBLE:
        return _INVISIBLE_TEXT
    if character == _REPLACEMENT:
        return _LOST_TEXT
    if character.isprintable() or _is_blank(character):
        return None
    if character in _BIDI:
        return _BIDI_TEXT
    category = unicodedata.category(character)
    if category == "Cf":
        return _INVISIBLE_TEXT
    if category == "Cc":
        return _CONTROL
    if category in ("Cs", "Co") or _is_noncharacter(character):
        return _BROKEN_TEXT
    return None  # not yet assigned in this Python's Unicode: a newer letter, not ours to refuse


def _is_noncharacter(character: str) -> bool:
    code = ord(character)
    return 0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE
