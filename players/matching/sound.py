"""How a word is written without its alphabet and its accents: two levels of likeness.

`romanise` gives plain Latin letters. `skeletons` go further: every usual transcription of one word
has a skeleton in common (Непомнящий, Nepomniachtchi, Nepomnyashchiy, Nepomnjaščij).

Sources: the transcription tables of ISO 9, BGN/PCGN, the German, French, Czech and Polish usage,
and the Azerbaijani Latin alphabet; everything else goes through anyascii.
"""

import re
from itertools import product
from typing import Final

from anyascii import anyascii

# In a skeleton a capital is one sound: C as in chess, S as in she, Z as in Zhukov, H as in Bach;
# c is ts. A digit stands for what the spelling leaves open, see _OPEN.
_CYRILLIC: Final = {
    "а": "a", "б": "b", "в": "v", "г": "3", "ґ": "g", "д": "d", "е": "ie", "ё": "i5", "є": "ie",
    "ж": "Z", "з": "z", "и": "i", "і": "i", "ї": "i", "й": "i", "ј": "i", "к": "k", "л": "l",
    "љ": "li", "м": "m", "н": "n", "њ": "ni", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t",
    "ћ": "C", "ђ": "di", "у": "u", "ў": "u", "ф": "f", "х": "H", "ц": "c", "ч": "C", "џ": "Z",
    "ш": "S", "щ": "6", "ъ": "7", "ы": "i", "ь": "", "э": "e", "ю": "iu", "я": "ia",
}  # fmt: skip
_ROMAN: Final = {
    **_CYRILLIC,
    "г": "g", "е": "e", "ё": "yo", "є": "ye", "ж": "zh", "ї": "yi", "й": "y", "ј": "j",
    "љ": "lj", "њ": "nj", "ћ": "c", "ђ": "dj", "х": "kh", "ц": "ts", "ч": "ch", "џ": "dz",
    "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ю": "yu", "я": "ya",
}  # fmt: skip
_MARKED: Final = {
    "č": "C", "ć": "C", "ç": "C", "š": "S", "ś": "S", "ş": "S", "ș": "S", "ž": "Z", "ź": "Z",
    "ż": "Z", "đ": "di", "ł": "l", "ə": "a", "å": "a", "ä": "a", "ö": "o", "ü": "u", "ø": "o",
    "æ": "ae", "œ": "oe", "ß": "s", "ě": "ie", "ë": "i5",
}  # fmt: skip
_DIGRAPHS: Final = {
    "ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "æ": "ae", "œ": "oe", "ß": "ss",
    "đ": "dj", "ñ": "ny", "ő": "oe", "ű": "ue",
}  # fmt: skip
_AZERBAIJANI: Final = {"c": "dž", "ç": "č", "q": "g", "x": "kh", "ə": "a"}
_GREEK_PAIRS: Final = {"ου": "ou", "ού": "ou", "μπ": "b", "ντ": "nt", "γγ": "ng", "αυ": "av"}

# What a spelling leaves open: Latin ch (French has it for ш); Latin c; Cyrillic г; j before a vowel
# (French: ж); ё written as е; Bulgarian щ is sht, its ъ a vowel; German z is ц.
_OPEN: Final = {
    "1": "CHS", "2": "kc", "3": "gh", "4": ("i", "Z"), "5": "oe", "6": ("S", "St"),
    "7": ("", "a", "u"), "8": "zc",
}  # fmt: skip
_MOST_SKELETONS: Final = 8

# (a letter without which the rule cannot apply, pattern, sound), in this order.
_RULES: Final = tuple(
    (letter, re.compile(pattern), sound)
    for letter, pattern, sound in (
        ("c", "schtsch|chtch|shch|szcz|stch|sC", "S"),
        ("C", "SC|sC", "S"),
        ("t", "tsch|tch|tsh|tC", "C"),
        ("d", "dzh|dsch|dZ|dj(?=[^aeiou])", "Z"),
        ("s", "sch|sh|sz", "S"),
        ("z", "zh|zs", "Z"),
        ("z", "(?<!t)z(?=.*(w|S|C|ju|ja))", "8"),
        ("c", "cz|cs", "C"),
        ("h", "kh", "H"),
        ("h", "gh", "g"),
        ("h", "ch", "1"),
        ("h", "ph", "f"),
        ("h", "th", "t"),
        ("c", "ck", "k"),
        ("t", "ts|tz", "c"),
        ("q", "qu", "kv"),
        ("q", "q", "g"),
        ("x", "x", "ks"),
        ("f", "ff$", "v"),
        ("w", "w", "v"),
        ("c", "c(?![eiy])", "2"),
        ("j", "^j(?=[aeou])|(?<!^)j(?=.)", "4"),
        ("j", "j", "i"),
        ("y", "y", "i"),
        ("o", "ou", "u"),
        ("i", "ii+", "i"),
        ("o", "io(?=v$)", "i5"),
        ("i", "i(?=[aeou5])", ""),
        ("e", "ae", "a"),
        ("e", "oe", "o"),
        ("e", "ue", "u"),
        ("h", "(?<=[aeiou])h(?![aeiou])", ""),
        ("e", "ine$", "in"),
        ("", r"(.)\1+", r"\1"),
    )
)
_BARE: Final = str.maketrans({"S": "s", "Z": "s", "z": "s", "C": "c", "H": "h"})


def azerbaijani(key: str) -> str:
    """Rewrite a name in the Azerbaijani alphabet (it has ə) as others would transcribe it."""
    return "".join(_AZERBAIJANI.get(c, c) for c in key) if "ə" in key else key


def romanise(word: str) -> str:
    """The word (case folded) in plain Latin letters without accents: "дьяков" is "dyakov"."""
    if word.isascii():
        return word
    for pair, latin in _GREEK_PAIRS.items():
        word = word.replace(pair, latin)
    return anyascii("".join(_ROMAN.get(c, c) for c in word)).casefold().replace("'", "")


def with_digraphs(word: str) -> str:
    """The same with the letters that are usual in place of accents: "müller" is "mueller"."""
    return word if word.isascii() else romanise("".join(_DIGRAPHS.get(c, c) for c in word))


def skeletons(word: str) -> frozenset[str]:
    """How the word (case folded) may sound, without what transcriptions disagree about."""
    text = word
    if not word.isascii():
        for pair, latin in _GREEK_PAIRS.items():
            text = text.replace(pair, latin)
        text = "".join(_CYRILLIC.get(c, _MARKED.get(c, c)) for c in text)
        text = "".join(c if c.isascii() else anyascii(c).casefold() for c in text)
        text = text.replace("'", "")
    for letter, pattern, sound in _RULES:
        if letter in text:
            text = pattern.sub(sound, text)
    if _OPEN.keys().isdisjoint(text):
        return frozenset({text})
    readings = product(*(_OPEN.get(character, character) for character in text))
    found: set[str] = set()
    for reading in readings:
        plain = re.sub("i+(?=[aeou])", "", "".join(reading))
        found.add(re.sub(r"(.)\1+", r"\1", plain))
        if len(found) == _MOST_SKELETONS:
            break
    return frozenset(found)


def bare(sounds: frozenset[str]) -> frozenset[str]:
    """The skeletons with all hissing sounds alike, as when an accent was lost."""
    return frozenset(sound.translate(_BARE) for sound in sounds)
