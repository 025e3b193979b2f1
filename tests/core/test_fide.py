"""The FIDE rating as a ladder: lists, first ratings, K, and the laws of every system."""

import csv
import datetime as dt
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.revisions import Steps
from ladder.replay import SettingsChange, Timeline, replay
from ladder.systems import BadSetting, RatedEvent, Row, decode, get
from ladder.systems.fide import Fide, FideSettings
from tests.core.histories import UIDS, days, rated_events
from tests.core.system_laws import (
    explanations_agree,
    from_anywhere,
    history,
    order_makes_no_difference,
    outsiders_are_left_alone,
    played,
    states_are_plain,
)

FIDE = get("fide")
TABLE = Path(__file__).parents[2] / "ladder/tables/fide_8_1_2_d_to_pd.csv"
MONTH = Timeline.of("fide")
EVENT = Timeline.of("fide", FideSettings(period="event"))
LONG_AGO = dt.date(2020, 1, 1)
BACK_THEN = [(LONG_AGO, uid, (1800.0, 100)) for uid in "bcdefg"]

timelines = st.builds(
    lambda rules, chapter, period, start: Timeline.of(
        "fide", FideSettings(rules, chapter, period, start)
    ),
    st.sampled_from(("auto", "2022-01", "2024-03", "2025-10")),
    st.sampled_from(("standard", "rapid")),
    st.sampled_from(("month", "event")),
    st.sampled_from((0, 0, 1500)),
)
starts = st.lists(
    st.tuples(
        days,
        st.sampled_from(UIDS),
        st.tuples(
            st.sampled_from((900.0, 1401.0, 1733.25, 2395.0, 2655.0)),
            st.sampled_from((None, 0, 28, 30)),
        ),
    ),
    max_size=7,
)
known = st.lists(
    st.tuples(
        days,
        st.sampled_from(UIDS),
        st.sampled_from(
            (
                {"birth": "2010-05-31"},
                {"birth": None},
                {"fide_standard": 1650},
                {"fide_standard": 1200, "fide_rapid": 2350},
                {"fide_2400": "yes"},
            )
        ),
    ),
    max_size=5,
)


# -- The laws of every system --------------------------------------------------------------------


@given(timelines, rated_events(), starts, known, st.data())
def test_a_replay_that_starts_anywhere_equals_the_whole(
    timeline, events, given_, facts, data
) -> None:
    from_anywhere(timeline, events, given_, facts, data=data)


@given(timelines, rated_events(), starts, known, st.randoms(use_true_random=False))
def test_order_makes_no_difference(timeline, events, given_, facts, random) -> None:
    order_makes_no_difference(timeline, events, given_, facts, random=random)


@given(timelines, rated_events(), starts, known)
def test_explanations_are_what_happened(timeline, events, given_, facts) -> None:
    explanations_agree(timeline, events, given_, facts)


@given(timelines, rated_events(), starts, known)
def test_rows_are_of_players_plain_and_whole_and_nothing_waits_at_the_end(
    timeline, events, given_, facts
) -> None:
    done = played(timeline, events, given_, facts)
    states_are_plain(done)
    outsiders_are_left_alone(done)
    rows = [row for step in done for row in step.rows]
    assert all(row.rating == int(row.rating) and row.rating >= 0 for row in rows)
    for row in {row.uid: row for row in rows}.values():
        assert "waits" not in (row.extra or {})


@given(rated_events(), starts, st.data())
def test_a_better_score_is_never_worse(events, given_, data) -> None:
    """In the list that takes the game in; later lists know other opponents."""
    places = [
        (e, g)
        for e, event in enumerate(events)
        for g, game in enumerate(event.games)
        if game[2] < 2
    ]
    if not places:
        return
    number, index = data.draw(st.sampled_from(places))
    event = events[number]
    white, black, half = event.games[index]
    games = [*event.games]
    games[index] = (white, black, half + 1)
    better = [*events]
    better[number] = replace(event, games=games)
    one, other = played(MONTH, events, given_), played(MONTH, better, given_)
    lists = [(a, b) for a, b in zip(one, other, strict=True) if a.step.closes and a.rows != b.rows]
    if not lists:
        return
    before, after = ({row.uid: row for row in done.rows} for done in lists[0])
    if white in before and white in after:
        assert before[white].change <= after[white].change
    if black in before and black in after:
        assert before[black].change >= after[black].change


# -- Lists ------------------------------------------------------------------------------------------


def evening(day: dt.date, *games: tuple[str, str, int]) -> RatedEvent:
    return RatedEvent(day, day, 1, games)


def standing(timeline: Timeline, events, given_=BACK_THEN, facts=()) -> dict[str, Row]:
    return {row.uid: row for done in played(timeline, events, given_, facts) for row in done.rows}


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
    assert str(told.sentence) == (
        "The ladder expected 1 of 2; you scored 1.5. The games wait for the list of the first of "
        "next month."
    )


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


# -- First ratings ------------------------------------------------------------------------------------


NEWCOMER = evening(
    dt.date(2026, 3, 3), ("a", "b", 2), ("c", "a", 1), ("a", "d", 0), ("a", "e", 1), ("f", "a", 1)
)


def test_five_games_make_a_first_rating_and_count_for_nobody_else() -> None:
    rows = standing(MONTH, [NEWCOMER])
    # Ra 1800, 2.5 + 1 of 7: 50 %
    assert (rows["a"].rating, rows["a"].change, rows["a"].games) == (1800.0, 0.0, 5)
    assert rows["b"].rating == 1800.0 and rows["b"].games == 100
    assert rows["a"].extra == {"of": "fide"}


def test_a_first_rating_is_explained_line_by_line() -> None:
    whole = played(MONTH, [NEWCOMER], BACK_THEN)
    number = next(n for n, one in enumerate(whole) if one.step.closes and one.rows)
    done, before = whole[number], {row.uid: row for one in whole[:number] for row in one.rows}
    assert str(FIDE.waiting(before["a"], FideSettings())) == "games waiting for the next list: 5"
    told = FIDE.explain(done.step, before, "a", FideSettings())
    assert told.first and told.rating_after == 1800.0 and told.counted == 5
    assert [str(line) for line in told.workings] == [
        "Average of the opponents and two more with 1800 each: 1800.00",
        "With a draw against each of the two, 3.5 of 7 points is 50 %: 0 by table 8.1.1",
        "First rating: 1800",
    ]


def test_the_worked_example_of_a_first_rating() -> None:
    given_ = [
        (LONG_AGO, f"o{n}", (float(rating), 100))
        for n, rating in enumerate((1700, 1650, 1820, 1590, 1740))
    ]
    games = [("a", f"o{n}", half) for n, half in enumerate((2, 2, 1, 1, 0))]
    assert standing(MONTH, [evening(dt.date(2026, 3, 3), *games)], given_)["a"].rating == 1779.0


def test_a_pool_forgets_what_is_older_than_26_months() -> None:
    four = RatedEvent(NEWCOMER.start, NEWCOMER.date, 1, NEWCOMER.games[:4])

    def fifth(day: dt.date) -> float:
        return standing(MONTH, [four, evening(day, ("a", "b", 2))])["a"].rating

    assert fifth(dt.date(2028, 4, 30)) > 1400
    assert fifth(dt.date(2028, 5, 1)) == 0.0


def test_a_first_event_without_a_point_is_disregarded_but_not_a_second() -> None:
    zero = evening(dt.date(2026, 3, 3), ("a", "b", 0))
    again = evening(dt.date(2026, 3, 10), ("c", "a", 2), ("a", "d", 0))
    for timeline in (MONTH, EVENT):
        once = standing(timeline, [zero])["a"]
        assert (once.games, once.played, FIDE.waiting(once, FideSettings())) == (0, 1, None)
        twice = standing(timeline, [zero, again])["a"]
        assert (twice.games, twice.played) == (2, 3)
        assert str(FIDE.waiting(twice, FideSettings())) == "2 of 5 games towards the first rating"


def test_who_falls_below_the_floor_has_no_rating_and_starts_again() -> None:
    given_ = [*BACK_THEN, (LONG_AGO, "a", (1401.0, 100))]
    lost = evening(dt.date(2026, 3, 3), ("a", "b", 0), ("a", "c", 0))
    for timeline in (MONTH, EVENT):
        row = standing(timeline, [lost], given_)["a"]
        assert (row.rating, row.change) == (0.0, -3.0)  # 2 * -.08 * 20 = -3.2: 1398
        assert not FIDE.is_rated(row)
        again = standing(
            timeline,
            [lost, replace(NEWCOMER, start=dt.date(2026, 4, 1), date=dt.date(2026, 4, 1))],
            given_,
        )
        assert again["a"].rating == 1801.0  # b and c have 1802 by now


def test_who_had_a_rating_once_has_no_first_event_to_be_disregarded() -> None:
    given_ = [*BACK_THEN, (LONG_AGO, "a", (1401.0, 100))]
    lost = evening(dt.date(2026, 3, 3), ("a", "b", 0), ("a", "c", 0))
    again = evening(dt.date(2026, 4, 3), ("a", "b", 0))
    for timeline in (MONTH, EVENT):
        row = standing(timeline, [lost, again], given_)["a"]
        assert str(FIDE.waiting(row, FideSettings())) == "1 of 5 games towards the first rating"


def test_a_pool_is_let_go_of_with_the_first_rating() -> None:
    later = evening(dt.date(2026, 4, 3), *NEWCOMER.games[3:])
    row = standing(MONTH, [replace(NEWCOMER, games=NEWCOMER.games[:3]), later])["a"]
    assert (row.rating, row.extra) == (1800.0, {"of": "fide"})


def test_a_tournament_is_computed_with_the_rating_of_its_start_and_added_to_that_of_its_end() -> (
    None
):
    long = RatedEvent(dt.date(2026, 2, 1), dt.date(2026, 4, 5), 1, [("b", "g", 2)])
    between = evening(dt.date(2026, 3, 3), ("b", "c", 2), ("b", "d", 2))
    # March: 2 * .5 * 20. The tournament: 1800 against 1800, so .5 * 20, added to 1820.
    assert standing(MONTH, [long, between])["b"].rating == 1830.0
    assert standing(EVENT, [long, between])["b"].rating == 1830.0


def test_a_tournament_keeps_the_regulations_of_its_start() -> None:
    """September 2025: 2700 against 2000 is cut to 400, .92; from October on it is not, .99."""
    given_ = [(LONG_AGO, "a", (2700.0, 100)), (LONG_AGO, "b", (2000.0, 100))]
    for first, rating in ((dt.date(2025, 9, 30), 2701.0), (dt.date(2025, 10, 1), 2700.0)):
        event = RatedEvent(first, dt.date(2025, 10, 9), 1, [("a", "b", 2)])
        for timeline in (MONTH, EVENT):
            assert standing(timeline, [event], given_)["a"].rating == rating


def test_k_of_an_event_is_that_of_its_start() -> None:
    given_ = [(LONG_AGO, "a", (1800.0, 29)), *BACK_THEN]
    long = RatedEvent(dt.date(2026, 2, 1), dt.date(2026, 4, 5), 1, [("a", "g", 2)])
    between = evening(dt.date(2026, 3, 3), ("a", "c", 1), ("a", "d", 1))
    assert standing(EVENT, [long, between], given_)["a"].rating == 1820.0  # K 40


def test_who_got_a_rating_during_a_tournament_is_computed_with_it() -> None:
    """And did not count for the opponents, who met somebody without a rating."""
    long = RatedEvent(dt.date(2026, 2, 1), dt.date(2026, 4, 5), 1, [("a", "g", 2)])
    rows = standing(MONTH, [NEWCOMER, long])
    assert rows["a"].rating == 1820.0  # 0.5 * 40
    assert rows["g"].rating == 1800.0 and rows["g"].games == 100


def test_who_lost_the_rating_during_a_tournament_takes_its_games_into_the_new_pool() -> None:
    given_ = [*BACK_THEN, (LONG_AGO, "a", (1401.0, 100))]
    lost = evening(dt.date(2026, 3, 3), ("a", "b", 0))
    long = RatedEvent(dt.date(2026, 2, 1), dt.date(2026, 4, 5), 1, [("a", "g", 2)])
    row = standing(MONTH, [lost, long], given_)["a"]
    assert row.rating == 0.0
    assert str(FIDE.waiting(row, FideSettings())) == "1 of 5 games towards the first rating"


# -- Where ratings come from ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rating", "found"), [(1733.25, 1733.0), (1733.5, 1734.0), (1400.0, 1400.0), (1399.0, 0.0)]
)
def test_a_starting_rating_is_whole_and_not_below_the_floor(rating, found) -> None:
    row = standing(MONTH, [], [(dt.date(2026, 1, 1), "a", (rating, None))])["a"]
    assert row.rating == found


def test_a_known_fide_rating_is_that_of_who_has_none_here() -> None:
    facts = [(dt.date(2026, 4, 2), "a", {"fide_standard": 1650})]
    event = evening(dt.date(2026, 3, 3), ("a", "b", 2))
    assert standing(MONTH, [event], facts=facts)["a"].rating == 1650.0
    rapid = Timeline.of("fide", FideSettings(chapter="rapid"))
    assert standing(rapid, [event], facts=facts)["a"].rating == 0.0
    facts.append((dt.date(2026, 4, 2), "b", {"fide_standard": 1700}))
    facts.append((dt.date(2026, 5, 2), "a", {"fide_standard": 1700}))
    before_any_game = [(dt.date(2026, 1, 1), "z", {"fide_standard": x}) for x in (1650, 1700)]
    assert standing(MONTH, [], facts=before_any_game)["z"].rating == 1700.0
    started = [(dt.date(2025, 1, 1), "z", (1500.0, None))]
    assert standing(MONTH, [], started, before_any_game)["z"].rating == 1700.0
    assert standing(MONTH, [event], facts=facts)["b"].rating == 1800.0
    later = evening(dt.date(2026, 4, 3), ("a", "b", 1))
    assert standing(MONTH, [event, later], facts=facts)["a"].rating not in (1650.0, 1700.0)


def test_a_club_may_let_newcomers_enter_with_a_rating() -> None:
    timeline = Timeline.of("fide", FideSettings(start=1500))
    rows = standing(timeline, [evening(dt.date(2026, 3, 3), ("x", "y", 2))], [])
    assert (rows["x"].rating, rows["y"].rating) == (1520.0, 1480.0)


def _from(day: dt.date, settings: FideSettings) -> SettingsChange:
    return SettingsChange(day, "fide", settings)


def test_games_that_waited_are_not_lost_when_the_club_stops_having_lists() -> None:
    switched = Timeline(
        [
            _from(dt.date.min, FideSettings()),
            _from(dt.date(2026, 4, 1), FideSettings(period="event")),
        ]
    )
    events = [
        evening(dt.date(2026, 3, 3), ("b", "c", 2)),
        evening(dt.date(2026, 4, 3), ("b", "d", 2)),
    ]
    steps = [step for step in history(MONTH, events, BACK_THEN) if not step.closes]
    *_, last = replay(steps, switched)
    rows = {row.uid: row for row in last.rows}
    assert (rows["b"].rating, rows["b"].change) == (1820.0, 20.0)
    assert "waits" not in (rows["b"].extra or {})


def test_playing_days_are_tournaments_of_a_day() -> None:
    days_ = [dt.date(2026, 3, 3), dt.date(2026, 3, 10)]
    event = RatedEvent(
        days_[0], days_[1], 1, [("b", "c", 2), ("b", "d", 2)], Steps.DAY, True, days_
    )
    assert standing(EVENT, [event])["b"].rating == 1820.0  # +10, then 1810 v 1800: .49 * 20 = 9.8


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
