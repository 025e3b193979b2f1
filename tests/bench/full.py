"""A rebuild from scratch, as a multiple of the least it could cost.

The least: reading the same games in their order, row by row, and writing the same rating rows by
COPY into a table without indexes and keys. Also the time of `verify_ladders` and of a rebuild that
trusts no projection.
"""

from django.db import connection, transaction

from ladder.models import Ladder, RatingRow
from ladder.rebuild import rebuild
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
Row = tuple[int, int, int, float, int, int, float]


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


def the_least(ladder: Ladder, rows: list[Row]) -> tuple[int, Spent]:
    """Games read, and what reading them and writing the rows took."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bare (LIKE ladder_ratingrow INCLUDING DEFAULTS)")
        cursor.execute("CHECKPOINT")
        with measured() as spent, transaction.atomic():
            cursor.execute(GAMES_IN_ORDER, [ladder.club_id])
            games = len(cursor.fetchall())
            with cursor.copy(
                "COPY bare (ladder_id, place, player_id, rating, games, played, change) FROM STDIN"
            ) as target:
                target.write(
                    "".join(
                        f"{pk}\t{place}\t{player}\t{rating!r}\t{counted}\t{played}\t{change!r}\n"
                        for pk, place, player, rating, counted, played, change in rows
                    )
                )
        cursor.execute("DROP TABLE bare")
    return games, spent


def stored_rows(ladder: Ladder) -> list[Row]:
    columns = ("ladder_id", "place", "player_id", "rating", "games", "played", "change")
    rows = RatingRow.objects.filter(ladder=ladder).order_by("place", "player_id")
    return list(rows.values_list(*columns))
