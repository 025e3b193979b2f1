"""Where a step stands in the history: one whole number that sorts as the history runs.

The order: by day; on one day first the facts about people, then the list that is issued on that
day, then the starts of longer events, then one-day events by sequence, then the ends of longer
events by sequence, and at last that a system is left. A place is made of content only. No database
id and no time of publishing takes part, so the same history has the same places in another
installation.

A place fits a signed 64-bit integer: 22 bits day (to the year 9999), 2 phase, 14 sequence, 22 span.
"""

from datetime import date, timedelta
from enum import IntEnum
from typing import Final, NamedTuple


class Phase(IntEnum):
    """The part of a day."""

    FACT = 0  # starting ratings and other facts that hold from this day; then a list of this day
    START = 1  # a longer event begins: what it is computed from is read here
    ONE_DAY = 2  # a one-day event, or one playing day of a longer event
    END = 3  # a longer event ends: its changes are added here


class Place(NamedTuple):
    """A place taken apart."""

    day: date
    phase: Phase
    sequence: int
    span: int


MAX_SEQUENCE: Final = 9999
LIST: Final = 1
"""The sequence, within the first part of a day, at which a list is issued."""
LEAVING: Final = MAX_SEQUENCE + 1
"""The sequence, within the last part of a day, at which a system is left: after everything else."""
_HIGHEST: Final = {
    Phase.FACT: LIST,
    Phase.START: MAX_SEQUENCE,
    Phase.ONE_DAY: MAX_SEQUENCE,
    Phase.END: LEAVING,
}
_SPAN_BITS: Final = 22
_SEQUENCE_BITS: Final = 14
_PHASE_SHIFT: Final = _SPAN_BITS + _SEQUENCE_BITS
_DAY_SHIFT: Final = _PHASE_SHIFT + 2
MAX_SPAN: Final = (1 << _SPAN_BITS) - 1


def encode(day: date, phase: int, sequence: int = 0, span: int = 0) -> int:
    """The place of (day, phase, sequence, span) in the history.

    `sequence` is 1 to 9999; of facts 0, LIST for a list, and LEAVING at the end of a day. `span` is
    the last day of the event minus `day`, in days: it keeps apart a playing day of a longer event
    and a one-day event of the same sequence. Raises ValueError when a part is outside its range.
    """
    phase = Phase(phase)
    lowest = 0 if phase is Phase.FACT else 1
    highest = _HIGHEST[phase]
    if not lowest <= sequence <= highest:
        raise ValueError(f"sequence {sequence} on {day}: expected {lowest} to {highest}")
    if not 0 <= span <= MAX_SPAN:
        raise ValueError(f"span {span} on {day}: the last day may not lie before the day itself")
    head = (day.toordinal() << 2 | phase) << _SEQUENCE_BITS | sequence
    return head << _SPAN_BITS | span


def decode(place: int) -> Place:
    """The parts of a place; raises ValueError when the number is not a place."""
    day = place >> _DAY_SHIFT
    if not 1 <= day <= date.max.toordinal():
        raise ValueError(f"{place} is not a place in the history")
    return Place(
        date.fromordinal(day),
        Phase(place >> _PHASE_SHIFT & 3),
        place >> _SPAN_BITS & (1 << _SEQUENCE_BITS) - 1,
        place & MAX_SPAN,
    )


PART_OF_DAY: Final = (1 << _DAY_SHIFT) - 1
"""The bits of a place without its day."""
LIST_OF_DAY: Final = encode(date.min, Phase.FACT, LIST) & PART_OF_DAY
"""Those of a list: they tell it from facts and events on every day."""
LEAVING_OF_DAY: Final = encode(date.min, Phase.END, LEAVING) & PART_OF_DAY
"""Those of the moment at which a system is left."""


def is_list(place: int) -> bool:
    """Whether a list is issued at a place."""
    return place & PART_OF_DAY == LIST_OF_DAY


def is_leaving(place: int) -> bool:
    """Whether a system is left at a place."""
    return place & PART_OF_DAY == LEAVING_OF_DAY


def day_number(place: int) -> int:
    """The day of a place as a proleptic Gregorian ordinal: `decode(place).day`, but quick."""
    return place >> _DAY_SHIFT


def first_of_day(day: date) -> int:
    """The lowest place of a day: everything before it happened on an earlier day."""
    return encode(day, Phase.FACT)


def turn_to(day: date) -> int:
    """The lowest place that rules which hold from a day on have a say about: at the end of the day
    before it those before them are left."""
    if day == date.min:
        return first_of_day(day)
    return encode(day - timedelta(days=1), Phase.END, LEAVING)
