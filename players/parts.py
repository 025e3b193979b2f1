"""The words of a name as typed: which are names, initials, titles and marks."""

import re
import unicodedata
from typing import Final

from players.keys import name_key

# Words beside a name that are not part of it, as keys. Chess titles only in capitals: Im is a name.
CHESS_TITLES: Final = frozenset(
    {"gm", "im", "fm", "cm", "nm", "wgm", "wim", "wfm", "wcm", "agm", "aim", "afm", "acm"}
)
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
        *("dis", "msc", "bsc", "thd", "thdr", "rsdr", "mddr", "pharmdr", "icdr", "mga", "bca"),
        *("arch", "llm", "doctor", "sir"),
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
    return (
        not key
        or key in GENERATIONS
        or word.startswith("(")
        or key.replace(" ", "") in TITLES  # Ph.D.
        or all(part in TITLES for part in re.split("[ -]", key))  # Dipl.-Ing.
    )


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
