"""A typed event: names with completion, results round by round, and nothing typed is lost."""

import pytest
from django.test import Client

from clubs.models import Club, User
from events.drafts import DraftEvent
from events.grid import lines_of
from events.models import Draft
from events.results import GameKind, Result
from events.revisions import GameContent
from events.services import drafts
from tests import builders
from tests.web.arbiters import at, brought_in, said, text

NAMES = "Alfa Ada\nBravo Bo\nCharlie Cyril\nDelta Dana"


@pytest.fixture
def draft(club: Club, arbiter: User) -> Draft:
    return drafts.start(club, DraftEvent(name="Evening"), by=arbiter)


@pytest.fixture
def listed(arbiter_client: Client, draft: Draft) -> Draft:
    """The draft with four players in its list."""
    save_players(arbiter_client, draft, list=NAMES)
    return draft


def save_players(client: Client, draft: Draft, **fields: object):  # type: ignore[no-untyped-def]
    draft.refresh_from_db()
    return client.post(at(draft, "players/save/"), {"version": draft.version, **fields})


def save_round(  # type: ignore[no-untyped-def]
    client: Client, draft: Draft, lines: list[tuple[str, str, str]], number: int = 1, **more: object
):
    draft.refresh_from_db()
    shown = sum(game.round == number for game in drafts.content_of(draft).games)
    cells = dict(
        zip(("white", "result", "black"), map(list, zip(*lines, strict=True)), strict=True)
    )
    data = {"version": draft.version, "part": 1, "shown": shown, **cells, **more}
    return client.post(at(draft, f"rounds/{number}/save/"), data)


# -- Players -------------------------------------------------------------------------------------


def test_names_are_offered_and_the_advice_stands_there(
    arbiter_client: Client, club: Club, draft: Draft
) -> None:
    builders.make_player(club, "Kanárek Petr")
    page = arbiter_client.get(at(draft, "players/"))
    assert '<option value="Kanárek Petr">' in page.content.decode()
    assert "Surname Given name" in text(page)


def test_a_refused_name_waits_for_the_next_one_and_a_list_is_kept(
    arbiter_client: Client, listed: Draft
) -> None:
    """One name after the other is typed without looking: the box keeps the focus."""
    page = save_players(arbiter_client, listed, new="Bravo Bo").content.decode()
    assert "These names were not taken" in page
    assert 'value="Bravo Bo"' in page and "data-select autofocus" in page
    assert "data-focus" not in page
    pasted = "Golf Gita\nBravo Bo\nHotel Hugo"
    page = save_players(arbiter_client, listed, list=pasted).content.decode()
    assert pasted in page
    assert "data-focus" in page and "data-select" not in page
    assert len(said(listed).entries) == 4


def test_names_of_another_club_are_not_offered(
    outsider_client: Client, club: Club, other_club: Club, outsider: User
) -> None:
    builders.make_player(club, "Kanárek Petr")
    own = drafts.start(other_club, DraftEvent(), by=outsider)
    assert "Kanárek" not in outsider_client.get(at(own, "players/")).content.decode()


def test_names_are_added_corrected_and_taken_out(arbiter_client: Client, draft: Draft) -> None:
    save_players(arbiter_client, draft, list=NAMES, new="Echo Eva")
    save_players(arbiter_client, draft, n1="Alfa Adam", n2="")
    # "Echo Eva", from the box for one more, came first.
    names = [(entry.number, entry.name) for entry in said(draft).entries]
    assert names[0] == (1, "Alfa Adam")
    assert [name for _, name in names[1:]] == ["Bravo Bo", "Charlie Cyril", "Delta Dana"]


def test_a_name_that_cannot_be_one_keeps_everything_typed(
    arbiter_client: Client, listed: Draft
) -> None:
    page = save_players(
        arbiter_client, listed, n1="Alfa Adam", new="Ech\u200bo", list="Foxtrot Filip"
    )
    assert page.status_code == 422
    source = page.content.decode()
    assert 'value="Alfa Adam"' in source
    assert "Foxtrot Filip" in source
    assert "invisible" in text(page)
    assert said(listed).entries[0].name == "Alfa Ada"


def test_two_tabs_on_the_list(arbiter_client: Client, owner_client: Client, listed: Draft) -> None:
    version = listed.version
    save_players(arbiter_client, listed, new="Echo Eva")
    page = owner_client.post(
        at(listed, "players/save/"), {"version": version, "n1": "Alfa Adam", "new": "Golf Gita"}
    )
    assert page.status_code == 409
    assert 'value="Golf Gita"' in page.content.decode()
    assert 'value="Alfa Adam"' in page.content.decode()
    assert len(said(listed).entries) == 5


def test_a_list_longer_than_a_form_is_paged(arbiter_client: Client, draft: Draft) -> None:
    save_players(
        arbiter_client, draft, list="\n".join(f"Player {n:04} X{n}x" for n in range(1, 700))
    )
    first = arbiter_client.get(at(draft, "players/") + "?page=1").content.decode()
    assert 'name="n1"' in first
    assert 'name="n501"' not in first
    last = arbiter_client.get(at(draft, "players/")).content.decode()
    assert 'name="n501"' in last
    save_players(arbiter_client, draft, n501="", page="2")
    assert len(said(draft).entries) == 698


# -- Rounds --------------------------------------------------------------------------------------


def test_a_round_is_typed_and_shown_again(arbiter_client: Client, listed: Draft) -> None:
    answer = save_round(arbiter_client, listed, [("1", "1", "2"), ("charlie", "r", "Delta")])
    assert answer.status_code == 302
    assert said(listed).games == (
        GameContent(1, 1, 2, Result.WHITE_WINS, GameKind.PLAYED, 1),
        GameContent(1, 3, 4, Result.DRAW, GameKind.PLAYED, 2),
    )
    page = arbiter_client.get(at(listed, "rounds/1/")).content.decode()
    assert 'value="1 Alfa Ada"' in page
    assert 'value="½"' in page


def test_the_legend_of_keys_stands_there(arbiter_client: Client, listed: Draft) -> None:
    page = text(arbiter_client.get(at(listed, "rounds/1/")))
    for words in ("1 white won", "½ 5 r = draw", "v bye", "p adjourned", "o postponed"):
        assert words in page


def test_an_empty_round_has_a_line_for_every_pair(arbiter_client: Client, listed: Draft) -> None:
    page = arbiter_client.get(at(listed, "rounds/1/")).content.decode()
    assert page.count('name="white"') == 2


def test_what_is_wrong_is_shown_beside_what_was_typed(
    arbiter_client: Client, listed: Draft
) -> None:
    page = save_round(arbiter_client, listed, [("1", "1", "2"), ("3", "x", "Zulu Zoe")])
    assert page.status_code == 422
    source = page.content.decode()
    assert 'value="Zulu Zoe"' in source
    assert 'value="x"' in source
    assert "This is no result" in text(page)
    assert said(listed).games == ()


def test_unknown_names_can_be_added_with_one_press(arbiter_client: Client, listed: Draft) -> None:
    lines = [("1", "1", "Zulu Zoe")]
    assert "Add this name and save" in text(save_round(arbiter_client, listed, lines))
    save_round(arbiter_client, listed, lines, add_names="1")
    assert said(listed).entries[-1].name == "Zulu Zoe"
    assert said(listed).games[0].black == 5


def test_rounds_are_added_and_emptied(arbiter_client: Client, listed: Draft) -> None:
    answer = save_round(arbiter_client, listed, [("1", "1", "2")], next_round="1")
    assert answer["Location"] == at(listed, "rounds/2/")
    save_round(arbiter_client, listed, [("2", "0", "1")], number=2)
    save_round(arbiter_client, listed, [("", "", "")], number=1)
    assert [game.round for game in said(listed).games] == [2]


@pytest.mark.parametrize("number", [3, 201, 10**30])
def test_a_round_that_cannot_be_next_is_not_found(
    arbiter_client: Client, listed: Draft, number: int
) -> None:
    save_round(arbiter_client, listed, [("1", "1", "2")])
    assert arbiter_client.get(at(listed, f"rounds/{number}/")).status_code == 404


def test_the_day_of_a_round(arbiter_client: Client, listed: Draft) -> None:
    save_round(arbiter_client, listed, [("1", "1", "2")])
    save_round(arbiter_client, listed, [("1", "1", "2")], number=2, day="2026-03-09")
    assert [str(day) for day in said(listed).round_days] == ["None", "2026-03-09"]
    page = save_round(arbiter_client, listed, [("1", "0", "2")], number=2, day="yesterday")
    assert page.status_code == 422
    assert said(listed).games[1].result == Result.WHITE_WINS


def test_two_tabs_on_a_round(arbiter_client: Client, owner_client: Client, listed: Draft) -> None:
    listed.refresh_from_db()
    version = listed.version
    save_round(arbiter_client, listed, [("1", "1", "2")])
    data = {"version": version, "white": "1", "result": "0", "black": "2", "part": 1, "shown": 0}
    page = owner_client.post(at(listed, "rounds/1/save/"), data)
    assert page.status_code == 409
    assert 'value="0"' in page.content.decode()
    assert said(listed).games[0].result == Result.WHITE_WINS


def test_five_thousand_fields_are_refused_in_words_and_nothing_is_lost(
    arbiter_client: Client, listed: Draft
) -> None:
    save_round(arbiter_client, listed, [("1", "1", "2")])
    page = save_round(arbiter_client, listed, [("3", "1", "4")] * 1_700)
    assert page.status_code == 400
    assert "too large" in text(page)
    assert len(said(listed).games) == 1


def test_a_round_of_six_hundred_boards_is_paged(arbiter_client: Client, draft: Draft) -> None:
    save_players(arbiter_client, draft, list="\n".join(f"Player X{n}x" for n in range(1, 601)))
    lines = [(str(n), "1", str(n + 300)) for n in range(1, 301)]
    for part in (1, 2):
        draft.refresh_from_db()
        cut = lines[(part - 1) * 250 : part * 250]
        cells = dict(
            zip(("white", "result", "black"), map(list, zip(*cut, strict=True)), strict=True)
        )
        data = {"version": draft.version, "part": part, "shown": 0, **cells}
        assert arbiter_client.post(at(draft, "rounds/1/save/"), data).status_code == 302
    assert len(said(draft).games) == 300
    page = arbiter_client.get(at(draft, "rounds/1/") + "?part=2").content.decode()
    assert page.count('name="white"') == 50 + 3
    assert 'value="251 Player X251x"' in page
    assert 'value="1 Player X1x"' not in page.split("<datalist")[0]


def test_a_club_evening_of_sixty_boards_and_nine_rounds(
    arbiter_client: Client, draft: Draft
) -> None:
    """Each round is a form of its own, far below the limit."""
    save_players(arbiter_client, draft, list="\n".join(f"Player X{n}x" for n in range(1, 121)))
    for number in range(1, 10):
        lines = [(str(n), "1", str(n + 60)) for n in range(1, 61)]
        assert save_round(arbiter_client, draft, lines, number=number).status_code == 302
    assert len(said(draft).games) == 540


# -- One game ------------------------------------------------------------------------------------


def test_what_a_grid_has_no_room_for(arbiter_client: Client, listed: Draft) -> None:
    save_round(arbiter_client, listed, [("1", "+", "2")])
    listed.refresh_from_db()
    assert "Alfa Ada – Bravo Bo" in text(arbiter_client.get(at(listed, "games/1/")))
    data = {
        "version": listed.version,
        "outcome": "1-0|forfeit",
        "board_result": "0-1",
        "day": "2026-03-07",
        "unrated": "agreed before",
    }
    arbiter_client.post(at(listed, "games/1/save/"), data)
    (game,) = said(listed).games
    assert (game.board_result, game.colours_known) == (Result.BLACK_WINS, False)
    assert (str(game.day), game.unrated) == ("2026-03-07", "agreed before")
    save_round(arbiter_client, listed, [("1", "1", "2")])
    assert said(listed).games[0].board_result == Result.BLACK_WINS


def test_a_game_without_a_result_has_none_on_the_board(
    arbiter_client: Client, listed: Draft
) -> None:
    save_round(arbiter_client, listed, [("1", ".", "2")])
    listed.refresh_from_db()
    data = {"version": listed.version, "outcome": "|adjourned", "board_result": "1-0"}
    page = arbiter_client.post(at(listed, "games/1/save/"), data)
    assert page.status_code == 422
    assert "none on the board" in text(page)


def test_a_round_of_a_file_is_saved_unchanged_whatever_its_results(
    arbiter_client: Client, club: Club
) -> None:
    table = "round;white;black;result;board\n3;Alfa Ada;Bravo Bo;kont.;1\n"
    draft = brought_in(arbiter_client, club, table)
    before = drafts.content_of(draft).games
    shown = lines_of(drafts.content_of(draft), 3)
    cells = [(line.white, line.result, line.black) for line in shown]
    assert save_round(arbiter_client, draft, cells, number=3).status_code == 302
    draft.refresh_from_db()
    assert drafts.content_of(draft).games == before
