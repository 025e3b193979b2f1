"""LOK in the replay: what is known about people, and whom it gives an OK to start with."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

import pytest

from ladder.systems import known_of
from tests.core.histories import START
from tests.core.lok_histories import (
    FIRST,
    LONG_AGO,
    SECOND,
    STRICT,
    evening,
    explanations,
    oks,
    ratings,
    run,
    standings,
)


@pytest.mark.parametrize(
    ("facts", "rating"),
    [
        ({"lok_standard": 1500, "fide_standard": 1900}, 1493),
        ({"fide_standard": 1500}, 1493),
        ({"class": "III"}, 1247),  # 1250 - 15 * 0.19
        ({"class": "IV"}, 1099),
        ({"class": "none"}, 0),
        ({"foreigner": "yes", "national": 1500, "lok_standard": 1900}, 1493),
        ({"foreigner": "no", "national": 1500}, 0),
        ({"lok_rapid": 1500, "fide_rapid": 1500}, 0),
    ],
)
def test_what_somebody_starts_with(facts: Mapping[str, Any], rating: float) -> None:
    known = [*oks(b=1500), (LONG_AGO, "a", facts)]
    done = run([evening(dt.date(2025, 11, 4), ("a", "b", 0))], known)
    assert ratings(done, FIRST)["a"] == rating


def test_while_nobody_has_an_ok_everybody_counts_as_something() -> None:
    """Else a club without a rating or a class would never have one."""
    games = [("a", "b", 2)] * 6 + [("b", "a", 1)] * 5
    event = evening(dt.date(2025, 11, 4), *games, ("a", "none", 2))
    done = run([event])
    # 8.5 of 11 are 77 %, 2.5 are 23 %; the win over somebody who scored nothing does not count
    assert ratings(done, FIRST) == {"a": 1411.0, "b": 0.0, "none": 0.0}
    told = next(one for step, row, _, one in explanations(done) if row.uid == "a" and step.games)
    assert "everybody counts as 1200" in str(told.workings[1])
    assert [game.counted for game in told.played] == [True] * 11 + [False]
    assert not any(ratings(run([event], timeline=STRICT)).values())


def test_with_one_ok_in_the_event_only_that_one_counts() -> None:
    games = [("a", "b", 2)] * 6 + [("b", "a", 1)] * 5 + [("a", "c", 1)]
    done = run([evening(dt.date(2025, 11, 4), *games)], oks(c=1500))
    assert {uid: row.games for uid, row in standings(done).items() if row.played} == {
        "a": 1,
        "b": 0,
        "c": 0,
    }


@pytest.mark.parametrize(
    ("day", "frl", "at_once", "first", "second"),
    [
        (dt.date(2026, 1, 1), 1600, 1600, 1600, 1591),  # skipped, and the games are deleted
        (dt.date(2025, 12, 31), 1600, 1600, 1590, 1581),
        (dt.date(2026, 1, 1), 1400, 0, 1493, 1486),  # not higher: nothing happens
    ],
)
def test_a_first_listing_at_fide(day, frl, at_once, first, second) -> None:
    known = [*oks(a=1500, b=1500), (day, "a", {"fide_standard": frl})]
    lost = ("a", "b", 0)
    done = run([evening(dt.date(2025, 11, 4), lost), evening(dt.date(2026, 2, 3), lost)], known)
    assert ratings(done, day)["a"] == at_once
    assert ratings(done, FIRST)["a"] == first
    assert ratings(done, SECOND)["a"] == second
    assert known_of(standings(done)["a"])["fide_standard"] == frl


def test_a_value_known_before_the_first_game_is_no_first_listing() -> None:
    known = [*oks(a=1500, b=1500), (START, "a", {"fide_standard": 1600})]
    done = run([evening(dt.date(2025, 11, 4), ("a", "b", 0))], known)
    assert ratings(done, dt.date(2025, 12, 1))["a"] == 0
    assert ratings(done, FIRST)["a"] == 1493
