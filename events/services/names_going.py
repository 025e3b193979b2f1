"""Which stored names are one person's alone: what goes when that person is erased."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet

from clubs.models import Club
from events.models import Entry, IdentityDecision
from events.queries.identities import confirmed_spellings, decisions, identities
from players.identity import Kind, group, in_force
from players.models import Player
from players.privacy import is_erased_name
from players.traces import Traces


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with everybody who was found to be the same: ids and uids of rows of `Player`."""

    club: Club
    players: tuple[Player, ...]
    uid: str  # whose page it is

    @property
    def ids(self) -> list[int]:
        return [player.pk for player in self.players]

    @property
    def uids(self) -> list[str]:
        return [player.uid for player in self.players]


@dataclass(frozen=True, slots=True)
class Names:
    """Typed names by their ids. `going` are this person's alone, with lines that nobody is known
    for and that have the same name; `shared` are written so for other people too."""

    going: dict[int, str]
    shared: dict[int, str]
    traces: Traces


def person(player: Player) -> Person:
    """The person whom a row stands for now, with all rows that are the same person."""
    now = identities(player.club_id).now
    uids = group(player.uid, now)
    rows = Player.objects.filter(club=player.club_id, uid__in=uids).select_related("name")
    return Person(player.club, tuple(rows.order_by("pk")), now.get(player.uid, player.uid))


def names_that_go(who: Person) -> Names:
    """Every way in which the person was ever written, told apart by who else is written so."""
    others = _of_others(who)
    own = _own(who)
    texts = dict(who.club.typed_names.values_list("pk", "text"))
    going = {pk: texts[pk] for pk in (own | _unknown_before(who)) - others if pk in texts}
    labels = [player.label for player in who.players if player.label]
    kept = [texts[pk] for pk in others]
    kept += [label for label in _labels_of_others(who) if label]
    traces = Traces([*going.values(), *labels], kept)
    going |= {
        pk: text
        for pk, text in texts.items()
        if pk not in others and not is_erased_name(text) and traces.is_name(text)
    }
    shared = {pk: texts[pk] for pk in own & others}
    return Names(going, shared, traces)


def _own(who: Person) -> set[int]:
    """Names that a row, a decision or a line says are this person's, in every version of events."""
    made = IdentityDecision.objects.filter(club=who.club, player__in=who.ids)
    found = {player.name_id for player in who.players}
    for named, details in made.values_list("typed_name", "details"):
        found |= {named, details.get("from")} - {None}
    found |= set(lines_of(who).values_list("typed_name", flat=True))
    return found | _ids(_IN_REVISIONS, {"club": who.club.pk, "uids": who.uids})


def lines_of(who: Person) -> "QuerySet[Entry]":
    """The person's lines in all events; at those of deleted events nobody plays any more."""
    return Entry.objects.filter(
        Q(player__in=who.ids) | Q(player=None, confirmed__in=who.ids), club=who.club
    )


_IN_REVISIONS = """
    SELECT DISTINCT (line->>'typed_name')::bigint
    FROM events_eventrevision r CROSS JOIN LATERAL jsonb_array_elements(r.content->'entries') line
    WHERE r.club_id = %(club)s AND line->>'confirmed' = ANY(%(uids)s)
"""

# A line of the person's that had another name while nobody was known for it, and that name
# stands at no other line now.
_UNKNOWN_BEFORE = """
    SELECT DISTINCT (line->>'typed_name')::bigint AS name
    FROM events_entry e
    JOIN events_eventrevision r ON r.event_id = e.event_id
    CROSS JOIN LATERAL jsonb_array_elements(r.content->'entries') line
    WHERE e.club_id = %(club)s AND e.player_id = ANY(%(ids)s)
        AND (line->>'number')::int = e.number AND COALESCE(line->>'confirmed', '') = ''
        AND NOT EXISTS (
            SELECT FROM events_entry o WHERE o.typed_name_id = (line->>'typed_name')::bigint
                AND (o.player_id IS NULL OR o.player_id <> ALL(%(ids)s)))
"""


def _unknown_before(who: Person) -> set[int]:
    return _ids(_UNKNOWN_BEFORE, {"club": who.club.pk, "ids": who.ids})


def _of_others(who: Person) -> set[int]:
    """Names that somebody else has: as a name, as a spelling, at a line of an event, or by a rename
    that holds. What was taken back was a mistake about them, and may be this person's name."""
    people = Player.objects.filter(club=who.club, erased=None).exclude(pk__in=who.ids)
    lines = Entry.objects.filter(
        Q(player__isnull=False, player__erased=None) & ~Q(player__in=who.ids)
        | Q(player=None, confirmed__isnull=False, confirmed__erased=None)
        & ~Q(confirmed__in=who.ids),
        club=who.club,
    )
    found = set(people.values_list("name", flat=True))
    found |= set(lines.values_list("typed_name", flat=True))
    found |= _renamed(who)
    own = set(who.uids)
    return found | {one.typed_name for one in confirmed_spellings(who.club) if one.uid not in own}


def _renamed(who: Person) -> set[int]:
    """The names that others got by renames that hold, and the ones they had before all renames."""
    renames = IdentityDecision.objects.filter(
        club=who.club, kind=Kind.RENAME, player__erased=None
    ).exclude(player__in=who.ids)
    holding = {one.id for one in in_force(decisions(who.club.pk, (Kind.RENAME, Kind.UNDO)))}
    found, seen = set(), set()
    rows = renames.order_by("number").values_list("number", "player", "typed_name", "details")
    for number, player, named, details in rows:
        if number in holding:
            found |= {named, details["from"]}
        if player not in seen:
            seen.add(player)
            found.add(details["from"])
    return found


def _labels_of_others(who: Person) -> Collection[str]:
    rows = Player.objects.filter(club=who.club, erased=None).exclude(pk__in=who.ids)
    return list(rows.values_list("label", flat=True))


def _ids(query: str, parameters: dict[str, Any]) -> set[int]:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        return {pk for (pk,) in cursor.fetchall()}
