"""The list of a ladder, today and on any day: the last rating row of each player before a place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, NamedTuple, TypedDict

from django.db import connection
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.models import Club
from clubs.templatetags.words import say
from events.queries import juniors_play
from ladder import shown
from ladder.listing import Line, Listing, established_from, listing
from ladder.models import Ladder
from ladder.queries.units import Foreign, foreign, gave
from ladder.replay import Rules, Timeline, seen
from ladder.rulebook import Filters, rulebook, timeline
from ladder.sources.people import state_of
from ladder.systems import Phase, decode, encode, first_of_day, turn_to
from ladder.systems.places import LIST_OF_DAY, PART_OF_DAY
from players.queries import Known, known_players


class Row(TypedDict):
    """A line of a list as a template gets it, in words: nothing is left to do for each row."""

    rank: str
    uid: str
    label: str
    rating: str
    delta: str
    tone: str
    games: str  # counted, of all that were rated


class Unrated(TypedDict):
    """Somebody with games towards a first rating: what they wait for, in words."""

    uid: str
    label: str
    waiting: str


class Kind(NamedTuple):
    """What a page says of a ladder's system. `unofficial`: it is a federation's, computed from club
    games; `lower`: the lower number is the better one; `lists`: numbers change on days only;
    `whole`: they are whole by rule."""

    title: str
    unofficial: bool
    lower: bool
    lists: bool
    whole: bool = False


class Waiting(NamedTuple):
    """What waits for the next list: so many results (a game is one for each side for which it
    counts) of so many players."""

    day: date
    results: int
    players: int


class Standings(NamedTuple):
    """A list in numbers. `last_day` is the day whose changes it shows, `by_list` whether that is
    the day of a list, `waits` whether it is that of an event that changes no number by itself while
    no list of the system in force has come; `waiting` is only known of the list as it stands now.
    """

    listing: Listing
    last_day: date | None
    rules: Rules
    by_list: bool = False
    waiting: Waiting | None = None
    waits: bool = False

    @property
    def threshold(self) -> int:
        """The counted games from which on a rating is established."""
        return established_from(self.rules.system, self.rules.settings)


@dataclass(frozen=True, slots=True)
class Table:
    """A list. `few`: so few are established that the provisional are in `ranked` too.

    `last_day` is the day whose changes it shows, `by_list` whether that is the day of a list,
    `waits` whether its events change no number by themselves;
    `threshold` the counted games from which on a rating is established; `junior`: children play in
    the club's events.
    """

    ranked: Sequence[Row]
    provisional: Sequence[Row]
    resting: Sequence[Row]
    few: bool
    last_day: date | None
    threshold: int
    junior: bool
    kind: Kind
    by_list: bool = False
    waiting: Waiting | None = None
    unrated: Sequence[Unrated] = ()
    waits: bool = False

    @property
    def rated(self) -> bool:
        """Whether anybody is on it with a rating."""
        return bool(self.ranked or self.provisional or self.resting)

    def rank(self, uid: str) -> int | None:
        """The place of a player among the ranked, from 1."""
        return next((n for n, row in enumerate(self.ranked, 1) if row["uid"] == uid), None)


_LINES = """
    SELECT p.id, p.uid, r.rating, r.games, r.played, r.extra,
        (SELECT sum(change) FROM ladder_ratingrow WHERE ladder_id = %(ladder)s
            AND player_id = p.id AND place >= %(last)s AND place < %(until)s
            AND place <> ALL(%(foreign)s::bigint[])) AS change,
        b.rating, b.games, b.played, b.extra,
        (SELECT games FROM ladder_ratingrow WHERE ladder_id = %(ladder)s
            AND player_id = p.id AND place < %(year_ago)s
            ORDER BY place DESC LIMIT 1) AS games_a_year_ago,
        CASE WHEN %(by_lists)s THEN (SELECT min(games) FROM ladder_ratingrow
            WHERE ladder_id = %(ladder)s AND player_id = p.id
            AND place >= %(year_ago)s AND place < %(before)s) END AS fewest_since,
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
    LEFT JOIN LATERAL (
        SELECT rating, games, played, extra FROM ladder_ratingrow
        WHERE ladder_id = %(ladder)s AND player_id = p.id AND place < %(last)s
        ORDER BY place DESC LIMIT 1
    ) b ON %(opens_unrated)s
    WHERE p.club_id = %(club)s AND p.status = 'member' AND p.erased IS NULL AND r.played > 0
        AND %(group)s IN ('', p."group") AND (p.junior OR NOT %(juniors)s)
"""


def standings(club: Club, ladder: int, on: date | None = None) -> Standings:
    """The list as it stands, or as it stood at the end of a day."""
    return _standings(club, ladder, _END if on is None else first_of_day(on + timedelta(days=1)))


def standings_before(club: Club, ladder: int, place: int) -> Standings:
    """The list as it stands just before a place of the history."""
    return _standings(club, ladder, place)


def kind_of(rules: Rules) -> Kind:
    """What pages say of the system in force."""
    system = rules.system
    return Kind(
        title=_(system.title),
        unofficial=system.unofficial,
        lower=system.lower_is_better,
        lists=rules.issues_lists,
        whole=system.whole,
    )


def _standings(club: Club, ladder: int, before: int) -> Standings:
    book = rulebook(Ladder(pk=ladder))
    day = decode(before - 1).day
    rules = book.timeline.on(day)
    lists = rules.issues_lists
    since = _lists_since(book.timeline, day) if book.has_lists else None
    last, by_list = _last_place(ladder, before, since, only=lists)
    if last is None:
        return Standings(listing((), rules.system, rules.settings), None, rules)
    until = last + 1 if by_list else min(before, turn_to(decode(last).day + timedelta(days=1)))
    others = foreign(ladder, book, rules, last, until)
    lines = _lines(club, ladder, (before, last, until), book.filters_on(day), others, rules)
    waits = not by_list and book.timeline.at(last).issues_lists
    if waits:
        # Events whose games wait for a list have moved nothing.
        lines = [line._replace(change=None, first=False) for line in lines]
    waiting = _waiting(ladder, lines, rules) if lists and before == _END else None
    listed = listing(lines, rules.system, rules.settings)
    return Standings(listed, decode(last).day, rules, by_list, waiting, waits)


def _lists_since(timeline: Timeline, day: date) -> int:
    """From which place on the lists of the system in force on a day are its own ones: those that it
    issued before other rules held for a while are no measure of what has moved since."""
    now = timeline.on(day)
    others = [
        until
        for _, until, rules in timeline.stretches(date.min, day)
        if rules.system is not now.system or (now.issues_lists and not rules.issues_lists)
    ]
    return first_of_day(max(others) + timedelta(days=1)) if others else 0


def _waiting(ladder: int, lines: Sequence[Line], rules: Rules) -> Waiting | None:
    """What waits for the next list, where it is known when that comes."""
    day = Ladder.objects.values_list("next_due", flat=True).get(pk=ladder)
    if day is None:
        return None
    games = [rules.system.waiting_games(line, day) for line in lines]
    return Waiting(day, sum(games), sum(number > 0 for number in games))


def table(club: Club, ladder: int, on: date | None = None, *, before: int | None = None) -> Table:
    """The list of a ladder, as it stands or as it stood at the end of a day, or before a place."""
    found = standings(club, ladder, on) if before is None else _standings(club, ladder, before)
    listed = found.listing
    lines = [*listed.ranked, *listed.provisional, *listed.resting, *listed.unrated]
    known = known_players(club, [line.player for line in lines])
    return Table(
        ranked=_rows(listed.ranked, known, found.rules, ranked=True),
        provisional=_rows(listed.provisional, known, found.rules),
        resting=_rows(listed.resting, known, found.rules),
        few=listed.few,
        last_day=found.last_day,
        threshold=found.threshold,
        junior=club.junior or juniors_play(club),
        kind=kind_of(found.rules),
        by_list=found.by_list,
        waiting=found.waiting,
        unrated=_unrated(listed.unrated, known, found.rules),
        waits=found.waits,
    )


def _unrated(lines: Sequence[Line], known: Mapping[int, Known], rules: Rules) -> list[Unrated]:
    rows = [
        (known[line.player].public, rules.system.waiting(line, rules.settings)) for line in lines
    ]
    return [
        Unrated(uid=public.uid, label=say(public.label), waiting=say(words) if words else "")
        for public, words in rows
    ]


def _rows(
    lines: Sequence[Line], known: Mapping[int, Known], rules: Rules, *, ranked: bool = False
) -> list[Row]:
    of, new = _("%(counted)s of %(all)s"), pgettext("a first rating", "new")
    rows: list[Row] = []
    whole, lower = rules.system.whole, rules.system.lower_is_better
    for number, line in enumerate(lines, 1):
        public = known[line.player].public
        by = shown.change(line.change, whole=whole, lower=lower)
        delta, tone = (new, "") if line.first else by
        rows.append(
            Row(
                rank=str(number) if ranked else "",
                uid=public.uid,
                label=say(public.label),
                rating=shown.rating(line.rating),
                delta=delta,
                tone=tone,
                games=of % {"counted": line.games, "all": line.all_games},
            )
        )
    return rows


def kind(ladder: int, on: date = date.max) -> Kind:
    """What pages say of the system that a ladder is computed by, today or on a day."""
    return kind_of(timeline(Ladder(pk=ladder)).on(on))


_END = first_of_day(date.max)


_LAST_EVENT = """
    SELECT place FROM ladder_ladderstep
    WHERE ladder_id = %s AND place < %s AND event_id IS NOT NULL ORDER BY place DESC LIMIT 1
"""

_LAST_LIST = """
    SELECT place FROM ladder_ladderstep
    WHERE ladder_id = %s AND place >= %s AND place < %s AND event_id IS NULL AND place & %s = %s
    ORDER BY place DESC LIMIT 1
"""


def _last_place(
    ladder: int, before: int, lists_since: int | None, *, only: bool
) -> tuple[int | None, bool]:
    """From which place on changes are shown, and whether that is a list: the day of the last event,
    or the last list (from a place on) if it came later; where `only` lists move numbers, that list
    in any case."""
    issued = None
    with connection.cursor() as cursor:
        if lists_since is not None:
            cursor.execute(_LAST_LIST, [ladder, lists_since, before, PART_OF_DAY, LIST_OF_DAY])
            issued = cursor.fetchone()
        if issued and only:
            return int(issued[0]), True
        cursor.execute(_LAST_EVENT, [ladder, before])
        event = cursor.fetchone()
    if issued and (event is None or issued > event):
        return int(issued[0]), True
    # Starting ratings of the day stand before it: they are no change.
    return (None if event is None else encode(decode(event[0]).day, Phase.START, 1)), False


def _lines(
    club: Club,
    ladder: int,
    places: tuple[int, int, int],
    filters: Filters,
    others: Foreign,
    rules: Rules,
) -> list[Line]:
    """Who stands on the list, as the rules take them. `places`: it is that before the first;
    changes are those from the second to before the third, those by another system taken from
    `others`."""
    before, last, until = places
    parameters: dict[str, Any] = {
        "club": club.pk,
        "ladder": ladder,
        "before": before,
        "last": last,
        "until": until,
        "year_ago": first_of_day(a_year_before(decode(last).day)),
        "group": filters.group,
        "juniors": filters.only_juniors,
        # Only where newcomers have none can a first rating be given.
        "opens_unrated": not rules.system.is_rated(rules.system.enter(rules.settings)),
        "by_lists": rules.issues_lists,
        "foreign": others.places,
    }
    with connection.cursor() as cursor:
        cursor.execute(_LINES, parameters)
        return [_line(row, others, rules) for row in cursor]


def _line(row: tuple[Any, ...], others: Foreign, rules: Rules) -> Line:
    """A row of `_LINES`. Whoever has not played since the system changed stands as they would enter
    it."""
    player, uid, rating, games, played, extra, own, *was, then, few, taken_over = row
    state = seen(state_of(rating, games, played, extra), rules)
    change = others.with_own(player, own)
    first = False
    if change is not None:
        before = None if was[0] is None else state_of(*was)
        first = gave(change, before, state, rules).first
    return Line(
        player=player,
        uid=uid,
        rating=state.rating,
        games=state.games,
        played=played,
        all_games=played + taken_over,
        change=change,
        # A list may take games off again that it leaves out.
        resting=then is not None and games <= min(then, then if few is None else few),
        extra=state.extra,
        first=first,
    )


def a_year_before(day: date) -> date:
    """The same day of the year before; of 29 February the 28th."""
    try:
        return day.replace(year=day.year - 1)
    except ValueError:
        return day.replace(year=day.year - 1, day=28)
