"""A name taken apart for comparing: its words, what each of them is, and the marks beside them."""

import re
from dataclasses import dataclass
from functools import lru_cache

from players.matching.sound import azerbaijani, bare_skeletons, romanise, skeletons, with_digraphs
from players.names import (
    GENERATIONS,
    PARTICLES,
    double_encoded,
    is_initial,
    is_mark,
    is_whole_script,
    name_key,
    without_marks,
)

# Tournament files cut names at the width of their column.
CUT_LENGTHS = (32, 33)


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a name. `key` is case folded, `plain` Latin letters without accents.

    `initial`: only its first letter is known. `cut`: its end is missing ("Alex.").
    """

    key: str
    plain: str
    initial: bool = False
    cut: bool = False

    @property
    def particle(self) -> bool:
        """Whether it is a word like "van", which may be missing."""
        return self.plain in PARTICLES

    @property
    def digraphs(self) -> str:
        """As `plain`, with "ue" for "ü"."""
        return with_digraphs(self.key)

    @property
    def skeletons(self) -> frozenset[str]:
        """How it may sound, see `players.matching.sound`."""
        return skeletons(self.key)

    @property
    def bare(self) -> frozenset[str]:
        """How it may sound if an accent was lost."""
        return bare_skeletons(self.key)

    @property
    def first_letters(self) -> frozenset[str]:
        """The letters that an initial of this word may be."""
        return _first_letters(self.key, self.plain)


@dataclass(frozen=True, slots=True)
class Name:
    """A name as typed, taken apart.

    `sides` tells for each word whether it stands before (0) or after (1) the comma; empty without
    one. `marks` are what tells two of one name apart: "younger", "2". `damaged`: the text went
    through a wrong encoding.
    """

    text: str
    words: tuple[Word, ...]
    sides: tuple[int, ...]
    marks: frozenset[str]
    damaged: bool


@lru_cache(maxsize=1 << 15)
def parse(text: str) -> Name:
    """Take a name apart. Any text is accepted; one without letters has no words."""
    meant = double_encoded(text)
    marks: set[str] = set()
    words: list[Word] = []
    sides: list[int] = []
    bare = re.sub(r"[(\[{][^()\[\]{}]*[)\]}]?", " ", meant or text)
    shouting = bare.isupper()
    for side, part in enumerate(re.split("[,;]", bare)):
        for token in part.split():
            generation = GENERATIONS.get(name_key(token))
            if generation or is_mark(token):
                marks.update({generation} if generation else ())
                continue
            marks.update(re.findall(r"\d+", token))
            for word in _words(re.sub(r"\d+", "", token), shouting):
                words.append(word)
                sides.append(min(side, 1))
    if not words and without_marks(text) == text:  # only marks: then they are the name
        words = [_word(key) for key in name_key(text).split()]
        sides, marks = [0] * len(words), set()
    if words and len(text) in CUT_LENGTHS and not words[-1].initial:
        words[-1] = Word(words[-1].key, words[-1].plain, cut=True)
    known = tuple(sides) if len(set(sides)) == 2 else ()
    damaged = meant is not None or "\ufffd" in text
    return Name(text, tuple(words), known, frozenset(marks), damaged)


def _word(key: str, *, initial: bool = False, cut: bool = False) -> Word:
    return Word(key, romanise(key), initial=initial, cut=cut)


def _words(token: str, shouting: bool) -> list[Word]:
    """The words of one token: "Malá-Nová" is two, "JM." two initials, "O'Brien" one."""
    if is_initial(token):
        letters = re.sub(r"[\W\d_]", "", token)
        if len(letters) == 1 or _are_initials(letters, shouting):
            return [_word(letter, initial=True) for letter in letters.casefold()]
    # A lost letter must not vanish from the key: there it is "?", one letter that differs.
    lost = token.replace("\ufffd", "qqq") if "\ufffd" in token else token
    key = azerbaijani(name_key(lost).replace("'", "").replace("-", " "))
    cut = token.rstrip(",;").endswith(".")
    words = []
    for piece in key.split():
        initial = len(piece) == 1 and piece.isalpha() and not is_whole_script(piece)
        words.append(_word(piece.replace("qqq", "?"), initial=initial, cut=cut and not initial))
    return words


def _are_initials(letters: str, shouting: bool) -> bool:
    """Whether a few capitals are initials ("JM.") and no shortened name ("Al.", "AL.")."""
    if not letters.isupper() or len(letters) > 3:
        return False
    return not shouting or not re.search("[aeiouy]", romanise(letters.casefold()))


_ALIKE = {"y": "j", "j": "y", "v": "w", "w": "v", "c": "k", "k": "c"}
_ALIKE_FROM_CYRILLIC = {"e": "yj", "y": "ij", "g": "h", "k": "hcx", "t": "c", "s": "c", "z": "j"}


@lru_cache(maxsize=1 << 16)
def _first_letters(key: str, plain: str) -> frozenset[str]:
    first = plain[:1]
    letters = first + _ALIKE.get(first, "")
    if not key.isascii() and "\u0370" <= key[:1] <= "\u10ff":
        letters += _ALIKE_FROM_CYRILLIC.get(first, "")
    if key[:1] in ("š", "č", "ž", "ш", "ч", "ж"):
        letters += "scz"
    return frozenset(letters)
