"""The list of a ladder, today and on any day: the last rating row of each player before a place."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from django.db import connection

from clubs.models import Club
from ladder.listing import Line, established_from, listing
from ladder.models import Ladder, LadderStep
from ladder.sources import timeline
from ladder.systems import Phase, decode, encode, first_of_day
from players.privacy import PublicPlayer
from players.queries import known_players


class Row(NamedTuple):
    """A line of a list as a template gets it."""

    player: PublicPlayer
    rating: float
    games: int  # counted
    all_games: int  # played, counted or not
    change: float | None


@dataclass(frozen=True, slots=True)
class Table:
    """A list. `few`: so few are established that the provisional are in `ranked` too.

    `last_day` is the day whose changes it shows; `threshold` the counted games from which on a
    rating is established; `junior`: somebody marked as a junior stands on it.
    """

    ranked: Sequence[Row]
    provisional: Sequence[Row]
    resting: Sequence[Row]
    few: bool
    last_day: date | None
    threshold: int
    junior: bool

    def rank(self, uid: str) -> int | None:
        """The place of a player among the ranked, from 1."""
        places = (n for n, row in enumerate(self.ranked, 1) if row.player.uid == uid)
        return next(places, None)


_LINES = """
    SELECT p.id, p.uid, r.rating, r.games, r.played, r.extra,
        (SELECT sum(change) FROM ladder_ratingrow WHERE ladder_id = %(ladder)s
            AND player_id = p.id AND place >= %(last)s AND place < %(before)s) AS change,
        (SELECT games FROM ladder_ratingrow WHERE ladder_id = %(ladder)s
            AND player_id = p.id AND place < %(year_ago)s
            ORDER BY place DESC LIMIT 1) AS games_a_year_ago,
        CASE WHEN f.played = 0 THEN (SELECT games FROM ladder_ratingrow
            WHERE ladder_id = %(ladder)s AND player_id = p.id AND played = 0
            ORDER BY place DESC LIMIT 1) ELSE 0 END AS taken_over
    FROM players_player p
    CROSS JOIN LATERAL (
        SELECT rating, games, played, extra FROM ladder_ratingrow
        WHERE ladder_id = %(ladder)s AND player_id = p.id AND place < %(before)s
        ORDER BY place DESC LIMIT 1
    ) r
    CROSS JOIN LATERAL (
        SELECT played FROM ladder_ratingrow WHERE ladder_id = %(ladder)s AND player_id = p.id
        ORDER BY place LIMIT 1
    ) f
    WHERE p.club_id = %(club)s AND p.status = 'member' AND p.erased IS NULL AND r.played > 0
"""


def table(club: Club, ladder: int, on: date | None = None) -> Table:
    """The list of a ladder, as it stands or as it stood at the end of a day."""
    before = _END if on is None else first_of_day(on + timedelta(days=1))
    last_day = _last_day(ladder, before)
    rules = timeline(Ladder(pk=ladder)).on(on or last_day or date.max)
    lines = _lines(club, ladder, before, last_day) if last_day else []
    known = known_players(club, [line.player for line in lines])
    listed = listing(lines, rules.system, rules.settings)

    def rows(some: Sequence[Line]) -> list[Row]:
        return [
            Row(known[line.player].public, line.rating, line.games, line.all_games, line.change)
            for line in some
        ]

    return Table(
        ranked=rows(listed.ranked),
        provisional=rows(listed.provisional),
        resting=rows(listed.resting),
        few=listed.few,
        last_day=last_day,
        threshold=established_from(rules.system, rules.settings),
        junior=any(person.junior for person in known.values()),
    )


def threshold(ladder: int) -> int:
    """The counted games from which on a rating is established, under today's rules."""
    rules = timeline(Ladder(pk=ladder)).on(date.max)
    return established_from(rules.system, rules.settings)


_END = first_of_day(date.max)


def _last_day(ladder: int, before: int) -> date | None:
    """The last day on which an event entered the ladder."""
    steps = LadderStep.objects.filter(ladder=ladder, place__lt=before, event_id__isnull=False)
    place = steps.order_by("-place").values_list("place", flat=True).first()
    return None if place is None else decode(place).day


def _lines(club: Club, ladder: int, before: int, last_day: date) -> list[Line]:
    parameters = {
        "club": club.pk,
        "ladder": ladder,
        "before": before,
        # Starting ratings of the day stand before it: they are no change.
        "last": encode(last_day, Phase.START, 1),
        "year_ago": first_of_day(a_year_before(last_day)),
    }
    with connection.cursor() as cursor:
        cursor.execute(_LINES, parameters)
        return [
            Line(
                player, uid, rating, games, played, played + taken_over, change,
                resting=games == then, extra=extra,
            )
            for player, uid, rating, games, played, extra, change, then, taken_over in cursor
        ]  # fmt: skip


def a_year_before(day: date) -> date:
    """The same day of the year before; of 29 February the 28th."""
    try:
        return day.replace(year=day.year - 1)
    except ValueError:
        return day.replace(year=day.year - 1, day=28)
