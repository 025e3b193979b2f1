"""Names and results as they are typed (events.grid)."""

import pytest

from events.drafts import Answer, DraftEntry, DraftEvent
from events.grid import (
    Line,
    label,
    lines_of,
    read_round,
    result_text,
    with_round,
)
from events.importers.typed import parse_typed_result
from events.lists import NamesRefused, names_in, with_names
from events.results import GameKind, Result
from events.revisions import GameContent

NAMES = ("Alfa Ada", "Bravo Bo", "Charlie Cyril", "Delta Dana")


@pytest.fixture
def draft() -> DraftEvent:
    return with_names(DraftEvent(), {}, NAMES)


def test_a_pasted_list_may_be_numbered() -> None:
    assert names_in("1. Alfa Ada\n 2) Bravo Bo \n\nCharlie Cyril") == list(NAMES[:3])


def test_names_get_the_next_numbers(draft: DraftEvent) -> None:
    more = with_names(draft, {}, ["Echo Eva"])
    assert [(e.number, e.name) for e in more.entries][-1] == (5, "Echo Eva")


def test_another_name_loses_its_answer_and_the_same_keeps_it(draft: DraftEvent) -> None:
    answered = DraftEvent(
        entries=(
            DraftEntry(1, "Alfa Ada", answer=Answer.NEW),
            DraftEntry(2, "Bravo Bo", answer=Answer.NEW),
        )
    )
    changed = with_names(answered, {1: "Alfa  Ada", 2: "Bravo Bob"}, [])
    assert [entry.answer for entry in changed.entries] == [Answer.NEW, Answer.NONE]


def test_an_emptied_name_goes_unless_it_is_paired(draft: DraftEvent) -> None:
    paired = with_round(draft, 1, read_round(draft, 1, [Line("1", "1", "2")]).games, 0, 0)
    assert len(with_names(paired, {3: ""}, []).entries) == 3
    with pytest.raises(NamesRefused) as refused:
        with_names(paired, {1: " ", 3: ""}, [])
    assert list(refused.value.problems) == [1]


@pytest.mark.parametrize("name", ["Nov\u200bák Jan", "Nov\x00ák", "Nov\u202eák", "\ud800bc", "12"])
def test_what_cannot_be_a_name_is_named(draft: DraftEvent, name: str) -> None:
    with pytest.raises(NamesRefused) as refused:
        with_names(draft, {}, ["Echo Eva", name])
    assert list(refused.value.problems) == [name]


def test_the_same_name_twice_says_where_it_stands(draft: DraftEvent) -> None:
    with pytest.raises(NamesRefused) as refused:
        with_names(draft, {}, ["ADA, Alfa"])
    assert "No. 1" in str(refused.value.problems["ADA, Alfa"])


@pytest.mark.parametrize(
    "text", ["1", " 1 ", "1 Alfa Ada", "1 Alfa", "1. alfa ada", "Alfa Ada", "ada alfa", "alf"]
)
def test_a_player_is_a_number_or_a_name_or_how_it_begins(draft: DraftEvent, text: str) -> None:
    read = read_round(draft, 1, [Line(text, "1", "2")])
    assert not read.problems
    assert (read.games[0].white, read.games[0].black) == (1, 2)


def test_a_round_is_read_with_its_boards(draft: DraftEvent) -> None:
    read = read_round(draft, 2, [Line("3", "½", "1"), Line(), Line("4", "v", "")])
    assert read.games == [
        GameContent(2, 3, 1, Result.DRAW, GameKind.PLAYED, board=1),
        GameContent(2, 4, None, Result.WHITE_WINS, GameKind.PAIRING_BYE),
    ]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (Line("1", "v"), GameKind.PAIRING_BYE),
        (Line("1", "½"), GameKind.HALF_BYE),
        (Line("", "5", "1"), GameKind.HALF_BYE),
        (Line("1", "0"), GameKind.ZERO_BYE),
        (Line("1", "1"), GameKind.FULL_BYE),
    ],
)
def test_a_player_alone_has_a_bye(draft: DraftEvent, line: Line, kind: GameKind) -> None:
    (game,) = read_round(draft, 1, [line]).games
    assert (game.white, game.black, game.kind) == (1, None, kind)


@pytest.mark.parametrize(
    ("line", "cell"),
    [
        (Line("1", "1", "9"), "black"),
        (Line("Zulu", "1", "2"), "white"),
        (Line("2 Alfa", "1", "3"), "white"),
        (Line("1", "2", "2"), "result"),
        (Line("1", "v", "2"), "result"),
        (Line("1", ".", ""), "result"),
        (Line("", "1", ""), "white"),
        (Line("1", "1", "1"), "black"),
    ],
)
def test_what_is_wrong_has_its_cell(draft: DraftEvent, line: Line, cell: str) -> None:
    read = read_round(draft, 1, [line])
    assert [(problem.line, problem.cell) for problem in read.problems] == [(0, cell)]


def test_names_that_nobody_has_are_listed(draft: DraftEvent) -> None:
    read = read_round(draft, 1, [Line("Zulu Zoe", "1", "2"), Line("3", "1", "4")])
    assert read.unknown == ["Zulu Zoe"]


def test_two_who_begin_alike_are_asked_for_their_number(draft: DraftEvent) -> None:
    both = with_names(draft, {}, ["Alfa Adam"])
    (problem,) = read_round(both, 1, [Line("alfa", "1", "2")]).problems
    assert "1, 5" in str(problem.message)


def test_nobody_plays_twice_in_a_round(draft: DraftEvent) -> None:
    read = read_round(draft, 1, [Line("1", "1", "2"), Line("3", "0", "1")])
    assert [(p.line, p.cell) for p in read.problems] == [(1, "black")]


def test_players_on_another_page_of_the_round_are_paired_too(draft: DraftEvent) -> None:
    stored = with_round(draft, 1, read_round(draft, 1, [Line("1", "1", "2")]).games, 0, 0)
    assert read_round(stored, 1, [Line("3", "1", "1")], first=1, shown=0).problems
    assert not read_round(stored, 1, [Line("3", "1", "1")], first=0, shown=1).problems


KINDS = [
    (result, kind)
    for kind in (GameKind.PLAYED, GameKind.FORFEIT, GameKind.SHORT)
    for result in Result
    if result is not Result.NONE
    and (kind is GameKind.PLAYED or result not in (Result.WHITE_HALF, Result.BLACK_HALF))
    and (result, kind) != (Result.DRAW, GameKind.FORFEIT)  # no game ends so
] + [(Result.NONE, kind) for kind in (GameKind.OPEN, GameKind.ADJOURNED, GameKind.POSTPONED)]


@pytest.mark.parametrize(("result", "kind"), KINDS)
def test_what_is_shown_is_read_back(result: Result, kind: GameKind) -> None:
    text = result_text(GameContent(1, 1, 2, result, kind))
    assert parse_typed_result(text) == (result, kind), text


def test_saving_a_grid_unchanged_changes_nothing(draft: DraftEvent) -> None:
    games = (
        GameContent(
            1, 1, 2, Result.WHITE_WINS, GameKind.FORFEIT, 7, Result.DRAW, colours_known=False
        ),
        GameContent(1, 3, None, Result.WHITE_HALF, GameKind.PAIRING_BYE, unrated="agreed"),
    )
    stored = with_round(draft, 1, games, 0, 0)
    lines = lines_of(stored, 1)
    assert lines[0].white == label(draft.entries[0])
    again = with_round(stored, 1, read_round(stored, 1, lines, 0, 2).games, 0, 2)
    assert again == stored


def test_a_new_result_keeps_the_rest_of_the_game(draft: DraftEvent) -> None:
    game = GameContent(1, 1, 2, Result.DRAW, GameKind.PLAYED, 3, colours_known=False)
    stored = with_round(draft, 1, [game], 0, 0)
    (now,) = read_round(stored, 1, [Line("1", "0", "2")], 0, 1).games
    assert (now.result, now.board, now.colours_known) == (Result.BLACK_WINS, 3, False)


def test_rounds_stay_in_order_and_a_part_replaces_a_part(draft: DraftEvent) -> None:
    first, second, third = (GameContent(n, 1, 2, Result.DRAW, GameKind.PLAYED) for n in (1, 2, 3))
    other = GameContent(2, 3, 4, Result.DRAW, GameKind.PLAYED)
    stored = with_round(with_round(draft, 3, [third], 0, 0), 1, [first], 0, 0)
    stored = with_round(stored, 2, [second, other], 0, 0)
    assert [game.round for game in stored.games] == [1, 2, 2, 3]
    assert stored.rounds == 3
    without = with_round(stored, 2, [], 1, 1)
    assert without.games == (first, second, third)


@pytest.mark.parametrize(
    "game",
    [
        GameContent(1, 1, 2, Result.NONE, GameKind.FORFEIT, board=1),
        GameContent(1, 1, 2, Result.WHITE_WINS, GameKind.SHORT, board=1),
        GameContent(1, 1, 2, Result.WHITE_HALF, GameKind.PLAYED, board=1),
        GameContent(1, 1, 2, Result.BOTH_LOSE, GameKind.SHORT, board=1),
        GameContent(1, 1, None, Result.WHITE_WINS, GameKind.PAIRING_BYE, board=3),
    ],
)
def test_a_result_that_no_key_means_stays_while_its_text_does(
    draft: DraftEvent, game: GameContent
) -> None:
    stored = with_round(draft, 1, [game], 0, 0)
    read = read_round(stored, 1, lines_of(stored, 1), 0, 1)
    assert (read.problems, read.games) == ([], [game])
    other = Line("3", result_text(GameContent(1, 1, 2, Result.NONE, GameKind.FORFEIT)), "4")
    assert read_round(stored, 1, [other], 0, 1).problems


def test_nobody_came_has_its_key(draft: DraftEvent) -> None:
    (game,) = read_round(draft, 1, [Line("1", "--", "2")]).games
    assert (game.result, game.kind) == (Result.BOTH_LOSE, GameKind.FORFEIT)
    assert result_text(game) == "--"
