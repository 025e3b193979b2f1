"""A ladder under its own rules and under others, side by side. Computed each time, never stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from clubs.models import Club
from clubs.templatetags.words import say
from events.checks import FIRST_DAY
from ladder import comparing
from ladder.comparing import Bin, Course, Quality
from ladder.computed import BEGINNING_PLACE, Stretch, compute
from ladder.listing import Line, Listing, listing
from ladder.models import Ladder
from ladder.queries.lists import a_year_before
from ladder.queries.ruling import Ruling, TooLong, ruling
from ladder.replay import Rules, seen
from ladder.rulebook import Filters, Rulebook, one_rule, rulebook
from ladder.sources import WhatIf, games_from
from ladder.systems import Step, decode, first_of_day
from players.models import Player
from players.queries import full_names, initials_of

# So many games are computed twice in about as many seconds as somebody waits for a page.
MOST_GAMES = 60_000


class Placed(NamedTuple):
    """Somebody on a list: the rank, None for who is not ranked there, and the number."""

    rank: int | None
    rating: float


@dataclass(frozen=True, slots=True)
class Person:
    """One member on both lists; None where the list does not have them. `label`: the initials."""

    uid: str
    name: str
    label: str
    now: Placed | None
    then: Placed | None

    @property
    def up(self) -> int | None:
        """So many ranks better then; None for who has no rank on one of them."""
        if self.now and self.then and self.now.rank and self.then.rank:
            return self.now.rank - self.then.rank
        return None

    @property
    def places(self) -> int:
        """So many ranks, up or down."""
        return abs(self.up or 0)


@dataclass(frozen=True, slots=True)
class Side:
    """The ladder under one set of rules. `foretold`: the games that it can foretell, of which
    `quality` takes those that both can."""

    ruling: Ruling
    lower_is_better: bool
    rated: int  # people with a rating
    foretold: int
    quality: Quality
    calibration: Sequence[Bin]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Both sides. `games`: all rated games of the ladder as it is; `common`: people with a rating
    on both lists, of whom the correlations speak."""

    now: Side
    then: Side
    people: Sequence[Person]
    games: int
    common: int
    spearman: float | None
    kendall: float | None


class _Walked(NamedTuple):
    """One set of rules, and where it leads."""

    stretch: Stretch
    steps: list[Step]
    course: Course
    rules: Rules
    listed: Listing


def compare_rules(
    ladder: Ladder,
    system: str,
    parameters: Mapping[str, Any],
    filters: Filters | None = None,
    at_most: int | None = MOST_GAMES,
) -> Comparison:
    """The ladder as its history gives it, and as it would be if these rules had held from the
    beginning; without filters those of today.

    Raises BadSetting, TooLong for more than `at_most` games of the club, and PoisonEvent when an
    event cannot be computed.
    """
    if at_most is not None and games_from(ladder.club_id, FIRST_DAY, at_most + 1) > at_most:
        raise TooLong
    own = rulebook(ladder)
    filters = own.filters_on(date.max) if filters is None else filters
    book = one_rule(system, parameters, filters)
    now = _walk(ladder, own)
    then = _walk(ladder, book)
    ours, theirs = comparing.foretold_by_both(now.steps, now.course, then.course)
    rated = {line.uid for line in then.listed.ordered}
    both = [line.uid for line in now.listed.ordered if line.uid in rated]
    strengths = [[of[uid] for uid in both] for of in (_strengths(now), _strengths(then))]
    return Comparison(
        now=_side(now, own, ours),
        then=_side(then, book, theirs),
        people=_people(ladder.club, now.listed, then.listed),
        games=sum(len(step.games) for step in now.steps),
        common=len(both),
        spearman=comparing.spearman(*strengths),
        kendall=comparing.kendall(*strengths),
    )


def _walk(ladder: Ladder, book: Rulebook) -> _Walked:
    stretch = compute(ladder, BEGINNING_PLACE, WhatIf(rules=book))
    steps = [source.step for source in stretch.found]
    course = comparing.follow(steps, stretch.done, book.timeline)
    rules = book.timeline.on(date.max)
    lines = _lines(ladder.club, steps, course, book)
    return _Walked(stretch, steps, course, rules, listing(lines, rules.system, rules.settings))


def _lines(club: Club, steps: Sequence[Step], course: Course, book: Rulebook) -> list[Line]:
    """The members of the list, as `ladder.queries.lists` has them."""
    filters, rules = book.filters_on(date.max), book.timeline.on(date.max)
    members = Player.objects.filter(club=club, status="member", erased=None)
    if filters.group:
        members = members.filter(group=filters.group)
    if filters.only_juniors:
        members = members.filter(junior=True)
    last = max((decode(step.place).day for step in steps if step.games), default=date.max)
    year_ago = first_of_day(a_year_before(last))
    lines = []
    for player, uid in members.values_list("pk", "uid"):
        row = course.last.get(uid)
        if row is not None and row.played:
            now = seen(row, rules)  # as it enters, if the system has changed since
            resting = course.rests_since(uid, year_ago)
            lines.append(
                Line(
                    player, uid, now.rating, now.games, row.played, row.played,
                    resting=resting, extra=now.extra,
                )
            )  # fmt: skip
    return lines


def _strengths(walked: _Walked) -> dict[str, float]:
    """By uid the rating, turned round where the lower is the better one."""
    sign = -1 if walked.rules.system.lower_is_better else 1
    return {line.uid: sign * line.rating for line in walked.listed.ordered}


def _side(walked: _Walked, book: Rulebook, games: Sequence[comparing.Foretold]) -> Side:
    rules = walked.rules
    foretold = walked.course.foretold.values()
    return Side(
        ruling=ruling(rules.system.id, rules.settings.as_dict(), book.filters_on(date.max)),
        lower_is_better=rules.system.lower_is_better,
        rated=len(walked.listed.ordered),
        foretold=sum(one is not None for known in foretold for one in known),
        quality=comparing.quality(games),
        calibration=comparing.calibration(games),
    )


def _people(club: Club, now: Listing, then: Listing) -> list[Person]:
    """Everybody of both lists: in the order of the list now, then those who are new."""
    ours, theirs = _placed(now), _placed(then)
    names = full_names(club, ours.keys() | theirs.keys())
    players = {line.uid: line.player for listed in (now, then) for line in listed.ordered}
    labels = initials_of(club, players.values())
    return [
        Person(uid, names.get(uid, ""), say(labels[players[uid]]), ours.get(uid), theirs.get(uid))
        for uid in dict.fromkeys([*ours, *theirs])
    ]


def _placed(listed: Listing) -> dict[str, Placed]:
    ranked = {line.uid: Placed(rank, line.rating) for rank, line in enumerate(listed.ranked, 1)}
    others = [*listed.provisional, *listed.resting]
    return ranked | {line.uid: Placed(None, line.rating) for line in others}
