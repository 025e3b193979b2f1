"""One change taken back with everything later left as it is (events.inverse): by example."""

from dataclasses import replace
from datetime import date

import pytest

from events import edits
from events.inverse import InTheWay, without
from events.results import GameKind, Result
from events.revisions import EntryContent, EventContent, GameContent

NAMES = {n: f"Player {chr(64 + n)}" for n in range(1, 10)}
W, B, D = Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW


def game(number: int, white: int, black: int | None, result: Result = W, **more) -> GameContent:
    more = {"kind": GameKind.PLAYED, **more}
    return GameContent(number, white, black, result, **more)


FIRST = EventContent(
    name="Evening",
    start=date(2026, 3, 3),
    date=date(2026, 3, 10),
    sequence=1,
    rounds=2,
    round_days=(date(2026, 3, 3), None),
    entries=tuple(EntryContent(n, n, f"uid{n}", place=n, half_points=8 - n) for n in range(1, 5)),
    games=(
        game(1, 1, 2, W, board=1), game(1, 3, 4, D, board=2),
        game(2, 4, 1, B, board=1), game(2, 2, 3, W, board=2),
    ),
)  # fmt: skip


def back(*contents: EventContent, n: int = 2) -> EventContent:
    """The newest of these versions (from 1) without what version `n` changed."""
    later = list(enumerate(contents, 1))[n:]
    return without(contents[n - 2], contents[n - 1], later, NAMES)


def obstacles(*contents: EventContent, n: int = 2) -> list[str]:
    with pytest.raises(InTheWay) as caught:
        back(*contents, n=n)
    return [str(message) for message in caught.value.obstacles]


def test_an_older_correction_is_taken_back_and_the_newer_one_stays() -> None:
    second = edits.change_game(FIRST, 1, result=D)
    third = edits.change_game(second, 3, result=D)
    assert back(FIRST, second, third) == edits.change_game(FIRST, 3, result=D)


def test_a_request_is_taken_back_whatever_else_the_line_says_by_now() -> None:
    second = edits.ask_out(FIRST, {1, 2})
    third = replace(second, entries=(replace(second.entries[0], number=9), *second.entries[1:]))
    third = replace(third, games=())
    taken = back(FIRST, second, third)
    assert [(e.number, e.asked_out) for e in taken.entries[:2]] == [(9, False), (2, False)]
    assert back(FIRST, second, edits.ask_out(second, {2})) == FIRST


def test_of_the_list_that_was_chosen_again_it_is_said() -> None:
    second, third = (replace(FIRST, listing=chosen) for chosen in ("next", "none"))
    said = ["The list that it enters was changed again in version 3."]
    assert obstacles(FIRST, second, third) == said


def test_colours_swapped_later_stay_swapped() -> None:
    second = edits.change_game(FIRST, 1, result=D)
    third = edits.swap_colours(second, 1)
    taken = back(FIRST, second, third)
    assert taken == edits.swap_colours(FIRST, 1)
    assert (taken.games[0].white, taken.games[0].result) == (2, B)
    assert back(FIRST, second, third, n=3) == second


def test_games_are_found_under_other_numbers() -> None:
    second = edits.change_game(FIRST, 4, result=D)
    third = edits.remove_game(second, 1)
    assert back(FIRST, second, third) == edits.remove_game(FIRST, 1)
    assert back(FIRST, second, third, n=3) == second


def test_lines_are_found_under_other_numbers() -> None:
    """A newer file lists the players in another order."""
    second = edits.change_game(FIRST, 1, result=D)
    number = {1: 4, 2: 3, 3: 2, 4: 1}

    def renumbered(content: EventContent) -> EventContent:
        entries = [replace(e, number=number[e.number]) for e in content.entries]
        games = [
            replace(g, white=number[g.white], black=number[g.black or 0]) for g in content.games
        ]
        return replace(
            content,
            entries=tuple(sorted(entries, key=lambda e: e.number)),
            games=tuple(games),
        )

    assert back(FIRST, second, renumbered(second)) == renumbered(FIRST)
    assert back(FIRST, second, renumbered(second), n=3) == second


def test_a_player_taken_out_comes_back_with_the_games() -> None:
    second = edits.take_out(FIRST, 1)
    third = edits.change_game(second, 2, unrated="odds game")
    assert back(FIRST, second, third) == edits.change_game(FIRST, 2, unrated="odds game")


def test_who_comes_back_to_a_taken_number_gets_a_free_one() -> None:
    alone = replace(FIRST, games=FIRST.games[1:2], rounds=1)
    second = replace(alone, entries=alone.entries[1:])
    third = replace(second, entries=(*second.entries, EntryContent(1, 7, "uid7")))
    assert [(e.number, e.typed_name) for e in back(alone, second, third).entries] == [
        (5, 1), (2, 2), (3, 3), (4, 4), (1, 7),
    ]  # fmt: skip


def test_somebody_taken_out_and_entered_again_is_the_same_line() -> None:
    second = replace(FIRST, entries=FIRST.entries[:3], games=FIRST.games[:1])
    assert back(FIRST, second, FIRST) == FIRST
    with pytest.raises(InTheWay):
        back(FIRST, second, replace(FIRST, entries=(*FIRST.entries[:3], EntryContent(4, 4))))


def test_a_completed_round_is_taken_back_and_a_correction_of_the_first_stays() -> None:
    half = replace(FIRST, games=FIRST.games[:2], date=date(2026, 3, 3), sequence=3)
    third = edits.change_game(FIRST, 1, result=D)
    taken = back(half, FIRST, third)
    assert taken == edits.change_game(half, 1, result=D)
    fourth = edits.change_game(third, 4, result=D)
    assert obstacles(half, FIRST, third, fourth) == [
        "Round 2, board 2, Player B – Player C: changed again in version 4."
    ]


def test_deleting_and_restoring() -> None:
    second = replace(FIRST, deleted=True)
    third = replace(FIRST, sequence=4)
    fourth = edits.change_game(third, 1, result=D)
    assert back(FIRST, second) == FIRST
    assert back(FIRST, second, third, fourth) == fourth, "it is there again already"
    assert back(FIRST, second, third, fourth, n=3) == replace(fourth, deleted=True, sequence=1)


def test_places_come_back_with_the_results_they_rest_on() -> None:
    second = edits.change_game(FIRST, 1, result=D)
    assert second.entries[0].place is None
    third = edits.change_game(second, 2, unrated="odds game")
    assert [e.place for e in back(FIRST, second, third).entries] == [1, 2, 3, 4]
    fourth = edits.change_game(third, 2, result=W)
    assert {e.place for e in back(FIRST, second, third, fourth).entries} == {None}


def test_places_stated_for_the_changed_results_go_with_them() -> None:
    bare = edits.change_game(FIRST, 1, result=D)
    second = edits.change_game(bare, 2, result=W)
    third = replace(second, entries=tuple(replace(e, place=5 - e.number) for e in second.entries))
    assert {e.place for e in back(bare, second, third).entries} == {None}
    assert back(bare, second, third, n=3) == second


CONFLICTS = [
    (
        edits.change_game(FIRST, 1, result=D),
        {"result": B},
        "Round 1, board 1, Player A – Player B: the result was changed again in version 3.",
    ),
    (
        edits.change_game(FIRST, 1, unrated="odds game"),
        {"unrated": "other time control"},
        "Round 1, board 1, Player A – Player B: whether it is rated was changed again in version 3.",
    ),
    (
        edits.change_game(FIRST, 1, day=date(2026, 3, 4)),
        {"day": date(2026, 3, 5)},
        "Round 1, board 1, Player A – Player B: the day was changed again in version 3.",
    ),
    (
        edits.change_game(FIRST, 1, board=7),
        {"board": None},
        "Round 1, Player A – Player B: the board was changed again in version 3.",
    ),
]


@pytest.mark.parametrize(("second", "change", "sentence"), CONFLICTS)
def test_a_game_that_was_changed_again(second, change, sentence) -> None:
    third = edits.change_game(second, 1, **change)
    assert obstacles(FIRST, second, third) == [sentence]
    fourth = edits.change_game(third, 4, unrated="x")
    assert obstacles(FIRST, second, third, fourth) == [sentence], "the version that touched it"


def test_colours_known_now_and_colours_swapped() -> None:
    second = edits.change_game(FIRST, 1, colours_known=False)
    assert obstacles(FIRST, second, edits.swap_colours(second, 1)) == [
        "Round 1, board 1, Player B – Player A: the colours were changed again in version 3."
    ]


def test_a_game_that_is_gone_by_now() -> None:
    second = edits.change_game(FIRST, 1, result=D)
    assert obstacles(FIRST, second, edits.remove_game(second, 1)) == [
        "Round 1, board 1, Player A – Player B: taken out in version 3."
    ]


def test_somebody_who_was_added_and_has_played_since() -> None:
    second = replace(FIRST, entries=(*FIRST.entries, EntryContent(5, 5, "uid5")))
    third = edits.add_game(second, game(3, 5, 1))
    assert obstacles(FIRST, second, third) == ["Round 3, Player E – Player A: added in version 3."]


def test_a_game_of_somebody_who_is_gone_by_now() -> None:
    second = edits.remove_game(FIRST, 1)
    third = replace(second, entries=second.entries[1:], games=(second.games[2],))
    assert "Player A (no. 1) was taken out in version 3." in obstacles(FIRST, second, third)


def test_somebody_who_has_another_game_in_that_round_by_now() -> None:
    second = edits.remove_game(FIRST, 1)
    third = edits.add_game(second, game(1, 2, None, W, kind=GameKind.FULL_BYE))
    assert obstacles(FIRST, second, third) == ["Round 1, Player B: added in version 3."]


@pytest.mark.parametrize(
    ("one", "other", "sentence"),
    [
        ({"name": "A"}, {"name": "B"}, "The name of the event was changed again in version 3."),
        (
            {"date": date(2026, 3, 11), "sequence": 2},
            {"sequence": 1},
            "The last day or the order on it was changed again in version 3.",
        ),
        (
            {"counts": False, "counts_reason": "a"},
            {"counts_reason": "b"},
            "Whether it counts was changed again in version 3.",
        ),
        ({"rounds": 5}, {"rounds": 7}, "The number of rounds was changed again in version 3."),
        (
            {"round_days": (None, None)},
            {"round_days": (date(2026, 3, 4), None)},
            "The day of round 1 was changed again in version 3.",
        ),
    ],
)
def test_a_detail_that_was_changed_again(one, other, sentence) -> None:
    second = replace(FIRST, **one)
    assert obstacles(FIRST, second, replace(second, **other)) == [sentence]


@pytest.mark.parametrize(
    ("one", "other", "sentence"),
    [
        ({"confirmed": "x"}, {"confirmed": "y"}, "who it is was changed again in version 3."),
        ({"typed_name": 8}, {"typed_name": 9}, "the name was changed again in version 3."),
    ],
)
def test_a_line_that_was_changed_again(one, other, sentence) -> None:
    def with_first(**changes) -> EventContent:
        return replace(FIRST, entries=(replace(FIRST.entries[0], **changes), *FIRST.entries[1:]))

    found = obstacles(FIRST, with_first(**one), with_first(**other))
    assert [text.split(": ")[1] for text in found] == [sentence]


def test_a_change_that_was_put_back_is_no_obstacle() -> None:
    """The advice can be followed: what is named can be undone, and then the first."""
    open_game = edits.change_game(FIRST, 1, result=Result.NONE, kind=GameKind.ADJOURNED)
    corrected = edits.change_game(open_game, 1, result=W, kind=GameKind.PLAYED)
    corrected = edits.change_game(corrected, 1, result=B)
    without_player = edits.take_out(corrected, 2)
    versions = [FIRST, open_game, corrected, without_player, corrected]
    assert obstacles(*versions) == [
        "Round 1, board 1, Player A – Player B: the result was changed again in version 3."
    ]
    versions.append(back(*versions, n=3))
    assert back(*versions) == FIRST


def test_what_was_put_back_and_taken_out_again_is_one() -> None:
    second = edits.change_game(FIRST, 1, result=D)
    gone = edits.remove_game(second, 1)
    assert obstacles(FIRST, second, gone, second, gone) == [
        "Round 1, board 1, Player A – Player B: taken out in version 5."
    ]


def test_a_long_list_of_obstacles_ends() -> None:
    people = tuple(EntryContent(n, 1, f"uid{n}") for n in range(1, 61))
    games = tuple(game(1, 2 * n - 1, 2 * n) for n in range(1, 31))
    first = replace(FIRST, entries=people, games=games, rounds=1)
    second = replace(first, games=tuple(replace(g, result=D) for g in games))
    third = replace(first, games=tuple(replace(g, result=B) for g in games))
    found = obstacles(first, second, third)
    assert len(found) == 21
    assert found[-1] == "… and 10 more."
