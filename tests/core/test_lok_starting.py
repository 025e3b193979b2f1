"""LOK: with which OK a player starts, first listings at FIDE, and the days of lists."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.systems.lok.lists import (
    Entry,
    List,
    closed_on,
    issued_in,
    last_list,
    list_for,
    needs_haste,
    next_list,
)
from ladder.systems.lok.starting import (
    Known,
    first_listing,
    is_skipping_day,
    starting_ok,
    substitute,
)

RAPID, STANDARD = List.RAPID, List.STANDARD
EVERYTHING = Known(1500, 1600, 1700, 1800, 1900, performance_class="III")


@pytest.mark.parametrize(
    ("known", "which", "fide", "ok"),
    [
        (EVERYTHING, STANDARD, False, 1500),
        (EVERYTHING, STANDARD, True, 1600),
        (EVERYTHING, RAPID, True, 1700),
        (Known(frl=1600), STANDARD, False, 1600),
        (Known(lok=1500), STANDARD, True, 1500),
        (Known(lok=1500, frl=1600, frl_rapid=1800), RAPID, False, 1800),
        (Known(lok=1500, frl=1600), RAPID, False, 1500),
        (Known(frl=1600, performance_class="IV"), RAPID, False, 1100),
        (Known(performance_class="mistr"), STANDARD, False, 1250),
        (Known(lok=1000, performance_class="IV"), STANDARD, False, 1100),
        (Known(lok=1500, national=1900, foreigner=True), STANDARD, False, 1900),
        (Known(frl=1600, national=1900, foreigner=True), STANDARD, False, 1600),
        (Known(lok=1500, national=1000, foreigner=True), STANDARD, False, 1500),
    ],
)
def test_the_first_value_that_is_an_ok(known: Known, which: List, fide: bool, ok: int) -> None:
    found = starting_ok(known, which, fide)
    assert (found.ok, found.valid) == (ok, True)


def test_of_whom_nothing_is_known() -> None:
    standard, rapid = starting_ok(Known(), STANDARD), starting_ok(Known(), RAPID)
    assert (standard.ok, standard.valid, rapid.ok, rapid.valid) == (None, False, 1000, False)


def test_a_class_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="'V'"):
        substitute("V")


@pytest.mark.parametrize(
    ("lok", "frl", "day", "expected"),
    [
        (1500, 1501, False, (1501, True, False)),
        (1500, 1500, True, (1500, False, False)),
        (1500, 1400, True, (1500, False, False)),
        (None, 1400, True, (1400, True, True)),
        (None, None, True, (None, False, False)),
        (1500, None, True, (1500, False, False)),
    ],
)
def test_a_first_listing(lok, frl, day, expected) -> None:
    found = first_listing(lok, frl, day)
    assert (found.ok, found.taken, found.skip_next) == expected


def test_days_after_which_a_list_is_skipped() -> None:
    year = [dt.date(2026, 1, 1) + dt.timedelta(days=number) for number in range(365)]
    days = [day for day in year if is_skipping_day(day, STANDARD)]
    assert days == [dt.date(2026, month, 1) for month in (1, 5, 9)]
    assert not any(is_skipping_day(day, RAPID) for day in year)


# -- Lists --------------------------------------------------------------------------------------


def test_days_of_issue() -> None:
    assert issued_in(STANDARD, 2026) == [dt.date(2026, month, 5) for month in (1, 5, 9)]
    assert issued_in(RAPID, 2026) == [dt.date(2026, month, 1) for month in (1, 3, 5, 7, 9, 11)]
    assert closed_on(STANDARD, dt.date(2026, 1, 5)) == dt.date(2025, 12, 22)


@pytest.mark.parametrize(
    ("ended", "entry", "issued"),
    [
        ((2026, 1, 2), Entry.BY_DATE, (2026, 1, 5)),
        ((2026, 1, 3), Entry.BY_DATE, (2026, 5, 5)),
        ((2026, 9, 3), Entry.BY_DATE, (2027, 1, 5)),
        ((2026, 1, 2), Entry.NEXT, (2026, 5, 5)),
        ((2026, 9, 2), Entry.NEXT, (2027, 1, 5)),
    ],
)
def test_the_list_of_a_competition(ended, entry, issued) -> None:
    assert list_for(STANDARD, dt.date(*ended), entry) == dt.date(*issued)


def test_no_list_at_all() -> None:
    assert list_for(RAPID, dt.date(2026, 1, 2), Entry.NONE) is None


@given(st.dates(dt.date(1990, 1, 1), dt.date(2090, 1, 1)), st.sampled_from(List))
def test_lists_follow_one_another(day: dt.date, which: List) -> None:
    issued = list_for(which, day)
    assert issued is not None and issued - day >= dt.timedelta(days=3)
    assert last_list(which, day) <= day < next_list(which, day) <= issued
    assert last_list(which, issued) == issued
    assert issued <= next_list(which, next_list(which, day))
    assert needs_haste(which, day) is (issued - day < dt.timedelta(days=14))
