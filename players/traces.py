"""Where one person's name is left in other texts: for erasing somebody for ever.

Words are compared without case, marks and order, and a long word also by its beginning, because
Slavic names change their ends ("Kanárkovi"). A reason is taken for one about the person when it has
every word of one of the names, or a word that in this club is part of nobody else's name. So too
much is found rather than too little; what is found is blanked, and nothing depends on it.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from anyascii import anyascii

from players.keys import name_key, whole_key
from players.parts import PARTICLES, is_mark

BLANK: Final = "…"
_SHORTEST: Final = 3  # letters of a word that can tell who is meant
_INFLECTED: Final = 5  # letters from which on the end of a word may change
_WORD: Final = re.compile(r"[\w']+")


class Traces:
    """The names that go, and what in a text speaks of their bearer.

    `names` are all ways of writing that go, `others` those of everybody who stays in the club.
    """

    def __init__(self, names: Iterable[str], others: Iterable[str]) -> None:
        self._others = {word for name in others for word in _words(name)}
        # A single word that others are called too tells nobody apart.
        spellings = [name for name in names if self._tells(_words(name))]
        self._whole = {whole_key(anyascii(name)) for name in spellings}
        self._spellings = {tuple(sorted(_words(name))) for name in spellings}
        self._own = {
            word
            for name in spellings
            for part in name.split()
            if not is_mark(part) and name_key(part) not in PARTICLES
            for word in _words(part)
            if len(word) >= _SHORTEST and word not in self._others
        }

    def is_name(self, text: str) -> bool:
        """Whether the text is one of the names as a whole, in any order of its parts."""
        return whole_key(anyascii(text)) in self._whole

    def speaks_of(self, text: str) -> bool:
        """Whether the text has all words of one of the names, or one that is nobody else's."""
        words = set(_words(text))
        if any(words.issuperset(spelling) for spelling in self._spellings):
            return True
        return any(self._is_own(word) for word in words - self._others)

    def without(self, text: str) -> str:
        """The text with each name that is written out in a line of it replaced by three dots."""
        return "".join(self._line_without(line) for line in text.splitlines(keepends=True))

    def _line_without(self, text: str) -> str:
        found = [(match.span(), _words(match.group())) for match in _WORD.finditer(text)]
        longest_first = sorted(self._spellings, key=len, reverse=True)
        for at, ((start, _), _) in enumerate(found):
            for spelling in longest_first:
                end, words = at, list[str]()
                while end < len(found) and len(words) < len(spelling):
                    words += found[end][1]
                    end += 1
                if tuple(sorted(words)) == spelling:
                    stop = found[end - 1][0][1]
                    return text[:start] + BLANK + self._line_without(text[stop:])
        return text

    def _tells(self, words: list[str]) -> bool:
        return len(words) > 1 or not self._others.issuperset(words)

    def _is_own(self, word: str) -> bool:
        return any(
            word == own or (len(own) >= _INFLECTED and word.startswith(own[: max(4, len(own) - 2)]))
            for own in self._own
        )


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", anyascii(name_key(text)).lower())


def holds_name(text: str, name: str, *, least: int = 1) -> bool:
    """Whether every word of the name stands in the text, in any order and case, with or without
    marks; titles and particles beside. `least`: words that the name has to have.

    A blank within a word, or none between two, hides nothing ("Nov ák", "NovákJan").
    """
    words = {
        word
        for part in name.split()
        if not is_mark(part) and name_key(part) not in PARTICLES
        for word in _words(part)
    }
    written = _words(text)
    letters = "".join(written)
    if len(words) < max(least, 1) or not all(word in letters for word in words):
        return False
    pieces = _joined(written, sum(map(len, words)))
    return words <= pieces or any(_is_made_of(piece, words) for piece in pieces)


def _joined(words: list[str], most: int) -> set[str]:
    """The words and whatever neighbours make without the blanks, up to so many letters."""
    pieces = set()
    for start in range(len(words)):
        piece = ""
        for word in words[start:]:
            piece += word
            if len(piece) > most:
                break
            pieces.add(piece)
    return pieces


def _is_made_of(letters: str, words: set[str]) -> bool:
    """Whether the letters are these words, each once, one right after the other."""
    rest = sorted(words, key=len, reverse=True)
    while found := next((word for word in rest if letters.startswith(word)), ""):
        letters = letters.removeprefix(found)
        rest.remove(found)
    return not letters and not rest


def in_json(value: Any, change: Callable[[str], str], without: frozenset[str] = frozenset()) -> Any:
    """Plain data with each text in it changed; names of fields stay, and fields in `without`."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {
            key: inner if key in without else in_json(inner, change, without)
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [in_json(inner, change, without) for inner in value]
    return value
