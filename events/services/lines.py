"""Who plays at which lines, and what a decision about people would change of that."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db import connection
from django.db.models import F, Q

from clubs.messages import Message, gettext_noop
from clubs.models import Club
from events.models import Entry, Event, Game, IdentityDecision
from events.queries.identities import decisions
from players.identity import Decision, DecisionRefused, Identities, Line, check, concerned

_MET = gettext_noop(
    "Both have a line in “%(event)s” (%(day)s), so they cannot be one player."
    " If that event is wrong, correct it first."
)
_PAIRED = gettext_noop(
    "Both were paired in “%(event)s” (%(day)s, rounds: %(rounds)s), so they cannot be one"
    " player. If that event is wrong, correct it first."
)


@dataclass(frozen=True, slots=True)
class MovedLines:
    """What a decision would change: who plays at some lines, by the ids of the entries; the events
    of these; everybody concerned, by uid; and who would be who."""

    at: Mapping[int, str]
    events: tuple[int, ...]
    people: frozenset[str]
    who: Identities


def moved_lines(club: Club, *planned: Decision) -> MovedLines:
    """What decisions would change, made one after another, without making them. Raises
    DecisionRefused."""
    made = decisions(club.pk)
    for decision in planned:
        check(decision, made)
        made = (*made, decision)
    return moved_by(club, planned[-1], made[:-1])


def moved_by(club: Club, decision: Decision, made: tuple[Decision, ...]) -> MovedLines:
    """The same for a decision that was checked. Raises DecisionRefused where it would put one
    person at two lines of an event."""
    people = concerned(decision, made)
    after = Identities((*made, decision))
    at: dict[int, str] = {}
    events = set()
    for pk, event, playing, line in _lines(club, people):
        if after.at(line) != playing:
            at[pk] = after.at(line)
            events.add(event)
    _refuse_meeting(events, after)
    return MovedLines(at, tuple(sorted(events)), people, after)


def move(club: Club, moved: MovedLines) -> None:
    """Let other people play at these lines."""
    if not moved.at:
        return
    ids = dict(club.players.filter(uid__in=set(moved.at.values())).values_list("uid", "pk"))
    with connection.cursor() as cursor:
        cursor.execute(_MOVE, [list(moved.at), [ids[uid] for uid in moved.at.values()]])


_MOVE = """
    UPDATE events_entry e SET player_id = v.player
    FROM unnest(%s::bigint[], %s::bigint[]) AS v (entry, player) WHERE e.id = v.entry
"""


def _lines(club: Club, people: Iterable[str]) -> Iterable[tuple[int, int, str, Line]]:
    """(id of the entry, id of its event, uid of who plays, line) where one of these people plays or
    was confirmed."""
    rows = Entry.objects.filter(
        Q(player__uid__in=people) | Q(confirmed__uid__in=people),
        club=club, confirmed__isnull=False, event__deleted=False,
    )  # fmt: skip
    columns = ("pk", "event_id", "player__uid", "event__uid", "number", "confirmed__uid")
    for pk, event, playing, uid, number, confirmed in rows.values_list(*columns):
        yield pk, event, playing, Line(uid, number, confirmed)


def _refuse_meeting(events: Iterable[int], who: Identities) -> None:
    """Refuse what would put one person at two lines of an event, naming the event."""
    rows = Entry.objects.filter(event__in=list(events), confirmed__isnull=False)
    ordered = rows.order_by("event__date", "event__sequence", "number")
    seen: dict[tuple[int, str], int] = {}
    columns = ("pk", "event_id", "event__uid", "number", "confirmed__uid")
    for pk, event, uid, number, confirmed in ordered.values_list(*columns):
        person = who.at(Line(uid, number, confirmed))
        first = seen.setdefault((event, person), pk)
        if first != pk:
            raise DecisionRefused(_met(event, first, pk))


def _met(event_id: int, one: int, other: int) -> Message:
    event = Event.objects.get(pk=event_id)
    rounds = [_rounds(event, entry) for entry in (one, other)]
    params: dict[str, object] = {"event": event.name, "day": event.date}
    if both := sorted(rounds[0] & rounds[1]):
        return Message(_PAIRED, params | {"rounds": ", ".join(map(str, both))})
    return Message(_MET, params)


def _rounds(event: Event, entry: int) -> set[int]:
    games = Game.objects.filter(Q(white=entry) | Q(black=entry), event=event)
    return set(games.values_list("round", flat=True))


# -- Lines that a person is asked about ----------------------------------------------------------


def lines_given(club: Club, lines: Iterable[tuple[str, int]]) -> tuple[Line, ...]:
    """Lines, each (uid of the event, number), as a split stores them; one that is not there is
    left out."""
    wanted = set(lines)
    rows = Entry.objects.filter(
        club=club, event__uid__in={uid for uid, _ in wanted}, confirmed__isnull=False,
        event__deleted=False,
    ).order_by("event__date", "event__sequence", "number")  # fmt: skip
    found = rows.values_list("event__uid", "number", "confirmed__uid")
    return tuple(Line(*row) for row in found if row[:2] in wanted)


def lines_of_person(club: Club, uid: str) -> list[Entry]:
    """Every line at which somebody plays, the last event first."""
    rows = Entry.objects.filter(club=club, player__uid=uid, event__deleted=False)
    related = rows.select_related("event", "typed_name", "confirmed")
    return list(related.order_by("-event__date", "-event__sequence"))


def published_since(merged: IdentityDecision) -> list[Entry]:
    """Lines of the person a merge made whose events were published after it, the last first:
    whoever undoes the merge says whose they are."""
    assert merged.other
    who = Identities(decisions(merged.club_id))
    holder = who.person(merged.other.uid)
    published = merged.club.events.filter(revisions__number=1, revisions__at__gt=merged.at)
    later = set(published.values_list("pk", flat=True))
    return [line for line in lines_of_person(merged.club, holder) if line.event_id in later]


def in_line(club: Club) -> set[int]:
    """Ids of the events whose entries and games are known to be what their revisions state."""
    return set(club.events.filter(projected=F("version")).values_list("pk", flat=True))


def still_in_line(club: Club, known: set[int]) -> None:
    """Say of events that were in line that they still are, though a decision concerned them."""
    moved = club.events.filter(pk__in=known).exclude(projected=F("version"))
    moved.update(projected=F("version"))
