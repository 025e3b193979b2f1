"""The one way to change an event: append a revision, project it, tell the ladder."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from clubs import history
from clubs.messages import Message, Problem, gettext_noop
from clubs.models import Club, User
from clubs.services import audit
from events import edits
from events.checks import problems
from events.models import Event, EventRevision
from events.results import GameKind, Result
from events.revisions import EventContent
from events.services.comparing import texts
from events.services.projection import EVENT_COLUMNS, Twice, project
from events.stored import from_json, to_json

_NO_GAME = gettext_noop("There is no such game in this event.")
_TWICE = gettext_noop(
    "Lines %(one)s and %(other)s are one player by now, for two were merged. Take one of them out,"
    " or undo the merge first."
)


class Refused(Exception):
    """The change cannot be saved; nothing was. `problems` say where and what to do."""

    def __init__(self, *found: Problem) -> None:
        super().__init__("; ".join(str(problem.message) for problem in found))
        self.problems = found


class Conflict(Exception):
    """Somebody else saved a newer revision than the one this change was made from."""

    def __init__(self, newest: EventRevision) -> None:
        super().__init__(f"revision {newest.number} is newer")
        self.newest = newest


def today(club: Club, now: datetime | None = None) -> date:
    """The calendar day in the club's time zone."""
    return (now or timezone.now()).astimezone(ZoneInfo(club.time_zone)).date()


def next_sequence(club: Club, day: date) -> int:
    """The first free place in the order of events that end on this day."""
    last = club.events.filter(date=day).aggregate(last=Max("sequence"))["last"]
    return int(last or 0) + 1


@transaction.atomic
def create(
    club: Club,
    content: EventContent,
    *,
    by: User | None,
    why: str = "",
    press: str | None = None,
) -> Event:
    """A new event with its first revision. Raises Refused."""
    club = Club.objects.select_for_update().get(pk=club.pk)
    _check(club, content, event=None)
    event = Event.objects.create(
        club=club, **{name: getattr(content, name) for name in EVENT_COLUMNS}
    )
    _append(event, content, None, action="publish", by=by, why=why, press=press)
    return event


def revise(
    event: Event,
    content: EventContent,
    *,
    action: str,
    by: User | None,
    why: str = "",
    based_on: int | None = None,
    press: str | None = None,
) -> EventRevision:
    """Append a revision and bring entries and games in line with it.

    `based_on` is the number of the revision that the change was made from. Raises Conflict when
    there is a newer one, Refused when the content cannot be an event. A change that changes
    nothing appends nothing.
    """
    return _edit(
        event, lambda _: content, action=action, by=by, why=why, based_on=based_on, press=press
    )


@transaction.atomic
def _edit(
    event: Event,
    edit: Callable[[EventRevision], EventContent],
    *,
    action: str,
    by: User | None,
    why: str = "",
    based_on: int | None = None,
    press: str | None = None,
) -> EventRevision:
    """The same with what `edit` makes of the newest revision, which nobody can overtake."""
    club = Club.objects.select_for_update().get(pk=event.club_id)
    event = club.events.select_for_update().get(pk=event.pk)
    newest = _newest(event)
    if press and (done := event.revisions.filter(press=press).first()):
        return done
    if based_on is not None and based_on != newest.number:
        raise Conflict(newest)
    content = edit(newest)
    if to_json(content) == newest.content:
        return newest
    _check(club, content, event=event)
    return _append(event, content, newest, action=action, by=by, why=why, press=press)


# In SQL, for every change of an event begins with it.
_NEWEST = "SELECT * FROM events_eventrevision WHERE event_id = %s ORDER BY number DESC LIMIT 1"


def _newest(event: Event) -> EventRevision:
    revision: EventRevision = EventRevision.objects.raw(_NEWEST, [event.pk])[0]
    revision.event = event
    return revision


def all_problems(club: Club, content: EventContent, event: Event | None) -> list[Problem]:
    """Everything that keeps this content from being saved; `event` is the one it would change."""
    found = problems(content, today(club))
    if found and event:  # once more, with the names
        typed = texts(event, [content])
        names = {e.number: typed[e.typed_name] for e in content.entries if e.typed_name in typed}
        found = problems(content, today(club), names)
    if not content.deleted and not _stands_there(event, content) and _taken(club, content, event):
        found.append(
            Problem(
                Message(
                    gettext_noop(
                        "Another event stands at place %(sequence)s of %(day)s. "
                        "Choose another order on the day: the next free place is %(free)s."
                    ),
                    {
                        "sequence": content.sequence,
                        "day": content.date,
                        "free": next_sequence(club, content.date),
                    },
                )
            )
        )
    return found


def _stands_there(event: Event | None, content: EventContent) -> bool:
    """Whether the event already has the place in the order that the content asks for."""
    if event is None or event.deleted:
        return False
    return (event.date, event.sequence) == (content.date, content.sequence)


def _taken(club: Club, content: EventContent, event: Event | None) -> bool:
    """Whether another event stands there."""
    others = club.events.filter(date=content.date, sequence=content.sequence, deleted=False)
    return (others.exclude(pk=event.pk) if event else others).exists()


def _check(club: Club, content: EventContent, event: Event | None) -> None:
    if found := all_problems(club, content, event):
        raise Refused(*found)


def _append(
    event: Event,
    content: EventContent,
    newest: EventRevision | None,
    *,
    action: str,
    by: User | None,
    why: str,
    press: str | None,
) -> EventRevision:
    number = newest.number + 1 if newest else 1
    # Where nobody has written behind the services, the rows state what the newest revision states.
    known = newest.content if newest and event.projected == event.version else None
    revision = EventRevision.objects.create(
        club_id=event.club_id,
        event=event,
        number=number,
        action=action,
        content=to_json(content),
        by=by,
        why=why[:500],
        press=press,
    )
    try:
        project(event, content, known)
    except Twice as twice:
        one, other = twice.lines
        raise Refused(Problem(Message(_TWICE, {"one": one, "other": other}))) from None
    audit(
        f"event.{action}",
        club=event.club,
        by=by,
        object_uid=event.uid,
        reason=why,
        details={"revision": number},
    )
    history.tell(event.club_id)
    return revision


# -- The changes that arbiters make -------------------------------------------------------------


def correct_game(
    event: Event, number: int, changes: Mapping[str, Any], *, by: User | None, why: str = "",
    based_on: int | None = None, press: str | None = None,
) -> EventRevision:  # fmt: skip
    """Change one game: any fields of `GameContent`, for example result and kind."""

    def edit(newest: EventRevision) -> EventContent:
        try:
            return edits.change_game(_content(newest), number, **changes)
        except edits.NoSuchGame:
            raise Refused(Problem(Message(_NO_GAME))) from None

    action = edits.correction(_content(_newest(event)), number, changes)
    return _edit(event, edit, action=action, by=by, why=why, based_on=based_on, press=press)


def set_result(
    event: Event, number: int, result: Result, kind: GameKind, board_result: Result = Result.NONE,
    *, by: User | None, why: str = "", based_on: int | None = None, press: str | None = None,
) -> EventRevision:  # fmt: skip
    """Correct the result of one game."""
    changes: dict[str, Any] = {"result": result, "kind": kind, "board_result": board_result}
    return correct_game(event, number, changes, by=by, why=why, based_on=based_on, press=press)


def delete(
    event: Event, *, by: User | None, why: str = "", based_on: int | None = None
) -> EventRevision:
    """Take the event out of the history. Its revisions stay, so it can be restored."""
    return _edit(
        event,
        lambda newest: replace(_content(newest), deleted=True),
        action="delete", by=by, why=why, based_on=based_on,
    )  # fmt: skip


def restore(event: Event, *, by: User | None, why: str = "") -> EventRevision:
    """Bring a deleted event back, at the next free place of its day if its own was taken."""

    def edit(newest: EventRevision) -> EventContent:
        content = _content(newest)
        return replace(content, deleted=False, sequence=free_sequence(event, content))

    return _edit(event, edit, action="restore", by=by, why=why)


def revert(
    event: Event, number: int, *, by: User | None, why: str = "", based_on: int | None = None
) -> EventRevision:
    """Go back to what an earlier revision said, as a new revision.

    At the next free place of its day if another event has taken its own meanwhile.
    """
    earlier = earlier_content(event, number)
    return revise(event, earlier, action="revert", by=by, why=why, based_on=based_on)


def earlier_content(event: Event, number: int) -> EventContent:
    """What going back to a revision would make of the event. Raises EventRevision.DoesNotExist."""
    earlier = _content(event.revisions.get(number=number))
    if earlier.deleted:
        return earlier
    return replace(earlier, sequence=free_sequence(event, earlier))


def _content(revision: EventRevision) -> EventContent:
    return from_json(EventContent, revision.content)


def free_sequence(event: Event, content: EventContent) -> int:
    """The event's own place in the order of its day, or the next free one if that is taken."""
    taken = _taken(event.club, content, event)
    return next_sequence(event.club, content.date) if taken else content.sequence
