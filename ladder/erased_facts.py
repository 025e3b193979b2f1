"""What is left of the facts about a person who is erased: as little as everybody else's numbers
allow (docs/privacy.md).

Opponents' ratings were computed with what was known of the person. So a fact that some ladder uses
stays, without a name and without who entered it and why; all others go. A day of birth is made as
coarse as it can be: each coarser day is tried by replaying every ladder that uses it, and is taken
only when all numbers of everybody stay the same to the last bit. Where none does, the day stays.
"""

import logging
from collections.abc import Collection, Iterator, Sequence
from datetime import date

from ladder.computed import compute
from ladder.models import Ladder
from ladder.queries.facts import FOR_CLASSES, needed_of
from ladder.replay import SOME_YEAR, Done, Rules
from ladder.rulebook import rulebook
from ladder.sources import FactRow, PoisonEvent, WhatIf
from ladder.systems import first_of_day
from players.models import PersonFact

logger = logging.getLogger(__name__)

BIRTH = "birth"
# Of these systems the rules ask for the year of birth alone; the others ask for an age on a day.
_BY_YEAR = frozenset({"fide"})


def reduce(club: int, players: Collection[int]) -> None:
    """Runs inside the erasing transaction, with the door of append-only tables open. What stays is
    written anew, so it is a change of the history: ladders are recomputed and forget the rest."""
    rows = list(PersonFact.objects.filter(club=club, player__in=players).order_by("pk"))
    if not rows:
        return
    ladders = list(Ladder.objects.filter(club=club))
    needs = needed_of(ladders) - FOR_CLASSES
    newest = {(row.player_id, row.name, row.valid_from): row.value for row in rows}
    staying = [
        FactRow(day, player, name, value)
        for (player, name, day), value in newest.items()
        if name in needs
    ]
    births = [row for row in staying if row.name == BIRTH and row.value is not None]
    if births:
        coarse = _coarsened([one for one in ladders if BIRTH in rulebook(one).needs], births)
        staying = [*(row for row in staying if row not in births), *coarse]
    PersonFact.objects.filter(pk__in=[row.pk for row in rows]).delete()
    PersonFact.objects.bulk_create(
        PersonFact(
            club_id=club,
            player_id=row.player,
            name=row.name,
            value=row.value,
            valid_from=row.valid_from,
        )
        for row in sorted(staying, key=lambda row: (row.valid_from, row.player, row.name))
    )


def _coarsened(ladders: Sequence[Ladder], births: Sequence[FactRow]) -> Sequence[FactRow]:
    """The coarsest of the days that change no number of any of these ladders."""
    rules = [rule for ladder in ladders for rule in rulebook(ladder).timeline.rules]
    asking = [rule for rule in rules if BIRTH in rule.system.needed(rule.settings)]
    since = first_of_day(min(row.valid_from for row in births))
    try:
        stands = [_numbers(ladder, since, ()) for ladder in ladders]
        for coarseness in _tried(asking):
            coarse = [
                row._replace(value=_coarse(date.fromisoformat(row.value), coarseness).isoformat())
                for row in births
            ]
            if [_numbers(ladder, since, coarse) for ladder in ladders] == stands:
                return coarse
    except PoisonEvent:
        logger.warning("A ladder of club %s stops, so days of birth are kept", ladders[0].club_id)
    return births


# The parts of a year, by their last days: (month, day) in order. The last part ends with the year.
Parts = Sequence[tuple[int, int]]
_YEAR: Parts = ()
_QUARTERS: Parts = ((3, 31), (6, 30), (9, 30))
_MONTHS: Parts = tuple((month + 1, 1) for month in range(1, 12))


def _tried(rules: Sequence[Rules]) -> Iterator[Parts]:
    """The coarsest first. Lists ask for the age on their days: what is between two of them is one
    part, also for lists to come. Of other systems it is found out."""
    lists = {
        (day.month, day.day)
        for rule in rules
        if rule.system.id not in _BY_YEAR
        for day in rule.system.list_dates(rule.settings, *SOME_YEAR)
    }
    if lists:
        yield tuple(sorted(lists))
    else:
        yield _YEAR
    yield tuple(sorted(lists | set(_QUARTERS)))
    yield tuple(sorted(lists | set(_MONTHS)))


def _coarse(day: date, parts: Parts) -> date:
    """The last day of the part of the year in which a day lies; of a whole year the first."""
    if not parts:
        return date(day.year, 1, 1)
    ends = (date(day.year, month, end) for month, end in parts if (month, end) >= _of(day))
    return next(ends, date(day.year, 12, 31))


def _of(day: date) -> tuple[int, int]:
    return day.month, day.day


Numbers = list[tuple[int, list[tuple[str, float, int, int, float]]]]


def _numbers(ladder: Ladder, since: int, facts: Sequence[FactRow]) -> Numbers:
    """Everybody's numbers from a place on, step by step, with other facts."""
    stretch = compute(ladder, since, WhatIf(starts=facts) if facts else None)
    return [(done.step.place, _rows(done)) for done in stretch.done]


def _rows(done: Done) -> list[tuple[str, float, int, int, float]]:
    return [(row.uid, row.rating, row.games, row.played, row.change) for row in done.rows]
