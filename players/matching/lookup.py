"""The words of many names, and which of them are alike: what finding among thousands stands on."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain

from clubs.messages import Message, Problem, gettext_noop
from players.matching.compare import Likeness, compare
from players.matching.words import Name, Word, parse
from players.names import MAX_LENGTH, NameRefused

_TOO_LONG = gettext_noop("A name may have at most %(limit)d characters; shorten it.")


class Lookup:
    """Names by their words. `names`: (number of its bearer, name), in the order of adding;
    `letters`: of each the words in Latin letters and in the order of the alphabet."""

    def __init__(self) -> None:
        self.names: list[tuple[int, Name]] = []
        self.letters: list[str] = []
        self._places: dict[Word, list[int]] = {}  # word -> places in `names`
        self._words: dict[str, Word] = {}  # by key
        self._blocks: dict[str, list[Word]] = defaultdict(list)
        self._known: dict[Word, list[tuple[Word, Likeness]]] = {}

    def add(self, bearer: int, text: str) -> None:
        """Add one more name of this bearer; NameRefused if it is too long."""
        refuse_long(text)
        name = parse(text)
        for word in name.words:
            if word.initial:
                continue
            places = self._places.get(word)
            if places is None:
                places = self._places[word] = []
                self._words[word.key] = word
                self._known.clear()
                for block in _blocks(word):
                    self._blocks[block].append(word)
            if not places or places[-1] != len(self.names):
                places.append(len(self.names))
        self.names.append((bearer, name))
        self.letters.append(sorted_letters(name))

    def places(self, word: Word) -> list[int]:
        """The places of the names with exactly this word."""
        return self._places.get(word, [])

    def alike(self, word: Word) -> list[tuple[Word, Likeness]]:
        """The words of the names that are like this one. Kept only for words of the names."""
        found = self._known.get(word)
        if found is None:
            found = list(self._alike(word))
            if word in self._places:
                self._known[word] = found
        return found

    def _alike(self, word: Word) -> Iterator[tuple[Word, Likeness]]:
        for known in dict.fromkeys(self._near(word)):
            likeness = compare(word, known)
            if likeness is not None:
                yield known, likeness

    def _near(self, word: Word) -> Iterable[Word]:
        if "?" in word.plain:  # letters are lost: no block can be relied on
            return [known for known in self._places if len(known.plain) == len(word.plain)]
        return chain.from_iterable(self._blocks.get(block, ()) for block in _blocks(word))

    def joined(self, name: Name) -> Iterator[Word]:
        """Words of the names that are two neighbouring words of this one ("Mc Donald")."""
        for one, other in zip(name.words, name.words[1:], strict=False):
            if len(one.key) > 1 and len(other.key) > 1:
                word = self._words.get(one.key + other.key)
                if word:
                    yield word


def sorted_letters(name: Name) -> str:
    """The words in Latin letters and in the order of the alphabet."""
    return " ".join(sorted(word.plain for word in name.words))


def refuse_long(text: str) -> None:
    """Raise NameRefused for a text that is too long to be a name."""
    if len(text) > MAX_LENGTH:
        problem = Problem(Message(_TOO_LONG, {"limit": MAX_LENGTH}), column=MAX_LENGTH + 1)
        raise NameRefused(problem)


def _blocks(word: Word) -> set[str]:
    """Keys of which two words that `compare` finds alike nearly always share one.

    The sounds of the word, the same with one letter left out (so one letter more, less or other
    meets), and the stem of a feminine surname.
    """
    blocks = set(word.bare)
    blocks.add(word.plain)
    for bare in word.bare:
        if len(bare) > 3:
            blocks.update(bare[:at] + bare[at + 1 :] for at in range(len(bare)))
        if bare.endswith("ova") and len(bare) > 5:
            blocks.add(bare[:-3])
    return blocks
