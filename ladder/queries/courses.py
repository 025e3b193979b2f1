"""A player's way through a ladder."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import NamedTuple

from django.db import connection
from django.utils.safestring import SafeString

from clubs.days import shown_day
from ladder.charts import Point, rating_chart
from ladder.listing import established_from
from ladder.models import Ladder
from ladder.rulebook import timeline
from ladder.systems import decode


class Standing(NamedTuple):
    """A player after a step. `event` is None for a starting rating."""

    place: int
    event: int | None
    rating: float
    games: int
    played: int
    change: float

    @property
    def day(self) -> date:
        return decode(self.place).day


@dataclass(frozen=True, slots=True)
class Course:
    """A player's way through a ladder, in its order, with what it says in sum."""

    standings: Sequence[Standing]
    provisional: bool
    taken_over: int
    threshold: int
    points: Sequence[Point]

    @property
    def now(self) -> Standing:
        return self.standings[-1]

    @property
    def shows_provisional(self) -> bool:
        """Whether a part of the chart's line leads to provisional ratings."""
        return any(point.provisional for point in self.points[1:])

    def chart(self, *, title: str, description: str, exact: bool) -> SafeString:
        """The course as SVG; without exact days the points stand at even distances."""
        real = [point.day for point in self.points]
        days = real if exact else [real[0] + timedelta(number) for number in range(len(real))]
        names = dict(zip(days, real, strict=True))
        svg = rating_chart(
            [replace(point, day=day) for point, day in zip(self.points, days, strict=True)],
            title=title,
            description=description,
            say_day=lambda day: shown_day(names[day], exact=exact).text,
        )
        return SafeString(svg)  # every word in it is escaped by rating_chart

    def highest(self) -> Standing:
        """The highest rating after an event, the first time it was reached."""
        played = [row for row in self.standings if row.played] or self.standings
        return max(played, key=lambda row: row.rating)

    def by_event(self) -> dict[int, float]:
        """By event id, the change it brought."""
        changes: defaultdict[int, float] = defaultdict(float)
        for row in self.standings:
            if row.event is not None:
                changes[row.event] += row.change
        return changes


def course(ladder: int, player: int) -> Course | None:
    """A player's rating after each event; None for who is not in the ladder."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT r.place, s.event_id, r.rating, r.games, r.played, r.change
            FROM ladder_ratingrow r
            JOIN ladder_ladderstep s ON s.ladder_id = r.ladder_id AND s.place = r.place
            WHERE r.ladder_id = %s AND r.player_id = %s ORDER BY r.place
            """,
            [ladder, player],
        )
        rows = [Standing(*row) for row in cursor.fetchall()]
    if not rows:
        return None
    rules = timeline(Ladder(pk=ladder)).at(rows[-1].place)
    points = [
        Point(
            row.day,
            row.rating,
            provisional=rules.system.is_provisional(row.games, rules.settings),
        )
        for row in rows
    ]
    return Course(
        standings=rows,
        provisional=points[-1].provisional,
        taken_over=next((row.games for row in reversed(rows) if not row.played), 0),
        threshold=established_from(rules.system, rules.settings),
        points=points,
    )


def ratings_now(ladder: int) -> dict[int, float]:
    """By player id, the rating of everybody who has played a rated game."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT p.id, r.rating FROM players_player p CROSS JOIN LATERAL (
                SELECT rating, played FROM ladder_ratingrow
                WHERE ladder_id = %s AND player_id = p.id ORDER BY place DESC LIMIT 1
            ) r WHERE p.club_id = (SELECT club_id FROM ladder_ladder WHERE id = %s)
                AND r.played > 0
            """,
            [ladder, ladder],
        )
        return dict(cursor.fetchall())
