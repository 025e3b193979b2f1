"""From a file to a draft: brought in, read again in another encoding, a newer file of one event."""

import hashlib
from dataclasses import replace
from datetime import date
from itertools import islice
from typing import NamedTuple

from django.conf import settings
from django.db import transaction

from clubs.messages import Message, Problem, gettext_noop
from clubs.models import AuditEntry, Club, User
from events.drafts import Answer, DraftEntry, DraftEvent, Source
from events.importers import (
    ImportedEvent,
    Limits,
    Reading,
    looks_wrong,
    read_event,
    readings,
    scrubbed,
)
from events.models import Draft, Event, Upload
from events.notes import to_notes
from events.results import UNFINISHED
from events.revisions import NOT_COUNTED_BY_DEFAULT, EventKind, GameContent, Tempo
from events.services import drafts
from events.services.revising import today
from events.services.stating import kept_facts

MAX_NAME = 120
# What a person may have changed by hand; a second reading of the file leaves that alone.
DETAILS = (
    "name", "start", "date", "sequence", "tempo", "minutes", "kind", "counts", "counts_reason",
    "steps", "rounds", "junior", "listing", "round_days", "why",
)  # fmt: skip


def read(club: Club, data: bytes, filename: str, encoding: str = "") -> DraftEvent:
    """A file as a draft that nobody has looked at yet. Raises `importers.ImportRefused`."""
    return _read(club, data, filename, encoding).content


class Brought(NamedTuple):
    """What the importer gives, the draft of it, and by start number what is kept of people."""

    imported: ImportedEvent
    content: DraftEvent
    facts: dict[str, dict[str, str]]


def _read(club: Club, data: bytes, filename: str, encoding: str) -> Brought:
    day = today(club)
    imported = read_event(
        data,
        filename=filename,
        encoding=encoding or None,
        code_page=club.code_page,
        today=day,
        limits=Limits(size=settings.MAX_UPLOAD_BYTES),
    )
    content = from_imported(imported, day)
    source = replace(
        content.source,
        filename=filename,
        digest=hashlib.sha256(data).hexdigest(),
        encoding=encoding or imported.encoding,
    )
    facts, left_out = kept_facts(club, data, source)
    source = replace(source, warnings=(*source.warnings, *to_notes(left_out)))
    return Brought(imported, replace(content, source=source), facts)


def from_imported(imported: ImportedEvent, today: date) -> DraftEvent:
    """What an importer gives, as a draft; a last day still to come becomes the last day played."""
    games = tuple(
        GameContent(
            round=game.round,
            white=game.white,
            black=game.black,
            result=game.result,
            kind=game.kind,
            board=game.board,
            board_result=game.board_result,
            colours_known=game.colours_known,
            day=game.day,
        )
        for game in imported.games
    )
    start, end, notes = _days(imported, games, today)
    kind = imported.kind or EventKind.SWISS
    return DraftEvent(
        name=imported.name[:MAX_NAME].rstrip(),
        start=start,
        date=end,
        tempo=imported.tempo or Tempo.STANDARD,
        minutes=imported.minutes,
        kind=kind,
        counts=kind not in NOT_COUNTED_BY_DEFAULT,
        rounds=max(imported.rounds, imported.planned_rounds),
        round_days=imported.round_days,
        entries=tuple(
            DraftEntry(one.number, one.name, one.place, one.half_points) for one in imported.players
        ),
        games=games,
        source=Source(
            format=imported.format,
            encoding=imported.encoding,
            warnings=to_notes([*imported.warnings, *notes]),
            skipped=to_notes(imported.skipped),
            date_readings=tuple((first, last or first) for first, last in imported.date_question),
            round_day_readings=imported.round_day_readings,
        ),
    )


def _days(
    imported: ImportedEvent, games: tuple[GameContent, ...], today: date
) -> tuple[date | None, date | None, list[Problem]]:
    if imported.start is None:
        return None, None, []
    days = [day for day in imported.round_days if day]
    end = imported.end or max([imported.start, *days])
    if end <= today or imported.start > today:
        return imported.start, end, []
    played = {game.round for game in games if game.kind not in UNFINISHED}
    past = [
        day for n, day in enumerate(imported.round_days, 1) if n in played and day and day <= today
    ]
    last = max([imported.start, *past]) if past else today
    text = gettext_noop(
        "The file ends on %(end)s, which is still to come. "
        "%(last)s is taken as the last day so far; correct it if that is wrong."
    )
    note = Problem(Message(text, {"end": end, "last": last}))
    return imported.start, last, [note]


@transaction.atomic
def bring_in(
    club: Club, data: bytes, filename: str, *, by: User | None, encoding: str = ""
) -> Draft:
    """Store a file and the draft that it gives. Raises ImportRefused; then nothing is stored."""
    brought = _read(club, data, filename, encoding)
    draft = drafts.start(club, brought.content, by=by)
    _keep(draft, data, brought, by=by)
    return draft


@transaction.atomic
def bring_in_newer(
    draft: Draft, data: bytes, filename: str, *, version: int, by: User | None, encoding: str = ""
) -> None:
    """Replace players, rounds and results of a draft by those of a newer file of the same event.

    Names that were answered before keep their answer. Raises ImportRefused and DraftChanged.
    """
    old = drafts.content_of(draft)
    brought = _read(draft.club, data, filename, encoding)
    new = _with_answers(brought.content, old)
    kept = {name: getattr(old, name) for name in DETAILS if name not in ("rounds", "round_days")}
    if new.date and (old.date is None or new.date > old.date):
        kept["date"] = new.date
    if kept["start"] is None:
        kept["start"] = new.start
    rounds = max(old.rounds, new.rounds)
    drafts.save(draft, replace(new, **kept, rounds=rounds), version=version, by=by)
    draft.uploads.update(draft=None)
    _keep(draft, data, brought, by=by)


@transaction.atomic
def reread(draft: Draft, encoding: str, *, version: int, by: User | None) -> None:
    """Read the draft's file in another encoding; answers and details given by hand stay.

    Raises ImportRefused (the file cannot be read so), DraftChanged, and Upload.DoesNotExist where
    the file is not kept.
    """
    upload = draft.uploads.exclude(data=b"").latest("at")
    now = drafts.content_of(draft)
    data = bytes(upload.data)
    before = read(draft.club, data, upload.filename, now.source.encoding)
    after = _with_answers(read(draft.club, data, upload.filename, encoding), now)
    by_hand = {
        name: getattr(now, name) for name in DETAILS if getattr(now, name) != getattr(before, name)
    }
    source = replace(after.source, digest=now.source.digest)  # of the file as it came
    drafts.save(draft, replace(after, source=source, **by_hand), version=version, by=by)


def encodings(draft: Draft) -> list[Reading]:
    """How the names of the draft's file look in other encodings; empty where it is not kept."""
    upload = draft.uploads.exclude(data=b"").order_by("-at").first()
    return readings(bytes(upload.data), code_page=draft.club.code_page) if upload else []


def doubtful_names(content: DraftEvent, most: int = 5) -> list[str]:
    """Some names of a file's draft that look like another encoding; empty for typed events."""
    if not content.source.filename:
        return []
    return list(islice((one.name for one in content.entries if looks_wrong(one.name)), most))


def _keep(draft: Draft, data: bytes, brought: Brought, *, by: User | None) -> None:
    """Remember the file, without birth dates, numbers of federations and whatever else is not read.

    Where those cannot be told apart for certain nothing of it is kept, but that it came.
    """
    source = brought.content.source
    kept = scrubbed(
        data,
        brought.imported,
        encoding=source.encoding,
        filename=source.filename,
        today=today(draft.club),
    )
    Upload.objects.create(
        club_id=draft.club_id,
        draft=draft,
        filename=source.filename,
        data=kept or b"",
        facts=brought.facts,
        digest=hashlib.sha256(data).digest(),
        by=by,
    )


def _with_answers(new: DraftEvent, old: DraftEvent) -> DraftEvent:
    """Answers and requests go with the name as written; of two lines with one name, first with
    first."""
    known: dict[str, list[DraftEntry]] = {}
    for entry in old.entries:
        known.setdefault(entry.name, []).append(entry)
    entries = []
    for entry in new.entries:
        same = known.get(entry.name)
        before = same.pop(0) if same else None
        if before:
            entry = replace(entry, asked_out=before.asked_out)
        if before and before.answer is not Answer.NONE:
            entry = replace(entry, answer=before.answer, player=before.player)
        entries.append(entry)
    return replace(new, entries=tuple(entries))


def seen_before(club: Club, data: bytes) -> tuple[Event | None, Draft | None]:
    """The event that this very file was imported as, and the open draft that it is in, if any."""
    digest = hashlib.sha256(data)
    upload = club.uploads.filter(digest=digest.digest(), draft__isnull=False).first()
    entry = (
        AuditEntry.objects.filter(
            club=club, action="event.file", details__sha256=digest.hexdigest()
        )
        .order_by("-pk")
        .first()
    )
    event = club.events.filter(uid=entry.object_uid).first() if entry else None
    return event, upload.draft if upload else None
