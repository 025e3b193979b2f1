"""Games that waited for a list when a ladder left the system of its lists, and so entered none.

They stay among the games of a state, which K and provisional status rest on; where pages say how
many games counted, they are left out (docs/rules/conventions.md, "When a ladder changes its
system").
"""

from collections import Counter
from datetime import date

from django.db import connection

from ladder.models import Ladder
from ladder.replay import Rules
from ladder.rulebook import rulebook
from ladder.sources.people import state_of
from ladder.systems import decode, first_of_day

# What everybody had on the day of a change, and where the next row of theirs was read.
_LEFT = """
    WITH kept AS (
        SELECT DISTINCT ON (player_id) player_id, rating, games, played, extra
        FROM ladder_ratingrow WHERE ladder_id = %(ladder)s AND place < %(left)s
            AND (%(player)s::bigint IS NULL OR player_id = %(player)s)
        ORDER BY player_id, place DESC
    )
    SELECT kept.player_id, next.read_at, kept.rating, kept.games, kept.played, kept.extra
    FROM kept LEFT JOIN LATERAL (
        SELECT s.read_at FROM ladder_ratingrow r
        JOIN ladder_ladderstep s ON s.ladder_id = r.ladder_id AND s.place = r.place
        WHERE r.ladder_id = %(ladder)s AND r.player_id = kept.player_id
            AND r.place >= %(left)s AND r.place < %(before)s
        ORDER BY r.place LIMIT 1
    ) next ON true
    WHERE kept.extra ->> 'of' = %(system)s
"""


def unlisted_games(
    ladder: int, before: int = first_of_day(date.max), player: int | None = None
) -> Counter[int]:
    """By player id, how many games have entered no list up to before a place of the history; with
    `player` (an id) of this one only. No query where no system of lists was left."""
    book = rulebook(Ladder(pk=ladder)).timeline
    leaves = [(day, rules) for day, rules in book.off_lists() if first_of_day(day) < before]
    found: Counter[int] = Counter()
    for number, (day, rules) in enumerate(leaves, 1):
        # Who has had no row since keeps what waits until another system reads it.
        still = number < len(leaves) or _same(book.on(decode(before - 1).day), rules)
        with connection.cursor() as cursor:
            cursor.execute(
                _LEFT,
                {"ladder": ladder, "left": first_of_day(day), "before": before,
                 "system": rules.system.id, "player": player},
            )  # fmt: skip
            rows = cursor.fetchall()
        for one, read_at, *state in rows:
            if still if read_at is None else _same(book.at(read_at), rules):
                continue
            found[one] += rules.system.waiting_games(state_of(*state), date.max)
    return found


def _same(rules: Rules, others: Rules) -> bool:
    return rules.system.id == others.system.id
