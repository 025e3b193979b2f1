"""Lists as they were announced, beside what they are now computed to be.

What was announced holds numbers and uids; how people are called is what readers see of them today.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from django.db import connection

from clubs.messages import Message
from clubs.models import Club
from ladder import shown
from ladder.models import AnnouncedList, Ladder, RatingRow
from ladder.queries.lists import Kind, kind_of, standings_before
from ladder.rulebook import rulebook, rulebook_when, timeline
from ladder.sources import LONGEST_WAIT
from ladder.systems import LIST, Phase, decode, encode, first_of_day
from ladder.systems.places import LIST_OF_DAY, PART_OF_DAY
from players.models import Player, Status
from players.privacy import PublicPlayer
from players.queries import known_players


class ListDay(NamedTuple):
    """A day with a list of its own. `by_rule`: the ladder's rules issue one on it, so that it tells
    nothing about a day on which people played; `announced`: it is kept as it was; `printed`: there
    is a print of it."""

    day: date
    by_rule: bool
    announced: bool
    printed: bool = False


class Line(NamedTuple):
    """A player of an announced list; ratings as pages show them, None for who is not on the list.
    `differs`: a later correction changed it."""

    number: int | None
    uid: str
    label: str | Message
    linked: bool
    announced: str | None
    games: int | None
    now: str | None
    now_games: int | None
    differs: bool


@dataclass(frozen=True, slots=True)
class Announced:
    """A list as announced on a day. `then`: the system by which it was; `now`: the one by which the
    list of that day is computed today; `ruled`: other rules hold for it than held then."""

    day: date
    by_rule: bool
    lines: Sequence[Line]
    then: Kind
    now: Kind
    ruled: bool = False

    @property
    def two_systems(self) -> bool:
        """Whether the numbers of then and of now are not to be compared."""
        return self.then.title != self.now.title

    @property
    def differs(self) -> bool:
        """Whether it is now computed to be another one."""
        return self.two_systems or any(line.differs for line in self.lines)

    @property
    def changes(self) -> int:
        """How many lines differ."""
        return sum(line.differs for line in self.lines)


def list_place(day: date, *, by_rule: bool) -> int:
    """Up to where the list of a day goes: one that rules issue comes before the day's events, one
    that somebody announced holds all of the day."""
    return encode(day, Phase.START, 1) if by_rule else first_of_day(day + timedelta(days=1))


class Entering(NamedTuple):
    """What became of the games of a step that waited for a list: that `list`, and whether it has
    been issued and was the player's (`taken`); or the day on which the system was `left` before."""

    list: date
    taken: bool
    left: date | None


def entering(ladder: int, player: int, place: int, due: date) -> Entering:
    """Which list the games of a player at a place enter. By the settings of their event it is that
    of the day `due`; other settings may have had another one since."""
    book = timeline(Ladder(pk=ladder))
    ended = decode(place).day
    # Where arbiters choose, a list before the one they chose takes nothing.
    first = due if book.at(place).system.chosen_lists else ended + timedelta(days=1)
    last = max(due, ended + LONGEST_WAIT)
    day = next(iter(book.list_dates(first, last)), None)
    left = book.left_after(place, day or last)
    if left is not None or day is None:
        return Entering(due, False, left)
    at = encode(day, Phase.FACT, LIST)
    rows = RatingRow.objects.filter(ladder=ladder, player=player, place=at)
    return Entering(day, rows.exists(), None)


def list_days(ladder: int) -> list[ListDay]:
    """The days of all lists, the newest first."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT place FROM ladder_ladderstep"
            " WHERE ladder_id = %s AND event_id IS NULL AND place & %s = %s",
            [ladder, PART_OF_DAY, LIST_OF_DAY],
        )
        issued = {decode(place).day for (place,) in cursor.fetchall()}
    kept = AnnouncedList.objects.filter(ladder=ladder).values_list("day", "by")
    announced = {day: by is None for day, by in kept}
    on = timeline(Ladder(pk=ladder)).on
    return [
        ListDay(
            day,
            announced.get(day, True),
            day in announced,
            printed=day in announced or on(day).system.chosen_lists,
        )
        for day in sorted(issued | announced.keys(), reverse=True)
    ]


def announced_list(club: Club, ladder: int, on: date, *, at_most: int = 0) -> Announced | None:
    """The list announced on a day, or so many days before it; None when there is none."""
    first = on - timedelta(days=at_most)
    kept = AnnouncedList.objects.filter(ladder=ladder, day__gte=first, day__lte=on)
    found = kept.order_by("-day").first()
    if found is None:
        return None
    by_rule = found.by_id is None
    now = standings_before(club, ladder, list_place(found.day, by_rule=by_rule)).listing
    lines = _lines(club, found.lines, {line.uid: (line.rating, line.games) for line in now.ordered})
    now_book = rulebook(Ladder(pk=ladder))
    book = rulebook_when(Ladder(pk=ladder), found.at) or now_book
    return Announced(
        found.day,
        by_rule,
        lines,
        then=kind_of(book.timeline.on(found.day)),
        now=kind_of(now_book.timeline.on(found.day)),
        ruled=book.until(found.day) != now_book.until(found.day),
    )


def _lines(
    club: Club, kept: Sequence[tuple[str, float, int, int]], now: dict[str, tuple[float, int]]
) -> list[Line]:
    uids = [uid for uid, *_ in kept]
    uids += [uid for uid in now if uid not in set(uids)]
    people = dict(Player.objects.filter(club=club, uid__in=uids).values_list("uid", "pk"))
    known = known_players(club, people.values())
    said = {uid: (number, rating, games) for number, (uid, rating, games, _) in enumerate(kept, 1)}
    lines = []
    for uid in uids:
        if uid not in people:
            continue
        person = known[people[uid]]
        line = _line(person.public, said.get(uid), now.get(uid))
        # Who is no member any more has left the list by that, and by no correction.
        lines.append(line._replace(differs=line.differs and person.status == Status.MEMBER))
    return lines


def _line(
    public: PublicPlayer, said: tuple[int, float, int] | None, now: tuple[float, int] | None
) -> Line:
    announced = None if said is None else shown.rating(said[1])
    games = None if said is None else said[2]
    computed = None if now is None else shown.rating(now[0])
    now_games = None if now is None else now[1]
    return Line(
        number=said and said[0],
        uid=public.uid,
        label=public.label,
        linked=public.linked,
        announced=announced,
        games=games,
        now=computed,
        now_games=now_games,
        differs=(announced, games) != (computed, now_games),
    )


def may_announce(ladder: Ladder) -> bool:
    """Whether arbiters announce its lists: where rules issue none."""
    return not timeline(ladder).on(date.max).issues_lists
