"""People in events: what each has scored, and who is who now."""

from datetime import date
from typing import NamedTuple

from django.db import connection

from clubs.models import Club
from events.models import Entry


class Score(NamedTuple):
    """A player's rated games in one event."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def half_points(self) -> int:
        return 2 * self.won + self.drawn


_SCORES = """
    SELECT own.event_id,
        count(*) FILTER (WHERE (g.white_id = own.id) = (g.rated = 2) AND g.rated <> 1),
        count(*) FILTER (WHERE g.rated = 1),
        count(*) FILTER (WHERE (g.white_id = own.id) = (g.rated = 0) AND g.rated <> 1)
    FROM events_entry own
    JOIN events_event e ON e.id = own.event_id AND e.counts AND NOT e.deleted
    LEFT JOIN events_game g ON g.event_id = own.event_id AND g.rated IS NOT NULL
        AND own.id IN (g.white_id, g.black_id)
        AND EXISTS (SELECT FROM events_entry o WHERE o.player_id IS NOT NULL
            AND o.id = CASE WHEN g.white_id = own.id THEN g.black_id ELSE g.white_id END)
    WHERE own.club_id = %s AND own.player_id = %s
    GROUP BY own.event_id
"""


def scores(club: Club, player: int) -> dict[int, Score]:
    """By event id, the player's rated games in events that count."""
    with connection.cursor() as cursor:
        cursor.execute(_SCORES, [club.pk, player])
        return {event: Score(*counts) for event, *counts in cursor.fetchall()}


def events_of_player(club: Club, player: int) -> list[tuple[int, date]]:
    """(event id, last day) of every event in which the player has an entry, the last first."""
    rows = Entry.objects.filter(player=player, event__club=club, event__deleted=False).order_by(
        "-event__date", "-event__sequence"
    )
    return list(rows.values_list("event_id", "event__date"))
