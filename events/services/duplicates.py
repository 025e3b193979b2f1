"""People who may stand in a club's roster twice, with the evidence. Nothing here decides.

    for pair in possible_pairs(club):
        pair.one.person.name, pair.other.person.name, pair.possible, pair.together

`possible_pairs` for the page, `open_pairs` for a count (of all, or of those that concern an event).
Left out are pairs that somebody decided about (never the same, split, merged), and people who are
erased or hidden. Two who sat in one event cannot be one: such a pair stands last, with the events,
and is not counted.
"""

import hashlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from clubs.messages import Message
from clubs.models import Club
from events.models import Entry, Event
from events.queries.evidence import Together, together
from events.queries.identities import decisions
from events.services.evidence import Evidence, evidence
from events.services.roster import Person, candidates_of, people
from players.identity import kept_apart
from players.matching import Candidate, LikelyPair, likely_pairs, ranked
from players.models import Status

MOST_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: who that is, and what helps to tell."""

    person: Person
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Pair:
    """Two people of the club who may be one.

    `one` has been in more events than `other` (it is the page that a merge would keep). `together`:
    events in which both have a line; then they cannot be one person.
    """

    one: Side
    other: Side
    score: int
    reasons: tuple[Message, ...]
    warnings: tuple[Message, ...]
    together: tuple[Together, ...] = ()

    @property
    def possible(self) -> bool:
        return not self.together


def possible_pairs(club: Club) -> tuple[Pair, ...]:
    """All pairs, the likeliest first and those that cannot be last; at most MOST_SHOWN."""
    everybody = people(club)
    found = _found(club, everybody)[:MOST_SHOWN]
    known = evidence(club, {uid for pair, _ in found for uid in (pair.one, pair.other)})
    return tuple(
        _pair([Side(everybody[uid], known[uid]) for uid in (pair.one, pair.other)], pair, events)
        for pair, events in found
    )


def _pair(sides: list[Side], pair: LikelyPair, events: tuple[Together, ...]) -> Pair:
    one, other = sides
    if (one.evidence.events, one.evidence.games) < (other.evidence.events, other.evidence.games):
        one, other = other, one
        events = tuple(met._replace(one=met.other, other=met.one) for met in events)
    return Pair(one, other, pair.score, pair.reasons, pair.warnings, events)


def open_pairs(club: Club, event: Event | None = None) -> int:
    """How many pairs may be one person; with `event`, of those only with somebody who was there."""
    club.refresh_from_db(fields=["history_version", "view_version"])
    pairs = _open(club.pk, club.history_version, club.view_version)
    if event is None:
        return len(pairs)
    here = Entry.objects.filter(event=event, player__isnull=False)
    uids = set(here.values_list("player__uid", flat=True))
    return sum(not uids.isdisjoint(pair) for pair in pairs)


@lru_cache(maxsize=64)
def _open(club_id: int, history: int, view: int) -> tuple[frozenset[str], ...]:
    """The open pairs in one state of the club, which the two versions name; no names in it."""
    club = Club.objects.get(pk=club_id)
    found = _found(club, people(club))
    return tuple(frozenset((pair.one, pair.other)) for pair, events in found if not events)


Found = list[tuple[LikelyPair, tuple[Together, ...]]]


def _found(club: Club, everybody: Mapping[str, Person]) -> Found:
    shown = [one for one in everybody.values() if one.status != Status.HIDDEN]
    pairs = ranked(_likely(club.pk, candidates_of(shown)), kept_apart(decisions(club.pk)))
    ids = dict(club.players.values_list("uid", "pk")) if pairs else {}
    both = [(ids[pair.one], ids[pair.other]) for pair in pairs]
    sat = together(club, both)
    found = [(pair, tuple(sat.get(two, ()))) for pair, two in zip(pairs, both, strict=True)]
    return sorted(found, key=lambda one: bool(one[1]))


# -- Remembering what was found for names that have not changed ------------------------------------


@dataclass(frozen=True, slots=True)
class _Known:
    """What was found last in one club: digests of the names by uid, and the pairs. No names."""

    digests: Mapping[str, bytes]
    pairs: Collection[LikelyPair]


_known: dict[int, _Known] = {}
_MOST_KNOWN = 64


def _likely(club: int, candidates: Iterable[Candidate]) -> list[LikelyPair]:
    """`likely_pairs`, asking only for those whose names are new since the last time."""
    everybody = list(candidates)
    digests = {one.key: _digest(one) for one in everybody}
    before = _known.get(club, _Known({}, ()))
    changed = {uid for uid, digest in digests.items() if before.digests.get(uid) != digest}
    kept = [
        pair
        for pair in before.pairs
        if {pair.one, pair.other} <= digests.keys() and changed.isdisjoint((pair.one, pair.other))
    ]
    few = len(changed) < len(everybody) / 4
    pairs = kept + likely_pairs(everybody, of=changed) if few else likely_pairs(everybody)
    if len(_known) >= _MOST_KNOWN:
        _known.clear()
    _known[club] = _Known(digests, pairs)
    return pairs


def _digest(candidate: Candidate) -> bytes:
    return hashlib.blake2b(repr(candidate).encode(), digest_size=12).digest()
