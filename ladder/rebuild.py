"""Bringing a ladder in line with the history: incrementally, in full, or to compare.

The marks that triggers leave say where to begin: at the earliest place, old or new, of anything
changed since the version the ladder was built at. The result is the same as that of walking
everything, bit for bit; `verify` proves it, and tests do.

A rebuild reads the club's version first and compares it again before it commits: if the history
moved meanwhile, the work is thrown away and done once more (docs/safety.md, D11). Readers see the
old list until the commit.
"""

import logging
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime

import cattrs
from django.db import IntegrityError, connection, transaction
from django.db.models import Max
from django.utils import timezone

from clubs.models import Club
from events.models import Event, EventRevision
from events.services.projection import differing, project
from ladder import effects, sources
from ladder.computed import BEGINNING_PLACE, compute
from ladder.models import Ladder, LadderRun
from ladder.sources import Before, PoisonEvent
from ladder.systems import decode, first_of_day
from ladder.writing import copy_rows, copy_steps, remove

logger = logging.getLogger(__name__)

TRIES = 3
BUILD_STAMP = (
    "built_version", "built_revision", "built_at", "fingerprint", "events", "until",
    "failed_event_uid", "failure", "failed_version", "drift",
)  # fmt: skip


class HistoryMoved(Exception):
    """The history changed while it was replayed; nothing was written."""


class TooLong(Exception):
    """More games would be replayed than the caller has time for; nothing was done."""


@dataclass(slots=True)
class Build:
    """What one rebuild did."""

    full: bool
    version: int
    since: int | None = None  # the place it began at; None: nothing to compute
    last: Before | None = None  # the end of the ladder, where anything was computed
    steps: int = 0
    games: int = 0
    drift: list[str] = field(default_factory=list)  # uids of events whose rows were put right


def rebuild(
    ladder_id: int, *, full: bool = False, wait: bool = False, at_most: int | None = None
) -> Build | None:
    """Bring one ladder up to date -> what was done, or None when nothing was to do.

    Any number of rebuilds of one ladder may be asked for at once: one works, the others leave,
    or with `wait` take their turn. (The lock leaves the row's key alone: whoever inserts dated
    history of the ladder holds the club, which this wants later, and must not wait for it.)
    Raises PoisonEvent after writing it down at the ladder, and
    TooLong when it would take more than `at_most` games.
    """
    started, clock = timezone.now(), time.monotonic()
    for attempt in range(1, TRIES + 1):
        try:
            with transaction.atomic():
                locked = Ladder.objects.select_for_update(
                    skip_locked=not wait, of=("self",), no_key=True
                )
                ladder = locked.select_related("club").filter(pk=ladder_id).first()
                # The last try makes writers wait, so that it cannot be overtaken again.
                hold = attempt == TRIES
                build = _build(ladder, full, at_most, hold=hold) if ladder else None
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


def _build(ladder: Ladder, full: bool, at_most: int | None, *, hold: bool) -> Build | None:
    version = _held_version(ladder.club_id) if hold else ladder.club.history_version
    if not full and ladder.built_version == version:
        return None
    # A stamp from the future is no stamp: somebody restored or wrote the table by hand.
    full = full or not 0 <= ladder.built_version <= version
    build = Build(full=full, version=version)
    build.since = _since(ladder, full)
    if at_most is not None and build.since is not None:
        _refuse_long(ladder, build.since, at_most)
    build.drift = [event.uid for event in _suspects(ladder, full) if _put_right(event)]
    if build.drift:
        logger.warning("Put right %s events of ladder %s", len(build.drift), ladder.pk)
        # Putting rows right is a write of its own, by triggers: this build knows of it.
        build.version = _held_version(ladder.club_id)
        build.since = _since(ladder, full)
    if build.since is not None:
        _replay_from(ladder, build)
    _stamp(ladder, build)
    return build


def _since(ladder: Ladder, full: bool) -> int | None:
    return BEGINNING_PLACE if full else earliest_change(ladder, ladder.built_version)


def _refuse_long(ladder: Ladder, since: int, at_most: int) -> None:
    day = decode(since).day
    if sources.games_from(ladder.club_id, day, at_most + 1) > at_most:
        raise TooLong


def _suspects(ladder: Ladder, full: bool) -> Iterable[Event]:
    """Events whose rows may not be what their revision states: those written behind the services,
    or, trusting no mark, those that differ."""
    if full and ladder.built_version >= 0:
        return list(differing(ladder.club_id))
    with connection.cursor() as cursor:
        cursor.execute(_SUSPECTS, [ladder.club_id, ladder.built_version])
        ids = [pk for (pk,) in cursor.fetchall()]
    return list(Event.objects.filter(pk__in=ids)) if ids else []


_SUSPECTS = """
    SELECT id FROM events_event WHERE club_id = %s AND version > %s AND projected <> version
"""


def _put_right(event: Event) -> bool:
    try:
        return project(event)
    except (cattrs.BaseValidationError, LookupError, ValueError, IntegrityError) as error:
        raise PoisonEvent(event.pk) from error


def _held_version(club_id: int) -> int:
    """The club's version, which no writer can raise until the end of this transaction."""
    clubs = Club.objects.select_for_update()
    return clubs.values_list("history_version", flat=True).get(pk=club_id)


_EARLIEST = """
    WITH changed AS MATERIALIZED (
        SELECT id, counts AND NOT deleted AS counted,
            CASE steps WHEN 'day' THEN start ELSE date END AS day
        FROM events_event WHERE club_id = %(club)s AND version > %(built)s
    )
    SELECT
        (SELECT min(place) FROM ladder_ladderstep
            WHERE ladder_id = %(ladder)s AND event_id = ANY (ARRAY(SELECT id FROM changed))),
        LEAST(
            (SELECT min(day) FROM changed WHERE counted),
            (SELECT min(valid_from) FROM ladder_startingrating
                WHERE ladder_id = %(ladder)s AND (version > %(built)s
                    OR player_id IN (SELECT people_of(ARRAY(SELECT id FROM events_identitydecision
                        WHERE club_id = %(club)s AND version > %(built)s))))),
            (SELECT min(valid_from) FROM ladder_laddersettings
                WHERE ladder_id = %(ladder)s AND version > %(built)s)
        )
"""


def earliest_change(ladder: Ladder, built: int) -> int | None:
    """The earliest place, old or new, of what has changed since a version; None if nothing has."""
    with connection.cursor() as cursor:
        cursor.execute(_EARLIEST, {"club": ladder.club_id, "ladder": ladder.pk, "built": built})
        place, day = cursor.fetchone()
    places = [place, None if day is None else first_of_day(day)]
    return min((place for place in places if place is not None), default=None)


# -- Computing and writing ----------------------------------------------------------------------


def _replay_from(ladder: Ladder, build: Build) -> None:
    """Replace everything from `build.since` on."""
    assert build.since is not None
    stretch = compute(ladder, build.since)
    # A first build and one of everything have no cause to name.
    because = [] if build.full else effects.causes(ladder, ladder.built_version)
    old = effects.stored_course(ladder, stretch) if because else None
    new = effects.Course()
    remove(ladder, build.since)
    marks = copy_rows(ladder, stretch, new if old else None)
    build.last = copy_steps(ladder, stretch, marks)
    build.steps = len(marks)
    build.games = sum(len(source.step.games) for source in stretch.found)
    if because:
        ladder.built_revision = because[-1].id
    # A newest event that only adds its own rows moves nothing that stood.
    if old and old.changes:
        outcome = effects.compare(ladder, stretch, {cause.event for cause in because}, old, new)
        effects.keep(ladder, because, outcome, stretch.players)


# -- What is said of a build ---------------------------------------------------------------------


def _stamp(ladder: Ladder, build: Build) -> None:
    """Write down what was built, if the history is still the one that it was built from."""
    ladder.built_version = build.version
    ladder.built_at = timezone.now()
    if (last := build.last) is not None:
        ladder.fingerprint = b"" if last.place is None else last.mark.result
        ladder.events = last.ended
        ladder.until = None if last.place is None else decode(last.place).day
    ladder.failed_event_uid, ladder.failure, ladder.failed_version = "", "", None
    if build.full:
        ladder.drift = ""
        newest = EventRevision.objects.filter(club=ladder.club_id).aggregate(newest=Max("pk"))
        ladder.built_revision = newest["newest"] or 0
    stamp = {name: getattr(ladder, name) for name in BUILD_STAMP}
    still = Ladder.objects.filter(pk=ladder.pk, club__history_version=build.version)
    if not still.update(**stamp):
        raise HistoryMoved
    with connection.cursor() as cursor:
        cursor.execute(_NOBODY_WAITS, {"club": ladder.club_id, "version": build.version})


_NOBODY_WAITS = """
    UPDATE clubs_club SET waiting_since = NULL
    WHERE id = %(club)s AND history_version = %(version)s AND NOT EXISTS (
        SELECT FROM ladder_ladder WHERE club_id = %(club)s AND built_version <> %(version)s
    )
"""


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
