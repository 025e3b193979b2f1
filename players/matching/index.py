"""Finding the few members that a typed name may be, among thousands, and ranking them."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from math import log
from typing import Final

from rapidfuzz.distance import Indel

from clubs.messages import Message, gettext_noop
from players.matching.judge import Verdict, judge, messages
from players.matching.lookup import Lookup, refuse_long, sorted_letters
from players.matching.words import Name, parse

_ALSO = gettext_noop("another player fits as well")

_MOST_JUDGED: Final = 16
_MOST_TIED: Final = 400
_TOO_NEAR: Final = 12
# Spellings that share less with the typed name than this part of the best one are left out.
_LEAST_SHARE: Final = 0.4


def _holds(places: list[int], spelling: int) -> bool:
    at = bisect_left(places, spelling)
    return at < len(places) and places[at] == spelling


@dataclass(frozen=True, slots=True)
class Candidate:
    """A person to find: `key` is whatever the caller knows them by, `spellings` other names."""

    key: str
    name: str
    spellings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """One candidate for a typed name. It is a proposal: a person decides.

    `score` 0..100. `whole`: the name is equal irrespective of case, blanks, commas and order of the
    parts, to this candidate and to no other. A proposal with `warnings` may well be somebody else.
    """

    key: str
    score: int
    reasons: tuple[Message, ...]
    warnings: tuple[Message, ...]
    whole: bool


class Matcher:
    """An index of candidates. Building it takes longer than asking: keep it for a whole list."""

    def __init__(self, candidates: Iterable[Candidate]) -> None:
        self._keys: list[str] = []
        self._lookup = Lookup()
        for number, candidate in enumerate(candidates):
            self._keys.append(candidate.key)
            for text in (candidate.name, *candidate.spellings):
                self._lookup.add(number, text)

    def propose(self, name: str, limit: int = 5) -> list[Proposal]:
        """The candidates that this name may be, best first; NameRefused if it is too long."""
        refuse_long(name)
        typed = parse(name)
        best: dict[int, Verdict] = {}
        for spelling in self._likely(typed):
            number, known = self._lookup.names[spelling]
            verdict = judge(typed, known)
            if verdict is not None and (number not in best or best[number].score < verdict.score):
                best[number] = verdict
        ranked = sorted(best.items(), key=lambda item: (-item[1].score, self._keys[item[0]]))
        return self._proposals(ranked)[:limit]

    def _proposals(self, ranked: list[tuple[int, Verdict]]) -> list[Proposal]:
        proposals = [
            Proposal(
                self._keys[number],
                max(0, min(100, verdict.score)),
                messages(verdict.reasons),
                messages(verdict.warnings),
                verdict.whole,
            )
            for number, verdict in ranked
        ]
        wholes = sum(proposal.whole for proposal in proposals)
        if wholes == 1 or len(proposals) < 2:
            return proposals
        nearest = proposals[1].score
        top = proposals[0].score
        if top - nearest > _TOO_NEAR or (proposals[1].warnings and not proposals[0].warnings):
            return proposals
        return [
            replace(one, warnings=(*one.warnings, Message(_ALSO)), whole=False)
            if one.score >= top - _TOO_NEAR
            else one
            for one in proposals
        ]

    def _likely(self, typed: Name) -> list[int]:
        """The spellings worth a closer look, at most _MOST_JUDGED: those with the rarest hits."""
        weights: dict[int, float] = defaultdict(float)
        total = len(self._lookup.names) + 1
        hits = [
            (self._lookup.places(known), likeness)
            for word in typed.words
            if not word.initial
            for known, likeness in self._lookup.alike(word)
        ]
        hits.sort(key=lambda hit: len(hit[0]))
        for places, likeness in hits:
            weight = log(total / len(places)) * (1 - likeness / 60) + 0.1
            few = 0 < len(weights) < len(places) // 8
            # A frequent word alone makes nobody likely where a rare one was found.
            for spelling in filter(partial(_holds, places), list(weights)) if few else places:
                weights[spelling] += weight
        least = _LEAST_SHARE * max(weights.values(), default=0.0)
        chosen = sorted(
            (spelling for spelling, weight in weights.items() if weight >= least),
            key=lambda spelling: (-weights[spelling], spelling),
        )
        if len(chosen) > _MOST_JUDGED:
            nearness = self._nearness(typed)
            chosen = chosen[:_MOST_TIED]
            chosen.sort(key=lambda spelling: -weights[spelling] - nearness(spelling))
        return chosen[:_MOST_JUDGED]

    def _nearness(self, typed: Name) -> Callable[[int], float]:
        """For many spellings with the same hits: whose initials fit, whose letters are nearer?"""
        letters = sorted_letters(typed)
        initials = [word.first_letters for word in typed.words if word.initial]

        def nearness(spelling: int) -> float:
            near = 4 * Indel.normalized_similarity(letters, self._lookup.letters[spelling])
            if not initials:
                return near
            words = self._lookup.names[spelling][1].words
            return near + sum(
                any(not one.isdisjoint(word.first_letters) for word in words) for one in initials
            )

        return nearness
