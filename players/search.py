"""Looking somebody up by a part of a name, in any spelling the club knows them by."""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Protocol, TypeVar

from anyascii import anyascii

from players.matching import Candidate, Matcher, Proposal
from players.names import name_key

MOST_FOUND = 50
LIKELY = 5


class Named(Protocol):
    """Whoever can be looked up."""

    @property
    def uid(self) -> str: ...
    @property
    def name(self) -> str: ...


Someone = TypeVar("Someone", bound=Named)


class Proposer:
    """A matcher that remembers what it was asked: a page asks for the same names again."""

    def __init__(self, candidates: Iterable[Candidate]) -> None:
        self._matcher = Matcher(candidates)
        self.propose = lru_cache(maxsize=5_000)(self._propose)

    def _propose(self, name: str) -> tuple[Proposal, ...]:
        return tuple(self._matcher.propose(name, LIKELY))


@lru_cache(maxsize=4)
def _proposer(candidates: tuple[Candidate, ...]) -> Proposer:
    return Proposer(candidates)


def proposer_of(candidates: Iterable[Candidate]) -> Proposer:
    """The matcher for these people; building one for thousands takes a second, so it is kept."""
    return _proposer(tuple(candidates))


def search(
    people: Iterable[Someone],
    spellings: Mapping[str, Collection[str]],
    text: str,
    most: int = MOST_FOUND,
) -> list[Someone]:
    """Those whose name or spelling holds every word of `text`, whatever accents and alphabet, in
    the order given; then whoever a mistyped name is likely to be. At most `most`."""
    everybody = list(people)
    words = _plain(text).split()
    if not words:
        return []
    holding = [
        one
        for one in everybody
        if any(
            all(word in key for word in words)
            for key in map(_plain, (one.name, *spellings.get(one.uid, ())))
        )
    ]
    found = {one.uid: one for one in holding[:most]}
    by_uid = {one.uid: one for one in everybody}
    # In the order of uids, so that lists in another order are served by the same matcher.
    proposer = proposer_of(
        Candidate(uid, by_uid[uid].name, tuple(sorted(spellings.get(uid, ()))))
        for uid in sorted(by_uid)
    )
    found |= {hit.key: by_uid[hit.key] for hit in proposer.propose(text)}
    return list(found.values())[:most]


@lru_cache(maxsize=20_000)
def _plain(text: str) -> str:
    """A key without marks, in Latin letters: whoever types in a hurry leaves the marks out."""
    return name_key(anyascii(text))
