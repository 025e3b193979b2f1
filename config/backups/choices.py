"""What was chosen in the database before a restore: who is kept from readers, who may work there.

Read by plain SQL: it may be of another release. A table that looks different is named in `unread`.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from config.backups.previous import rows

# Words of `Choices.unread` that somebody asks for.
MERGES = "who was merged"
INVITATIONS = "invitations"


class ClubWas(NamedTuple):
    """`created` tells it from another club that has its address."""

    slug: str
    created: datetime
    visibility: str
    names: str
    junior: bool
    closing: bool


class PersonWas(NamedTuple):
    """Columns of `players.models.Player`; `asked`: consent was given or withdrawn at least once."""

    uid: str
    status: str
    junior: bool
    display: str
    label: str
    consent: bool
    consent_for: str
    asked: bool


class OfficerWas(NamedTuple):
    """An account is the same when its address is, or the moment in which it was made."""

    email: str
    joined: datetime
    role: str


class AccountWas(NamedTuple):
    email: str
    joined: datetime
    active: bool
    staff: bool


def _by_club() -> defaultdict[str, list[Any]]:
    return defaultdict(list)


@dataclass(slots=True)
class Choices:
    """By the slug of the club, but `accounts`. `merges`: (uid, uid that stands for it), the newest
    first; `invitations`: hashes of those that still open something; `juniors`: uids of events;
    `ladders`: slugs of hidden ones."""

    clubs: dict[str, ClubWas] = field(default_factory=dict)
    people: defaultdict[str, list[PersonWas]] = field(default_factory=_by_club)
    merges: defaultdict[str, list[tuple[str, str]]] = field(default_factory=_by_club)
    juniors: defaultdict[str, list[str]] = field(default_factory=_by_club)
    ladders: defaultdict[str, list[str]] = field(default_factory=_by_club)
    officers: defaultdict[str, list[OfficerWas]] = field(default_factory=_by_club)
    invitations: set[bytes] = field(default_factory=set)
    accounts: list[AccountWas] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)


_CLUBS = """
    SELECT slug, created, visibility, names, junior, closing_since IS NOT NULL FROM clubs_club"""
_PEOPLE = """
    SELECT c.slug, p.uid, p.status, p.junior, p.display, p.label, p.consent, p.consent_for,
        EXISTS (SELECT FROM players_consent s WHERE s.player_id = p.id)
    FROM players_player p JOIN clubs_club c ON c.id = p.club_id
    WHERE p.erased IS NULL ORDER BY p.id"""
_MERGES = """
    SELECT c.slug, one.uid, other.uid FROM events_identitydecision d
    JOIN clubs_club c ON c.id = d.club_id
    JOIN players_player one ON one.id = d.player_id
    JOIN players_player other ON other.id = d.other_id
    WHERE d.kind = 'merge'
    AND NOT EXISTS (SELECT FROM events_identitydecision u WHERE u.undoes_id = d.id)
    ORDER BY d.number DESC"""
_JUNIORS = """
    SELECT c.slug, e.uid FROM events_event e JOIN clubs_club c ON c.id = e.club_id
    WHERE e.junior ORDER BY e.id"""
_LADDERS = """
    SELECT c.slug, l.slug FROM ladder_ladder l JOIN clubs_club c ON c.id = l.club_id
    WHERE l.hidden"""
_OFFICERS = """
    SELECT c.slug, lower(u.email), u.date_joined, o.role FROM clubs_officer o
    JOIN clubs_club c ON c.id = o.club_id JOIN clubs_user u ON u.id = o.user_id"""
_INVITATIONS = "SELECT token_hash FROM clubs_invitation WHERE used IS NULL"
_ACCOUNTS = "SELECT lower(email), date_joined, is_active, is_staff FROM clubs_user"


def read() -> Choices:
    """What the database says now; of an empty one nothing."""
    found = Choices()

    def ask(what: str, query: str) -> Sequence[Any]:
        answer = rows(query)
        if answer is None:
            found.unread.append(what)
        return answer or ()

    found.clubs = {row[0]: ClubWas(*row) for row in ask("the settings of clubs", _CLUBS)}
    for slug, *row in ask("what readers see of people", _PEOPLE):
        found.people[slug].append(PersonWas(*row))
    for slug, one, other in ask(MERGES, _MERGES):
        found.merges[slug].append((one, other))
    for slug, uid in ask("events of children", _JUNIORS):
        found.juniors[slug].append(uid)
    for slug, ladder in ask("hidden ladders", _LADDERS):
        found.ladders[slug].append(ladder)
    for slug, *row in ask("officers", _OFFICERS):
        found.officers[slug].append(OfficerWas(*row))
    found.invitations = {bytes(digest) for (digest,) in ask(INVITATIONS, _INVITATIONS)}
    found.accounts = [AccountWas(*row) for row in ask("accounts", _ACCOUNTS)]
    return found
