"""Rows and steps of a ladder, written by COPY as a replay computes them.

In the binary form: floats need not be written out in digits and read again.
"""

from collections.abc import Iterator

from django.db import connection
from psycopg.types.json import Jsonb

from ladder.computed import Stretch
from ladder.effects import Course
from ladder.fingerprint import Mark
from ladder.models import Ladder
from ladder.progress import Progress
from ladder.replay import Done
from ladder.sources import Before, PoisonEvent, Source

ROWS = """
    COPY ladder_ratingrow (ladder_id, place, player_id, rating, games, played, change, extra)
    FROM STDIN (FORMAT BINARY)
"""
ROW_TYPES = ("int8", "int8", "int8", "float8", "int4", "int4", "float8", "jsonb")

STEPS = """
    COPY ladder_ladderstep (ladder_id, place, read_at, event_id, key, result, events)
    FROM STDIN (FORMAT BINARY)
"""
STEP_TYPES = ("int8", "int8", "int8", "int8", "bytea", "bytea", "int4")


REMOVE = """
    WITH steps AS (DELETE FROM ladder_ladderstep WHERE ladder_id = %s AND place >= %s)
    DELETE FROM ladder_ratingrow WHERE ladder_id = %s AND place >= %s
"""


def remove(ladder: Ladder, since: int) -> None:
    """Delete everything from a place on."""
    with connection.cursor() as cursor:
        cursor.execute(REMOVE, [ladder.pk, since] * 2)


def copy_rows(
    ladder: Ladder, stretch: Stretch, course: Course | None, progress: Progress
) -> list[Mark]:
    """Write the rows of a stretch -> the marks of its steps. `course`, if any, takes them in too;
    `progress` counts the events.

    Rows are written while later ones are computed, so both go on at the same time. Raises
    PoisonEvent.
    """
    pk, ids = ladder.pk, stretch.players.id
    marks = []
    with connection.cursor() as cursor, cursor.copy(ROWS) as copy:
        copy.set_types(ROW_TYPES)
        write = copy.write_row
        for source, done in _computed(stretch):
            place = source.step.place
            for uid, rating, games, played, change, extra in done.rows:
                state = None if extra is None else Jsonb(extra)
                write((pk, place, ids[uid], rating, games, played, change, state))
            if course is not None:
                other = stretch.rules.other_at(source.step.place)
                course.add(source.event, source.step, done.rows, other=other)
            marks.append(done.mark)
            progress.done += source.last
    return marks


def _computed(stretch: Stretch) -> Iterator[tuple[Source, Done]]:
    """Each step and what it gives; an exception becomes the name of the event it happened in."""
    computed = iter(stretch.done)
    for source in stretch.found:
        try:
            done = next(computed)
        except (ArithmeticError, ValueError, KeyError) as error:
            raise PoisonEvent(source.event) from error
        yield source, done


def copy_steps(ladder: Ladder, stretch: Stretch, marks: list[Mark]) -> Before:
    """Write the steps of a stretch -> what now stands at the end of the ladder."""
    last = stretch.before
    with connection.cursor() as cursor, cursor.copy(STEPS) as copy:
        copy.set_types(STEP_TYPES)
        for (step, event, ends), mark in zip(stretch.found, marks, strict=True):
            if mark == last.mark:  # a list that nothing waited for
                continue
            last = Before(step.place, mark, last.ended + ends)
            copy.write_row((ladder.pk, step.place, step.read_at, event, *mark, last.ended))
    return last
