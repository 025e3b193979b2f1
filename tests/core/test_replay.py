"""Replays: order, events that last, starts in the middle, keys and results."""

import datetime as dt
import json
import math
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.revisions import Steps
from ladder.fingerprint import NOTHING_YET
from ladder.replay import Done, SettingsChange, Timeline, replay
from ladder.systems import (
    Phase,
    RatedEvent,
    State,
    Step,
    encode,
    fact_step,
    get,
    steps_in_order,
)
from tests.core.histories import exactly, facts, rated_events, second_opinion

ELO = Timeline.of("club_elo")
DATA = Path(__file__).parents[1] / "data"
JANUARY, MARCH = dt.date(2026, 1, 6), dt.date(2026, 3, 24)


def bits(done: Iterable[Done]) -> list[object]:
    return [(d.step.place, exactly(d.rows), d.mark) for d in done]


def evening(day: dt.date, *games: tuple[str, str, int], sequence: int = 1) -> RatedEvent:
    return RatedEvent(day, day, sequence, games)


def run(events: Iterable[RatedEvent], starts=(), timeline: Timeline = ELO) -> list[Done]:
    return list(replay(steps_in_order(events, starts), timeline))


# -- Properties ---------------------------------------------------------------------------------


@given(rated_events(), facts)
def test_a_second_opinion_agrees(events, starts) -> None:
    standing = {row.uid: row for done in run(events, starts) for row in done.rows}
    expected = second_opinion(events, starts)
    assert standing.keys() == expected.keys()
    for uid, (rating, counted) in expected.items():
        assert standing[uid].games == counted
        assert math.isclose(standing[uid].rating, rating, abs_tol=2e-6)


@given(rated_events(), facts, st.randoms(use_true_random=False))
def test_the_order_in_which_events_and_games_are_given_makes_no_difference(
    events, starts, random
) -> None:
    expected = bits(run(events, starts))
    shuffled = []
    for event in events:
        both = list(zip(event.games, event.days or (), strict=True))
        random.shuffle(both)
        shuffled.append(
            replace(event, games=[game for game, _ in both], days=[day for _, day in both])
        )
    random.shuffle(shuffled)
    assert bits(run(shuffled, starts)) == expected


@given(rated_events(), facts, st.data())
def test_a_replay_that_starts_anywhere_equals_the_whole(events, starts, data) -> None:
    steps = steps_in_order(events, starts)
    whole = list(replay(steps, ELO))
    cut = data.draw(st.integers(0, len(steps)))
    since = steps[cut].place if cut < len(steps) else encode(dt.date(2030, 1, 1), Phase.FACT)
    if data.draw(st.booleans()) and cut:
        since = steps[cut - 1].place + 1  # any place between two steps will do

    def standing(place: int) -> dict[str, State]:
        rows = [row for done in whole if done.step.place < place for row in done.rows]
        return {row.uid: State(row.rating, row.games, row.played) for row in rows}

    rest = replay(
        steps[cut:],
        ELO,
        since=since,
        states=standing(since),
        opened={step.read_at: standing(step.read_at) for step in steps if step.read_at < since},
        previous=whole[cut - 1].mark if cut else NOTHING_YET,
    )
    assert bits(rest) == bits(whole[cut:])


@given(rated_events(), facts)
def test_events_without_a_rated_game_leave_no_trace(events, starts) -> None:
    rated = [event for event in events if event.games]
    assert bits(run(rated, starts)) == bits(run(events, starts))


@given(rated_events(), facts)
def test_a_row_says_what_its_step_added(events, starts) -> None:
    before: dict[str, float] = {}
    for done in run(events, starts):
        for row in done.rows:
            if done.step.games:
                old = before.get(row.uid, 1200.0)
                assert math.isclose(row.rating, old + row.change, abs_tol=1e-6) or (
                    row.uid not in before
                )
            before[row.uid] = row.rating


# -- Events that last -----------------------------------------------------------------------------

OLD = [(dt.date.min, uid, (1500.0, 30)) for uid in "abc"]


def test_a_long_event_is_read_at_its_start_and_added_at_its_end() -> None:
    long = RatedEvent(JANUARY, MARCH, 1, [("a", "b", 2)])
    between = evening(dt.date(2026, 2, 10), ("a", "c", 0))
    *_, inside, end = run([long, between], OLD)
    assert {row.uid: row.rating for row in inside.rows} == {"a": 1490.0, "c": 1510.0}
    assert {row.uid: (row.rating, row.change) for row in end.rows} == {
        "a": (1500.0, 10.0),
        "b": (1490.0, -10.0),
    }


def test_on_its_first_day_it_is_read_before_the_evening_and_on_its_last_added_after() -> None:
    long = RatedEvent(JANUARY, MARCH, 1, [("a", "b", 2)])
    on_both = [evening(JANUARY, ("a", "b", 2)), evening(MARCH, ("a", "b", 2))]
    _, first, last, end = run([long, *on_both], OLD)
    assert [done.step.place for done in (first, last, end)] == [
        encode(JANUARY, Phase.ONE_DAY, 1),
        encode(MARCH, Phase.ONE_DAY, 1),
        encode(MARCH, Phase.END, 1),
    ]
    assert end.step.read_at < first.step.place
    assert end.rows[0].change == 10.0  # of equals, as they were at the start
    assert last.rows[0].change < 10.0


def test_somebody_who_entered_in_a_long_event_keeps_what_came_meanwhile() -> None:
    long = RatedEvent(JANUARY, MARCH, 1, [("new", "fresh", 2)])
    between = evening(dt.date(2026, 2, 10), ("new", "other", 2))
    done = run([long, between])
    assert {row.uid: (row.rating, row.games) for row in done[-1].rows} == {
        "new": (1240.0, 2),
        "fresh": (1180.0, 1),
    }


# -- Settings in time ---------------------------------------------------------------------------


def elo(**values: object):
    return get("club_elo").settings(values)


def test_settings_are_in_force_from_their_day_and_of_a_long_event_those_of_its_start() -> None:
    change_day = dt.date(2026, 2, 1)
    timeline = Timeline(
        [
            SettingsChange(change_day, "club_elo", elo(k=10)),
            SettingsChange(JANUARY, "club_elo", elo(k=30)),
        ]
    )
    long = RatedEvent(JANUARY, MARCH, 1, [("a", "b", 2)])
    evenings = [
        evening(day, ("a", "c", 1), ("a", "c", 1))
        for day in (dt.date(2025, 1, 1), change_day - dt.timedelta(days=1), change_day)
    ]
    assert [timeline.at(step.place).settings.k for step in steps_in_order(evenings)] == [30, 30, 10]
    assert run([long], OLD, timeline)[-1].rows[0].change == 15.0
    assert timeline.on(change_day).settings.k == 10


def test_of_two_changes_of_one_day_the_one_given_last_holds() -> None:
    several = [SettingsChange(JANUARY, "club_elo", elo(k=k)) for k in (11, 12, 13)]
    assert Timeline(several).on(JANUARY).settings.k == 13


def test_a_timeline_needs_settings_of_a_system_that_is_known() -> None:
    with pytest.raises(ValueError, match="needs settings"):
        Timeline([])
    with pytest.raises(KeyError, match="no rating system 'chess'; there are: club_elo"):
        Timeline([SettingsChange(JANUARY, "chess", elo())])


# -- Starting ratings -----------------------------------------------------------------------------


def test_a_starting_rating_holds_before_everything_else_of_its_day() -> None:
    starts = [(JANUARY, "a", (1750.0, None)), (JANUARY, "b", (1500.0, 12))]
    fact, played = run([evening(JANUARY, ("a", "b", 1))], starts)
    assert [(row.rating, row.games, row.played) for row in fact.rows] == [
        (1750.0, 0, 0),
        (1500.0, 12, 0),
    ]
    after_a, after_b = played.rows
    assert (after_a.rating < 1750, after_a.games, after_a.played) == (True, 1, 1)
    # 1750 alone does not make established: the draw counts for the newcomer only
    assert (after_b.rating, after_b.games, after_b.played) == (1500.0, 12, 1)


def test_a_starting_rating_after_the_first_rated_game_has_no_effect() -> None:
    events = [evening(JANUARY, ("a", "b", 1))]
    played, fact = run(events, [(MARCH, "a", (1750.0, None))])
    assert fact.rows == [] and fact.mark != played.mark


def test_of_two_starting_ratings_the_later_holds_until_the_first_game() -> None:
    starts = [(JANUARY, "a", (1750.0, 30)), (MARCH, "a", (1400.0, None))]
    *_, fact, _ = run([evening(MARCH, ("a", "b", 1))], starts)
    assert (fact.rows[0].rating, fact.rows[0].games) == (1400.0, 0)


# -- What is refused ------------------------------------------------------------------------------


def test_steps_out_of_order_are_refused() -> None:
    first, second = steps_in_order([evening(JANUARY, ("a", "b", 1)), evening(MARCH, ("a", "b", 1))])
    with pytest.raises(ValueError, match="does not come after"):
        list(replay([second, first], ELO))
    with pytest.raises(ValueError, match="does not come after"):
        list(replay([first, first], ELO))
    with pytest.raises(ValueError, match="does not come after"):
        list(replay([first], ELO, since=second.place))
    with pytest.raises(ValueError, match="is read later"):
        list(replay([first._replace(read_at=second.place)], ELO))


def test_a_long_event_whose_start_nobody_kept_is_refused() -> None:
    (step,) = steps_in_order([RatedEvent(JANUARY, MARCH, 1, [("a", "b", 2)])])
    with pytest.raises(ValueError, match=r"nothing given of what was read at .*2026, 1, 6"):
        list(replay([step], ELO, since=step.read_at + 1))


# -- Keys and results ---------------------------------------------------------------------------

GAMES = [("a", "b", 2), ("c", "a", 1), ("b", "c", 0)]


def fingerprint(steps: list[Step], timeline: Timeline = ELO) -> bytes:
    return list(replay(steps, timeline))[-1].mark.result


def test_everything_that_numbers_depend_on_is_in_the_fingerprint() -> None:
    place = encode(JANUARY, Phase.ONE_DAY, 1)
    late = encode(JANUARY, Phase.ONE_DAY, 2)
    plain = Step(place, place, GAMES)
    fact = fact_step(JANUARY, {"a": (1500.0, None)})
    seen = [
        fingerprint([plain]),
        fingerprint([Step(late, late, GAMES)]),
        fingerprint([Step(place, place, GAMES[:2])]),
        fingerprint([Step(place, place, [*GAMES, GAMES[0]])]),
        fingerprint([Step(place, place, [("a", "b", 1), *GAMES[1:]])]),
        fingerprint([Step(place, place, [("b", "a", 0), *GAMES[1:]])]),
        fingerprint([plain], Timeline.of("club_elo", elo(k_new=41))),
        fingerprint([plain], Timeline.of("club_elo", elo(provisional=6))),
        fingerprint([fact, plain]),
        fingerprint([fact_step(JANUARY, {"a": (1500.0, 0)}), plain]),
        fingerprint([fact_step(JANUARY, {"a": (1500.5, None)}), plain]),
        fingerprint([Step(place, place - 1, GAMES)]),
    ]
    assert len(set(seen)) == len(seen)
    assert fingerprint([Step(place, place, GAMES[::-1])]) == seen[0]


def test_a_raised_version_moves_every_key(monkeypatch: pytest.MonkeyPatch) -> None:
    place = encode(JANUARY, Phase.ONE_DAY, 1)
    before = fingerprint([Step(place, place, GAMES)])
    monkeypatch.setattr(type(get("club_elo")), "version", 999)
    assert fingerprint([Step(place, place, GAMES)], Timeline.of("club_elo")) != before


def test_a_change_early_on_moves_every_later_mark() -> None:
    evenings = [evening(JANUARY + dt.timedelta(days=7 * n), ("a", "b", n % 3)) for n in range(6)]
    whole, rest = run(evenings), run(evenings[1:])
    assert not {done.mark.key for done in whole} & {done.mark.key for done in rest}
    assert not {done.mark.result for done in whole} & {done.mark.result for done in rest}


def made_season() -> tuple[list[RatedEvent], list[tuple[dt.date, str, tuple[float, int | None]]]]:
    """Forty events from a fixed sequence of numbers: half of them last, one in ten by days."""
    number = 20260303

    def roll(below: int) -> int:
        nonlocal number
        number = (number * 1103515245 + 12345) % 2**31
        return number // 65536 % below

    uids = [f"member-{n:05d}" for n in range(24)]
    events = []
    for n in range(40):
        last = JANUARY + dt.timedelta(days=3 * n)
        start = last - dt.timedelta(days=(0, 0, 14, 35)[roll(4)])
        steps = Steps.DAY if roll(10) == 0 else Steps.EVENT
        played, days = [], []
        for _ in range(6 + roll(20)):
            white = roll(24)
            played.append((uids[white], uids[(white + 1 + roll(23)) % 24], roll(3)))
            days.append(start + dt.timedelta(days=roll((last - start).days + 1)))
        events.append(RatedEvent(start, last, 1 + roll(9), played, steps, days=days))
    starts = [(JANUARY, uids[n], (1300.0 + 25.5 * n, (None, 30)[n % 2])) for n in range(8)]
    return events, starts


def test_the_fingerprint_of_a_made_season_has_not_moved() -> None:
    """It moves only together with a raised version of the system, or a note in the changelog."""
    golden = json.loads((DATA / "made_season.json").read_text())
    events, starts = made_season()
    done = run(events, starts)
    standing = {row.uid: row.rating for step in done for row in step.rows}
    assert standing == golden["ratings"]
    assert done[-1].mark.result.hex() == golden["fingerprint"]
