"""A rebuild from scratch, as a multiple of the least it could cost.

The least: reading the same games in their order, row by row, and writing the same rating rows by
COPY into a table without indexes and keys. Also the time of `verify_ladders` and of a rebuild that
trusts no projection.
"""

from django.db import connection, transaction

from ladder.models import Ladder, RatingRow
from ladder.rebuild import rebuild
from ladder.verify import verify
from ladder.writing import ROW_TYPES, ROWS
from tests.bench.clock import Spent, measured

GAMES_IN_ORDER = """
    SELECT e.id, e.date, e.sequence, w.player_id, b.player_id, g.rated
    FROM events_event e
    JOIN events_game g ON g.event_id = e.id
    JOIN events_entry w ON w.id = g.white_id
    JOIN events_entry b ON b.id = g.black_id
    WHERE e.club_id = %s
    ORDER BY e.date, e.sequence, g.number
"""
Row = tuple[object, ...]


def from_scratch(ladder: Ladder) -> Spent:
    """A rebuild of a ladder that was never built."""
    empty(ladder)
    with measured() as spent:
        build = rebuild(ladder.pk)
    assert build
    return spent


def empty(ladder: Ladder) -> None:
    Ladder.objects.filter(pk=ladder.pk).update(built_version=-1)
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE ladder_ratingrow, ladder_ladderstep")
        cursor.execute("CHECKPOINT")


def the_least(ladder: Ladder, rows: list[Row]) -> Spent:
    """Reading the same games, and writing the same rows as the product writes its own."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bare (LIKE ladder_ratingrow INCLUDING DEFAULTS)")
        cursor.execute("CHECKPOINT")
        with measured() as spent, transaction.atomic():
            cursor.execute(GAMES_IN_ORDER, [ladder.club_id])
            cursor.fetchall()
            with cursor.copy(ROWS.replace("ladder_ratingrow", "bare")) as target:
                target.set_types(ROW_TYPES)
                for row in rows:
                    target.write_row(row)
        cursor.execute("DROP TABLE bare")
    return spent


def stored_rows(ladder: Ladder) -> list[Row]:
    columns = ("ladder_id", "place", "player_id", "rating", "games", "played", "change", "extra")
    rows = RatingRow.objects.filter(ladder=ladder).order_by("place", "player_id")
    return list(rows.values_list(*columns))


def measure(tries: int) -> dict[str, float]:
    """Seconds of both, the best of some taken in turn, and their ratio; by the wall and of
    processors."""
    ladder = Ladder.objects.get()
    rows = stored_rows(ladder)
    built, least = [], []
    for _ in range(tries):
        built.append(from_scratch(ladder))
        least.append(the_least(ladder, rows))
    assert stored_rows(ladder) == rows, "the same ladder as before"
    wall = min(spent.wall for spent in built), min(spent.wall for spent in least)
    work = min(spent.processor for spent in built), min(spent.processor for spent in least)
    return {
        "rating_rows": len(rows),
        "rebuild_seconds": round(wall[0], 2),
        "least_seconds": round(wall[1], 2),
        "multiple": round(wall[0] / wall[1], 2),
        "processor_multiple": round(work[0] / work[1], 2),
    }


def proofs() -> dict[str, float]:
    """Seconds of a comparison of everything, and of a rebuild that trusts no projection."""
    ladder = Ladder.objects.get()
    with measured() as compared:
        verdict = verify(ladder.pk)
    assert verdict.right
    with measured() as rebuilt:
        build = rebuild(ladder.pk, full=True)
    assert build
    assert not build.drift
    return {"verify_seconds": round(compared.wall, 1), "full_seconds": round(rebuilt.wall, 1)}
