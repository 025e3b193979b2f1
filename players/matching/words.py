"""A name taken apart for comparing: its words, what each of them is, and the marks beside them."""

import re
from dataclasses import dataclass
from functools import lru_cache

from players.keys import name_key
from players.matching.sound import azerbaijani, bare, romanise, skeletons, with_digraphs
from players.parts import GENERATIONS, PARTICLES, is_initial, is_mark, is_whole_script
from players.suspicion import double_encoded

# Tournament files cut names at the width of their column.
CUT_LENGTHS = (32, 33)


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """One word of a name, made by `word_of`, with all forms in which it is compared.

    `key` is case folded; `plain` Latin letters without accents; `digraphs` the same with "ue" for
    "ü"; `skeletons` and `bare` how it may sound, see `players.matching.sound`. `initial`: only its
    first letter is known. `cut`: its end is missing ("Alex."). `first_letters` are those that an
    initial of this word may be. `starts`: the first two letters of all its forms.
    """

    key: str
    plain: str
    digraphs: str
    skeletons: frozenset[str]
    bare: frozenset[str]
    first_letters: frozenset[str]
    starts: frozenset[str]
    initial: bool
    cut: bool
    particle: bool


@lru_cache(maxsize=1 << 16)
def word_of(key: str, *, initial: bool = False, cut: bool = False) -> Word:
    """The word with this case-folded text. The same text gives the same object, as a rule."""
    plain = romanise(key)
    sounds = skeletons(key)
    return Word(
        key=key,
        plain=plain,
        digraphs=with_digraphs(key),
        skeletons=sounds,
        bare=bare(sounds),
        first_letters=_first_letters(key, plain),
        starts=frozenset(form[:2] for form in (plain, *bare(sounds))),
        initial=initial,
        cut=cut,
        particle=plain in PARTICLES,
    )


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
    plain = _without_remarks(meant or text)
    shouting = plain.isupper()
    for side, part in enumerate(plain.replace(";", ",").split(",")):
        for token in part.split():
            its_words, its_marks = _take_apart(token, shouting)
            words.extend(its_words)
            sides.extend([min(side, 1)] * len(its_words))
            marks.update(its_marks)
    if not words:  # only marks: then they are the name
        words = [word_of(key) for key in name_key(text).split()]
        sides, marks = [], set()
    elif len(text) in CUT_LENGTHS and not words[-1].initial:
        words[-1] = word_of(words[-1].key, cut=True)
    known = tuple(sides) if len(set(sides)) == 2 else ()
    damaged = meant is not None or _LOST.search(text) is not None
    return Name(text, tuple(words), known, frozenset(marks), damaged)


def _without_remarks(text: str) -> str:
    if "(" not in text and "[" not in text and "{" not in text:
        return text
    return re.sub(r"[(\[{][^()\[\]{}]*[)\]}]?", " ", text)


_LOST = re.compile(r"\ufffd|\?(?=[^\W\d_])")


@lru_cache(maxsize=1 << 16)
def _take_apart(token: str, shouting: bool) -> tuple[tuple[Word, ...], frozenset[str]]:
    """The words of one token, and the marks: "Malá-Nová" is two words, "Jan2" one and a mark."""
    generation = GENERATIONS.get(name_key(token))
    if generation:
        return (), frozenset({generation})
    if is_mark(token):
        return (), frozenset()
    letters = re.sub(r"\d+", "", token)
    return tuple(_words(letters, shouting)), frozenset(re.findall(r"\d+", token))


def _words(token: str, shouting: bool) -> list[Word]:
    """The words in letters: "Malá-Nová" is two, "JM." two initials, "O'Brien" one."""
    if is_initial(token):
        letters = re.sub(r"[\W\d_]", "", token)
        if len(letters) == 1 or _are_initials(letters, shouting):
            return [word_of(letter, initial=True) for letter in letters.casefold()]
    # A lost letter must not vanish from the key: there it is "?".
    lost = re.sub("[\ufffd?]", "qqq", token) if _LOST.search(token) else token
    key = azerbaijani(name_key(lost).replace("'", "").replace("-", " "))
    cut = token.rstrip(",;").endswith(".")
    words = []
    for piece in key.split():
        initial = len(piece) == 1 and piece.isalpha() and not is_whole_script(piece)
        words.append(word_of(piece.replace("qqq", "?"), initial=initial, cut=cut and not initial))
    return words


def _are_initials(letters: str, shouting: bool) -> bool:
    """Whether a few capitals are initials ("JM.") and no shortened name ("Al.", "AL.")."""
    if not letters.isupper() or len(letters) > 3:
        return False
    return not shouting or not re.search("[aeiouy]", romanise(letters.casefold()))


_ALIKE = {"y": "j", "j": "y", "v": "w", "w": "v", "c": "k", "k": "c"}
_ALIKE_MARKED = {"č": "t", "ž": "j", "ć": "t"}
_ALIKE_FROM_CYRILLIC = {"e": "yj", "y": "ij", "g": "h", "k": "hcx", "t": "c", "c": "t", "z": "j"}


def _first_letters(key: str, plain: str) -> frozenset[str]:
    first = plain[:1]
    letters = first + _ALIKE.get(first, "")
    if not key.isascii() and "\u0370" <= key[:1] <= "\u10ff":
        letters += _ALIKE_FROM_CYRILLIC.get(first, "")
    letters += _ALIKE_MARKED.get(key[:1], "")
    return frozenset(letters)
