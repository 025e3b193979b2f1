"""LOK in the replay: lists, what waits for them, first OKs, settings."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from ladder.comparing import follow
from ladder.replay import SettingsChange, Timeline, replay
from ladder.systems import (
    BadSetting,
    Phase,
    encode,
    get,
)
from tests.core.lok_histories import (
    FIRST,
    LOK,
    LONG_AGO,
    RAPID,
    SECOND,
    STANDARD,
    evening,
    explanations,
    oks,
    ratings,
    run,
    standings,
    steps_of,
)

# -- A season by hand ---------------------------------------------------------------------------


def test_events_wait_for_the_list_and_the_list_computes() -> None:
    """1800 against 1900, 1750, 1820, 1700, 1880 with 3 points: 1808 (docs/rules/lok.md)."""
    known = oks(own=1800, a=1900, b=1750, c=1820, d=1700, e=1880)
    october, december = dt.date(2025, 10, 7), dt.date(2025, 12, 2)
    events = [
        evening(october, ("own", "a", 1), ("b", "own", 0), ("own", "c", 2)),
        evening(december, ("own", "d", 1), ("e", "own", 2), points={"own": 1, "d": 1, "e": 9}),
    ]
    done = run(events, known)
    before = standings(done, dt.date(2025, 12, 31))
    assert before["own"].rating == 0 and not LOK.is_rated(before["own"])
    assert str(LOK.waiting(before["own"], LOK.settings())) == (
        "Games that wait for the list of 2026-01-05: 5."
    )
    said = [
        (str(one.sentence), one.enters)
        for step, row, _, one in explanations(done)
        if row.uid == "own" and step.games
    ]
    assert said == [
        ("Games of this event that count: 3.", FIRST),
        ("Games of this event that count: 2.", FIRST),
    ]
    after = standings(done, FIRST)["own"]
    assert (after.rating, after.change, after.games, after.played) == (1808.0, 0.0, 5, 5)
    assert LOK.is_rated(after) and LOK.waiting(after, LOK.settings()) is None


def test_what_ends_after_the_last_day_waits_for_the_next_list() -> None:
    known = oks(a=1500, b=1500)
    in_time, late = dt.date(2026, 1, 2), dt.date(2026, 1, 3)
    lost = ("a", "b", 0)
    assert ratings(run([evening(in_time, lost)], known), FIRST)["a"] == 1493
    done = run([evening(late, lost)], known)
    assert ratings(done, FIRST)["a"] == 0
    assert ratings(done, SECOND)["a"] == 1493


@pytest.mark.parametrize(
    ("listing", "first", "second"), [("", 1493, 1493), ("next", 0, 1493), ("none", 0, 0)]
)
def test_the_arbiter_says_which_list(listing: str, first: float, second: float) -> None:
    known = oks(a=1500, b=1500)
    done = run([evening(dt.date(2025, 11, 4), ("a", "b", 0), listing=listing)], known)
    assert ratings(done, FIRST)["a"] == first
    assert ratings(done, SECOND)["a"] == second


@pytest.mark.parametrize(
    ("games", "said"),
    [
        (10, "10 of 11 games towards the first OK."),
        (18, "18 games towards the first OK; the next list gives one from 11 on."),
    ],
)
def test_enough_games_are_not_so_many_of_eleven(games: int, said: str) -> None:
    event = evening(dt.date(2025, 11, 4), *[("b", "a", 1)] * games)
    (done, *_) = (one for one in run([event], oks(a=1500)) if one.step.games)
    (row,) = (row for row in done.rows if row.uid == "b")
    assert str(LOK.waiting(row, LOK.settings())) == said


def test_rapid_lists_come_every_other_month() -> None:
    known = [(LONG_AGO, uid, {"lok_rapid": 1500}) for uid in "ab"]
    done = run([evening(dt.date(2025, 9, 9), ("a", "b", 0))], known, timeline=RAPID)
    assert ratings(done, dt.date(2025, 10, 31))["a"] == 0
    assert ratings(done, dt.date(2025, 11, 1))["a"] == 1493


def test_too_little_time_for_the_list() -> None:
    known = oks(a=1500, b=1500)
    for minutes, rating in ((59, 0), (60, 1493), (None, 1493)):
        done = run([evening(dt.date(2025, 11, 4), ("a", "b", 0), minutes=minutes)], known)
        assert ratings(done, FIRST)["a"] == rating


@pytest.mark.parametrize(
    ("which", "tempo", "minutes", "enters"),
    [
        ("standard", "standard", None, True),
        ("standard", "standard", 59, False),
        ("standard", "rapid", None, False),
        ("standard", "rapid", 90, False),
        ("standard", "blitz", None, False),
        ("rapid", "rapid", None, True),
        ("rapid", "rapid", 10, True),
        ("rapid", "rapid", 9, False),
        ("rapid", "standard", 90, False),
        ("rapid", "blitz", 10, False),
        ("standard", "other", 60, True),
        ("standard", "other", 59, False),
        ("rapid", "other", 10, True),
        ("standard", "other", None, False),
        ("rapid", "other", None, False),
    ],
)
def test_an_event_enters_the_list_of_its_tempo(
    which: str, tempo: str, minutes: int | None, enters: bool
) -> None:
    known = [(LONG_AGO, uid, {f"lok_{which}": 1500}) for uid in "ab"]
    timeline = RAPID if which == "rapid" else Timeline.of("lok")
    event = evening(dt.date(2025, 11, 4), ("a", "b", 0), tempo=tempo, minutes=minutes)
    done = run([event], known, timeline=timeline)
    assert (ratings(done, FIRST)["a"] == 1493) is enters
    told = next(told for step, row, _, told in explanations(done, timeline) if row.uid == "a")
    assert (told.counted == 1) is enters
    assert (told.played[0].reason is None) is enters


def test_it_is_said_why_an_event_enters_no_list() -> None:
    for tempo, words in (("blitz", "not of the tempo"), ("other", "the minutes must be known")):
        done = run([evening(dt.date(2025, 11, 4), ("a", "b", 0), tempo=tempo)], oks(a=1500, b=1500))
        told = next(told for *_, told in explanations(done))
        line, reason = str(told.workings[0]), str(told.played[0].reason)
        assert words in line and line == f"{reason[0].upper()}{reason[1:]}."


def test_seven_of_eleven_games_and_then_a_first_ok() -> None:
    known = oks(b=1500)
    lost = [("new", "b", 0)] * 3
    win = ("new", "b", 2)
    done = run(
        [
            evening(dt.date(2025, 11, 4), *lost, win, *lost),
            evening(dt.date(2026, 2, 3), win, ("b", "new", 1), *lost[:2]),
        ],
        known,
    )
    waiting = standings(done, dt.date(2025, 12, 1))["new"]
    pooled = standings(done, FIRST)["new"]
    for row in (waiting, pooled):
        assert str(LOK.waiting(row, LOK.settings())) == "7 of 11 games towards the first OK."
        assert not LOK.is_rated(row)
    # for b, games with somebody without an OK do not count
    assert ratings(done, SECOND)["b"] == 0
    # 2.5 of 11 are 23 %: 1500 - 211
    assert ratings(done, SECOND)["new"] == 1289
    told = [told for step, row, _, told in explanations(done) if row.uid == "new" and step.closes]
    assert [one.first for one in told] == [False, True]
    assert [one.rated for one in told] == [False, True]
    assert str(told[0].sentence) == "7 of 11 games towards the first OK."


def test_below_1001_somebody_leaves_the_list_and_begins_again() -> None:
    known = [*oks(b=1010), (LONG_AGO, "weak", {"class": "IV"})]
    starts = [(LONG_AGO, "weak", (1005.4, None))]
    lost = [("weak", "b", 0)] * 4
    events = [
        evening(dt.date(2025, 11, 4), *lost),
        evening(dt.date(2026, 2, 3), ("weak", "b", 2)),
    ]
    done = run(events, known, starts)
    assert ratings(done, dt.date(2025, 12, 1))["weak"] == 1005
    gone = standings(done, FIRST)["weak"]
    assert (gone.rating, gone.change) == (0.0, -1005.0)
    assert not LOK.is_rated(gone)
    # neither the class nor anything else known is an OK again: 11 games are needed
    later = standings(done, SECOND)["weak"]
    assert str(LOK.waiting(later, LOK.settings())) == "1 of 11 games towards the first OK."


def test_a_starting_rating_is_a_whole_ok_from_1001_on() -> None:
    day = dt.date(2025, 9, 1)
    done = run([], starts=[(day, "a", (1500.5, 30)), (day, "b", (1000.49, 30))])
    assert ratings(done) == {"a": 1501.0, "b": 0.0}


def test_who_wins_does_not_lose() -> None:
    known = oks(best=1900, b=1400, c=1450, d=1420, e=1380, f=1500)
    games = [("best", "b", 2), ("best", "c", 2), ("d", "best", 0), ("best", "e", 2)]
    day = dt.date(2025, 11, 4)
    shared = evening(day, *games, ("best", "f", 0), points={"best": 8, "f": 8})
    second = evening(day, *games, ("best", "f", 0), points={"best": 8, "f": 9})
    assert ratings(run([shared], known), FIRST)["best"] == 0  # nothing was computed
    assert ratings(run([second], known), FIRST)["best"] == 1891  # 15 * (4 - 4.6)
    told = [one for step, row, _, one in explanations(run([shared], known)) if step.closes]
    best = next(one for one in told if one.uid == "best")
    assert "left out" in str(best.workings[0])
    # What is left out has not counted: neither for the winner nor in any number of games.
    before = standings(run([shared], known), FIRST - dt.timedelta(days=1))["best"]
    after = standings(run([shared], known), FIRST)["best"]
    assert (before.games, after.games, after.played) == (5, 0, 5)
    assert standings(run([second], known), FIRST)["best"].games == 5
    assert str(best.sentence) == "Nothing was left to count, so nothing changed."


WON = [("a", "b", 2), ("a", "c", 2), ("c", "b", 2)]
OKS = oks(a=1500, b=1600, c=1700)


@pytest.mark.parametrize(("points", "first"), [({}, 0), ({"a": 4, "x": 4}, 0), ({"x": 5}, 1521)])
def test_the_winner_may_ask_to_leave_an_event_out(points: Mapping[str, int], first: float) -> None:
    day = dt.date(2025, 11, 4)
    plain = run([evening(day, *WON, points=points)], OKS)
    asked = run([evening(day, *WON, points=points, asked_out=["a"])], OKS)
    assert ratings(plain, FIRST)["a"] == 1521  # 150 below the average: 1500 + 15 * (2 - 0.6)
    assert ratings(asked, FIRST) == {**ratings(plain, FIRST), "a": first}
    told = {row.uid: one for step, row, _, one in explanations(asked) if step.games}["a"]
    words = [str(line) for line in told.workings]
    if first:
        assert told.counted == 2
        assert "Only the winner, or who is equal on points" in words[-1]
    else:
        assert told.counted == 0 and told.enters is None
        assert words[-1] == "You won the event and asked that it be left out."
        reason = "you won the event and asked that it be left out"
        assert {str(game.reason) for game in told.played} == {reason}
        assert str(told.sentence) == "No game of this event counts towards the list."


def test_an_event_that_is_left_out_gives_no_games_towards_a_first_ok() -> None:
    day = dt.date(2025, 11, 4)
    for asked, said in (
        ([], "2 of 11 games towards the first OK."),
        (["a"], "0 of 11 games towards the first OK."),
    ):
        done = run([evening(day, *WON, asked_out=asked)], oks(b=1600, c=1700))
        row = standings(done, dt.date(2025, 12, 1))["a"]
        assert str(LOK.waiting(row, LOK.settings())) == said


def test_requests_are_part_of_the_fingerprint_and_of_others_nothing_is_said() -> None:
    event = evening(dt.date(2025, 11, 4), *WON, entries="abc")
    marks = {
        asked: run([replace(event, about=event.about._replace(asked_out=asked))], OKS)[-1].mark
        for asked in ((), ("a",), ("b",), ("a", "b"), ("b", "a"))
    }
    assert len({mark.key for mark in marks.values()}) == 4
    assert marks["a", "b"] == marks["b", "a"]


def test_youth_on_the_day_of_the_list() -> None:
    """Under 14 with 11 games: the performance. The birthday may be the day after the list."""
    games = [("kid", "b", 2)] * 6 + [("kid", "b", 0)] * 5
    for birth, rating in (("2012-01-06", 1836), ("2012-01-05", 1609)):
        known = [*oks(b=1800, kid=1500), (LONG_AGO, "kid", {"birth": birth})]
        done = run([evening(dt.date(2025, 11, 4), *games, points={"b": 99})], known)
        assert ratings(done, FIRST)["kid"] == rating


# -- All play all -------------------------------------------------------------------------------

TABLE = [("a", "b", 2), ("a", "c", 2), ("a", "d", 2), ("b", "c", 2), ("b", "d", 2), ("c", "d", 2)]


def test_all_play_all_with_half_of_the_oks() -> None:
    known = oks(a=1500, d=1550)
    event = evening(dt.date(2025, 11, 4), *TABLE, closed=True, entries="abcd")
    kept = {
        uid: LOK.state(row)["waits"][0]
        for uid, row in standings(run([event], known)).items()
        if LOK.state(row).get("waits")
    }
    assert not kept
    before = standings(run([event], known), dt.date(2025, 12, 1))
    totals = {uid: LOK.state(row)["waits"][0]["total"] for uid, row in before.items()}
    assert totals == {"a": "4600", "b": "17925/4", "c": "18675/4", "d": "4550"}
    told = {row.uid: one for step, row, _, one in explanations(run([event], known)) if step.games}
    assert all(game.counted for one in told.values() for game in one.played)
    assert "Ra = Rz - (N - 1) / (N * M) * sum = 1525" in str(told["b"].workings[2])
    assert "Rp = Ra + D(P) * (N - 1) / N = 1618.75" in str(told["b"].workings[3])
    lists = {row.uid: one for step, row, _, one in explanations(run([event], known)) if step.closes}
    assert [str(line) for line in lists["b"].workings] == [
        "2025-11-04: 2 of 3, opponents 4481.25.",
        "(4) Ra = Rz - (N - 1) / (N * M) * sum = 1525, with N = 4 players.",
        "The opponents together: 3 * (N * Ra - 1618.75) / (N - 1) = 4481.25.",
    ]


def test_a_list_shows_the_400_points_where_they_change_the_sum() -> None:
    known = oks(own=1900, b=1400, c=1800)
    games = ("own", "b", 2), ("own", "c", 1)
    event = evening(dt.date(2025, 11, 4), *games, points={"d": 99})
    lists = {row.uid: one for step, row, _, one in explanations(run([event], known)) if step.closes}
    assert [str(line) for line in lists["own"].workings[:3]] == [
        "2025-11-04: 1.5 of 2, opponents 3300.",
        "The opponents' OKs together: 3200.",
        "An opponent more than 400 points weaker counts as 1500: together 3300.",
    ]
    assert not any("together" in str(line) for line in lists["c"].workings)


def test_who_scores_nothing_without_an_ok_is_left_out() -> None:
    known = oks(a=1500, b=1500, c=1550)
    event = evening(dt.date(2025, 11, 4), *TABLE, closed=True, entries="abcd")
    done = run([event], known)
    rows = standings(done, dt.date(2025, 12, 1))
    assert {uid: row.games for uid, row in rows.items()} == {"a": 2, "b": 2, "c": 2, "d": 0}
    assert {row.played for row in rows.values()} == {3}
    told = {row.uid: one for step, row, _, one in explanations(done) if step.games}
    assert [game.counted for game in told["a"].played] == [True, True, False]
    assert not any(game.counted for game in told["d"].played)
    assert str(told["d"].sentence) == "No game of this event counts towards the list."


def test_a_single_day_of_a_long_competition_counts_as_open() -> None:
    known = oks(a=1500, d=1550)
    event = evening(dt.date(2025, 11, 4), TABLE[0], TABLE[5], closed=True, entries="abcd")
    rows = standings(run([event], known), dt.date(2025, 12, 1))
    assert {uid: row.games for uid, row in rows.items()} == {"a": 0, "b": 1, "c": 1, "d": 0}


# -- Settings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        {"list": "blitz"},
        {"list": ["standard"]},
        {"start": 1000},
        {"start": 1500.0},
        {"start": True},
        {"start": 3001},
        {"k": 20},
    ],
)
def test_settings_that_make_no_sense(wrong: Mapping[str, Any]) -> None:
    with pytest.raises(BadSetting):
        LOK.settings(wrong)


def test_a_ladder_that_changes_to_lok_keeps_its_numbers() -> None:
    changes = [
        SettingsChange(LONG_AGO, "club_elo", get("club_elo").settings()),
        SettingsChange(dt.date(2025, 12, 1), "lok", LOK.settings()),
    ]
    events = [
        evening(dt.date(2025, 11, 4), ("a", "b", 0)),
        evening(dt.date(2025, 12, 2), ("a", "b", 0)),
    ]
    done = list(replay(steps_of(events), Timeline(changes)))
    rows = standings(done, FIRST)
    assert rows["a"].rating == 1173  # 1180 against 1220, 44 % expected: 1180 - 15 * 0.44
    assert rows["a"].change == rows["a"].rating - 1180.0


@pytest.mark.parametrize(
    ("own", "opponent", "expected"), [(1500, 1500, 0.5), (1500, 1400, 0.64), (1400, 1500, 0.36)]
)
def test_expected_score_of_one_game(own: float, opponent: float, expected: float) -> None:
    assert LOK.expected(own, opponent) == expected


def test_nobody_is_explained_who_was_not_there() -> None:
    done = run([evening(dt.date(2025, 11, 4), ("a", "b", 0))], oks(a=1500, b=1500, c=1500))
    rows = standings(done, dt.date(2025, 12, 1))
    event = next(one.step for one in done if one.step.games)
    first = next(one.step for one in done if one.step.closes and one.step.place > event.place)
    for step in (event, first):
        with pytest.raises(KeyError):
            LOK.explain(step, rows, "c", LOK.settings())
    assert LOK.explain(first, rows, "a", LOK.settings()).rating_after == 1493


def test_the_order_of_the_list() -> None:
    known = oks(a=1500, b=1600, c=1600)
    done = run([evening(dt.date(2025, 11, 4), ("b", "a", 1), ("c", "d", 1), ("a", "c", 1))], known)
    rows = standings(done, FIRST).values()
    order = sorted(rows, key=lambda row: LOK.list_key(row.uid, row, LOK.settings()))
    # c shares the win and would lose: the event is left out, and no game of c has counted.
    assert [(row.uid, row.games) for row in order[-2:]] == [("d", 1), ("c", 0)]
    rated = [row.rating for row in order[:-2]]
    assert rated == sorted(rated, reverse=True)


def test_a_starting_rating_goes_before_fides_value_that_is_known_before_the_first_game() -> None:
    known = [*oks(b=1500), (dt.date(2025, 11, 3), "a", {"fide_standard": 1750})]
    event = evening(dt.date(2025, 11, 4), ("a", "b", 2))
    done = run([event], known, starts=[(dt.date(2025, 9, 1), "a", (1700, None))])
    assert ratings(done, dt.date(2025, 11, 5))["a"] == 1700


def test_an_event_that_is_left_out_is_no_game_in_a_year_of_rest() -> None:
    """A year before the last day lies between a won one and its list."""
    won = [("a", "b", 2), ("a", "c", 2), ("d", "a", 1)]
    known = oks(a=1900, b=1400, c=1450, d=1420, x=1500, y=1500)
    days = [dt.date(2025, 9, 9), dt.date(2025, 11, 4)]
    first = evening(days[0], ("a", "x", 0), ("y", "a", 2), points={"x": 4})
    left_out = evening(days[1], *won, points={"a": 5})
    done = run([first, left_out], known)
    course = follow([one.step for one in done], done, STANDARD)
    counted = [games for _, games in course.counted["a"]]
    assert counted == [0, 2, 5, 2]
    assert course.rests_since("a", encode(dt.date(2025, 12, 1), Phase.START, 1))
    assert course.rests_since("a", encode(dt.date(2025, 10, 1), Phase.START, 1))
    assert not course.rests_since("a", encode(dt.date(2025, 9, 1), Phase.START, 1))
    again = evening(dt.date(2026, 2, 3), ("a", "x", 0), points={"x": 2})
    done = run([first, left_out, again], known)
    course = follow([one.step for one in done], done, STANDARD)
    assert not course.rests_since("a", encode(dt.date(2025, 12, 1), Phase.START, 1))


def test_an_ok_from_elsewhere_is_said_to_be_that_where_the_list_computes_with_it() -> None:
    done = run([evening(dt.date(2025, 11, 4), ("a", "b", 2))], oks(a=1600, b=1500))
    (told,) = (one for step, row, _, one in explanations(done) if step.closes and row.uid == "a")
    lines = [str(line) for line in told.workings]
    (line,) = (line for line in lines if line.startswith("You were not on this list yet"))
    assert "R0 is the OK that you start with, 1600" in line
    assert lines[lines.index(line) + 1].startswith("You are at R0 = 1600")
