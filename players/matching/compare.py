"""How two words of two names are alike: one kind out of a short list, with what it costs."""

import re
from enum import IntEnum
from functools import lru_cache
from itertools import takewhile
from typing import Final

from rapidfuzz.distance import OSA, JaroWinkler

from players.matching.given import given_names, is_short_form, same_form
from players.matching.words import Word


class Likeness(IntEnum):
    """How two words are alike; the value is what it takes from a score of 100."""

    EQUAL = 0
    ACCENTS = 2  # the same without accents, or with "ue" for "ü"
    SOUND = 4  # another alphabet or transcription
    FORM = 5  # the same given name in another language
    HISSING = 6  # the same if an accent or the kind of a hissing sound was lost
    CUT = 7  # the end is missing and said to be
    INITIAL = 8
    FEMININE = 9
    LETTER = 10  # one letter differs
    LETTERS = 18  # two letters differ
    CLOSE = 24  # one letter differs, and it makes another word
    SHORT = 25  # a short or pet form
    CLOSE_LETTERS = 26  # two letters differ in a word not much longer
    BEGINNING = 27  # one word begins with the other
    OTHER_FORM = 28  # the same given name in languages far apart (Jan is seldom a Giovanni)
    OTHER_NAME = 38  # one letter differs, and both are given names (Jan, Jana)


# Likenesses in which something is misspelt; two of them in one name are one too many.
MISSPELT: Final = frozenset({Likeness.LETTER, Likeness.LETTERS, Likeness.FEMININE})

_VOWELS: Final = frozenset("aeiou")
_SOUND_ALIKE: Final = ("aeiouy", "szc", "ckq", "vw", "dt", "bp", "mn", "gh", "ijy", "fv", "xs")


@lru_cache(maxsize=1 << 17)
def compare(a: Word, b: Word) -> Likeness | None:
    """The best likeness of two words, None if they are not alike. Symmetric."""
    if a.initial or b.initial:
        return _compare_initial(a, b)
    if a.key == b.key:
        return Likeness.EQUAL
    if a.plain == b.plain or a.digraphs == b.plain or a.plain == b.digraphs:
        return Likeness.ACCENTS
    if (a.cut and _begins(b, a)) or (b.cut and _begins(a, b)):
        return Likeness.CUT
    known = bool(given_names(a.key) and given_names(b.key))
    if known:
        likeness = _compare_given(a, b)
        if likeness is not None:
            return likeness
    sound = not a.skeletons.isdisjoint(b.skeletons)
    if sound and (not known or (a.key[0] < "\u0370") != (b.key[0] < "\u0370")):
        return Likeness.SOUND
    if _one_surname(a, b):
        return Likeness.OTHER_NAME if known else Likeness.FEMININE
    if not known and not a.bare.isdisjoint(b.bare) and min(len(a.plain), len(b.plain)) > 3:
        return Likeness.HISSING
    if not known:
        return _compare_letters(a, b)
    near = sound or _begins(a, b) or _begins(b, a) or OSA.distance(a.plain, b.plain) == 1
    return Likeness.OTHER_NAME if near else None


def _compare_initial(a: Word, b: Word) -> Likeness | None:
    if a.first_letters.isdisjoint(b.first_letters):
        return None
    return Likeness.EQUAL if a.initial and b.initial else Likeness.INITIAL


def _begins(whole: Word, beginning: Word) -> bool:
    return whole.plain.startswith(beginning.plain) or any(
        one.startswith(other) for one in whole.skeletons for other in beginning.skeletons
    )


def _compare_given(a: Word, b: Word) -> Likeness | None:
    """Two words that both are known as given names."""
    pairs = [(one, other) for one in given_names(a.key) for other in given_names(b.key)]
    if any(same_form(one, other) for one, other in pairs):
        near = not a.bare.isdisjoint(b.bare) or JaroWinkler.similarity(a.plain, b.plain) >= 0.7
        return Likeness.FORM if near else Likeness.OTHER_FORM
    if any(is_short_form(one, other) for one, other in pairs):
        return Likeness.SHORT
    return None


def _one_surname(a: Word, b: Word) -> bool:
    """A man's and a woman's form of one surname, in whatever alphabet?"""
    if a.plain[-1:] != "a" and b.plain[-1:] != "a":
        return False
    pairs = [(a.plain, b.plain)]
    if not (a.key.isascii() and b.key.isascii()):
        pairs += [(one, other) for one in a.bare for other in b.bare]
    return any(is_feminine(one, other) or is_feminine(other, one) for one, other in pairs)


def is_feminine(woman: str, man: str) -> bool:
    """Whether one surname is the feminine form of the other, in Czech or another Slavic language.

    Novák, Nováková; Svoboda, Svobodová; Černý, Černá; Petrov, Petrova; Čapek, Čapková.
    """
    if not woman.endswith("a") or len(woman) < 5:
        return False
    if woman.endswith(("ova", "eva", "ina")) and man == woman[:-1]:
        return True
    if woman.endswith("aya") and man.rstrip("iyj") == woman[:-3]:
        return True
    if woman.endswith(("na", "la", "ka", "ra", "ta", "da", "ha")) and man[-1:] in ("y", "i"):
        return man.rstrip("iyj") == woman[:-1]
    if not woman.endswith("ova"):
        return False
    stem = woman[:-3]
    without_e = man[:-2] + man[-1:] if man[-2:-1] == "e" else man
    return man == stem or without_e == stem or (man[-1:] in "aoe" and man[:-1] == stem)


def _compare_letters(a: Word, b: Word) -> Likeness | None:
    if len(a.plain) <= len(b.plain):
        short, long = a.plain, b.plain
    else:
        short, long = b.plain, a.plain
    if len(long) - len(short) > 2 and a.starts.isdisjoint(b.starts):
        return None
    if "?" in short or "?" in long:
        return _with_lost_letters(short, long)
    distance = OSA.distance(short, long, score_cutoff=2)
    if distance == 1:
        one_known = bool(given_names(a.key)) != bool(given_names(b.key))
        likeness = _one_letter(short, long)
        return Likeness.LETTER if one_known and len(short) > 3 else likeness
    if distance == 2 and len(short) >= 5:
        return _two_letters(short, long)
    foreign = not (a.key.isascii() and b.key.isascii())
    for one in a.bare:
        for other in b.bare:
            if min(len(one), len(other)) < 5:
                continue
            away = OSA.distance(one, other, score_cutoff=2)
            if away == 1:
                return Likeness.LETTER
            if away == 2 and foreign and min(len(one), len(other)) >= 6:
                return Likeness.LETTERS
    if a.starts.isdisjoint(b.starts):
        return None
    if _is_beginning(short, long, a, b):
        return Likeness.BEGINNING
    if given_names(a.key) or given_names(b.key):
        return Likeness.SHORT if _is_pet_form(a.plain, b.plain) else None
    return None


_PET_END: Final = re.compile(
    "(ek|ik|ka|ko|ca|sa|i|y|a|o|ie|in?ka|ic?ka|en?ka|un?ka|ouse?k|as|us|os|in|sha|usha|ecek|icek|ochka)"
)


def _is_pet_form(one: str, other: str) -> bool:
    """Whether both begin alike and one goes on as pet forms end: Tereza, Terinka."""
    common = sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    )
    if common < 3:
        return False
    return any(_PET_END.fullmatch(word[common:]) for word in (one, other))


def _with_lost_letters(short: str, long: str) -> Likeness | None:
    """Words with "?" for letters that an encoding has lost: all others have to be equal."""
    if len(short) != len(long):
        return None
    left = [(x, y) for x, y in zip(short, long, strict=True) if "?" not in (x, y)]
    enough = 2 * len(left) >= len(short) and all(x == y for x, y in left)
    return Likeness.LETTER if enough else None


def _two_letters(short: str, long: str) -> Likeness | None:
    """Two letters differ: in a long word two slips, in a shorter one perhaps another word."""
    same_start, same_end = short[0] == long[0], short[-3:] == long[-3:]
    if (same_start and len(short) >= 6 and len(long) >= 8) or (same_end and len(short) >= 7):
        return Likeness.LETTERS
    return Likeness.CLOSE_LETTERS if same_start else None


def _is_beginning(short: str, long: str, a: Word, b: Word) -> bool:
    """Whether one is the other's beginning, by letters or by sound: Ed, Edgar; Dougie, Douglas."""
    if len(short) > 1 and long.startswith(short):
        return True
    stems = [(one.removesuffix("i"), other) for one in a.bare for other in b.bare]
    stems += [(other.removesuffix("i"), one) for one in a.bare for other in b.bare]
    return any(len(stem) > 2 and whole.startswith(stem) for stem, whole in stems)


def _one_letter(short: str, long: str) -> Likeness:
    """A slip of the pen, or another word that is one letter away?"""
    if len(short) < len(long):
        return Likeness.CLOSE if len(short) < 3 else Likeness.LETTER
    differing = [(x, y) for x, y in zip(short, long, strict=True) if x != y]
    if len(differing) == 2:
        return Likeness.LETTER  # two neighbours have changed places
    x, y = differing[0]
    if len(short) >= 4 and (x in _VOWELS) != (y in _VOWELS):
        return Likeness.LETTER  # a vowel and a consonant: names alike by nature have one kind
    alike = any(x in group and y in group for group in _SOUND_ALIKE)
    if len(short) >= 6 or (alike and len(short) >= 4 and short[-1] == long[-1]):
        return Likeness.LETTER
    return Likeness.LETTER if alike and len(short) >= 5 else Likeness.CLOSE
