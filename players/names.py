"""Names as people type them: the one door by which a name enters the product.

The rest of what is known about names stands beside and is offered from here: `players.keys` (when
are two equal), `players.parts` (what are the words), `players.suspicion` (what looks wrong),
`players.collation` (in which order). Those take text that may or may not have passed this door.
What no line of text may hold is said in `clubs.characters`. Source: UAX #15 (normal forms).
"""

import re
import unicodedata
from typing import Final

from clubs.characters import Fault, fault, is_blank
from clubs.messages import Message, Problem, gettext_noop
from players.collation import sort_key
from players.keys import name_key, same_whole, whole_key
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
_FAULTS: Final = {
    Fault.INVISIBLE: _INVISIBLE_TEXT,
    Fault.TURNS: _BIDI_TEXT,
    Fault.CONTROL: _CONTROL,
    Fault.BROKEN: _BROKEN_TEXT,
    Fault.LOST: _LOST_TEXT,
}


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
        if found := fault(character):
            code = f"U+{ord(character):04X}"
            raise _refused(_FAULTS[found], column, column=column, code=code)
    normal = unicodedata.normalize("NFC", text)
    name = " ".join("".join(" " if is_blank(c) else c for c in normal).split(" ")).strip()
    name = re.sub(" {2,}", " ", name)
    if len(name) > MAX_LENGTH or len(name_key(name)) > MAX_KEY_LENGTH:
        raise _refused(_TOO_LONG, MAX_LENGTH + 1, limit=MAX_LENGTH)
    if not any(character.isalpha() for character in name):
        raise _refused(_NO_LETTER, 1)
    return name


def _refused(template: str, at: int, /, **params: object) -> NameRefused:
    return NameRefused(Problem(Message(template, params), column=at))
