"""Answers without a person at the screen: only names that are equal, and only to one member."""

from collections import defaultdict

from clubs.models import Club
from events.drafts import Answer, DraftEvent, undecided, with_answer
from events.queries.identities import confirmed_spellings, merged
from events.services.roster import people, proposer_of
from players.names import name_key
from players.search import Proposer


def confirm_equal(club: Club, draft: DraftEvent) -> DraftEvent:
    """Join each open name that equals exactly one member or one confirmed spelling.

    Equal is equal after cleaning: case, blanks and commas make no difference, the order of the
    parts does. A confirmed spelling counts only with a full given name and surname that fit nobody
    else. Two lines that equal one member are both left open.
    """
    names, confirmed = _spellings(club)
    proposer = proposer_of(people(club).values())
    found = {}
    for entry in undecided(draft):
        key = name_key(entry.name)
        uids = names[key] | confirmed[key]
        if len(uids) == 1 and (names[key] or _only_one(proposer, entry.name)):
            found[entry.number] = next(iter(uids))
    taken = list(found.values()) + [entry.player for entry in draft.entries if entry.player]
    for number, uid in found.items():
        if taken.count(uid) == 1:
            draft = with_answer(draft, [number], Answer.MEMBER, uid)
    return draft


def rest_are_new(draft: DraftEvent) -> DraftEvent:
    """Answer "new member" for every name that is still open."""
    return with_answer(draft, [entry.number for entry in undecided(draft)], Answer.NEW)


def _only_one(proposer: Proposer, name: str) -> bool:
    """Whether the matcher knows this whole name, and nobody else for it."""
    return any(one.whole for one in proposer.propose(name))


Spellings = defaultdict[str, set[str]]
"""Comparison key -> uids."""


def _spellings(club: Club) -> tuple[Spellings, Spellings]:
    """Who is called so, and who was confirmed under it, whoever was merged included."""
    now = merged(club)
    names: Spellings = defaultdict(set)
    confirmed: Spellings = defaultdict(set)
    for key, uid in club.players.filter(erased=None).values_list("name__key", "uid"):
        (confirmed if uid in now else names)[key].add(now.get(uid, uid))
    for one in confirmed_spellings(club):
        confirmed[one.key].add(now.get(one.uid, one.uid))
    return names, confirmed
