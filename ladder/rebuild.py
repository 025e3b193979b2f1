"""Bringing a ladder in line with the history: incrementally, in full, or to compare.

The marks that triggers leave say where to begin: at the earliest place, old or new, of anything
changed since the version the ladder was built at (ladder.changes). The result is the same as that
of walking everything, bit for bit; `verify` proves it, and tests do.

A rebuild reads the club's version first and compares it again before it commits: if the history
moved meanwhile, the work is thrown away and done once more (docs/safety.md, D11). Readers see the
old list until the commit.
"""

import logging
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import date

import cattrs
from django.db import IntegrityError, transaction
from django.utils import timezone

from clubs.days import today
from clubs.models import Club
from events.models import Event
from events.services.projection import differing, project
from ladder import announced, effects, progress, sources
from ladder.arithmetic import is_outdated
from ladder.changes import Changes, read_changes
from ladder.computed import BEGINNING_PLACE, Stretch, compute
from ladder.models import Ladder
from ladder.progress import Progress
from ladder.rulebook import rulebook_at
from ladder.sources import PoisonEvent
from ladder.stamping import Build, HistoryMoved, stamp, write_failure
from ladder.systems import decode, first_of_day
from ladder.writing import copy_rows, copy_steps, remove

logger = logging.getLogger(__name__)

TRIES = 3


class TooLong(Exception):
    """More games would be replayed than the caller has time for; nothing was done."""


def rebuild(
    ladder_id: int, *, full: bool = False, wait: bool = False, at_most: int | None = None
) -> Build | None:
    """Bring one ladder up to date -> what was done, or None when nothing was to do.

    Any number of rebuilds of one ladder may be asked for at once: one works, the others leave,
    or with `wait` take their turn. Raises PoisonEvent after writing it down at the ladder, and
    TooLong when it would take more than `at_most` games.
    """
    started, clock = timezone.now(), time.monotonic()
    for attempt in range(1, TRIES + 1):
        try:
            with transaction.atomic():
                ladder = _lock(ladder_id, wait)
                # The last try makes writers wait, so that it cannot be overtaken again.
                hold = attempt == TRIES
                build = _build(ladder, full, at_most, hold=hold) if ladder else None
                if ladder and build:
                    stamp(ladder, build, started, clock)
                    for day in build.issued:
                        announced.keep(ladder, day, build.fingerprint)
            return build
        except HistoryMoved:
            continue
        except PoisonEvent as error:
            write_failure(ladder_id, error, started, clock, full)
            raise
    raise AssertionError("the last try holds the club and cannot be overtaken")


def _lock(ladder_id: int, wait: bool) -> Ladder | None:
    """The ladder, for this transaction only; None if another one has it and is not waited for.

    The lock leaves the row's key alone: whoever inserts dated history of the ladder holds the club,
    which a rebuild wants later, and must not wait for it.
    """
    locked = Ladder.objects.select_for_update(skip_locked=not wait, no_key=True)
    return next(iter(locked.filter(pk=ladder_id)), None)


def is_stale(ladder: Ladder, history_version: int, today: date) -> bool:
    """Whether the ladder is behind the history, or a list date has come."""
    due = ladder.next_due is not None and ladder.next_due <= today
    return due or ladder.built_version != history_version


def _build(ladder: Ladder, full: bool, at_most: int | None, *, hold: bool) -> Build | None:
    if hold:
        _hold(ladder.club_id)
    changed = read_changes(ladder)
    due = _due(ladder)
    # An upgrade may compute otherwise: no rows from before it may stay below new ones.
    full = full or is_outdated(ladder.arithmetic)
    if not full and ladder.built_version == changed.version and due is None:
        return None
    # A stamp from the future is no stamp: somebody restored or wrote the table by hand.
    full = full or not 0 <= ladder.built_version <= changed.version
    build = Build(full, changed.version, _since(full, changed, due), next_due=ladder.next_due)
    _refuse_long(ladder, build.since, at_most)
    with _told(ladder, at_most) as done:
        build.drift = [event.uid for event in _suspects(ladder, full, changed) if _put_right(event)]
        if build.drift:
            logger.warning("Put right %s events of ladder %s", len(build.drift), ladder.pk)
            # Putting rows right is a write of its own, by triggers: this build knows of it.
            _hold(ladder.club_id)
            changed = read_changes(ladder)
            build.version = changed.version
            build.since = _since(full, changed, due)
            _refuse_long(ladder, build.since, at_most)
        _replay_from(ladder, build, changed, done)
    return build


def _due(ladder: Ladder) -> date | None:
    """The day of the list that is to be issued, if it has come."""
    if ladder.next_due is None:
        return None
    now = today(Club.objects.only("time_zone").get(pk=ladder.club_id))
    return ladder.next_due if ladder.next_due <= now else None


def _issued(ladder: Ladder, stretch: Stretch) -> list[date]:
    """The lists whose day has come since the last build; what lay in the past when a ladder was
    first built was never announced."""
    if ladder.next_due is None:
        return []
    days = [decode(source.step.place).day for source in stretch.found if source.step.closes]
    return [day for day in days if day >= ladder.next_due]


def _since(full: bool, changed: Changes, due: date | None) -> int | None:
    """Where a build begins."""
    if full:
        return BEGINNING_PLACE
    places = [changed.since, None if due is None else first_of_day(due)]
    return min((place for place in places if place is not None), default=None)


def _told(ladder: Ladder, at_most: int | None) -> AbstractContextManager[Progress]:
    """What is short enough for a request has no progress to tell of."""
    return progress.told(ladder.pk) if at_most is None else nullcontext(Progress())


def _hold(club_id: int) -> None:
    """Let no writer raise the club's version until the end of this transaction."""
    Club.objects.select_for_update().values_list("pk").get(pk=club_id)


def _refuse_long(ladder: Ladder, since: int | None, at_most: int | None) -> None:
    if since is None or at_most is None:
        return
    day = decode(since).day
    if sources.games_from(ladder.club_id, day, at_most + 1) > at_most:
        raise TooLong


def _suspects(ladder: Ladder, full: bool, changed: Changes) -> Sequence[Event]:
    """Events whose rows may not be what their revision states: those written behind the services,
    or, trusting no mark, those that differ."""
    if full and ladder.built_version >= 0:
        return list(differing(ladder.club_id))
    return list(Event.objects.filter(pk__in=changed.suspects)) if changed.suspects else []


def _put_right(event: Event) -> bool:
    try:
        return project(event)
    except (cattrs.BaseValidationError, LookupError, ValueError, IntegrityError) as error:
        raise PoisonEvent(event.pk) from error


def _replay_from(ladder: Ladder, build: Build, changed: Changes, done: Progress) -> None:
    """Replace everything from `build.since` on, and keep what that did to what stood there."""
    if build.since is None:
        return
    # A first build and one of everything have no cause to name.
    because = [] if build.full else changed.because
    stretch = compute(ladder, build.since)
    done.total = sum(source.last for source in stretch.found)
    old = effects.stored_course(ladder, stretch) if because else None
    new = effects.Course()
    remove(ladder, build.since)
    marks = copy_rows(ladder, stretch, new if old else None, done)
    build.last = copy_steps(ladder, stretch, marks)
    build.issued = _issued(ladder, stretch)
    build.next_due = sources.next_list(ladder, stretch.book)
    build.steps = len(marks)
    build.games = sum(len(source.step.games) for source in stretch.found)
    if because:
        build.revision = because[-1].id
    # A newest event that only adds its own rows moves nothing that stood.
    if old and old.changes and not (changed.ruled and _other_system(ladder, stretch)):
        outcome = effects.compare(ladder, stretch, {cause.event for cause in because}, old, new)
        effects.keep(ladder, because, outcome, stretch.players)


def _other_system(ladder: Ladder, stretch: Stretch) -> bool:
    """Whether the ladder stood by another system: what moved then was moved by that change too, and
    can be laid to no revision."""
    before = rulebook_at(ladder, ladder.built_version)
    if before is None:
        return False
    old, new = (book.timeline.on(date.max) for book in (before, stretch.book))
    return old.system.id != new.system.id
