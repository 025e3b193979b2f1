"""The days of games where each row of a table has its own, and the days of the rounds."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from events.importers.base import Days, ImportedGame, RoundDays
from events.importers.dates import WrittenDay, is_rising, readings_together


@dataclass(frozen=True, slots=True)
class DatedGames:
    """Games, with a day of their own where it is not their round's; the rest as in `ReadDays`."""

    games: tuple[ImportedGame, ...]

    span: Days | None = None
    question: tuple[Days, ...] = ()
    round_days: RoundDays = ()
    round_day_readings: tuple[RoundDays, ...] = ()


def date_games(games: Sequence[ImportedGame], days: Sequence[WrittenDay]) -> DatedGames:
    """Read one day for each game, all in one order; several orders that fit are a question.

    The day of a round is that of most of its games. A reading in which a round would be before an
    earlier one is left out when there is another.
    """
    found = {}
    for reading in readings_together(days):
        found[reading] = _round_days(games, reading)
    rising = {reading: rounds for reading, rounds in found.items() if is_rising(rounds)}
    found = rising or found
    spans: dict[Days, None] = {}
    for reading in found:
        known = [day for day in reading if day]
        spans[min(known), max(known)] = None
    readings = tuple(dict.fromkeys(found.values()))
    if len(found) != 1:
        return DatedGames(tuple(games), None, tuple(spans), (), readings)
    (reading, rounds), *_ = found.items()
    dated = (
        replace(game, day=day) if day and day != rounds[game.round - 1] else game
        for game, day in zip(games, reading, strict=True)
    )
    return DatedGames(tuple(dated), next(iter(spans)), (), rounds, readings)


def _round_days(games: Sequence[ImportedGame], reading: RoundDays) -> RoundDays:
    by_round: dict[int, Counter[date]] = {}
    for game, day in zip(games, reading, strict=True):
        if day:
            by_round.setdefault(game.round, Counter())[day] += 1
    last = max((game.round for game in games), default=0)
    return tuple(
        by_round[number].most_common(1)[0][0] if number in by_round else None
        for number in range(1, last + 1)
    )
