"""Edits of a published event: what they change, and what they leave alone."""

from dataclasses import replace
from datetime import date

import pytest

from events import edits
from events.results import GameKind, Result
from events.revisions import EntryContent, EventContent, GameContent

DAY = date(2026, 3, 3)
W, B, D = Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW


def _game(number, white, black, result=W, kind=GameKind.PLAYED, **more):
    return GameContent(round=number, white=white, black=black, result=result, kind=kind, **more)


CONTENT = EventContent(
    name="Evening",
    start=DAY,
    date=DAY,
    sequence=1,
    rounds=2,
    entries=tuple(EntryContent(n, n, f"uid{n}", place=n, half_points=4 - n) for n in (1, 2, 3)),
    games=(_game(1, 1, 2, W), _game(2, 3, 1, D), _game(2, 2, None, W, GameKind.FULL_BYE)),
)


def test_swapping_colours_keeps_everybodys_points():
    swapped = edits.swap_colours(CONTENT, 1)
    assert swapped.games[0] == _game(1, 2, 1, B)
    assert swapped.entries == CONTENT.entries, "the stated order still holds"
    assert edits.swap_colours(swapped, 1) == CONTENT


def test_a_bye_has_no_colours_to_swap():
    with pytest.raises(edits.NoSuchGame):
        edits.swap_colours(CONTENT, 3)


def test_another_result_lets_the_stated_places_go():
    changed = edits.change_game(CONTENT, 1, result=D)
    assert {(entry.place, entry.half_points) for entry in changed.entries} == {(None, None)}


@pytest.mark.parametrize("change", [{"board_result": B}, {"unrated": "odds"}, {"board": 9}])
def test_what_only_ratings_see_leaves_the_stated_places(change):
    assert edits.change_game(CONTENT, 1, **change).entries == CONTENT.entries


def test_a_missing_game_makes_its_round():
    assert edits.add_game(CONTENT, _game(5, 2, 3)).rounds == 5


def test_taking_somebody_out_keeps_the_opponents_points_unrated():
    out = edits.take_out(CONTENT, 1)
    assert [entry.number for entry in out.entries] == [2, 3]
    assert [(game.white, game.black, game.kind, game.result) for game in out.games] == [
        (2, None, GameKind.ZERO_BYE, Result.BOTH_LOSE),
        (3, None, GameKind.HALF_BYE, Result.WHITE_HALF),
        (2, None, GameKind.FULL_BYE, W),
    ]


def test_taking_somebody_out_with_a_bye_takes_the_bye_along():
    assert len(edits.take_out(CONTENT, 2).games) == 2


@pytest.mark.parametrize(
    ("stated", "winners"),
    [((3, 2, 1), {1}), ((2, 3, 3), {2, 3}), ((None,) * 3, {2}), ((0,) * 3, set())],
)
def test_who_has_won_may_ask_to_be_left_out(stated, winners):
    """By the points that a file states, also shared, else by those that the games give."""
    pairs = zip(CONTENT.entries, stated, strict=True)
    entries = tuple(replace(entry, half_points=points) for entry, points in pairs)
    games = (_game(1, 1, 2, W), _game(2, 2, None, W, GameKind.FULL_BYE), _game(3, 2, 3, W))
    content = replace(CONTENT, entries=entries, games=games)
    assert edits.may_ask_out(content) == winners
    asked = edits.ask_out(content, winners)
    assert {entry.number for entry in asked.entries if entry.asked_out} == winners
    assert edits.ask_out(asked, ()) == content


@pytest.mark.parametrize("number", [0, 4, -1])
def test_a_game_that_is_not_there(number):
    with pytest.raises(edits.NoSuchGame):
        edits.remove_game(CONTENT, number)


def test_removing_a_game():
    assert edits.remove_game(CONTENT, 2).games == (CONTENT.games[0], CONTENT.games[2])


def test_nothing_else_is_touched():
    changed = edits.change_game(CONTENT, 1, result=D)
    assert replace(changed, games=CONTENT.games, entries=CONTENT.entries) == CONTENT
