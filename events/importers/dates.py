"""Days as tournament files write them, and the question to ask where they can be read in two ways.

Found in real files: 2024/11/23, 24/09/2010, 25.02.2011, 28. 07. 2005, 2009-09-09, 11.09.26 (year
first), 04/05/25, 11.25.02 (year, day, month), "Dec 10, 2020", "7th March 2001", "  .  .", and
nothing. The replay of a ladder depends on the day, so a day that can be read in two ways is never
guessed: all readings are given, the likeliest first.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import product
from typing import Final

from events.importers.base import Days, RoundDays

FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2100
LONGEST: Final = 3 * 366  # days; a longer event is a date read in the wrong order


class Order(StrEnum):
    """In which order a date is written; the likeliest first."""

    YMD = "ymd"
    DMY = "dmy"
    MDY = "mdy"
    YDM = "ydm"


class State(StrEnum):
    EMPTY = "empty"
    READ = "read"
    UNREADABLE = "unreadable"
    YEAR = "year"  # a year that no event was held in


@dataclass(frozen=True, slots=True)
class WrittenDay:
    """The readings of one date, by order; none unless `state` is READ."""

    state: State
    readings: tuple[tuple[Order, date], ...] = ()

    def get(self, order: Order) -> date | None:
        return dict(self.readings).get(order)


_NUMBERS: Final = re.compile(
    r"([0-9]{1,4}) ?([./-]) ?([0-9]{1,2}) ?[./-] ?([0-9]{1,4})\.?(?:[ t][0-9: ]{4,8})?"
)
_COMPACT: Final = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})")
_DAY_MONTH_NAME: Final = re.compile(
    r"([0-9]{1,2})(?:st|nd|rd|th)?\.? ?([^\W\d_]+)[., ]+([0-9]{4})(?: ?г\.?)?"
)
_MONTH_NAME_DAY: Final = re.compile(r"([^\W\d_]+)\.? ([0-9]{1,2})(?:st|nd|rd|th)?,? ([0-9]{4})")

# By beginning, longest first where one begins another; English, Czech, Russian.
_MONTHS: Final = {
    "jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6,
    "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11, "dec": 12,
    "led": 1, "únor": 2, "unor": 2, "břez": 3, "brez": 3, "dub": 4, "květ": 5, "kvet": 5,
    "červ": 6, "cerv": 6, "červenec": 7, "července": 7, "cervenec": 7, "cervence": 7,
    "srp": 8, "zář": 9, "zar": 9, "říj": 10, "rij": 10, "list": 11, "pros": 12,
    "янв": 1, "фев": 2, "мар": 3, "апр": 4, "май": 5, "мая": 5, "июн": 6, "июл": 7,
    "авг": 8, "сен": 9, "окт": 10, "ноя": 11, "дек": 12,
}  # fmt: skip


def read_day(text: str, today: date) -> WrittenDay:
    """All readings of one written date. `today` tells which century a two-digit year is in."""
    plain = " ".join(text.split()).strip().lower()
    if not any(c.isalnum() and c != "0" for c in plain):
        return WrittenDay(State.EMPTY)
    if len(plain) > 40:
        return WrittenDay(State.UNREADABLE)
    if match := _COMPACT.fullmatch(plain):
        return _day([(Order.YMD, match[1], match[2], match[3])], today)
    if match := _NUMBERS.fullmatch(plain):
        return _numeric(match[1], match[3], match[4], match[2], today)
    if (match := _DAY_MONTH_NAME.fullmatch(plain)) and (month := _month(match[2])):
        return _day([(Order.DMY, match[3], str(month), match[1])], today)
    if (match := _MONTH_NAME_DAY.fullmatch(plain)) and (month := _month(match[1])):
        return _day([(Order.MDY, match[3], str(month), match[2])], today)
    return WrittenDay(State.UNREADABLE)


def _numeric(a: str, b: str, c: str, separator: str, today: date) -> WrittenDay:
    ymd, ydm = (Order.YMD, a, b, c), (Order.YDM, a, c, b)
    dmy, mdy = (Order.DMY, c, b, a), (Order.MDY, c, a, b)
    if len(a) > 2:
        return _day([ymd], today, [ydm])
    if len(c) > 2:
        return _day([dmy], today, [mdy]) if separator == "." else _day([dmy, mdy], today)
    possible = [dmy] if separator == "." else [dmy, mdy]
    if len(a) == 2:
        possible.insert(0, ymd)
    return _day(possible, today, [ydm] if len(a) == 2 else [])


_Parts = tuple[Order, str, str, str]  # order, year, month, day


def _day(parts: list[_Parts], today: date, otherwise: Sequence[_Parts] = ()) -> WrittenDay:
    """The readings that are days of the calendar; those of `otherwise` only when there are none."""
    if any(len(year) > 2 and not FIRST_YEAR <= int(year) <= LAST_YEAR for _, year, _, _ in parts):
        return WrittenDay(State.YEAR)
    found = _calendar_days(parts, today) or _calendar_days(otherwise, today)
    return WrittenDay(State.READ, found) if found else WrittenDay(State.UNREADABLE)


def _calendar_days(parts: Sequence[_Parts], today: date) -> tuple[tuple[Order, date], ...]:
    found = []
    for order, year, month, day in parts:
        full = int(year) if len(year) > 2 else 2000 + int(year)
        if len(year) <= 2 and full > today.year + 1:
            full -= 100
        try:
            found.append((order, date(full, int(month), int(day))))
        except ValueError:
            continue
    return tuple(found)


def _month(word: str) -> int | None:
    return next(
        (
            at
            for name, at in sorted(_MONTHS.items(), key=lambda m: -len(m[0]))
            if word.startswith(name)
        ),
        None,
    )


@dataclass(frozen=True, slots=True)
class ReadDays:
    """First and last day where they are sure, else the `question`; and the days of the rounds."""

    start: date | None = None
    end: date | None = None
    question: tuple[Days, ...] = ()
    round_days: RoundDays = ()
    round_day_readings: tuple[RoundDays, ...] = ()


def read_days(start: WrittenDay, end: WrittenDay, rounds: Sequence[WrittenDay]) -> ReadDays:
    """Put the dates of one file together: what one leaves open the others may decide.

    All of a file's first and last days are taken to be in one order, those of the rounds in one.
    """
    readings = _round_readings(rounds)
    spans = _spans(start, end)
    spans = [span for span in spans if _is_plausible(span)] or spans
    if spans:
        spans = [span for span in spans if _holds_one(span, readings)] or spans
    elif start.state is State.EMPTY and end.state is State.EMPTY:
        spans = list(dict.fromkeys(_span_of(reading) for reading in readings))
    if len(spans) != 1:
        return ReadDays(question=tuple(spans), round_day_readings=readings)
    first, last = spans[0]
    fitting = [reading for reading in readings if _within(reading, first, last)]
    sure = fitting[0] if len(set(fitting)) == 1 else ()
    return ReadDays(first, last, (), sure, readings)


def _spans(start: WrittenDay, end: WrittenDay) -> list[Days]:
    if not start.readings:
        return []
    if not end.readings:
        return list(dict.fromkeys((day, None) for _, day in start.readings))
    same = [(day, other) for order, day in start.readings if (other := end.get(order))]
    pairs = same or [(a, b) for (_, a), (_, b) in product(start.readings, end.readings)]
    return list(dict.fromkeys(pair for pair in pairs if pair[0] <= pair[1]))


def readings_together(days: Sequence[WrittenDay]) -> tuple[RoundDays, ...]:
    """The ways to read all of these days in one order each, without repetitions.

    Days that could not be read are None in every way; empty when no order fits all the others.
    """
    written = [day for day in days if day.state is State.READ]
    found: dict[RoundDays, None] = {}
    for order in Order:
        if written and all(day.get(order) for day in written):
            found[tuple(day.get(order) for day in days)] = None
    return tuple(found)


def _round_readings(rounds: Sequence[WrittenDay]) -> tuple[RoundDays, ...]:
    """Readings in which no round is before an earlier one, else all."""
    found = readings_together(rounds)
    return tuple(reading for reading in found if is_rising(reading)) or found


def is_rising(reading: RoundDays) -> bool:
    days = [day for day in reading if day]
    return days == sorted(days)


def _span_of(reading: RoundDays) -> Days:
    days = [day for day in reading if day]
    return min(days), max(days)


def _within(reading: RoundDays, first: date, last: date | None) -> bool:
    return all(day is None or (first <= day and (last is None or day <= last)) for day in reading)


def _is_plausible(span: Days) -> bool:
    return span[1] is None or (span[1] - span[0]).days <= LONGEST


def _holds_one(span: Days, readings: Iterable[RoundDays]) -> bool:
    return any(_within(reading, *span) for reading in readings)
