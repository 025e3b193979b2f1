"""Elo's linear approximation as a ladder."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.replay import Timeline
from ladder.systems import BadSetting, Step, get
from ladder.systems.base import Row, State
from ladder.systems.elo_linear.formulas import linear
from tests.core.histories import UIDS, facts, games, rated_events
from tests.core.system_laws import explanations_agree, from_anywhere, order_makes_no_difference

LINEAR = get("elo_linear")
TIMELINE = Timeline.of("elo_linear")
RATINGS = st.fixed_dictionaries({uid: st.integers(800, 2400) for uid in UIDS})


def _rows(ratings, played, **settings: object) -> dict[str, Row]:
    before = {uid: State(float(rating)) for uid, rating in ratings.items()}
    step = Step(1, 1, played)
    return {row.uid: row for row in LINEAR.rows(step, before, {}, LINEAR.settings(settings))}


@given(RATINGS, games)
def test_it_is_the_formula_in_its_first_form(ratings, played) -> None:
    for uid, row in _rows(ratings, played).items():
        mine = [game for game in played if uid in game[:2]]
        won = sum(Fraction(half if uid == white else 2 - half, 2) for white, _, half in mine)
        gaps = [
            ratings[black if uid == white else white] - ratings[uid] for white, black, _ in mine
        ]
        total = sum(max(-400, min(400, gap)) for gap in gaps)
        expected = linear(ratings[uid], won, len(mine) - won, total)
        assert math.isclose(row.rating, expected, abs_tol=1e-6)


@given(RATINGS, games)
def test_what_some_gain_others_lose_and_nobody_else_moves(ratings, played) -> None:
    rows = _rows(ratings, played)
    assert rows.keys() == {uid for game in played for uid in game[:2]}
    assert math.isclose(math.fsum(row.change for row in rows.values()), 0.0, abs_tol=1e-9)


@given(RATINGS, st.sampled_from((0, 1)))
def test_a_better_score_is_never_worse(ratings, half) -> None:
    a, b = UIDS[:2]
    low, high = (_rows(ratings, [(a, b, points)]) for points in (half, half + 1))
    assert low[a].rating < high[a].rating and low[b].rating > high[b].rating


def test_raw_a_win_over_a_much_weaker_player_costs_points() -> None:
    ratings = {"a": 1500, "b": 1000}
    assert _rows(ratings, [("a", "b", 2)])["a"].change == 0.0
    assert _rows(ratings, [("a", "b", 2)], cut=False)["a"].change == -4.0


@given(rated_events(), facts, st.data())
def test_a_replay_that_starts_anywhere_equals_the_whole(events, starts, data) -> None:
    from_anywhere(TIMELINE, events, starts, data=data)


@given(rated_events(), facts, st.randoms(use_true_random=False))
def test_order_makes_no_difference(events, starts, random) -> None:
    order_makes_no_difference(TIMELINE, events, starts, random=random)


@given(rated_events(), facts)
def test_explanations_are_what_happened(events, starts) -> None:
    explanations_agree(TIMELINE, events, starts)


@pytest.mark.parametrize(
    ("name", "value"),
    [("k", -1), ("c", 0), ("start", 5000), ("cut", 1), ("cut", "yes"), ("nothing", 1)],
)
def test_settings_that_make_no_sense_are_refused(name: str, value: object) -> None:
    with pytest.raises(BadSetting) as refused:
        LINEAR.settings({name: value})
    assert refused.value.name == name
