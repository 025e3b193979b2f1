"""The order of names in a list, by language, without ICU (the embedded database has none).

Source of the tables: CLDR root order and its tailorings for Czech (č, ch, ř, š, ž are letters of
their own, ch after h) and Russian (ё with е, Cyrillic before Latin).
"""

import unicodedata
from typing import Final

# Letters that are letters of their own, written after the letter that they follow.
_CZECH: Final = {"č": ("c", 1), "ř": ("r", 1), "š": ("s", 1), "ž": ("z", 1)}
# Letters that no normal form takes apart, as the letters beside which they are looked for.
_BASE: Final = {
    "ß": "ss",
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "ı": "i",
    "ə": "e",
}

Weight = tuple[int, int, int]
SortKey = tuple[tuple[Weight, ...], str, str]


def sort_key(name: str, language: str) -> SortKey:
    """A key for `sorted`: by letters of the language, then accents, then as typed.

    Punctuation takes no part but separates: "Novák, Jan" stands with "Novák Jan". A part of the
    name ends before any letter, so "Novák Z" comes before "Nováková A".
    """
    folded = unicodedata.normalize("NFC", name.casefold())
    code = language.split("-")[0].split("_")[0].lower()
    return tuple(_weights(folded, code)), folded, name


def _weights(text: str, language: str) -> list[Weight]:
    weights: list[Weight] = []
    at = 0
    while at < len(text):
        if language in ("cs", "sk") and text.startswith("ch", at):
            weights.append((2, ord("h"), 1))
            at += 2
            continue
        character = text[at]
        at += 1
        if character in _CZECH and language in ("cs", "sk"):
            letter, after = _CZECH[character]
            weights.append((2, ord(letter), after))
        elif character.isalnum():
            weights.extend(_letter_weights(character, language))
        elif weights and weights[-1] != (0, 0, 0) and not unicodedata.combining(character):
            weights.append((0, 0, 0))
    while weights and weights[-1] == (0, 0, 0):
        weights.pop()
    return weights


def _letter_weights(character: str, language: str) -> list[Weight]:
    if character == "й":  # taken apart it would be и with a mark
        return [(_script_rank(character, language), ord("и"), 1)]
    bare = unicodedata.normalize("NFD", _BASE.get(character, character))
    letters = [c for c in bare if not unicodedata.combining(c)]
    return [(_script_rank(c, language), ord(c), 0) for c in letters]


def _script_rank(character: str, language: str) -> int:
    """Digits, then the reader's own alphabet, then the others in order of their code."""
    if character.isdigit():
        return 1
    cyrillic = 0x400 <= ord(character) <= 0x52F
    if cyrillic == (language in ("ru", "uk", "be", "bg", "sr", "mk")):
        return 2
    return 3
