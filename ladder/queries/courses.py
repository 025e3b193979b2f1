"""A player's way through a ladder."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import NamedTuple

from django.db import connection
from django.utils.safestring import SafeString

from clubs.days import shown_day
from clubs.messages import Message
from ladder.charts import Point, rating_chart
from ladder.listing import established_from
from ladder.models import Ladder
from ladder.queries.lists import Kind, kind_of
from ladder.queries.units import Gave, Part, gave, title_of
from ladder.replay import Rules, seen
from ladder.rulebook import rulebook, timeline
from ladder.sources import BEGINNING
from ladder.sources.people import state_of
from ladder.systems import State, decode, first_of_day, get
from ladder.systems.places import is_list


class Standing(NamedTuple):
    """A player after a step. `event` is None for a starting rating and for a list (`by_list`);
    `rating` None as long as there is none. `system` is the one that computed it; `moves`: it could
    move the number, as an event whose games wait for a list could not."""

    place: int
    event: int | None
    rating: float | None
    games: int
    played: int
    change: float
    by_list: bool
    system: str
    gave: Gave  # nothing where a list takes the games of an event in later
    moves: bool
    first: bool = False  # it gave the first rating, which is no change

    @property
    def day(self) -> date:
        return decode(self.place).day


@dataclass(frozen=True, slots=True)
class Course:
    """A player's way through a ladder, in its order, with what it says in sum.

    `standings` are all steps; `now` is where the last one left the player, as the system of today
    takes it; `points` those that the chart shows: the ratings that the system of
    today has given, in its lists where it issues any. `last` is the last step that could move the
    number, by whichever system. `waiting`: what games still wait for.
    """

    standings: Sequence[Standing]
    now: Standing
    provisional: bool
    taken_over: int
    threshold: int
    points: Sequence[Point]
    shown: Sequence[Standing]  # of the points
    last: Standing
    kind: Kind
    system: str
    waiting: Message | None = None

    @property
    def last_given(self) -> list[Part]:
        """What the last step gave, after the name of its system where that is not the one of today;
        empty where nothing but what was entered under another one could move the number."""
        row = self.last
        own = row.system == self.system
        if not row.moves or not (own or row.event is not None or row.by_list):
            return []
        return [_part(row.system, row.gave, named=not own)]

    @property
    def shows_provisional(self) -> bool:
        """Whether a part of the chart's line leads to provisional ratings."""
        return any(point.provisional for point in self.points[1:])

    def chart(self, *, title: str, description: str, exact: bool) -> SafeString:
        """The course as SVG; without exact days the points stand at even distances. Better is up,
        also where the lower number is the better one."""
        if not self.points:
            return SafeString("")
        real = [point.day for point in self.points]
        days = real if exact else [real[0] + timedelta(number) for number in range(len(real))]
        names = dict(zip(days, real, strict=True))
        svg = rating_chart(
            [replace(point, day=day) for point, day in zip(self.points, days, strict=True)],
            title=title,
            description=description,
            say_day=lambda day: shown_day(names[day], exact=exact).text,
            lower_is_better=self.kind.lower,
        )
        return SafeString(svg)  # every word in it is escaped by rating_chart

    def best(self) -> Standing | None:
        """The best rating after an event or a list, the first time it was reached."""
        rated = [row for row in self.shown if row.rating is not None]
        played = [row for row in rated if row.played] or rated
        sign = -1 if self.kind.lower else 1
        return max(played, key=lambda row: sign * (row.rating or 0.0), default=None)

    def by_event(self) -> dict[int, dict[str, Gave]]:
        """By event id, what it gave by each system (its id) that computed some of it, each in its
        own units."""
        changes: defaultdict[int, dict[str, Gave]] = defaultdict(dict)
        for row in self.standings:
            if row.event is not None:
                by = changes[row.event]
                by[row.system] = by.get(row.system, Gave(None)).and_then(row.gave)
        return changes

    def parts(self) -> dict[int, list[Part]]:
        """The same to be shown: without its name what the system of today alone has computed."""
        return {
            event: [
                _part(system, given, named=by.keys() != {self.system})
                for system, given in by.items()
            ]
            for event, by in self.by_event().items()
        }

    def systems(self) -> dict[str, str]:
        """The systems that have computed events of the player, in their order: id and title."""
        ids = dict.fromkeys(row.system for row in self.standings if row.event is not None)
        return {system: title_of(system) for system in ids}


def _part(system: str, given: Gave, *, named: bool) -> Part:
    of = get(system)
    title = title_of(system) if named else ""
    return Part(title, given.change, of.whole, given.first, of.lower_is_better)


_COURSE = """
    SELECT r.place, s.event_id, s.read_at, r.change, r.rating, r.games, r.played, r.extra
    FROM ladder_ratingrow r
    JOIN ladder_ladderstep s ON s.ladder_id = r.ladder_id AND s.place = r.place
    WHERE r.ladder_id = %s AND r.player_id = %s ORDER BY r.place
"""


def course(ladder: int, player: int) -> Course | None:
    """A player's rating after each event; None for who is not in the ladder."""
    book = rulebook(Ladder(pk=ladder))
    with connection.cursor() as cursor:
        cursor.execute(_COURSE, [ladder, player])
        rows = cursor.fetchall()
    if not rows:
        return None
    issuing = {rules.stamp: rules.issues_lists for rules in book.timeline.rules}
    standings = []
    before: State | None = None
    for place, event, read_at, change, *columns in rows:
        state = state_of(*columns)
        of = book.timeline.at(place, read_at)
        row = _standing(of, place, event, change, state)
        if row.by_list or (event is not None and not issuing[of.stamp]):
            row = row._replace(gave=gave(change, before, state, of), moves=True)
        elif event is None:
            row = row._replace(moves=row.rating != _seen_rating(before, of))
        standings.append(row)
        before = state
    rules = book.timeline.on(date.max)
    kind = kind_of(rules)
    shown = _shown(standings, rules.system.id, kind)
    points = [
        Point(row.day, row.rating, rules.system.is_provisional(row.games, rules.settings))
        for row in shown
        if row.rating is not None
    ]
    now = seen(state_of(*rows[-1][4:]), rules)
    rating = now.rating if rules.system.is_rated(now) else None
    provisional = rules.system.is_provisional(now.games, rules.settings)
    return Course(
        standings=standings,
        now=standings[-1]._replace(rating=rating, games=now.games),
        provisional=rating is not None and provisional,
        taken_over=next((row.games for row in reversed(standings) if not row.played), 0),
        threshold=established_from(rules.system, rules.settings),
        points=points,
        shown=shown,
        last=_last(standings, shown, rules.system.id),
        kind=kind,
        system=rules.system.id,
        waiting=rules.system.waiting(now, rules.settings, _next_list(ladder, kind)),
    )


def _next_list(ladder: int, kind: Kind) -> date | None:
    """The day of the next list, where the system issues any and it is known."""
    due: date | None = None
    if kind.lists:
        due = Ladder.objects.values_list("next_due", flat=True).get(pk=ladder)
    return due


def _standing(rules: Rules, place: int, event: int | None, change: float, state: State) -> Standing:
    """A step as one that moves nothing."""
    system = rules.system
    return Standing(
        place=place,
        event=event,
        rating=state.rating if system.is_rated(state) else None,
        games=state.games,
        played=state.played,
        change=change,
        by_list=event is None and is_list(place),
        system=system.id,
        gave=Gave(None),
        moves=False,
    )


def _seen_rating(state: State | None, rules: Rules) -> float | None:
    """The rating of a state as the rules take it."""
    taken = state and seen(state, rules)
    return taken.rating if taken and rules.system.is_rated(taken) else None


def _last(standings: Sequence[Standing], shown: Sequence[Standing], system: str) -> Standing:
    """The last step that could move the number, as it is shown where it is."""
    last = next((row for row in reversed(standings) if row.moves), standings[-1])
    here = bool(shown) and last.system == system and last.day <= shown[-1].day
    return shown[-1] if here else last


def _shown(standings: Sequence[Standing], system: str, kind: Kind) -> list[Standing]:
    """The steps that are points of the chart. Not what another system computed; where there are
    lists, those; that something became known of a person only where it moved the rating. A rating
    that holds from the beginning stands at the first event, or where another one was entered before
    that event ended, on the day of that one: points stay in the order of their days."""
    first = next((row.day for row in standings if row.event is not None), None)
    found: list[Standing] = []
    rating = None
    for row in standings:
        if row.system == system and row.moves and not (kind.lists and row.event is not None):
            found.append(row._replace(first=rating is None and row.rating is not None))
        rating = row.rating
    if found and first and found[0].day == BEGINNING:
        day = min([first, *(row.day for row in found[1:2])])
        found[0] = found[0]._replace(place=first_of_day(day))
    return found


def ratings_now(ladder: int) -> dict[int, float]:
    """By player id, the rating of everybody who has played a rated game and has a rating."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT p.id, r.rating, r.games, r.played, r.extra FROM players_player p
            CROSS JOIN LATERAL (
                SELECT rating, games, played, extra FROM ladder_ratingrow
                WHERE ladder_id = %s AND player_id = p.id ORDER BY place DESC LIMIT 1
            ) r WHERE p.club_id = (SELECT club_id FROM ladder_ladder WHERE id = %s)
                AND r.played > 0
            """,
            [ladder, ladder],
        )
        rows = cursor.fetchall()
    rules = timeline(Ladder(pk=ladder)).on(date.max)
    states = {player: seen(state_of(*row), rules) for player, *row in rows}
    is_rated = rules.system.is_rated
    return {player: state.rating for player, state in states.items() if is_rated(state)}
