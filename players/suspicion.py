"""What looks wrong with a name: letters of two alphabets, traces of a wrong encoding.

Warnings only: a person looks at them. Source: UTS #39 (look-alikes between scripts).
"""

import re
import unicodedata
from typing import Final

from clubs.messages import Message, Problem, gettext_noop
from players.parts import is_mark

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


def doubts(text: str) -> tuple[Problem, ...]:
    """Everything that looks wrong with a name, and may be right all the same."""
    return tuple(found for found in (encoding_problem(text), mixed_script(text)) if found)


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
