"""From a reviewed draft to a published event."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q

from clubs.messages import Message, Problem, gettext_noop
from clubs.models import Club, User
from clubs.services import audit
from events.drafts import Answer, DraftEvent, undecided
from events.models import Draft, Event, EventRevision
from events.revisions import EntryContent, EventContent
from events.services.identity import confirm
from events.services.people import new_players, typed_names
from events.services.revising import Refused, all_problems, create, next_sequence, revise
from events.services.twins import Twin, twins_of_content
from players.models import Player, Status, TypedName
from players.names import same_whole


class AlreadyHere(Exception):
    """The club has an event with mostly the same pairings; somebody has to say it is another."""

    def __init__(self, twins: list[Twin]) -> None:
        super().__init__(f"{len(twins)} events look like this one")
        self.twins = twins


@dataclass(frozen=True, slots=True)
class Published:
    """What publishing did: the event, and how many people were added for it."""

    event: Event
    new_members: int
    new_guests: int
    again: bool = False  # the same press once more: nothing was done


@transaction.atomic
def publish(
    club: Club,
    draft: DraftEvent,
    *,
    by: User | None,
    event: Event | None = None,
    based_on: int | None = None,
    press: str | None = None,
    unless_here: bool = False,
) -> Published:
    """Write a draft into the history: a new event, or a new revision of `event`.

    Every name must have its answer. Raises Refused with all problems, `revising.Conflict` when
    `event` has a newer revision than `based_on`, and, with `unless_here`, AlreadyHere when the
    club has an event with mostly the same pairings; then nothing is written.
    """
    # One publisher at a time in a club: the order on the day and the press are decided under lock.
    club = Club.objects.select_for_update().get(pk=club.pk)
    if press and (done := EventRevision.objects.filter(club=club, press=press).first()):
        return Published(done.event, 0, 0, again=True)
    _require_answers(draft)
    names = typed_names(club, [entry.name for entry in draft.entries])
    players = _players(club, draft, names, event)
    content = _content(club, draft, names, players, event)
    if unless_here and event is None and (twins := twins_of_content(club, content, None)):
        raise AlreadyHere(twins)
    if event is None:
        event = create(club, content, by=by, why=draft.why, press=press)
    else:
        revise(
            event,
            content,
            action="complete",
            by=by,
            why=draft.why,
            based_on=based_on,
            press=press,
        )
    _remember_spellings(club, draft, names, players, by)
    if draft.source.digest:
        # By this the same file is recognised when somebody brings it in again.
        audit(
            "event.file",
            club=club,
            by=by,
            object_uid=event.uid,
            details={"sha256": draft.source.digest},
        )
    new = [entry.answer for entry in draft.entries]
    return Published(event, new.count(Answer.NEW), new.count(Answer.GUEST))


def publish_draft(
    draft: Draft, content: DraftEvent, *, by: User | None, unless_here: bool = False
) -> Published:
    """Publish a stored draft and put it away; pressing twice publishes once."""
    with transaction.atomic():
        published = publish(
            draft.club,
            content,
            by=by,
            event=draft.event,
            based_on=draft.based_on,
            press=f"draft:{draft.uid}",
            unless_here=unless_here,
        )
        draft.uploads.update(draft=None)
        Draft.objects.filter(pk=draft.pk).delete()
    return published


def what_is_missing(club: Club, draft: DraftEvent, event: Event | None) -> list[Problem]:
    """Everything that keeps a draft from being published, before anybody presses."""
    found = [Problem(message) for message in _open_questions(draft)]
    if draft.start is None or draft.date is None:
        return found
    entries = tuple(
        EntryContent(number=entry.number, typed_name=0, confirmed=entry.player)
        for entry in draft.entries
    )
    return found + all_problems(club, _event_content(club, draft, entries, event), event)


def _require_answers(draft: DraftEvent) -> None:
    if missing := _open_questions(draft):
        raise Refused(*map(Problem, missing))


def _open_questions(draft: DraftEvent) -> list[Message]:
    missing = []
    if draft.start is None or draft.date is None:
        missing.append(
            Message(gettext_noop("The event has no date. Enter its first and last day."))
        )
    if open_names := undecided(draft):
        missing.append(
            Message(
                gettext_noop("%(count)s names have no answer yet: say who they are."),
                {"count": len(open_names)},
            )
        )
    return missing


def _players(
    club: Club, draft: DraftEvent, names: Mapping[str, TypedName], event: Event | None
) -> dict[int, Player]:
    """The player of each entry number; people answered as new or guest are made here.

    Somebody erased may stay at the lines of the event that they had, and comes to no others.
    """
    statuses = {Answer.NEW: Status.MEMBER, Answer.GUEST: Status.GUEST}
    fresh = [entry for entry in draft.entries if entry.answer in statuses]
    made = new_players(club, [(names[e.name], statuses[e.answer]) for e in fresh])
    known = {entry.number: entry.player for entry in draft.entries if entry.answer is Answer.MEMBER}
    there = Q(erased=None) | Q(pk__in=event.entries.values("confirmed") if event else [])
    stored = {p.uid: p for p in club.players.filter(there, uid__in=set(known.values()))}
    if lost := [number for number, uid in known.items() if uid not in stored]:
        raise Refused(
            Problem(
                Message(
                    gettext_noop("No. %(number)s: this player is no longer there. Choose again."),
                    {"number": lost[0]},
                )
            )
        )
    return {number: stored[uid] for number, uid in known.items()} | {
        entry.number: player for entry, player in zip(fresh, made, strict=True)
    }


def _content(
    club: Club,
    draft: DraftEvent,
    names: Mapping[str, TypedName],
    players: dict[int, Player],
    event: Event | None,
) -> EventContent:
    entries = tuple(
        EntryContent(
            number=entry.number,
            typed_name=names[entry.name].pk,
            confirmed=players[entry.number].uid if entry.number in players else "",
            place=entry.place,
            half_points=entry.half_points,
            asked_out=entry.asked_out,
        )
        for entry in draft.entries
    )
    return _event_content(club, draft, entries, event)


def _event_content(
    club: Club, draft: DraftEvent, entries: tuple[EntryContent, ...], event: Event | None
) -> EventContent:
    assert draft.start and draft.date  # _open_questions has asked for them
    sequence = draft.sequence
    if sequence is None:
        same_day = event and event.date == draft.date
        sequence = event.sequence if event and same_day else next_sequence(club, draft.date)
    return EventContent(
        name=draft.name.strip(),
        start=draft.start,
        date=draft.date,
        sequence=sequence,
        tempo=draft.tempo,
        minutes=draft.minutes,
        kind=draft.kind,
        counts=draft.counts,
        counts_reason=draft.counts_reason,
        steps=draft.steps,
        rounds=max([draft.rounds, *(game.round for game in draft.games)]),
        round_days=draft.round_days,
        # A newer file takes no mark away: that is a step of its own (services.uncovering).
        junior=draft.junior or bool(event and event.junior),
        listing=draft.listing,
        entries=entries,
        games=draft.games,
    )


def _remember_spellings(
    club: Club,
    draft: DraftEvent,
    names: Mapping[str, TypedName],
    players: dict[int, Player],
    by: User | None,
) -> None:
    """A spelling that the arbiter joined to a member is proposed first the next time."""
    confirmed = [
        (names[entry.name], players[entry.number])
        for entry in draft.entries
        if entry.answer is Answer.MEMBER
        and players[entry.number].erased is None
        and not same_whole(entry.name, players[entry.number].name.text)
    ]
    confirm(club, confirmed, by=by)
