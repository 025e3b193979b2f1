"""Bringing a ladder in line with the history: incrementally, in full, or to compare.

The marks that triggers leave say where to begin: at the earliest place, old or new, of anything
changed since the version the ladder was built at. The result is the same as that of walking
everything, bit for bit; `verify` proves it, and tests do.

A rebuild reads the club's version first and compares it again before it commits: if the history
moved meanwhile, the work is thrown away and done once more (docs/safety.md, D11). Readers see the
old list until the commit.
"""

import json
import logging
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

import cattrs
from django.db import IntegrityError, connection, transaction
from django.db.models import F, Max, Min
from django.utils import timezone

from clubs.models import Club
from events.models import Event, EventRevision
from events.services.projection import differing, project
from ladder import effects, sources
from ladder.computed import BEGINNING_PLACE, compute
from ladder.models import (
    Ladder,
    LadderRun,
    LadderSettings,
    LadderStep,
    RatingRow,
    StartingRating,
)
from ladder.replay import Done
from ladder.sources import PoisonEvent, Source, Uids
from ladder.systems import decode, first_of_day

logger = logging.getLogger(__name__)

TRIES = 3
BUILD_STAMP = (
    "built_version", "built_revision", "built_at", "fingerprint", "events", "until",
    "failed_event_uid", "failure", "failed_version", "drift",
)  # fmt: skip


class HistoryMoved(Exception):
    """The history changed while it was replayed; nothing was written."""


@dataclass(slots=True)
class Build:
    """What one rebuild did."""

    full: bool
    version: int
    since: int | None = None  # the place it began at; None: nothing to compute
    steps: int = 0
    games: int = 0
    drift: list[str] = field(default_factory=list)  # uids of events whose rows were put right


def rebuild(ladder_id: int, *, full: bool = False, wait: bool = False) -> Build | None:
    """Bring one ladder up to date -> what was done, or None when nothing was to do.

    Any number of rebuilds of one ladder may be asked for at once: one works, the others leave,
    or with `wait` take their turn. Raises PoisonEvent after writing it down at the ladder.
    """
    started, clock = timezone.now(), time.monotonic()
    for attempt in range(1, TRIES + 1):
        try:
            with transaction.atomic():
                locked = Ladder.objects.select_for_update(skip_locked=not wait, of=("self",))
                ladder = locked.filter(pk=ladder_id).first()
                # The last try makes writers wait, so that it cannot be overtaken again.
                build = _build(ladder, full, hold=attempt == TRIES) if ladder else None
                if ladder and build:
                    _write_run(ladder, build, started, clock)
            return build
        except HistoryMoved:
            continue
        except PoisonEvent as error:
            _write_failure(ladder_id, error, started, clock, full)
            raise
    raise AssertionError("the last try holds the club and cannot be overtaken")


def is_stale(ladder: Ladder, history_version: int, today: date) -> bool:
    """Whether the ladder is behind the history, or a list date has come."""
    due = ladder.next_due is not None and ladder.next_due <= today
    return due or ladder.built_version != history_version


def _build(ladder: Ladder, full: bool, *, hold: bool) -> Build | None:
    version = _version(ladder.club_id, hold)
    if not full and ladder.built_version == version:
        return None
    # A stamp from the future is no stamp: somebody restored or wrote the table by hand.
    full = full or not 0 <= ladder.built_version <= version
    build = Build(full=full, version=version)
    build.drift = [event.uid for event in _suspects(ladder, full) if _put_right(event)]
    if build.drift:
        logger.warning("Put right %s events of ladder %s", len(build.drift), ladder.pk)
        # Putting rows right is a write of its own, by triggers: this build knows of it.
        build.version = version = _version(ladder.club_id, hold=True)
    build.since = BEGINNING_PLACE if full else earliest_change(ladder, ladder.built_version)
    if build.since is not None:
        _replay_from(ladder, build)
    if _version(ladder.club_id, hold) != version:
        raise HistoryMoved
    _stamp(ladder, build)
    return build


def _suspects(ladder: Ladder, full: bool) -> Iterable[Event]:
    """Events whose rows may not be what their revision states: those written behind the services,
    or, trusting no mark, those that differ."""
    if full and ladder.built_version >= 0:
        return list(differing(ladder.club_id))
    changed = Event.objects.filter(club=ladder.club_id, version__gt=ladder.built_version)
    return list(changed.exclude(projected=F("version")))


def _put_right(event: Event) -> bool:
    try:
        return project(event)
    except (cattrs.BaseValidationError, LookupError, ValueError, IntegrityError) as error:
        raise PoisonEvent(event.pk) from error


def _version(club_id: int, hold: bool) -> int:
    clubs = Club.objects.select_for_update() if hold else Club.objects
    return clubs.values_list("history_version", flat=True).get(pk=club_id)


def earliest_change(ladder: Ladder, built: int) -> int | None:
    """The earliest place, old or new, of what has changed since a version; None if nothing has."""
    events = Event.objects.filter(club=ladder.club_id, version__gt=built)
    ids = list(events.values_list("pk", flat=True))
    old = LadderStep.objects.filter(ladder=ladder, event_id__in=ids).aggregate(first=Min("place"))
    counted = events.filter(counts=True, deleted=False)
    days = [
        counted.exclude(steps="day").aggregate(first=Min("date"))["first"],
        counted.filter(steps="day").aggregate(first=Min("start"))["first"],
        *(
            table.objects.filter(ladder=ladder, version__gt=built).aggregate(
                first=Min("valid_from")
            )["first"]
            for table in (StartingRating, LadderSettings)
        ),
    ]
    places = [first_of_day(day) for day in days if day is not None]
    if old["first"] is not None:
        places.append(old["first"])
    return min(places, default=None)


# -- Computing and writing ----------------------------------------------------------------------


def _replay_from(ladder: Ladder, build: Build) -> None:
    assert build.since is not None
    uids = Uids()
    found, computed = compute(ladder, build.since, uids)
    _, ended = sources.mark_before(ladder, build.since)
    done = _guarded(found, computed)
    _keep_effect(ladder, build, found, done, uids)
    build.steps = len(done)
    build.games = sum(len(item.step.games) for item in done)
    RatingRow.objects.filter(ladder=ladder, place__gte=build.since)._raw_delete("default")
    LadderStep.objects.filter(ladder=ladder, place__gte=build.since)._raw_delete("default")
    _copy_rows(ladder, done, uids)
    _copy_steps(ladder, found, done, ended)


def _keep_effect(
    ladder: Ladder, build: Build, found: Sequence[Source], done: Sequence[Done], uids: Uids
) -> None:
    """Write down what the new revisions do to numbers that stood already.

    A first build and one of everything have no cause to name; a newest event that only adds its
    own rows moves nothing that stood.
    """
    if build.full or ladder.built_version < 0 or build.since is None:
        return
    because = effects.causes(ladder, ladder.built_version)
    old = effects.stored_course(ladder, build.since, uids)
    if because and old.changes:
        new = effects.computed_course(found, done)
        changed = {revision.event_id for revision in because}
        outcome = effects.compare(ladder, build.since, changed, old, new, uids)
        effects.keep(ladder, because, outcome, uids)
    if because:
        ladder.built_revision = because[-1].pk


def _guarded(found: Sequence[Source], computed: Iterable[Done]) -> list[Done]:
    """All steps computed; an exception becomes the name of the event it happened in."""
    done: list[Done] = []
    try:
        done.extend(computed)
    except (ArithmeticError, ValueError, KeyError) as error:
        raise PoisonEvent(found[min(len(done), len(found) - 1)].event) from error
    return done


def _copy_rows(ladder: Ladder, done: Sequence[Done], uids: Uids) -> None:
    pk, ids = ladder.pk, uids.id
    with (
        connection.cursor() as cursor,
        cursor.copy(
            "COPY ladder_ratingrow"
            " (ladder_id, place, player_id, rating, games, played, change, extra) FROM STDIN"
        ) as copy,
    ):
        for item in done:
            place = item.step.place
            copy.write(
                "".join(
                    f"{pk}\t{place}\t{ids[uid]}\t{rating!r}\t{games}\t{played}\t{change!r}"
                    f"\t{_NULL if extra is None else _json(extra)}\n"
                    for uid, rating, games, played, change, extra in item.rows
                )
            )


_NULL = "\\N"


def _json(extra: object) -> str:
    """JSON as the text form of COPY wants it."""

    return json.dumps(extra, sort_keys=True).replace("\\", "\\\\")


def _copy_steps(ladder: Ladder, found: Sequence[Source], done: Sequence[Done], ended: int) -> None:
    with (
        connection.cursor() as cursor,
        cursor.copy(
            "COPY ladder_ladderstep (ladder_id, place, read_at, event_id, key, result, events)"
            " FROM STDIN"
        ) as copy,
    ):
        for source, item in zip(found, done, strict=True):
            ended += source.last
            step, mark = item.step, item.mark
            event = _NULL if source.event is None else source.event
            copy.write(
                f"{ladder.pk}\t{step.place}\t{step.read_at}\t{event}"
                f"\t\\\\x{mark.key.hex()}\t\\\\x{mark.result.hex()}\t{ended}\n"
            )


# -- What is said of a build ---------------------------------------------------------------------


def _stamp(ladder: Ladder, build: Build) -> None:
    last = LadderStep.objects.filter(ladder=ladder).order_by("-place").first()
    ladder.built_version = build.version
    ladder.built_at = timezone.now()
    ladder.fingerprint = bytes(last.result) if last else b""
    ladder.events = last.events if last else 0
    ladder.until = decode(last.place).day if last else None
    ladder.failed_event_uid, ladder.failure, ladder.failed_version = "", "", None
    if build.full:
        ladder.drift = ""
        newest = EventRevision.objects.filter(club=ladder.club_id).aggregate(newest=Max("pk"))
        ladder.built_revision = newest["newest"] or 0
    ladder.save(update_fields=BUILD_STAMP)
    Club.objects.filter(pk=ladder.club_id, history_version=build.version).exclude(
        pk__in=Ladder.objects.exclude(built_version=build.version)
        .filter(club=ladder.club_id)
        .values("club")
    ).update(waiting_since=None)


def _write_run(ladder: Ladder, build: Build, started: datetime, clock: float) -> None:
    LadderRun.objects.create(
        ladder=ladder,
        started=started,
        duration_ms=int(1000 * (time.monotonic() - clock)),
        full=build.full,
        version=build.version,
        steps=build.steps,
        games=build.games,
        outcome="built",
        drift=build.drift[:100],
    )


def _write_failure(
    ladder_id: int, error: PoisonEvent, started: datetime, clock: float, full: bool
) -> None:
    """The last good list stays up, marked; the arbiter and the admin see which event it is."""
    ladder = Ladder.objects.select_related("club").get(pk=ladder_id)
    version = ladder.club.history_version
    # The cause may quote what somebody typed, so only its kind is kept.
    message = type(error.__cause__).__name__
    uid = sources.event_uid(error.event)
    logger.error("Ladder %s cannot be built: %s in event %s", ladder_id, message, uid)
    Ladder.objects.filter(pk=ladder_id).update(
        failed_event_uid=uid, failure=message, failed_version=version
    )
    LadderRun.objects.create(
        ladder=ladder,
        started=started,
        duration_ms=int(1000 * (time.monotonic() - clock)),
        full=full,
        version=version,
        steps=0,
        games=0,
        outcome="failed",
        message=message,
    )
