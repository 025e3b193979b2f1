"""The FIDE rating as a ladder: lists, K, and the rest."""

import csv
import datetime as dt
from decimal import ROUND_HALF_UP, Decimal

import pytest

from ladder.replay import Timeline
from ladder.systems import BadSetting, RatedEvent, Row, decode
from ladder.systems.fide import Fide, FideSettings
from tests.core.fide_histories import (
    BACK_THEN,
    EVENT,
    FIDE,
    LONG_AGO,
    MONTH,
    TABLE,
    evening,
    standing,
)
from tests.core.histories import UIDS
from tests.core.system_laws import (
    played,
)


def test_lists_are_of_the_first_of_each_month() -> None:
    lists = FIDE.list_dates(FideSettings(), dt.date(2025, 11, 2), dt.date(2026, 2, 1))
    assert lists == [dt.date(2025, 12, 1), dt.date(2026, 1, 1), dt.date(2026, 2, 1)]
    assert list(FIDE.list_dates(FideSettings(period="event"), *lists[:2])) == []


EVENINGS = [
    evening(dt.date(2026, 3, 3), ("b", "c", 2), ("d", "b", 1)),
    evening(dt.date(2026, 3, 31), ("b", "d", 2)),
    evening(dt.date(2026, 4, 1), ("b", "c", 0)),
]


def test_a_list_takes_in_the_games_of_its_month_and_rounds_once() -> None:
    lists = [
        (decode(done.step.place).day, {row.uid: row.rating for row in done.rows})
        for done in played(MONTH, EVENINGS, BACK_THEN)
        if done.step.closes and done.rows
    ]
    # K 20; b: 1, half, 1 against equals: +1.0 * 20. Then 1820 against 1790: D 30, PD .54 and .46
    assert lists == [
        (dt.date(2026, 4, 1), {"b": 1820.0, "c": 1790.0, "d": 1790.0}),
        (dt.date(2026, 5, 1), {"b": 1809.0, "c": 1801.0}),
    ]


def test_until_then_the_games_wait() -> None:
    *_, last = (done for done in played(MONTH, EVENINGS[:1], BACK_THEN) if done.step.games)
    (b, *_) = last.rows
    assert (b.uid, b.rating, b.change, b.games) == ("b", 1800.0, 0.0, 102)
    assert str(FIDE.waiting(b, FideSettings())) == "games waiting for the next list: 2"
    told = FIDE.explain(last.step, {}, "b", FideSettings(), b)
    assert str(told.sentence).startswith("No game counted")  # nobody of nothing has a rating
    before = {row.uid: row for done in played(MONTH, [], BACK_THEN) for row in done.rows}
    told = FIDE.explain(last.step, before, "b", FideSettings())
    assert str(told.sentence) == "The ladder expected 1 of 2; you scored 1.5."
    assert told.enters == dt.date(2026, 4, 1)


def test_after_each_event_when_the_club_wants_that() -> None:
    rows = standing(EVENT, EVENINGS)
    # 3 March: b 1810, c 1790. 31 March: D 10, .49 * 20 = 9.8: b 1820, d 1790.
    # 1 April: D 30, .54 * 20 = 10.8: b 1809, c 1801.
    assert [rows[uid].rating for uid in "bcd"] == [1809.0, 1801.0, 1790.0]


def test_k_is_that_of_the_time_before_the_period() -> None:
    given_ = [(LONG_AGO, "a", (1800.0, 28)), *BACK_THEN]
    games = [("a", uid, 2) for uid in "bcde"]
    rows = standing(MONTH, [evening(dt.date(2026, 3, 3), *games)], given_)
    assert (rows["a"].rating, rows["a"].games) == (1880.0, 32)  # 4 * 0.5 * 40
    later = standing(
        MONTH,
        [evening(dt.date(2026, 3, 3), *games), evening(dt.date(2026, 4, 3), ("a", "f", 2))],
        given_,
    )
    assert later["a"].rating == 1888.0  # D 80: .61, K 20: 7.8


@pytest.mark.parametrize(
    ("facts", "rating"),
    [
        ({}, 1810.0),
        ({"birth": "2008-12-31"}, 1820.0),
        ({"birth": "2007-12-31"}, 1810.0),
        ({"birth": "2008-12-31", "fide_2300": "yes"}, 1810.0),
        ({"birth": "2008-12-31", "fide_standard": 2300}, 1810.0),
        ({"fide_2400": "yes"}, 1805.0),
    ],
)
def test_facts_decide_k(facts, rating) -> None:
    """A win in December 2026, the year of the 18th birthday of 2008."""
    events = [evening(dt.date(2026, 12, 31), ("b", "c", 2))]
    played_before = [evening(dt.date(2026, 1, 1), ("b", "c", 1))]
    known_ = [(dt.date(2026, 1, 2), "b", facts)] if facts else []
    assert standing(MONTH, played_before + events, facts=known_)["b"].rating == rating


def test_a_player_once_2400_keeps_k_10() -> None:
    given_ = [(LONG_AGO, "a", (2400.0, 100)), (LONG_AGO, "b", (2390.0, 100))]
    lost = evening(dt.date(2026, 3, 3), ("a", "b", 0))
    won = evening(dt.date(2026, 4, 3), ("a", "b", 2))
    first = standing(MONTH, [lost], given_)
    assert (first["a"].rating, first["b"].rating) == (2395.0, 2400.0)  # -5.1, +10.2
    both = standing(MONTH, [lost, won], given_)
    assert both["a"].rating == 2400.0  # +5.1 with K 10, not 10.2


def test_the_worked_example_of_the_page() -> None:
    opponents = [1750, 1902, 1834, 1400, 2300, 1880, 1790]
    given_ = [(LONG_AGO, f"o{n}", (float(rating), 100)) for n, rating in enumerate(opponents)]
    given_.append((LONG_AGO, "a", (1834.0, 100)))
    games = [("a", f"o{n}", half) for n, half in enumerate((2, 1, 0, 2, 0, 2, 1))]
    events = [
        evening(dt.date(2026, 3, 3), *games[:4]),
        evening(dt.date(2026, 3, 10), *games[4:]),
    ]
    whole = played(MONTH, events, given_)
    number = next(n for n, one in enumerate(whole) if one.step.closes and one.rows)
    before = {row.uid: row for one in whole[:number] for row in one.rows}
    told = FIDE.explain(whole[number].step, before, "a", FideSettings())
    assert (told.change, told.rating_after, told.k, told.expected) == (9.0, 1843.0, 20.0, 3.53)
    assert [str(line) for line in told.workings] == [
        "Score minus expected score, over all games: 0.47",
        "K is 20",
        "20 times 0.47 is +9.40, rounded +9",
    ]


def test_a_cut_k_and_a_fall_below_the_floor_are_said() -> None:
    given_ = [*BACK_THEN, (LONG_AGO, "a", (1401.0, 100))]
    games = [("a", "bcdefg"[n % 6], 0) for n in range(36)]
    whole = played(MONTH, [evening(dt.date(2026, 3, 3), *games)], given_)
    number = next(n for n, one in enumerate(whole) if one.step.closes and one.rows)
    before = {row.uid: row for one in whole[:number] for row in one.rows}
    told = FIDE.explain(whole[number].step, before, "a", FideSettings())
    assert [str(line) for line in told.workings[2:]] == [
        "K times 36 games may not exceed 700, so K is 19",
        "19 times -2.88 is −54.72, rounded −55",
        "1346 is below 1400 and not listed: a new first rating is computed from later games",
    ]


def test_the_rating_at_the_start_of_a_tournament_is_said_where_the_list_has_another() -> None:
    """1834 until the list of 1 April, 1843 from it on: a tournament of March and April."""
    given_ = [*BACK_THEN, (LONG_AGO, "a", (1700.0, 100))]
    first = evening(dt.date(2026, 3, 3), ("a", "b", 2))
    long = RatedEvent(dt.date(2026, 3, 20), dt.date(2026, 4, 10), 1, [("a", "c", 2)])
    whole = played(MONTH, [first, long], given_)
    rows: dict[str, Row] = {}
    at: dict[int, dict[str, Row]] = {}
    words = "by the rating at the start of the tournament, 2026-03-20: 1700"
    said = {}
    for one in whole:
        for other in whole:
            if other.step.read_at <= one.step.place:
                at.setdefault(other.step.read_at, dict(rows))
        if one.rows and (one.step.games or one.step.closes):
            told = FIDE.explain(one.step, at[one.step.read_at], "a", FideSettings(), rows.get("a"))
            said[one.step.place] = any(words in str(line) for line in told.workings)
        rows.update((row.uid, row) for row in one.rows)
    # the first event, the list of April, the long event, the list of May
    assert list(said.values()) == [False, False, True, True]


def test_rated_players_of_one_month_by_the_plainest_reading_of_the_rule() -> None:
    """A second opinion that shares no code: the table read anew, sums in Decimal."""
    rating = {uid: 1500 + 119 * n for n, uid in enumerate(UIDS)}
    games = [(w, b, (n + m) % 3) for n, w in enumerate(UIDS) for m, b in enumerate(UIDS) if w != b]
    events = [evening(dt.date(2026, 3, 3), *games[:30]), evening(dt.date(2026, 3, 9), *games[30:])]
    table = list(csv.DictReader(TABLE.read_text(encoding="utf-8").splitlines()))
    expected = {}
    for uid in UIDS:
        total = Decimal(0)
        for white, black, half in games:
            if uid in (white, black):
                opponent = black if uid == white else white
                gap = min(400, abs(rating[uid] - rating[opponent]))
                row = next(r for r in table if int(r["d_from"]) <= gap <= int(r["d_to"]))
                better = rating[uid] >= rating[opponent]
                score = Decimal(half if uid == white else 2 - half) / 2
                total += score - Decimal(row["PD_H" if better else "PD_L"])
        change = (20 * total).quantize(Decimal(1), rounding=ROUND_HALF_UP)  # half away from zero
        expected[uid] = float(rating[uid] + change)
    given_ = [(LONG_AGO, uid, (float(rating[uid]), 100)) for uid in UIDS]
    found = standing(MONTH, events, given_)
    assert {uid: found[uid].rating for uid in UIDS} == expected


def test_far_games_of_rapid_are_shown_and_not_counted() -> None:
    timeline = Timeline.of("fide", FideSettings(chapter="rapid"))
    given_ = [(LONG_AGO, "a", (2650.0, 100)), *BACK_THEN]
    whole = played(timeline, [evening(dt.date(2026, 3, 3), ("a", "b", 0), ("b", "c", 2))], given_)
    number = next(n for n, one in enumerate(whole) if one.step.games)
    before = {row.uid: row for one in whole[:number] for row in one.rows}
    told = FIDE.explain(whole[number].step, before, "b", FideSettings(chapter="rapid"))
    assert [(game.opponent, game.counted) for game in told.played] == [("a", False), ("c", True)]
    assert "600 points" in str(told.played[0].reason)
    rows = {row.uid: row for one in whole for row in one.rows}
    assert (rows["a"].rating, rows["b"].rating) == (2650.0, 1810.0)


@pytest.mark.parametrize(("rules", "rating"), [("2022-01", 1398.0), ("2024-03", 0.0)])
def test_the_floor_is_that_of_the_regulations(rules: str, rating: float) -> None:
    timeline = Timeline.of("fide", FideSettings(rules=rules))
    given_ = [*BACK_THEN, (LONG_AGO, "a", (1401.0, 100))]
    lost = evening(dt.date(2026, 3, 3), ("a", "b", 0), ("a", "c", 0))
    assert standing(timeline, [lost], given_)["a"].rating == rating


# -- The rest -------------------------------------------------------------------------------------------


def test_expected_score_of_one_game() -> None:
    assert [FIDE.expected(1800.0, x) for x in (1800.0, 1700.0, 1000.0, 2600.0)] == [
        0.5,
        0.64,
        0.92,
        0.08,
    ]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rules", "2020"),
        ("chapter", "bullet"),
        ("period", None),
        ("start", 1399),
        ("start", 1500.0),
        ("start", True),
    ],
)
def test_settings_that_make_no_sense_are_refused(name: str, value: object) -> None:
    with pytest.raises(BadSetting) as refused:
        FIDE.settings({name: value})
    assert refused.value.name == name


def test_the_lowest_start_is_the_floor_of_the_regulations() -> None:
    assert FIDE.settings({"rules": "2022-01", "start": 1000}).start == 1000
    assert isinstance(FIDE, Fide)
