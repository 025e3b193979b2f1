"""Where everybody of a club stands now, listed or not: for arbiters' lists of people."""

from datetime import date
from typing import NamedTuple

from django.db import connection

from ladder.models import Ladder
from ladder.replay import seen
from ladder.rulebook import timeline
from ladder.sources.people import state_of


class Figures(NamedTuple):
    """A rating (None as long as there is none) with the games behind it: those that counted, and
    all rated ones."""

    rating: float | None
    games: int
    all_games: int


def figures(ladder: int) -> dict[int, Figures]:
    """By player id, of everybody who has played a rated game. Two queries.

    Games taken over from an earlier list are part of both numbers, as on the ladder.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT p.id, now.rating, now.games, now.played, now.extra,
                COALESCE(before.games, 0)
            FROM players_player p CROSS JOIN LATERAL (
                SELECT rating, games, played, extra FROM ladder_ratingrow
                WHERE ladder_id = %(ladder)s AND player_id = p.id ORDER BY place DESC LIMIT 1
            ) now LEFT JOIN LATERAL (
                SELECT games FROM ladder_ratingrow
                WHERE ladder_id = %(ladder)s AND player_id = p.id AND played = 0
                ORDER BY place DESC LIMIT 1
            ) before ON true
            WHERE p.club_id = (SELECT club_id FROM ladder_ladder WHERE id = %(ladder)s)
                AND now.played > 0
            """,
            {"ladder": ladder},
        )
        rows = cursor.fetchall()
    rules = timeline(Ladder(pk=ladder)).on(date.max)
    found = {}
    for player, *columns, before in rows:
        state = seen(state_of(*columns), rules)
        rating = state.rating if rules.system.is_rated(state) else None
        found[player] = Figures(rating, state.games, state.played + before)
    return found
