"""Days as files write them, and the questions that they leave open."""

from datetime import date

import pytest

from events.importers.dates import Order, State, WrittenDay, read_day, read_days

TODAY = date(2026, 6, 1)
EMPTY = WrittenDay(State.EMPTY)


def day(text: str) -> WrittenDay:
    return read_day(text, TODAY)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024/11/23", date(2024, 11, 23)),
        ("2009-09-09", date(2009, 9, 9)),
        ("2026.03.07", date(2026, 3, 7)),
        ("24/09/2010", date(2010, 9, 24)),
        ("25.02.2011", date(2011, 2, 25)),
        ("28. 07. 2005", date(2005, 7, 28)),
        ("5.3.2026", date(2026, 3, 5)),
        ("07.03.2026", date(2026, 3, 7)),
        ("11.25.02", date(2011, 2, 25)),
        ("20260307", date(2026, 3, 7)),
        ("2026-03-07 19:00", date(2026, 3, 7)),
        ("2026-03-07T19:00:00", date(2026, 3, 7)),
        ("Dec 10, 2020", date(2020, 12, 10)),
        ("10 December 2020", date(2020, 12, 10)),
        ("7th March 2001", date(2001, 3, 7)),
        ("7. března 2026", date(2026, 3, 7)),
        ("1. července 2025", date(2025, 7, 1)),
        ("1. června 2025", date(2025, 6, 1)),
        ("7 марта 2026 г.", date(2026, 3, 7)),
        ("3/3/2026", date(2026, 3, 3)),
    ],
)
def test_read_in_one_way(text: str, expected: date) -> None:
    read = day(text)
    assert read.state is State.READ
    assert {reading for _, reading in read.readings} == {expected}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("04/05/2025", {date(2025, 5, 4), date(2025, 4, 5)}),
        ("04/05/25", {date(2004, 5, 25), date(2025, 5, 4), date(2025, 4, 5)}),
        ("11.09.26", {date(2011, 9, 26), date(2026, 9, 11)}),
        ("25/09/10", {date(2025, 9, 10), date(2010, 9, 25)}),
        ("5.3.26", {date(2026, 3, 5)}),
        ("99/05/04", {date(1999, 5, 4)}),
    ],
)
def test_every_way_to_read_it(text: str, expected: set[date]) -> None:
    assert {reading for _, reading in day(text).readings} == expected


@pytest.mark.parametrize("text", ["", "  .  .", "0000/00/00", "0000-00-00", "00.00.00", " - "])
def test_empty(text: str) -> None:
    assert day(text) == EMPTY


@pytest.mark.parametrize(
    "text",
    ["soon", "2026/13/45", "31.02.2026", "1/2", "7 Foo 2026", "1" * 5000, "٢٠٢٦/٠٣/٠٧", "2026"],
)
def test_unreadable(text: str) -> None:
    assert day(text).state is State.UNREADABLE


@pytest.mark.parametrize(
    "text", ["0001/01/01", "9999-12-31", "01.01.0001", "1 May 1066", "00010101"]
)
def test_impossible_years(text: str) -> None:
    assert day(text).state is State.YEAR


def test_one_date_decides_for_the_other() -> None:
    """What cannot be the same order, or ends before it starts, is left out."""
    read = read_days(day("04/05/25"), day("26/05/25"), [])
    assert (read.start, read.end) == (date(2025, 5, 4), date(2025, 5, 26))
    read = read_days(day("11.09.26"), day("12.04.01"), [])
    assert (read.start, read.end) == (date(2011, 9, 26), date(2012, 4, 1))


def test_the_days_of_the_rounds_decide() -> None:
    rounds = [day("2025/09/10"), day("2025/09/17")]
    read = read_days(day("25/09/10"), day("25/09/17"), rounds)
    assert (read.start, read.end) == (date(2025, 9, 10), date(2025, 9, 17))
    assert read.round_days == (date(2025, 9, 10), date(2025, 9, 17))


def test_rounds_without_a_day() -> None:
    read = read_days(
        day("2026/03/07"), day("2026/03/14"), [day("26/03/07"), EMPTY, day("26/03/14")]
    )
    assert read.round_days == (date(2026, 3, 7), None, date(2026, 3, 14))


def test_rounds_outside_the_event_are_not_used() -> None:
    read = read_days(day("2026/03/07"), day("2026/03/08"), [day("2025/03/07")])
    assert (read.start, read.round_days) == (date(2026, 3, 7), ())


def test_the_order_of_the_question_is_that_of_likelihood() -> None:
    assert [order for order, _ in day("04/05/25").readings] == [Order.YMD, Order.DMY, Order.MDY]
