"""Which word of one name belongs to which word of the other."""

from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from players.matching.compare import Likeness, compare
from players.matching.words import Name, word_of

_INITIAL: Final = int(Likeness.INITIAL)
_at = attrgetter("at")


@dataclass(frozen=True, slots=True)
class Pair:
    """A word of one name and the word of the other that belongs to it, by their places."""

    at: int
    other: int
    likeness: Likeness
    full: bool  # neither is an initial or a particle


def join_split_words(a: Name, b: Name) -> Name:
    """Write two neighbouring words of `a` as one where `b` has them so ("Mc Donald")."""
    for at in range(len(a.words) - 1):
        joined = a.words[at].plain + a.words[at + 1].plain
        if (
            any(word.plain == joined for word in b.words)
            and a.sides[at : at + 1] == a.sides[at + 1 : at + 2]
        ):
            word = word_of(a.words[at].key + a.words[at + 1].key)
            words = (*a.words[:at], word, *a.words[at + 2 :])
            return Name(a.text, words, a.sides[:at] + a.sides[at + 1 :], a.marks, a.damaged)
    return a


def pair_words(a: Name, b: Name) -> list[Pair]:
    """Pair the words, the likest first; each word at most once. Ordered by place in `a`."""
    options: list[tuple[int, bool, int, int, int, Likeness]] = []
    sides = bool(a.sides and b.sides)
    for at, word in enumerate(a.words):
        for other, its in enumerate(b.words):
            likeness = compare(word, its)
            if likeness is not None:
                # One initial may stand for a full name as well as for an initial: nearest first.
                rank = _INITIAL if word.initial or its.initial else int(likeness)
                elsewhere = sides and a.sides[at] != b.sides[other]
                options.append((rank, elsewhere, abs(at - other), at, other, likeness))
    if len(options) > 1:
        options.sort()
    pairs: list[Pair] = []
    used_a: set[int] = set()
    used_b: set[int] = set()
    for _, _, _, at, other, likeness in options:
        if at not in used_a and other not in used_b:
            used_a.add(at)
            used_b.add(other)
            word, its = a.words[at], b.words[other]
            full = not (word.initial or its.initial or (word.particle and its.particle))
            pairs.append(Pair(at, other, likeness, full))
    return sorted(pairs, key=_at)
