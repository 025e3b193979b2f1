"""Corrections of one result, saved as an arbiter does, until the ladder has followed.

The newest event's, with histories of different lengths, as a multiple of the least that a change
can cost on the same server: a one-row UPDATE and its commit. And corrections far from the end, as a
fraction of a rebuild of everything.
"""

import itertools
from collections.abc import Iterator
from statistics import median

from django.db import connection

from clubs.models import User
from events.models import Event
from events.results import GameKind, Result
from events.services import revising
from events.services.projection import current_content
from ladder.models import Ladder
from ladder.rebuild import is_stale, rebuild
from tests.bench import databases
from tests.bench.clock import Spent, measured
from tests.bench.history import Size

BLOCK, WARM = 10, 3
PLAYED = GameKind.PLAYED


class Corrector:
    """Changes the games of one event, one after the other, each to another result."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.by = User.objects.get()
        self._results = [game.result for game in current_content(event).games]
        self._numbers: Iterator[int] = itertools.cycle(range(len(self._results)))

    def correct(self) -> Spent:
        """One correction, and what it took until the ladder is up to date."""
        number = next(self._numbers)
        new = Result.WHITE_WINS if self._results[number] is Result.DRAW else Result.DRAW
        self._results[number] = new
        ladder = Ladder.objects.get(club=self.event.club_id)
        with measured() as spent:
            revising.set_result(self.event, number + 1, new, PLAYED, by=self.by)
        if self._waits(ladder):  # too long for the request: what a worker then does
            with measured() as later:
                rebuild(ladder.pk)
            spent = Spent(spent.wall + later.wall, spent.processor + later.processor)
        assert not self._waits(ladder), "the ladder has followed"
        return spent

    def _waits(self, ladder: Ladder) -> bool:
        ladder = Ladder.objects.select_related("club").get(pk=ladder.pk)
        return is_stale(ladder, ladder.club.history_version, self.event.date)


def newest(sizes: list[Size], names: dict[Size, str], times: int) -> dict[Size, dict[str, float]]:
    """Milliseconds of a correction of the newest event and of a bare update, for each length of
    history: medians, taken in turn."""
    corrections: dict[Size, list[Spent]] = {size: [] for size in sizes}
    updates: dict[Size, list[Spent]] = {size: [] for size in sizes}
    for _ in range(0, times, BLOCK):
        for size in sizes:
            databases.use(names[size])
            corrector = Corrector(event_at(0.0))
            for number in range(WARM + min(BLOCK, times)):
                update, correction = _one_row(number), corrector.correct()
                if number >= WARM:
                    updates[size].append(update)
                    corrections[size].append(correction)
    return {
        size: {
            "update_ms": _ms([spent.wall for spent in updates[size]]),
            "correction_ms": _ms([spent.wall for spent in corrections[size]]),
            "multiple": round(
                median(spent.wall for spent in corrections[size])
                / median(spent.wall for spent in updates[size]),
                1,
            ),
        }
        for size in sizes
    }


def _one_row(number: int) -> Spent:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE IF NOT EXISTS one (id int PRIMARY KEY, value int)")
        cursor.execute("INSERT INTO one VALUES (1, 0) ON CONFLICT DO NOTHING")
        with measured() as spent:
            cursor.execute("UPDATE one SET value = %s WHERE id = 1", [number])
    return spent


def deep(fraction: float, times: int) -> float:
    """Seconds that a correction takes so far from the end: the median of some."""
    corrector = Corrector(event_at(fraction))
    return median(corrector.correct().wall for _ in range(times))


def event_at(fraction: float) -> Event:
    """The one-day event that has this part of all events after it."""
    events = Event.objects.order_by("-date", "-sequence")
    there = events[int(fraction * events.count())]
    return next(
        event
        for event in Event.objects.filter(date__lte=there.date).order_by("-date", "-sequence")
        if event.start == event.date
    )


def _ms(seconds: list[float]) -> float:
    return round(1000 * median(seconds), 2)
