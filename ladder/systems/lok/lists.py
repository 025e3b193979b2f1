"""When lists are issued, when they are closed, and which list a competition enters.

Source: the federation code, 3.1 to 3.5; docs/rules/lok.md; table lok_periods.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from enum import StrEnum
from functools import cache

from ladder.tables import rows

LAST_END = timedelta(days=3)
"""A competition may end so long before the day of issue, if it is sent in within 24 hours."""


class List(StrEnum):
    STANDARD = "standard"
    RAPID = "rapid"


class Entry(StrEnum):
    """Into which list the arbiter lets a competition go whose documents came late (3.4, 3.5)."""

    BY_DATE = "by_date"
    NEXT = "next"
    NONE = "none"


def issued_in(which: List, year: int) -> list[date]:
    """The days on which lists are issued in a year, in order."""
    return [date(year, month, day) for month, day in _periods(which)[0]]


def closed_on(which: List, issued: date) -> date:
    """The last day on which documents are taken for a list without conditions."""
    return issued - timedelta(days=_periods(which)[1])


def list_for(which: List, ended: date, entry: Entry = Entry.BY_DATE) -> date | None:
    """The day of issue of the list that a competition enters, by its last day; None for no list.

    By its date it enters the first list issued at least three days after it ended.
    """
    if entry is Entry.NONE:
        return None
    found = _from(which, ended + LAST_END)
    by_date = next(found)
    return next(found) if entry is Entry.NEXT else by_date


def needs_haste(which: List, ended: date) -> bool:
    """Whether it ended after the list was closed, so that it enters only if sent in within 24
    hours."""
    issued = list_for(which, ended)
    assert issued is not None
    return ended > closed_on(which, issued)


def next_list(which: List, after: date) -> date:
    """The first day of issue after a day."""
    return next(_from(which, after + timedelta(days=1)))


def last_list(which: List, until: date) -> date:
    """The last day of issue not after a day."""
    days = [*issued_in(which, until.year - 1), *issued_in(which, until.year)]
    return max(day for day in days if day <= until)


def _from(which: List, first: date) -> Iterator[date]:
    """The days of issue from a day on."""
    for year in range(first.year, 10_000):
        yield from (day for day in issued_in(which, year) if day >= first)


@cache
def _periods(which: List) -> tuple[tuple[tuple[int, int], ...], int]:
    """(month, day) of the days of issue, and how many days before a list is closed."""
    row = next(row for row in rows("lok_periods") if row["list"] == which)
    days = (day.split("-") for day in row["issue_dates"].split(";"))
    return tuple((int(month), int(day)) for month, day in days), int(row["closing_days_before"])
