"""The FIDE system keeps the laws of every system."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.core.fide_histories import (
    MONTH,
    known,
    starts,
    timelines,
)
from tests.core.histories import rated_events
from tests.core.system_laws import (
    explanations_agree,
    from_anywhere,
    order_makes_no_difference,
    outsiders_are_left_alone,
    played,
    states_are_plain,
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
