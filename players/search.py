"""Looking somebody up by a part of a name, in any spelling the club knows them by."""

from collections.abc import Collection, Iterable, Mapping
from typing import Protocol, TypeVar

from anyascii import anyascii

from players.matching import Candidate, Matcher
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


def search(
    people: Iterable[Someone], spellings: Mapping[str, Collection[str]], text: str
) -> list[Someone]:
    """Those whose name or spelling holds every word of `text`, in the order given; then whoever a
    mistyped name is likely to be. At most MOST_FOUND."""
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
    found = holding[:MOST_FOUND]
    by_uid = {one.uid: one for one in everybody}
    matcher = Matcher(
        Candidate(one.uid, one.name, tuple(spellings.get(one.uid, ()))) for one in everybody
    )
    known = {one.uid for one in found}
    likely = [hit.key for hit in matcher.propose(text, LIKELY) if hit.key not in known]
    return (found + [by_uid[uid] for uid in likely])[:MOST_FOUND]


def _plain(text: str) -> str:
    """A key without marks, in Latin letters: whoever types in a hurry leaves the marks out."""
    return name_key(anyascii(text))
