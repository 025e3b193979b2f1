"""Members who may be one person, over a whole roster: pairs with reasons, and never a decision.

Two names are looked at only where they share two words, or one word beside an initial; so ten
thousand members take seconds. Pairs that more likely are two people (brother and sister, father
and son, man and wife) are left out here, though the matcher offers them for a typed name: there
somebody waits for an answer, here nobody asked.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from clubs.messages import Message, gettext_noop
from players.matching.compare import Likeness
from players.matching.given import given_names
from players.matching.index import Candidate
from players.matching.judge import TWO_PEOPLE, Verdict, judge, messages
from players.matching.lookup import Lookup
from players.matching.words import Name, Word

LEAST_SCORE: Final = 60
_NEAR: Final = 12

_SEVERAL = gettext_noop("others may be this player as well")


@dataclass(frozen=True, slots=True)
class LikelyPair:
    """Two candidates, by their keys (`one` < `other`), who may be one person; `score` 0..100."""

    one: str
    other: str
    score: int
    reasons: tuple[Message, ...]
    warnings: tuple[Message, ...]


def likely_pairs(
    candidates: Iterable[Candidate], *, of: Collection[str] | None = None
) -> list[LikelyPair]:
    """The pairs of candidates who may be one person, in the order of their keys.

    `of`: only pairs with one of these keys in them. Keys are unique; raises NameRefused for a name
    that is too long. Give the pairs to `ranked` before somebody sees them.
    """
    everybody = list(candidates)
    lookup = Lookup()
    for number, candidate in enumerate(everybody):
        for text in dict.fromkeys((candidate.name, *candidate.spellings)):
            lookup.add(number, text)
    keys = [candidate.key for candidate in everybody]
    best: dict[tuple[str, str], _Found] = {}
    for place, (number, name) in enumerate(lookup.names):
        asked = of is None or keys[number] in of
        if not asked and not any(lookup.joined(name)):
            continue  # "Mc Donald" finds "McDonald", not the other way round
        for other in _like(lookup, place, everything=of is None):
            theirs = keys[lookup.names[other][0]]
            if of is None or asked or theirs in of:
                # Always the same one first, whoever was asked for: reasons have an order.
                two = (place, other) if keys[number] < theirs else (other, place)
                if found := _judge(lookup, *two):
                    pair = (min(keys[number], theirs), max(keys[number], theirs))
                    best[pair] = max(best.get(pair, found), found, key=_Found.rank)
    return [
        LikelyPair(*pair, found.verdict.score, *map(messages, found.verdict.said))
        for pair, found in sorted(best.items())
    ]


@dataclass(frozen=True, slots=True)
class _Found:
    """What was found about two spellings."""

    verdict: Verdict
    texts: tuple[str, str]

    def rank(self) -> tuple[int, int, tuple[str, str]]:
        """The best of two is chosen by this, so that it is the same in any order."""
        return self.verdict.score, -len(self.verdict.warnings), self.texts


def _judge(lookup: Lookup, one: int, other: int) -> _Found | None:
    """None also where two people are likelier."""
    names = lookup.names[one][1], lookup.names[other][1]
    verdict = judge(*names)
    if verdict is None or verdict.score < LEAST_SCORE:
        return None
    if not TWO_PEOPLE.isdisjoint(verdict.warnings):
        return None
    return _Found(verdict, (names[0].text, names[1].text))


def _places(lookup: Lookup, word: Word) -> set[int]:
    """Of all names with a word like this one; other given names are none."""
    return {
        place
        for known, likeness in lookup.alike(word)
        if likeness < Likeness.OTHER_NAME
        for place in lookup.places(known)
    }


def ranked(
    pairs: Iterable[LikelyPair], apart: Collection[frozenset[str]] = frozenset()
) -> list[LikelyPair]:
    """Best first, without those known to be two people (`apart`). Who stands in several pairs, of
    which as a rule at most one is right, is warned of."""
    kept = [pair for pair in pairs if frozenset((pair.one, pair.other)) not in apart]
    scores: dict[str, list[int]] = {}
    for pair in kept:
        for key in (pair.one, pair.other):
            scores.setdefault(key, []).append(pair.score)
    warned = (_warned(pair, scores[pair.one] + scores[pair.other]) for pair in kept)
    return sorted(warned, key=lambda pair: (bool(pair.warnings), -pair.score, pair.one, pair.other))


def _warned(pair: LikelyPair, scores: Sequence[int]) -> LikelyPair:
    """`scores` of all pairs with one of the two in it, this pair counted twice."""
    rivals = sum(score >= pair.score - _NEAR for score in scores) - 2
    if not rivals or pair.score == 100:
        return pair
    return replace(pair, warnings=(*pair.warnings, Message(_SEVERAL)))


def _like(lookup: Lookup, place: int, *, everything: bool) -> Iterator[int]:
    """Places of other people's names that share enough with the name at this place."""
    bearer, name = lookup.names[place]
    short = _is_short(name)
    for other, hits in _hits(lookup, name, everything=everything).items():
        its_bearer, its_name = lookup.names[other]
        if its_bearer != bearer and (hits >= 2 or short or _is_short(its_name)):
            yield other


def _is_short(name: Name) -> bool:
    """Whether one word that two names share may be all: there are initials, or only one word."""
    return len(name.words) < 2 or any(word.initial for word in name.words)


def _hits(lookup: Lookup, name: Name, *, everything: bool) -> Counter[int]:
    """How many words of the name each name of the lookup shares with it."""
    full = [word for word in name.words if not word.initial]
    words = [word for word in full if not word.particle]
    words = words if len(words) > 1 else full  # "Los" and "Van" are surnames too
    alike = sorted(
        ((word, _places(lookup, word)) for word in [*words, *lookup.joined(name)] or name.words),
        key=lambda found: len(found[1]),
    )
    # Who shares two words shares one that is not the most frequent of them; who shares one beside
    # an initial shares the surname.
    needed = len(alike) < 2 or (_is_short(name) and not given_names(alike[-1][0].key))
    if not everything or needed:
        return Counter(chain.from_iterable(places for _, places in alike))
    hits = Counter(chain.from_iterable(places for _, places in alike[:-1]))
    hits.update(hits.keys() & alike[-1][1])
    return hits
