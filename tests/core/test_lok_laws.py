"""LOK in the replay: what holds for every history."""

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from events.revisions import Steps
from ladder.systems import (
    About,
    Game,
    RatedEvent,
    Row,
    stored,
)
from tests.core.histories import START, UIDS, rated_events
from tests.core.lok_histories import LOK, STANDARD, Known, explanations, ratings, run
from tests.core.system_laws import (
    explanations_agree,
    from_anywhere,
    order_makes_no_difference,
    played,
    states_are_plain,
)

FEWER = settings(max_examples=40)  # whole histories, with half a year of lists
values = st.fixed_dictionaries(
    {},
    optional={
        "birth": st.dates(dt.date(2005, 1, 1), dt.date(2014, 1, 1)).map(dt.date.isoformat),
        "lok_standard": st.integers(1001, 2450),
        "fide_standard": st.integers(1400, 2450),
        "class": st.sampled_from(("III", "IV", "none")),
    },
)
known_facts = st.lists(
    st.tuples(
        st.sampled_from((START, START + dt.timedelta(days=10), dt.date(2025, 9, 1))),
        st.sampled_from(UIDS),
        values,
    ),
    max_size=10,
)
starts_given = st.lists(
    st.tuples(st.just(START), st.sampled_from(UIDS), st.tuples(st.floats(990, 2500), st.none())),
    max_size=4,
)


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[RatedEvent], Known, Any]:
    """Events before and across the list of 5 September, some of them all play all."""
    events = []
    for event in draw(rated_events()):
        players = sorted({uid for game in event.games for uid in game[:2]})
        about = About(
            closed=draw(st.booleans()),
            entries=players,
            tempo=draw(st.sampled_from(("", "standard", "rapid", "other"))),
            minutes=draw(st.sampled_from((None, 90, 30))),
            listing=draw(st.sampled_from(("", "", "", "next", "none"))),
            asked_out=sorted(draw(st.sets(st.sampled_from(players)))) if players else (),
        )
        events.append(replace(event, about=about))
    starts = [(day, uid, (stored(value), n)) for day, uid, (value, n) in draw(starts_given)]
    return events, draw(known_facts), starts


@FEWER
@given(histories(), st.randoms(use_true_random=False))
def test_the_order_of_games_makes_no_difference(history, random) -> None:
    events, known, starts = history
    order_makes_no_difference(STANDARD, events, starts, known, random=random)


@FEWER
@given(histories(), st.data())
def test_a_replay_that_starts_anywhere_equals_the_whole(history, data) -> None:
    events, known, starts = history
    from_anywhere(STANDARD, events, starts, known, data=data)


@FEWER
@given(histories())
def test_what_is_kept_and_explained_is_what_happened(history) -> None:
    events, known, starts = history
    states_are_plain(played(STANDARD, events, starts, known))
    explanations_agree(STANDARD, events, starts, known)


@FEWER
@given(histories())
def test_explanations_say_what_happened(history) -> None:
    done = run(*history)
    for step, row, before, told in explanations(done):
        was = before.rating if before else 0.0
        assert (told.change, told.rating_after, told.added_to) == (row.change, row.rating, was)
        assert told.rated is LOK.is_rated(row)
        if told.first:
            assert (was, told.change) == (0.0, 0.0)
        else:
            assert was + told.change == told.rating_after
        assert str(told.sentence) and all(str(line) for line in told.workings)
        if step.games:
            own = [game for game in step.games if row.uid in game[:2]]
            assert len(told.played) == len(own)
            counted = [game for game in told.played if game.counted]
            assert len(counted) == told.counted
            assert sum(game.half_points for game in counted) == told.half_points


@FEWER
@given(histories(), st.data())
def test_a_request_concerns_the_winner_who_asks_and_nobody_else(history, data) -> None:
    events, known, starts = history
    event = next((replace(event, steps=Steps.EVENT) for event in events if event.games), None)
    if event is None:
        return
    scored: Counter[str] = Counter()
    for white, black, half in event.games:
        scored[white] += half
        scored[black] += 2 - half
    asked = data.draw(st.sets(st.sampled_from(sorted(scored))))
    granted = {uid for uid in asked if scored[uid] == max(scored.values())}

    def rows(**about: Any) -> set[tuple[int, str, str]]:
        said = replace(event, about=event.about._replace(**about))
        done = run([said], known, starts)
        return {(one.step.place, row.uid, repr(row)) for one in done for row in one.rows}

    plain, none = rows(asked_out=()), rows(listing="none", asked_out=())
    wanted = {row for row in plain if row[1] not in granted}
    wanted |= {row for row in none if row[1] in granted}
    assert rows(asked_out=sorted(asked)) == wanted


@FEWER
@given(histories())
def test_events_move_nobody_and_lists_only_those_who_wait(history) -> None:
    now: dict[str, Row] = {}
    for one in run(*history):
        for row in one.rows:
            if one.step.games:
                assert row.change == 0.0
                assert row.rating == (now[row.uid].rating if row.uid in now else 0.0)
                assert row.uid in {uid for game in one.step.games for uid in game[:2]}
            elif one.step.closes:
                state = LOK.state(now[row.uid])
                assert state.get("waits") or state.get("skip")
            assert row.rating == 0 or (row.rating >= 1001 and row.rating.is_integer())
            now[row.uid] = row


@given(rated_events(), known_facts, st.integers(0, 8))
def test_a_better_result_never_gives_less_by_the_next_list(events, known, number) -> None:
    """In one event; nobody has won it, since the most points are those of somebody else.

    Of two who have points in any case: wins over who scores nothing do not count (3.13.7), so with
    the first half point that a player makes the games of the others begin to."""
    about = About(points={"somebody else": 99})
    event = next((event for event in events if len(event.games) > number), None)
    if event is None or event.games[number][2] == 2:
        return
    white, black, half = event.games[number]
    better = [*event.games[:number], (white, black, half + 1), *event.games[number + 1 :]]
    if not _half_points(event.games, white) or not _half_points(better, black):
        return
    lower, higher = (
        ratings(run([RatedEvent(event.date, event.date, 1, games, about=about)], known))
        for games in (event.games, better)
    )
    assert higher[white] >= lower[white]
    assert higher[black] <= lower[black]
    others = lower.keys() - {white, black}
    assert {uid: higher[uid] for uid in others} == {uid: lower[uid] for uid in others}


def _half_points(games: Sequence[Game], uid: str) -> int:
    return sum(half if white == uid else 2 - half for white, black, half in games
               if uid in (white, black))  # fmt: skip
