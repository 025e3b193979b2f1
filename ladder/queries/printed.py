"""A list of the federation's kind as the arbiter prints it: people, and the competitions in it.

For arbiters only: full names and years of birth. Source: docs/rules/lok.md; the list is that of
`ladder.systems.lok.waiting.closing`, which computes it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from django.utils.translation import get_language

from clubs.cells import Cell
from clubs.models import Club
from ladder import shown, sources
from ladder.listing import Line
from ladder.models import AnnouncedList, Ladder, LadderStep, RatingRow
from ladder.queries.facts import facts_today
from ladder.queries.lists import standings_before
from ladder.queries.units import title_of
from ladder.rulebook import rulebook, rulebook_when
from ladder.systems import LIST, Phase, encode
from ladder.systems.base import row_of
from ladder.systems.facts import FACTS
from ladder.systems.lok.settings import LokSettings
from ladder.systems.lok.system import Lok
from ladder.systems.lok.waiting import Closing, closing, games_in
from players.names import sort_key
from players.queries import full_names

IN, POOLED, LEFT_OUT = "in", "pooled", "left-out"


class PrintedLine(NamedTuple):
    """A player of the list: the year of birth where it is known, the games that entered the list,
    and what it changed (None: nothing entered, or a first OK)."""

    rank: int
    uid: str
    name: str
    born: int | None
    ok: int
    games: int
    change: Decimal | None
    first: bool = False  # the list gave the first OK, which is no change


class Competition(NamedTuple):
    """An event of which games entered the list: for so many players, whose games were computed,
    kept together towards a first OK, or left out by the rules."""

    event: int  # id
    computed: int
    pooled: int
    left_out: int
    games: int  # as many as entered, each counted once


@dataclass(frozen=True, slots=True)
class Printed:
    """The list of a day. `system`: of one that is told as it was announced the title of its system;
    it has no changes, and of its competitions nothing is kept."""

    day: date
    lines: Sequence[PrintedLine]
    competitions: Sequence[Competition]
    system: str = ""


def printed_list(club: Club, ladder: int, day: date) -> Printed | None:
    """The list issued on a day; None where the rules issue none on it, or are no such rules."""
    system, settings, _ = rulebook(Ladder(pk=ladder)).timeline.on(day)
    if not isinstance(system, Lok) or not isinstance(settings, LokSettings):
        return None
    if day not in system.list_dates(settings, day, day):
        return None
    place = encode(day, Phase.FACT, LIST)
    if not LadderStep.objects.filter(ladder=ladder, place=place).exists():
        return None
    done = _closed(ladder, place, system, settings, day)
    return Printed(day, _lines(club, ladder, day, done), _competitions(ladder, done))


def printed_as_announced(club: Club, ladder: int, day: date) -> Printed | None:
    """The list announced on a day, in its order then; None when there is none."""
    kept = AnnouncedList.objects.filter(ladder=ladder, day=day).first()
    if kept is None:
        return None
    book = rulebook_when(Ladder(pk=ladder), kept.at) or rulebook(Ladder(pk=ladder))
    uids = [uid for uid, *_ in kept.lines]
    names = full_names(club, uids)
    born = facts_today(club, [FACTS["birth"]], uids)
    lines = [
        PrintedLine(
            rank=rank,
            uid=uid,
            name=names[uid],
            born=_year(born.get(uid, {}).get("birth")),
            ok=int(shown.rating(rating)),
            games=games,
            change=None,
        )
        for rank, (uid, rating, games, _) in enumerate(kept.lines, 1)
        if uid in names
    ]
    return Printed(day, lines, [], title_of(book.timeline.on(day).system.id))


def _closed(
    ladder: int, place: int, system: Lok, settings: LokSettings, day: date
) -> dict[str, Closing]:
    """By uid what the list does to everybody of whom something enters it."""
    uids = sources.Uids()
    before = RatingRow.objects.filter(ladder=ladder, place__lt=place)
    uids.load(before.values_list("player_id", flat=True).distinct())
    wanted = {(uid, place) for uid in uids.id}
    found = {}
    for (uid, _), state in sources.states_before(Ladder(pk=ladder), uids, wanted).items():
        now = row_of(uid, state)
        if done := closing(now, system.state(now), day, settings):
            found[uid] = done
    return found


def _lines(club: Club, ladder: int, day: date, done: dict[str, Closing]) -> list[PrintedLine]:
    """Members with an OK, the best first; who are equal share a rank, and stand by name."""
    listed = standings_before(club, ladder, encode(day, Phase.START, 1)).listing.ordered
    names = full_names(club, [line.uid for line in listed])
    born = facts_today(club, [FACTS["birth"]], [line.uid for line in listed])
    language = get_language() or "en"
    ordered = sorted(
        listed, key=lambda line: (-line.rating, sort_key(names.get(line.uid, ""), language))
    )
    ranks = {rating: rank for rank, rating in reversed(
        [(rank, line.rating) for rank, line in enumerate(ordered, 1)]
    )}  # fmt: skip
    return [
        PrintedLine(
            rank=ranks[line.rating],
            uid=line.uid,
            name=names.get(line.uid, ""),
            born=_year(born.get(line.uid, {}).get("birth")),
            ok=int(shown.rating(line.rating)),
            games=done[line.uid].totals.games if line.uid in done else 0,
            change=_change(line) if line.uid in done else None,
            first=line.first,
        )
        for line in ordered
    ]


def _change(line: Line) -> Decimal | None:
    """What the list changed, whole; a first OK is no change."""
    return None if line.first or line.change is None else shown.rounded(line.change, 0)


def _year(birth: object) -> int | None:
    return date.fromisoformat(str(birth)).year if birth else None


def _competitions(ladder: int, done: dict[str, Closing]) -> list[Competition]:
    """In the order of the history."""
    how: dict[int, Counter[str]] = {}
    games: Counter[int] = Counter()
    for one in done.values():
        if one.dropped:
            continue
        waits_on = not one.computed
        for kept in [*one.pool, *one.taken]:
            skipped = kept["place"] in one.skipped
            word = LEFT_OUT if skipped else POOLED if waits_on else IN
            how.setdefault(kept["place"], Counter())[word] += 1
            games[kept["place"]] += 0 if skipped else len(games_in(kept))
    steps = LadderStep.objects.filter(ladder=ladder, place__in=list(how), event_id__isnull=False)
    return [
        Competition(event, how[place][IN], how[place][POOLED], how[place][LEFT_OUT], games[place])
        for place, event in steps.order_by("place").values_list("place", "event_id")
        if event is not None
    ]


def by_name(lines: Sequence[PrintedLine]) -> list[PrintedLine]:
    """The same people in alphabetical order."""
    language = get_language() or "en"
    return sorted(lines, key=lambda line: (sort_key(line.name, language), line.uid))


def cells(line: PrintedLine) -> list[Cell]:
    """A line for a table file."""
    return [line.rank, line.name, line.born, line.ok, line.games, line.change]
