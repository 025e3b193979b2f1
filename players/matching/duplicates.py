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
from players.matching.index import Candidate
from players.matching.judge import TWO_PEOPLE, Verdict, judge, messages
from players.matching.lookup import Lookup
from players.matching.words import Name

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
    best: dict[tuple[str, str], Verdict] = {}
    for place, (number, _) in enumerate(lookup.names):
        if of is None or keys[number] in of:
            for other, verdict in _like(lookup, place, everything=of is None):
                first, second = sorted((keys[number], keys[other]))
                found = best.get((first, second))
                if found is None or found.score < verdict.score:
                    best[first, second] = verdict
    return [
        LikelyPair(*pair, verdict.score, messages(verdict.reasons), messages(verdict.warnings))
        for pair, verdict in sorted(best.items())
    ]


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


def _like(lookup: Lookup, place: int, *, everything: bool) -> Iterator[tuple[int, Verdict]]:
    """Bearers of names that may be the same as the name at this place, with what was found."""
    bearer, name = lookup.names[place]
    short = _is_short(name)
    for other, hits in _hits(lookup, name, everything=everything).items():
        its_bearer, its_name = lookup.names[other]
        if its_bearer == bearer or (hits < 2 and not short and not _is_short(its_name)):
            continue
        verdict = judge(name, its_name)
        if (
            verdict is not None
            and verdict.score >= LEAST_SCORE
            and TWO_PEOPLE.isdisjoint(verdict.warnings)
        ):
            yield its_bearer, verdict


def _is_short(name: Name) -> bool:
    """Whether one word that two names share may be all: there are initials, or only one word."""
    return len(name.words) < 2 or any(word.initial for word in name.words)


def _hits(lookup: Lookup, name: Name, *, everything: bool) -> Counter[int]:
    """How many words of the name each name of the lookup shares with it."""
    words = [word for word in name.words if not (word.initial or word.particle)]
    alike = [
        {
            place
            for known, likeness in lookup.alike(word)
            if likeness < Likeness.OTHER_NAME
            for place in lookup.places(known)
        }
        for word in [*words, *lookup.joined(name)] or name.words
    ]
    alike.sort(key=len)
    if not everything or len(alike) < 2:
        return Counter(chain.from_iterable(alike))
    # Who shares two words shares one that is not the most frequent of them. Who shares one beside
    # an initial is found from the side of the name with the initial.
    hits = Counter(chain.from_iterable(alike[:-1]))
    hits.update(hits.keys() & alike[-1])
    return hits
