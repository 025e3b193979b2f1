"""Drafts on the server: opened, saved, noticed when two change one, cleared after 30 days."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from clubs.models import Club, User
from events.drafts import Answer, DraftEntry, DraftEvent
from events.models import Draft, Event, Upload
from events.revisions import EventContent
from events.services.projection import current_content
from events.stored import from_json, to_json
from players.models import TypedName

KEPT = timedelta(days=30)
# Results are typed after midnight: until then the evening before is the likelier day.
NIGHT_ENDS = timedelta(hours=4)
COPIED = (
    "name", "start", "date", "tempo", "minutes", "kind", "counts", "counts_reason",
    "steps", "rounds", "junior", "listing", "round_days", "games",
)  # fmt: skip


class DraftChanged(Exception):
    """The draft was changed in another tab, or by somebody else, since the page was opened."""


def offered_day(club: Club, now: datetime | None = None) -> date:
    """The day to offer for an event that is typed now: before 4 a.m. it is yesterday."""
    here = (now or timezone.now()).astimezone(ZoneInfo(club.time_zone))
    return (here - NIGHT_ENDS).date()


def content_of(draft: Draft) -> DraftEvent:
    """What the draft says."""
    return from_json(DraftEvent, draft.content)


def start(
    club: Club,
    content: DraftEvent,
    *,
    by: User | None,
    event: Event | None = None,
    based_on: int | None = None,
) -> Draft:
    """A new draft; of `event` when it changes one that is published."""
    return Draft.objects.create(
        club=club, content=to_json(content), by=by, event=event, based_on=based_on
    )


def save(draft: Draft, content: DraftEvent, *, version: int, by: User | None) -> None:
    """Store new content over the version that the page showed. Raises DraftChanged."""
    stored = Draft.objects.filter(pk=draft.pk, version=version).update(
        content=to_json(content), version=version + 1, by=by, changed=timezone.now()
    )
    if not stored:
        raise DraftChanged
    draft.content, draft.version = to_json(content), version + 1


@transaction.atomic
def change(
    draft: Draft, edit: Callable[[DraftEvent], DraftEvent], *, by: User | None
) -> DraftEvent:
    """Apply an edit to the newest content, whoever else is at it; for edits of one line."""
    newest = Draft.objects.select_for_update().filter(pk=draft.pk).first()
    if newest is None:
        raise DraftChanged
    content = edit(content_of(newest))
    save(newest, content, version=newest.version, by=by)
    draft.content, draft.version = newest.content, newest.version
    return content


def of_event(event: Event, *, by: User | None) -> Draft:
    """A draft that starts from what is published: this person's open one, else a new one."""
    newest = event.revisions.latest("number").number
    opened = event.drafts.filter(by=by, based_on=newest).order_by("-changed").first()
    if opened:
        return opened
    content = as_draft(event.club, current_content(event))
    return start(event.club, content, by=by, event=event, based_on=newest)


def as_draft(club: Club, content: EventContent) -> DraftEvent:
    """A published event as a draft: whoever is known is not asked for again."""
    wanted = [entry.typed_name for entry in content.entries]
    texts = dict(TypedName.objects.filter(club=club, pk__in=wanted).values_list("pk", "text"))
    entries = tuple(
        DraftEntry(
            number=entry.number,
            name=texts[entry.typed_name],
            place=entry.place,
            half_points=entry.half_points,
            answer=Answer.MEMBER if entry.confirmed else Answer.UNKNOWN,
            player=entry.confirmed,
            asked_out=entry.asked_out,
        )
        for entry in content.entries
    )
    return DraftEvent(entries=entries, **{name: getattr(content, name) for name in COPIED})


@transaction.atomic
def rebase(draft: Draft) -> None:
    """Let the draft replace the newest revision of its event, after somebody saw what that says."""
    if draft.event:
        draft.based_on = draft.event.revisions.latest("number").number
        draft.save(update_fields=["based_on"])


def drop(draft: Draft) -> None:
    """Throw a draft and its file away; it was never history."""
    draft.delete()


def expire(now: datetime | None = None) -> tuple[int, int]:
    """Clear drafts untouched for 30 days, and files brought in 30 days ago -> how many of each."""
    limit = (now or timezone.now()) - KEPT
    drafts = Draft.objects.filter(changed__lt=limit)
    count = drafts.count()
    drafts.delete()
    files, _ = Upload.objects.filter(at__lt=limit).delete()
    return count, files


def with_round_days(content: DraftEvent) -> DraftEvent:
    """The days of the rounds as the file gives them, once first and last day are decided."""
    start, end = content.start, content.date
    if content.round_days or start is None or end is None:
        return content
    for reading in content.source.round_day_readings:
        if all(day is None or start <= day <= end for day in reading):
            return replace(content, round_days=reading)
    return content
