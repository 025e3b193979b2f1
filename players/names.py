"""Names as people type them: cleaning, comparing, and what looks wrong with them.

`clean_name` is the one door by which a name enters the product; everything else here takes text
that may or may not have passed it and never raises. Unicode facts: UAX #15 (normal forms),
UAX #44 (Default_Ignorable_Code_Point), UTS #39 (invisible and bidirectional controls).
"""

import re
import unicodedata
from typing import Final

from clubs.messages import Message, Problem, gettext_noop
from players.collation import sort_key

__all__ = [
    "NameRefused",
    "clean_name",
    "double_encoded",
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

# Characters that take no room on the page and that are not of category Cf (those are refused by
# category): joiners, fillers, variation selectors, and the blank Braille cell.
_INVISIBLE: Final = frozenset(
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
_BIDI: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_BLANKS: Final = frozenset("\t\n\r\u2028\u2029")  # beside category Zs; a pasted cell brings them

_DASHES: Final = frozenset("-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d")
_APOSTROPHES: Final = frozenset("'`\u00b4\u02b9\u02bb\u02bc\u02bd\u2018\u2019\u201b\u2032\uff07")

# Words beside a name that are not part of it, as keys. Chess titles only in capitals: Im is a name.
CHESS_TITLES: Final = frozenset({"gm", "im", "fm", "cm", "wgm", "wim", "wfm", "wcm"})
TITLES: Final = frozenset(
    (
        *(
            "ing",
            "bc",
            "mgr",
            "dr",
            "mudr",
            "judr",
            "phdr",
            "rndr",
            "mvdr",
            "paeddr",
            "prof",
        ),
        *("doc", "phd", "csc", "drsc", "mba", "dipl", "mr", "mrs", "ms"),
    )
)
# The younger, the elder: not part of the name either, but two people may differ by it alone.
GENERATIONS: Final = {
    "ml": "younger",
    "mladsi": "younger",
    "mladší": "younger",
    "jr": "younger",
    "jun": "younger",
    "junior": "younger",
    "мл": "younger",
    "младший": "younger",
    "st": "elder",
    "starsi": "elder",
    "starší": "elder",
    "sr": "elder",
    "sen": "elder",
    "senior": "elder",
    "ст": "elder",
    "старший": "elder",
    "ii": "second",
    "iii": "third",
    "iv": "fourth",
}
PARTICLES: Final = frozenset(
    (
        *(
            "van",
            "von",
            "der",
            "den",
            "de",
            "del",
            "della",
            "di",
            "da",
            "do",
            "dos",
            "du",
        ),
        *(
            "la",
            "le",
            "las",
            "los",
            "el",
            "al",
            "bin",
            "ibn",
            "ter",
            "ten",
            "te",
            "zu",
            "zum",
        ),
        *("zur", "af", "av", "y", "und"),
    )
)

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
_MIXED = gettext_noop(
    "Letters of two alphabets are mixed: character %(column)d is %(script)s."
    " It may look like another letter; check how the name is written."
)
_DOUBLE = gettext_noop(
    "The letters look like a wrong encoding, perhaps “%(repaired)s” is meant;"
    " choose another encoding or correct the name."
)
_LOST = gettext_noop(
    "Character %(column)d was lost by a wrong encoding; choose another encoding or correct it."
)


class NameRefused(ValueError):
    """The text cannot be a name. `problem` says why and where (column, from 1), not the name."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem.message))
        self.problem = problem


def clean_name(text: str) -> str:
    """Give the form in which a name is stored: NFC, blanks folded to one space, trimmed.

    Idempotent. Raises NameRefused for control, bidirectional, invisible, private and surrogate
    characters, for more than MAX_LENGTH characters, and where there is no letter at all.
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
    if character in _INVISIBLE:
        return _INVISIBLE_TEXT
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
        return "" if character in _INVISIBLE else character
    if character in _DASHES:
        return "-"
    if character in _APOSTROPHES:
        return "'"
    category = unicodedata.category(character)
    if character in _INVISIBLE or (category in ("Cc", "Cf") and not character.isspace()):
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


def is_initial(word: str) -> bool:
    """Whether a word as typed is no full name: one letter, "Ch.", "JM.", "Alex."."""
    key = name_key(word).replace("-", "").replace("'", "")
    if len(key) == 1 and not is_whole_script(key):
        return True
    if is_mark(word):
        return False
    if word.rstrip(",;").endswith("."):
        return True
    # JM, PV: capitals without a vowel beside each other are initials, "NG" and "NI" are names.
    return len(key) == 2 and word.isupper() and not re.search("[aeiouyаеиоуыэюя]|ng", key)


def is_whole_script(character: str) -> bool:
    """Whether one character of this script is a whole syllable or word (Chinese, Korean, ...)."""
    name = unicodedata.name(character, "")
    return name.startswith(("CJK ", "HANGUL ", "HIRAGANA ", "KATAKANA "))


def is_partial(name: str) -> bool:
    """Whether a name lacks a full surname or a full given name ("Novák", "Novák J.", "J. Novák").

    Where it cannot be told ("Zhelnin Vladimir V" or "Garcia Palermo C") the answer is yes: such a
    name is never confirmed together with others.
    """
    sides = [_bare_words(side) for side in re.split("[,;]", name)]
    sides = [side for side in sides if side]
    full = [_full_words(side) for side in sides]
    if sum(full) < 2:
        return True
    if len(sides) > 1:
        return sum(1 for count in full if count) < 2
    return is_initial(sides[0][0]) or is_initial(sides[0][-1])


def is_mark(word: str) -> bool:
    """Whether a word as typed stands beside the name: "GM", "Ing.", "ml.", "(W)", "-"."""
    key = name_key(word)
    if key in CHESS_TITLES:
        return word.isupper()
    return not key or key in TITLES or key in GENERATIONS or word.startswith("(")


def _bare_words(text: str) -> list[str]:
    return [word for word in text.split() if not is_mark(word)]


def _full_words(words: list[str]) -> int:
    """How many full names; a particle is one only where nothing else is there ("Le, Quang")."""
    full = [word for word in words if not is_initial(word)]
    return len([word for word in full if name_key(word) not in PARTICLES]) or len(full)


def without_marks(name: str) -> str:
    """The name without titles, generation marks and remarks in brackets, as far as one remains."""
    bare = re.sub(r"[(\[{][^()\[\]{}]*[)\]}]?", " ", name)
    kept = [word for word in bare.split() if not is_mark(word)]
    return " ".join(kept) if name_key(" ".join(kept)) else name


_SCRIPTS: Final = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC")
_SCRIPT_NAMES: Final = {
    "LATIN": gettext_noop("Latin"),
    "CYRILLIC": gettext_noop("Cyrillic"),
    "GREEK": gettext_noop("Greek"),
    "ARMENIAN": gettext_noop("Armenian"),
    "CHEROKEE": gettext_noop("Cherokee"),
    "COPTIC": gettext_noop("Coptic"),
}


def script_of(character: str) -> str | None:
    """The alphabet of a letter, of those whose letters look alike; None for anything else."""
    if not character.isalpha():
        return None
    if character.isascii():
        return "LATIN"
    script = unicodedata.name(character, "").split(" ", 1)[0]
    return script if script in _SCRIPTS else None


def mixed_script(name: str) -> Problem | None:
    """A warning where letters of look-alike alphabets stand in one name; column of the odd one.

    A title or a Roman numeral beside a name in another alphabet is no mixture.
    """
    if name.isascii():
        return None
    scripts = [script_of(character) for character in name]
    for word in re.finditer(r"\S+", name):
        if is_mark(word.group()):
            scripts[word.start() : word.end()] = [None] * len(word.group())
    found = [script for script in scripts if script]
    if len(set(found)) < 2:
        return None
    usual = max(_SCRIPTS, key=found.count)
    odd = next(at for at, script in enumerate(scripts) if script and script != usual)
    params = {
        "column": odd + 1,
        "script": Message(_SCRIPT_NAMES[scripts[odd] or usual]),
    }
    return Problem(Message(_MIXED, params), column=odd + 1)


def double_encoded(text: str) -> str | None:
    """The text as it was meant, where UTF-8 was read as a one-byte encoding ("NovÃ¡k"); else None.

    Give it the text before `clean_name`, which refuses some of the traces.
    """
    if text.isascii() or _LONE.search(text):
        return None
    for candidate in (text, _upper_traces(text)):
        for encoding in ("cp1252", "cp1250", "cp1251", "latin-1"):
            try:
                meant = _as_bytes(candidate, encoding).decode("utf-8")
            except UnicodeError:
                continue
            if meant != candidate and all(_is_common(c) for c in meant if not c.isascii()):
                return meant
    return None


# UTF-8 writes no character outside ASCII as a single byte.
_LONE: Final = re.compile("(?<![^\x00-\x7f])[^\x00-\x7f](?![^\x00-\x7f])")


def _upper_traces(text: str) -> str:
    """Undo a lower-casing that went over the traces: the lead bytes Ã, Ä, Å were capitals."""
    return text.translate({0xE3: 0xC3, 0xE4: 0xC4, 0xE5: 0xC5, 0xE2: 0xC2})


def _as_bytes(text: str, encoding: str) -> bytes:
    """Encode; bytes that the code page leaves undefined pass as the C1 controls they became."""
    return b"".join(
        c.encode("latin-1") if "\x80" <= c <= "\x9f" else c.encode(encoding) for c in text
    )


def _is_common(character: str) -> bool:
    code = ord(character)
    return 0xC0 <= code < 0x250 or 0x370 <= code < 0x460 or character in "\u00a0\u2013\u2019"


def encoding_problem(text: str) -> Problem | None:
    """A warning where a name carries traces of a wrong encoding: "NovÃ¡k", "Nov?k"."""
    repaired = double_encoded(text)
    if repaired is not None:
        return Problem(Message(_DOUBLE, {"repaired": repaired}), column=1)
    lost = re.search("[\ufffd\x80-\x9f]|(?<=[^\\W\\d])\\?(?=[^\\W\\d])", text)
    if lost is None:
        return None
    column = lost.start() + 1
    return Problem(Message(_LOST, {"column": column}), column=column)
