"""Club Elo: published numbers as one-line rows, properties beside them."""

import datetime as dt
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.systems import (
    BadSetting,
    Game,
    Phase,
    RatedEvent,
    Row,
    State,
    Step,
    encode,
    exact,
    get,
    half_up,
    steps_of_event,
)
from ladder.systems.base import KNOWN, RatingSystem, row_of
from tests.core.histories import UIDS, exactly, games

ELO = get("club_elo")
SETTINGS = ELO.settings()
PLACE = encode(dt.date(2026, 3, 3), Phase.ONE_DAY, 1)
GUIDE = {
    "ann": State(1400.0, 30),
    "o1": State(1500.0, 30),
    "o2": State(1300.0, 30),
    "o3": State(1600.0, 30),
    "o4": State(1350.0, 30),
}
GUIDE_GAMES = [("ann", "o1", 0), ("o2", "ann", 0), ("ann", "o3", 1), ("o4", "ann", 0)]

states = st.builds(
    State,
    st.integers(400_000_000, 2_800_000_000).map(lambda millionths: millionths / 1_000_000),
    st.sampled_from((0, 1, 4, 5, 6, 19, 20, 21, 400)),
    played=st.just(0),
    extra=st.none(),
)
standings = st.dictionaries(st.sampled_from(UIDS), states)


def rows(played: list[Game], before: dict[str, State]) -> dict[str, Row]:
    step = Step(PLACE, PLACE, played)
    current = {uid: row_of(uid, state) for uid, state in before.items()}
    return {row.uid: row for row in ELO.rows(step, before, current, SETTINGS)}


@pytest.mark.parametrize(
    ("own", "opponent", "expected"),
    [
        (1400, 1500, 0.3599),  # the guide's four games
        (1400, 1300, 0.6401),
        (1400, 1600, 0.2403),
        (1400, 1350, 0.5715),
        (1500, 1500, 0.5),
        (2000, 1000, 0.9968),  # no cap at 400 points
        (1000, 2000, 0.0032),
        (0, 1_000_000, 0.0),  # nothing overflows
        (1_000_000, 0, 1.0),
    ],
)
def test_expected_score(own: float, opponent: float, expected: float) -> None:
    assert math.isclose(ELO.expected(own, opponent), expected, abs_tol=5e-5)


def test_the_guides_example() -> None:
    ann = rows(GUIDE_GAMES, GUIDE)["ann"]
    assert (ann.rating, ann.games, ann.played) == (1413.765676, 34, 4)
    assert half_up(exact(ann.change), 1) == half_up(exact(13.766), 1)


def test_the_guides_example_explained() -> None:
    step = Step(PLACE, PLACE, GUIDE_GAMES)
    told = ELO.explain(step, GUIDE, "ann", SETTINGS)
    assert str(told.sentence) == "The ladder expected 1.8 of 4; you scored 2.5."
    assert (told.rating, told.games, told.k, told.provisional) == (1400.0, 30, 20.0, False)
    assert [game.opponent for game in told.played] == ["o1", "o2", "o3", "o4"]
    assert [game.half_points for game in told.played] == [0, 2, 1, 2]
    assert [round(game.moved, 2) for game in told.played] == [-7.2, 7.2, 5.19, 8.57]
    assert (told.counted, told.half_points, round(told.expected, 4)) == (4, 5, 1.8117)
    assert (told.added_to, told.rating_after) == (1400.0, 1413.765676)
    assert not told.lasts and told.note is None


def test_an_evening_with_newcomers_explained() -> None:
    before = {"old": State(1500.0, 5), "new": State(1200.0, 4)}
    step = Step(PLACE, PLACE, [("old", "new", 0), ("fresh", "old", 1)])
    told = ELO.explain(step, before, "old", SETTINGS)
    assert str(told.sentence) == "No game counted for you, so nothing changed."
    assert told.note is not None and (told.counted, told.change) == (0, 0.0)
    first, second = told.played
    assert (first.opponent, first.opponent_rating, first.opponent_provisional) == (
        "new",
        1200.0,
        True,
    )
    assert (second.opponent, second.opponent_rating) == ("fresh", 1200.0)
    assert not first.counted and first.moved == 0.0
    assert "the opponent is provisional" in str(first.reason)
    newcomer = ELO.explain(step, before, "new", SETTINGS)
    assert newcomer.note is None and newcomer.played[0].reason is None
    assert newcomer.k == 40.0 and newcomer.change == newcomer.played[0].moved > 0


def test_a_long_event_explained_says_what_it_was_read_from_and_added_to() -> None:
    event = RatedEvent(dt.date(2026, 1, 6), dt.date(2026, 3, 24), 1, GUIDE_GAMES)
    (step,) = steps_of_event(event)
    told = ELO.explain(step, GUIDE, "ann", SETTINGS, now=State(1432.5, 41))
    assert told.lasts and (told.read_at, told.place) == (step.read_at, step.place)
    assert (told.rating, told.added_to, told.rating_after) == (1400.0, 1432.5, 1446.265676)


def test_nobody_without_a_game_is_explained() -> None:
    with pytest.raises(KeyError, match="stranger"):
        ELO.explain(Step(PLACE, PLACE, GUIDE_GAMES), GUIDE, "stranger", SETTINGS)


@pytest.mark.parametrize(("games_before", "k"), [(0, 40), (19, 40), (20, 20), (400, 20)], ids=str)
def test_k_and_the_step_from_19_to_20_games(games_before: int, k: int) -> None:
    before = {"a": State(1500.0, games_before), "b": State(1500.0, games_before)}
    assert rows([("a", "b", 2)], before)["a"].change == k / 2


@pytest.mark.parametrize(
    ("own", "opponent", "counts"), [(4, 4, True), (4, 5, True), (5, 4, False), (5, 5, True)]
)
def test_which_games_count_for_whom(own: int, opponent: int, counts: bool) -> None:
    before = {"a": State(1500.0, own), "b": State(1500.0, opponent)}
    row = rows([("b", "a", 0)], before)["a"]
    assert (row.games - own, row.played, row.change > 0) == (int(counts), 1, counts)


def test_newcomers_enter_at_1200_and_a_draw_of_two_moves_nothing() -> None:
    after = rows([("a", "b", 1)], {})
    assert exactly(list(after.values())) == exactly(
        [Row("a", 1200.0, 1, 1, 0.0), Row("b", 1200.0, 1, 1, 0.0)]
    )


def test_a_step_without_games_changes_nobody() -> None:
    assert rows([], GUIDE) == {}


def test_list_order() -> None:
    listed = {
        "grey": State(1900.0, 4),
        "low": State(1100.0, 5),
        "high": State(1500.0, 6),
        "b-more": State(1300.0, 40),
        "c-fewer": State(1300.0, 30),
        "a-fewer": State(1300.0, 30),
        "grey-low": State(1000.0, 1),
    }
    order = sorted(listed, key=lambda uid: ELO.list_key(uid, listed[uid], SETTINGS))
    assert order == ["high", "b-more", "a-fewer", "c-fewer", "low", "grey", "grey-low"]


# -- Properties ---------------------------------------------------------------------------------


@given(games, standings, st.randoms(use_true_random=False))
def test_the_order_of_games_makes_no_difference(played, before, random) -> None:
    shuffled = list(played)
    random.shuffle(shuffled)
    assert exactly(list(rows(shuffled, before).values())) == exactly(
        list(rows(played, before).values())
    )


left_behind = st.sampled_from((None, {"of": "lok"}, {"of": "lok", KNOWN: {"junior": "yes"}}))
rich = st.dictionaries(st.sampled_from(UIDS), st.builds(State._replace, states, extra=left_behind))


@given(games, rich, standings)
def test_rows_in_one_go_are_those_of_the_changes(played, before, later) -> None:
    """Club Elo makes its rows by itself; what every other system does with changes is the same."""
    step = Step(PLACE, PLACE, played)
    current = {uid: row_of(uid, state) for uid, state in later.items()}
    quick = ELO.game_rows(step, before, current, SETTINGS)
    plain = RatingSystem.game_rows(ELO, step, before, current, SETTINGS)
    assert exactly(quick) == exactly(plain)
    assert quick == plain


@given(games, standings)
def test_swapping_colours_makes_no_difference(played, before) -> None:
    swapped = [(black, white, 2 - half) for white, black, half in played]
    assert exactly(list(rows(swapped, before).values())) == exactly(
        list(rows(played, before).values())
    )


@given(games, standings)
def test_an_explanation_adds_up_to_the_change_exactly(played, before) -> None:
    step = Step(PLACE, PLACE, played)
    for uid, row in rows(played, before).items():
        told = ELO.explain(step, before, uid, SETTINGS)
        counted = [game for game in told.played if game.counted]
        assert told.change == row.change == math.fsum(game.moved for game in counted)
        assert told.rating_after == row.rating
        assert len(counted) == told.counted == row.games - told.games
        assert len(told.played) == row.played
        for game in told.played:
            assert game.expected == ELO.expected(told.rating, game.opponent_rating)
            points = game.half_points / 2 - game.expected
            assert game.moved == (told.k * points if game.counted else 0.0)
        assert math.isclose(
            told.change, told.k * (told.half_points / 2 - told.expected), abs_tol=1e-9
        )


old_hands = states.map(lambda state: state._replace(games=state.games + 20))


@given(games, st.lists(old_hands, min_size=8, max_size=8))
def test_what_one_established_player_wins_the_others_lose(played, several) -> None:
    before = dict(zip(UIDS, several, strict=True))
    after = rows(played, before)
    assert math.isclose(math.fsum(row.change for row in after.values()), 0, abs_tol=1e-9)
    moved = math.fsum(after[uid].rating - before[uid].rating for uid in after)
    assert abs(moved) <= 1e-6 * (1 + len(after))


@given(games, standings)
def test_only_players_of_the_step_have_a_row_and_each_game_is_counted_twice(played, before) -> None:
    after = rows(played, before)
    assert list(after) == sorted({uid for game in played for uid in game[:2]})
    assert sum(row.played for row in after.values()) == 2 * len(played)


@given(states, states)
def test_two_expectations_add_up_to_one(one, other) -> None:
    ours, theirs = ELO.expected(one.rating, other.rating), ELO.expected(other.rating, one.rating)
    assert ours + theirs == 1.0
    assert (ours >= 0.5) == (one.rating >= other.rating)


# -- Settings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "name", "words"),
    [
        ({"k": -1}, "k", "from 0 to 400"),
        ({"k": float("nan")}, "k", "from 0 to 400"),
        ({"start": 1e9}, "start", "from 0 to 4000"),
        ({"start": 1200.1234567}, "start", "6 decimals"),
        ({"start": "1200"}, "start", "number is needed"),
        ({"k_new": True}, "k_new", "number is needed"),
        ({"new_games": 2.5}, "new_games", "whole number"),
        ({"provisional": -1}, "provisional", "whole number"),
        ({"speed": 1}, "speed", "no such setting"),
    ],
)
def test_settings_that_are_refused(values: dict[str, object], name: str, words: str) -> None:
    with pytest.raises(BadSetting, match=words) as refused:
        ELO.settings(values)
    assert refused.value.name == name


def test_settings_survive_being_kept() -> None:
    settings = ELO.settings({"k": 15, "start": 1000, "provisional": 0})
    assert ELO.settings(settings.as_dict()) == settings
    assert ELO.settings({"k": 15.0, "start": 1000.0, "provisional": 0}) == settings
    assert ELO.settings().as_dict() == {
        "start": 1200.0,
        "k_new": 40.0,
        "k": 20.0,
        "new_games": 20,
        "provisional": 5,
    }


# -- Another K for juniors ----------------------------------------------------------------------


def test_juniors_have_their_own_k_when_the_club_sets_one() -> None:
    """The example of docs/rules/club_elo.md."""
    junior = {"known": {"junior": "yes"}}
    before = {
        "bob": State(1500.0, 40, 40, junior),
        **{uid: State(1500.0, 40, 40) for uid in ("cid", "eva")},
    }
    step = Step(1, 1, (("bob", "cid", 1), ("eva", "bob", 0)))
    settings = ELO.settings({"k_junior": 30})
    moved = {change.uid: change.change for change in ELO.compute(step, before, settings)}
    assert moved == {"bob": 15.0, "cid": 0.0, "eva": -10.0}
    explained = ELO.explain(step, before, "bob", settings)
    assert (explained.k, explained.change) == (30.0, 15.0)
    assert "for players who count as juniors" in str(explained.workings[0])
    assert explained.workings == ELO.explain(step, before, "cid", settings).workings, "told to all"
    without = {change.uid: change.change for change in ELO.compute(step, before, ELO.settings())}
    assert without["bob"] == 10.0 and not ELO.explain(step, before, "bob", ELO.settings()).workings


def test_who_does_not_count_as_a_junior_any_more_has_everybodys_k() -> None:
    before = {uid: State(1500.0, 40, 40, {"known": {"junior": "no"}}) for uid in ("bob", "cid")}
    step = Step(1, 1, (("bob", "cid", 2),))
    (bob, _) = ELO.compute(step, before, ELO.settings({"k_junior": 30}))
    assert bob.change == 10.0


def test_a_ladder_without_it_knows_nothing_of_it() -> None:
    """Neither facts nor fingerprints: what is off leaves no trace in the rules."""
    assert ELO.needed(ELO.settings()) == ()
    assert ELO.needed(ELO.settings({"k_junior": 30})) == ("junior",)
    assert ELO.settings({"k_junior": 30}).as_dict()["k_junior"] == 30.0
    assert ELO.settings({"k_junior": None}) == ELO.settings()
    assert ELO.settings(ELO.settings({"k_junior": 30}).as_dict()) == ELO.settings({"k_junior": 30})
    with pytest.raises(BadSetting, match="from 0 to 400"):
        ELO.settings({"k_junior": 401})
