"""Finding the few members that a typed name may be, among thousands, and ranking them."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import log
from typing import Final

from rapidfuzz.distance import Indel

from clubs.messages import Message, gettext_noop
from players.matching.judge import Verdict, judge, messages
from players.matching.lookup import Lookup, refuse_long, sorted_letters
from players.matching.words import Name, parse
from players.names import is_partial

_CONFIRMED = gettext_noop("confirmed earlier under this spelling")
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
    parts, to this candidate and to no other. A spelling beside the name is whole only if it has a
    full given name and surname and nobody else is proposed for it. A proposal with `warnings` may
    well be somebody else.
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
        self._own: set[int] = set()  # places in the lookup: names, not other spellings
        for number, candidate in enumerate(candidates):
            self._keys.append(candidate.key)
            self._own.add(len(self._lookup.names))
            for text in (candidate.name, *candidate.spellings):
                self._lookup.add(number, text)

    def propose(self, name: str, limit: int = 5) -> list[Proposal]:
        """The candidates that this name may be, best first; NameRefused if it is too long."""
        refuse_long(name)
        typed = parse(name)
        best = self._judged(typed, self._likely(typed))
        confirmed = {number for number, (verdict, own) in best.items() if verdict.whole and not own}
        if confirmed:
            # Whoever else it may be is not to be outweighed by a spelling that is equal.
            names = self._judged(typed, self._likely(typed, names_only=True))
            best = best | {number: names[number] for number in names.keys() - best.keys()}
            _doubt(best, confirmed, partial=is_partial(name))
        verdicts = [(number, verdict) for number, (verdict, _) in best.items()]
        ranked = sorted(verdicts, key=lambda item: (-item[1].score, self._keys[item[0]]))
        return self._proposals(ranked)[:limit]

    def _judged(self, typed: Name, spellings: Iterable[int]) -> dict[int, tuple[Verdict, bool]]:
        """The best verdict about each bearer, and whether it is about the name, not a spelling."""
        best: dict[int, tuple[Verdict, bool]] = {}
        for place in spellings:
            number, known = self._lookup.names[place]
            verdict, own = judge(typed, known), place in self._own
            if verdict is None:
                continue
            before = best.get(number)
            if before is None or (before[0].score, before[1]) < (verdict.score, own):
                best[number] = verdict, own
        return best

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
        also = Message(_ALSO)
        return [
            replace(one, warnings=(*(w for w in one.warnings if w != also), also), whole=False)
            if one.score >= top - _TOO_NEAR
            else one
            for one in proposals
        ]

    def _likely(self, typed: Name, *, names_only: bool = False) -> list[int]:
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
        if names_only:
            weights = {place: weight for place, weight in weights.items() if place in self._own}
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


def _doubt(best: Mapping[int, tuple[Verdict, bool]], confirmed: set[int], *, partial: bool) -> None:
    """What was confirmed once counts as the whole name only if it can be nobody else's."""
    for number, (verdict, _) in best.items():
        if number in confirmed:
            verdict.reasons = [_CONFIRMED]
        if verdict.whole and len(best) > 1:
            verdict.warn(_ALSO, 0)
        verdict.whole = verdict.whole and len(best) == 1 and not partial
