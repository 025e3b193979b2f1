"""What differs between two revisions, in sentences (events.changes), and results in words."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from clubs.messages import Message
from events.changes import MOST, changes
from events.edits import change_game, swap_colours
from events.outcomes import outcome, points, score
from events.results import GameKind, Result
from events.revisions import EntryContent, EventContent, GameContent, Steps

NAMES = {11: "Alfa Ada", 12: "Bravo Bo", 13: "Charlie Cyril"}
OLD = EventContent(
    "Evening",
    date(2026, 3, 3),
    date(2026, 3, 3),
    1,
    entries=(EntryContent(1, 11, "a"), EntryContent(2, 12, "b"), EntryContent(3, 13)),
    games=(
        GameContent(1, 1, 2, Result.WHITE_WINS, GameKind.PLAYED),
        GameContent(1, 3, None, Result.WHITE_WINS, GameKind.PAIRING_BYE),
    ),
)


def said(new: EventContent, old: EventContent = OLD) -> list[str]:
    return [str(message) for message in changes(old, new, NAMES)]


def test_nothing_is_nothing() -> None:
    assert said(OLD) == []


def test_a_result_says_who_and_what() -> None:
    games = (replace(OLD.games[0], result=Result.DRAW), OLD.games[1])
    assert said(replace(OLD, games=games)) == ["Round 1, Alfa Ada – Bravo Bo: 1 : 0 becomes ½ : ½."]


def test_a_forfeit_and_a_bye_are_named() -> None:
    games = (
        replace(OLD.games[0], kind=GameKind.FORFEIT),
        replace(OLD.games[1], result=Result.WHITE_HALF, kind=GameKind.HALF_BYE),
    )
    assert said(replace(OLD, games=games)) == [
        "Round 1, Alfa Ada – Bravo Bo: 1 : 0 becomes + : −, forfeit.",
        "Round 1, Charlie Cyril – no opponent: 1, bye becomes ½, half-point bye.",
    ]


def test_a_new_round_is_one_sentence() -> None:
    more = (GameContent(2, 2, 1), GameContent(2, 3, None, Result.DRAW, GameKind.HALF_BYE))
    assert said(replace(OLD, games=OLD.games + more)) == ["Round 2 is added; games: 2."]


def test_days_identity_and_deletion() -> None:
    entries = (*OLD.entries[:2], replace(OLD.entries[2], confirmed="c"))
    new = replace(OLD, start=date(2026, 3, 1), entries=entries, deleted=True, counts=False)
    assert said(new) == [
        "The event is deleted.",
        "Days: 2026-03-03 becomes 2026-03-01 – 2026-03-03.",
        "It no longer counts for the ladder.",
        "Charlie Cyril (no. 3): who it is has been changed.",
    ]


@pytest.mark.parametrize(
    ("change", "sentences"),
    [
        ({"unrated": "odds game"}, ["no longer rated (odds game)."]),
        ({"board": 3}, ["played on board 3."]),
        ({"day": date(2026, 3, 4)}, ["played on 2026-03-04."]),
        ({"colours_known": False}, ["who had White is not known."]),
        (
            {"result": Result.BLACK_WINS, "board_result": Result.WHITE_WINS},
            ["1 : 0 becomes 0 : 1.", "rated as played on the board, 1 : 0."],
        ),
    ],
)
def test_what_else_is_changed_in_a_game_is_said(change: Any, sentences: list[str]) -> None:
    game = "Round 1, Alfa Ada – Bravo Bo: "
    new = replace(OLD, games=(replace(OLD.games[0], **change), OLD.games[1]))
    assert said(new) == [game + sentence for sentence in sentences]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ({"unrated": "odds game"}, {}, "rated again."),
        ({"unrated": "a"}, {"unrated": "b"}, "not rated for another reason (b)."),
        ({"board": 3}, {"board": 4}, "board 3 becomes board 4."),
        ({"board": 3}, {}, "without a board number."),
        ({"day": date(2026, 3, 4)}, {}, "played on the day of its round."),
        ({"colours_known": False}, {}, "it is known now who had White."),
        ({"board_result": Result.DRAW}, {}, "rated by its result in the standings again."),
    ],
)
def test_and_when_it_is_put_back(old: Any, new: Any, sentence: str) -> None:
    one, other = (
        replace(OLD, games=(replace(OLD.games[0], **change), OLD.games[1])) for change in (old, new)
    )
    assert said(other, one) == ["Round 1, Alfa Ada – Bravo Bo: " + sentence]


def test_swapped_colours_are_no_other_result() -> None:
    assert said(swap_colours(OLD, 1)) == ["Round 1, Bravo Bo – Alfa Ada: the colours are swapped."]
    both = swap_colours(change_game(OLD, 1, result=Result.DRAW), 1)
    assert said(both) == [
        "Round 1, Bravo Bo – Alfa Ada: 0 : 1 becomes ½ : ½.",
        "Round 1, Bravo Bo – Alfa Ada: the colours are swapped.",
    ]


def test_another_order_of_the_list_is_no_other_game() -> None:
    entries = (EntryContent(1, 12, "b"), EntryContent(2, 11, "a"), OLD.entries[2])
    games = (replace(OLD.games[0], white=2, black=1), OLD.games[1])
    assert said(replace(OLD, entries=entries, games=games)) == [
        "Bravo Bo: no. 2 becomes no. 1.",
        "Alfa Ada: no. 1 becomes no. 2.",
    ]


def test_who_asks_to_be_left_out_and_no_longer_does() -> None:
    asked = replace(OLD, entries=(replace(OLD.entries[0], asked_out=True), *OLD.entries[1:]))
    assert said(asked) == ["Alfa Ada (no. 1) asks that the list leave the event out."]
    assert said(OLD, asked) == [
        "Alfa Ada (no. 1) no longer asks that the list leave the event out."
    ]


def test_figures_of_the_event_and_stated_places() -> None:
    entries = (replace(OLD.entries[0], place=1, half_points=2), *OLD.entries[1:])
    assert said(replace(OLD, name="Blitz", minutes=5, rounds=7, entries=entries)) == [
        "Name: Evening becomes Blitz.",
        "Minutes for a player: – becomes 5.",
        "Rounds: – becomes 7.",
        "Places and points are stated as a file has them.",
    ]


def test_how_it_enters_the_history_says_from_what_to_what() -> None:
    by_day = replace(OLD, steps=Steps.DAY)
    assert said(by_day) == [
        "How it enters the history: as a whole becomes each playing day is a step."
    ]
    (sentence,) = said(replace(OLD, steps=Steps.FINISHED), by_day)
    assert sentence.endswith("a step becomes only when every game has its result.")


def test_players_come_and_go() -> None:
    new = replace(OLD, entries=OLD.entries[:2], games=OLD.games[:1])
    assert said(new) == [
        "Charlie Cyril (no. 3) is taken out.",
        "Round 1, Charlie Cyril – no opponent: taken out.",
    ]
    assert said(OLD, new)[0] == "Charlie Cyril (no. 3) is added."


def test_a_long_list_ends() -> None:
    entries = tuple(EntryContent(n, 11) for n in range(1, 101))
    found = said(replace(OLD, entries=entries, games=()), replace(OLD, entries=(), games=()))
    assert len(found) == MOST + 1
    assert found[-1] == f"… and {100 - MOST} more changes."


@pytest.mark.parametrize(
    ("result", "kind", "text"),
    [
        (Result.WHITE_WINS, GameKind.PLAYED, "1 : 0"),
        (Result.DRAW, GameKind.SHORT, "½ : ½, not a move was made"),
        (Result.BOTH_LOSE, GameKind.FORFEIT, "− : −, forfeit"),
        (Result.NONE, GameKind.ADJOURNED, "adjourned"),
        (Result.NONE, GameKind.OPEN, "no result yet"),
        (Result.BOTH_LOSE, GameKind.ZERO_BYE, "0, not paired"),
    ],
)
def test_outcomes_in_words(result: Result, kind: GameKind, text: str) -> None:
    assert str(outcome(result, kind)) == text


def test_figures() -> None:
    assert [points(half) for half in (0, 1, 2, 7)] == ["0", "½", "1", "3½"]
    assert score(Result.NONE) == "–"
    assert isinstance(outcome("1-0", "played"), Message)
