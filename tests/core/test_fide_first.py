"""First FIDE ratings, and where ratings come from."""

import datetime as dt
from dataclasses import replace

import pytest

from events.revisions import Steps
from ladder.replay import SettingsChange, Timeline, replay
from ladder.systems import RatedEvent
from ladder.systems.fide import FideSettings
from tests.core.fide_histories import (
    BACK_THEN,
    EVENT,
    FIDE,
    LONG_AGO,
    MONTH,
    NEWCOMER,
    evening,
    standing,
)
from tests.core.system_laws import (
    history,
    played,
)

# -- First ratings ------------------------------------------------------------------------------------


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
