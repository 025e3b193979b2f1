"""Everybody whom a typed name may mean, with all their spellings.

People who were merged stand once, under all their spellings; erased people are found by nobody.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Max
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from clubs.models import Club
from events.models import Entry
from events.queries.identities import confirmed_spellings, merged
from players import search as lookup
from players.matching import Candidate, Matcher
from players.models import Status
from players.names import encoding_problem
from players.queries import full_names
from players.search import Proposer

MOST_FOUND = 12
MOST_OFFERED = 2_000


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the club, with what helps an arbiter to tell who that is."""

    uid: str
    name: str
    status: str
    spellings: tuple[str, ...] = ()
    last_seen: date | None = None
    events: int = 0

    @property
    def status_word(self) -> str:
        return str(Status(self.status).label)

    @property
    def told(self) -> str:
        """What tells people of one name apart, in a few words."""
        if self.last_seen is None:
            return gettext("has not played yet")
        day = date_format(self.last_seen, "DATE_FORMAT")
        text = ngettext(
            "%(n)d event, last on %(day)s", "%(n)d events, last on %(day)s", self.events
        )
        return text % {"n": self.events, "day": day}


def people(club: Club) -> dict[str, Person]:
    """Everybody who can be proposed, by uid."""
    now = merged(club)
    spellings: dict[str, set[str]] = defaultdict(set)
    players = list(club.players.filter(erased=None).values_list("uid", "name__text", "status"))
    for uid, name, _ in players:
        spellings[now.get(uid, uid)].add(name)
    for spelling in confirmed_spellings(club):
        if encoding_problem(spelling.text):
            continue  # a wrong encoding is flagged where it stands, and nobody is found by it
        spellings[now.get(spelling.uid, spelling.uid)].add(spelling.text)
    seen = {
        uid: (last, count)
        for uid, last, count in Entry.objects.filter(
            event__club=club, event__deleted=False, player__isnull=False
        )
        .values_list("player__uid")
        .annotate(last=Max("event__date"), count=Count("event", distinct=True))
    }
    return {
        uid: Person(
            uid, name, status, tuple(sorted(spellings[uid] - {name})), *seen.get(uid, (None, 0))
        )
        for uid, name, status in players
        if uid not in now
    }


def names_apart(club: Club, uids: Iterable[str]) -> dict[str, str]:
    """Full names by uid; where two are equal, with what tells them apart."""
    names = full_names(club, uids)
    twice = {name for name, times in Counter(names.values()).items() if times > 1}
    everybody = people(club) if twice else {}
    return {
        uid: f"{name} ({everybody[uid].told})" if name in twice and uid in everybody else name
        for uid, name in names.items()
    }


def matcher_of(everybody: Iterable[Person]) -> Matcher:
    """A new matcher for these people."""
    return Matcher(candidates_of(everybody))


def candidates_of(everybody: Iterable[Person]) -> tuple[Candidate, ...]:
    """The people as the matcher takes them, in the order of their uids."""
    ordered = sorted(everybody, key=lambda one: one.uid)
    return tuple(Candidate(one.uid, one.name, one.spellings) for one in ordered)


def proposer_of(everybody: Iterable[Person]) -> Proposer:
    """The matcher for these people; building one for thousands takes a second, so it is kept."""
    return lookup.proposer_of(candidates_of(everybody))


def search(everybody: Mapping[str, Person], text: str) -> list[Person]:
    """Whom a part of a name may mean, whoever was here last first (see `players.search`)."""
    latest = sorted(everybody.values(), key=lambda one: -(one.last_seen or date.min).toordinal())
    return lookup.search(latest, {one.uid: one.spellings for one in latest}, text, MOST_FOUND)


def roster(club: Club) -> list[str]:
    """Names to complete while typing: whoever was here last comes first."""
    here = [one for one in people(club).values() if one.status != Status.HIDDEN]
    here.sort(key=lambda one: (-(one.last_seen or date.min).toordinal(), one.name))
    return [one.name for one in here[:MOST_OFFERED]]
