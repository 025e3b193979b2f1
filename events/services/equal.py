"""Answers without a person at the screen: only names that are equal, and only to one member."""

from collections import defaultdict

from clubs.models import Club
from events.drafts import Answer, DraftEvent, undecided, with_answer
from events.queries.identities import confirmed_spellings
from events.services.projection import resolver
from players.names import name_key


def confirm_equal(club: Club, draft: DraftEvent) -> DraftEvent:
    """Join each open name that equals exactly one member or one confirmed spelling.

    Equal is equal after cleaning: case, blanks and commas make no difference, the order of the
    parts does. Two lines that equal one member are both left open.
    """
    spellings = _spellings(club)
    found = {
        entry.number: next(iter(uids))
        for entry in undecided(draft)
        if len(uids := spellings[name_key(entry.name)]) == 1
    }
    taken = list(found.values()) + [entry.player for entry in draft.entries if entry.player]
    for number, uid in found.items():
        if taken.count(uid) == 1:
            draft = with_answer(draft, [number], Answer.MEMBER, uid)
    return draft


def rest_are_new(draft: DraftEvent) -> DraftEvent:
    """Answer "new member" for every name that is still open."""
    return with_answer(draft, [entry.number for entry in undecided(draft)], Answer.NEW)


def _spellings(club: Club) -> defaultdict[str, set[str]]:
    """Comparison key -> uids of those who are written so, or were confirmed under it."""
    now = resolver(club.pk)
    spellings: defaultdict[str, set[str]] = defaultdict(set)
    names = club.players.filter(erased=None).values_list("name__key", "uid")
    confirmed = [(one.key, one.uid) for one in confirmed_spellings(club)]
    for key, uid in [*names, *confirmed]:
        spellings[key].add(now.get(uid, uid))
    return spellings
