"""US Chess, ECF, Harkness, Ingo and DWZ in the replay: what holds for every one of them."""

import datetime as dt
import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.revisions import Steps
from ladder.replay import Done, Timeline
from ladder.systems import About, RatedEvent, Row, State, Step, encode, get
from ladder.systems.places import Phase
from ladder.systems.unrated import meetings
from tests.core.histories import START, UIDS, rated_events
from tests.core.system_laws import (
    explanations_agree,
    from_anywhere,
    order_makes_no_difference,
    outsiders_are_left_alone,
    played,
    states_are_plain,
)

LADDERS: dict[str, tuple[str, dict[str, object]]] = {
    "uscf": ("uscf", {}),
    "uscf dual": ("uscf", {"dual": "yes", "match": "yes"}),
    "ecf": ("ecf", {}),
    "ecf by event": ("ecf", {"period": "event", "first_games": 4}),
    "harkness": ("harkness", {}),
    "harkness strict": ("harkness", {"start": 0}),
    "ingo": ("ingo", {}),
    "ingo later": ("ingo", {"weight": 0.25, "cut": "yes"}),
    "dwz": ("dwz", {}),
    "dwz soon": ("dwz", {"first_games": 2}),
}
every_ladder = pytest.mark.parametrize("ladder", LADDERS)
some = settings(max_examples=8)
BORN = [
    (START, uid, {"birth": (START - dt.timedelta(days=365 * years)).isoformat()})
    for uid, years in zip(UIDS, (12, 23), strict=False)
]
STRETCH = 14
"""Histories of forty days become some of a year and a half, in which lists are issued."""


def stretched(day: dt.date) -> dt.date:
    return START + (day - START) * STRETCH


@st.composite
def long_events(draw: st.DrawFn) -> list[RatedEvent]:
    about = About(closed=draw(st.booleans()))
    return [
        replace(
            event,
            start=stretched(event.start),
            date=stretched(event.date),
            days=[stretched(day) for day in event.days or ()],
            about=about,
        )
        for event in draw(rated_events())
    ]


starts = st.lists(
    st.tuples(
        st.integers(0, 40).map(lambda number: stretched(START + dt.timedelta(days=number))),
        st.sampled_from(UIDS),
        st.tuples(st.sampled_from((90.0, 1233.25, 1500.0)), st.sampled_from((None, 0, 4, 30))),
    ),
    max_size=6,
)


def timeline(ladder: str) -> Timeline:
    system, values = LADDERS[ladder]
    return Timeline.of(system, get(system).settings(values))


def born(ladder: str) -> list[Any]:
    return BORN if get(LADDERS[ladder][0]).needs else []


@every_ladder
@some
@given(long_events(), starts, st.randoms(use_true_random=False))
def test_order_makes_no_difference(ladder, events, begin, random) -> None:
    order_makes_no_difference(timeline(ladder), events, begin, born(ladder), random=random)


@every_ladder
@some
@given(long_events(), starts)
def test_colours_make_no_difference(ladder, events, begin) -> None:
    turned = [
        replace(event, games=[(black, white, 2 - half) for white, black, half in event.games])
        for event in events
    ]
    one, other = (played(timeline(ladder), each, begin, born(ladder)) for each in (events, turned))
    assert [done.rows for done in one] == [done.rows for done in other]


@every_ladder
@some
@given(long_events(), starts, st.data())
def test_from_any_place_on_it_is_the_same(ladder, events, begin, data) -> None:
    from_anywhere(timeline(ladder), events, begin, born(ladder), data=data)


@every_ladder
@some
@given(long_events(), starts)
def test_states_are_plain_and_small(ladder, events, begin) -> None:
    done = played(timeline(ladder), events, begin, born(ladder))
    states_are_plain(done)
    outsiders_are_left_alone(done)
    assert all(math.isfinite(row.rating) for one in done for row in one.rows)
    assert all(len(str(row.extra)) < 3000 for one in done for row in one.rows)


@every_ladder
@some
@given(long_events(), starts)
def test_explanations_agree_with_what_was_computed(ladder, events, begin) -> None:
    explanations_agree(timeline(ladder), events, begin, born(ladder))


@every_ladder
def test_nobody_without_a_game_is_explained(ladder) -> None:
    system, values = LADDERS[ladder]
    place = encode(START, Phase.ONE_DAY, 1)
    step = Step(place, place, [("a", "b", 2)])
    with pytest.raises(KeyError, match="stranger"):
        get(system).explain(step, {}, "stranger", get(system).settings(values))


@every_ladder
@some
@given(long_events(), starts)
def test_counters_and_first_ratings(ladder, events, begin) -> None:
    system, _ = LADDERS[ladder]
    seen: dict[str, Row] = {}
    for done in played(timeline(ladder), events, begin, born(ladder)):
        for row in done.rows:
            old = seen.get(row.uid)
            was_rated = old is not None and get(system).is_rated(old)
            assert not (was_rated and not get(system).is_rated(row)), "a rating is never lost"
            if not was_rated and system != "ingo":
                assert row.change == 0.0
            if done.step.games:
                met = meetings(done.step.games)[row.uid]
                assert row.played - (old.played if old else 0) == len(met)
                assert 0 <= row.games - (old.games if old else 0) <= len(met)
            seen[row.uid] = row


@every_ladder
@some
@given(long_events(), starts)
def test_outsiders_neither_change_nor_matter(ladder, events, begin) -> None:
    """Others in events of their own."""
    strangers = [
        replace(event, sequence=event.sequence + 50, games=[("x", "y", 2), ("y", "x", 1)])
        for event in events
        if event.steps is not Steps.DAY
    ]
    alone = played(timeline(ladder), events, begin, born(ladder))
    both = played(timeline(ladder), [*events, *strangers], begin, born(ladder))

    def of_ours(done: list[Done]) -> list[object]:
        rows = [(one.step.place, row) for one in done for row in one.rows]
        return [(place, row) for place, row in rows if row.uid in UIDS]

    assert of_ours(both) == of_ours(alone)


@every_ladder
@some
@given(st.floats(0, 3000), st.floats(0, 3000))
def test_an_expected_score_is_one(ladder, one, other) -> None:
    system = get(LADDERS[ladder][0])
    ours, theirs = system.expected(one, other), system.expected(other, one)
    assert 0 <= ours <= 1 and math.isclose(ours + theirs, 1.0)
    better = one < other if system.lower_is_better else one > other
    assert ours >= 0.5 if better else ours <= 0.5


@every_ladder
def test_newcomers_and_what_they_wait_for(ladder) -> None:
    system, values = LADDERS[ladder]
    settings = get(system).settings(values)
    entered = get(system).enter(settings)
    assert isinstance(entered, State)
    if system == "ingo":
        assert get(system).is_rated(entered) and entered.rating == 230
    else:
        assert not get(system).is_rated(entered) and entered.rating == 0.0


@pytest.mark.parametrize("system", ["uscf", "ecf", "harkness", "ingo", "dwz"])
def test_a_rating_that_another_system_left_is_not_read(system) -> None:
    """A ladder may change its system on a day; 1450 is no grade and no Ingo number."""
    left = {uid: State(1450.0, 12, 12, {"of": "another", "rated": True}) for uid in ("a", "b")}
    place = encode(START, Phase.ONE_DAY, 1)
    step = Step(place, place, [("a", "b", 2)] * 6 + [("a", "b", 0)])
    settings = get(system).settings()
    current = {uid: Row(uid, *state[:3], 0.0, state.extra) for uid, state in left.items()}
    assert not any(get(system).is_rated(state) for state in left.values())
    found = get(system).rows(step, left, current, settings)
    fresh = get(system).rows(step, {}, {}, settings)
    if get(system).list_dates(settings, START, dt.date(2030, 1, 1)):
        assert [row.extra for row in found] == [row.extra for row in fresh]
    else:
        assert [row.rating for row in found] == [row.rating for row in fresh]
