"""An event's page: its final order, its rounds, and what was not rated and why."""

import re
from dataclasses import replace
from datetime import date

import pytest
from django.test import Client

from clubs.models import Club
from events.models import Event
from events.results import GameKind, Result
from events.revisions import EventKind
from events.services import revising
from events.services.publishing import publish
from players.models import Player, Status
from tests.builders import make_draft, make_event, player, rebuild, replace_days
from tests.web.reading import main_part, page, rows, text, words

GAMES = [
    "Adam Novak 1-0 Bara Mala",
    "Cyril Dub 1/2 Dana Hora",
    "Adam Novak 1/2 Cyril Dub",
    "Bara Mala 0-1 Dana Hora",
]


@pytest.fixture
def event(club: Club) -> Event:
    made = make_event(club, "2026-03-03", GAMES, name="Club night")
    rebuild(club)
    return made


def address(link: str, event: Event) -> str:
    return f"{link}event/{event.uid}/"


def test_without_stated_places_the_order_is_by_points_and_buchholz(
    event: Event, link: str, client: Client
) -> None:
    found = rows(client, address(link, event))
    assert [row[:4] for row in found] == [
        ["1", "A. N.", "1½", "1"],
        ["1", "D. H.", "1½", "1"],
        ["3", "C. D.", "1", "3"],
        ["4", "B. M.", "0", "3"],
    ]
    assert found[0][4].startswith("+")


def test_stated_places_are_the_final_order(club: Club, link: str, client: Client) -> None:
    event = _stated(club)
    found = rows(client, address(link, event))
    assert [row[:3] for row in found] == [["1", "B. M.", "2"], ["2", "A. N.", "1"]]
    assert "In the order that the event's own file states." in text(client, address(link, event))


def test_after_a_correction_the_stated_places_do_not_hold(
    club: Club, link: str, client: Client
) -> None:
    event = _stated(club)
    revising.set_result(event, 1, Result.DRAW, GameKind.PLAYED, by=None, why="misread")
    rebuild(club)
    found = rows(client, address(link, event))
    assert [row[:3] for row in found] == [["1", "A. N.", "½"], ["1", "B. M.", "½"]]
    assert "own file" not in text(client, address(link, event))


def _stated(club: Club) -> Event:
    """An event whose file states another order than its one game gives."""
    draft = make_draft(club, ["Adam Novak 1-0 Bara Mala"])
    places = {"Adam Novak": (2, 2), "Bara Mala": (1, 4)}
    entries = tuple(
        replace(entry, place=places[entry.name][0], half_points=places[entry.name][1])
        for entry in draft.entries
    )
    day = date(2026, 3, 3)
    return publish(club, replace_days(replace(draft, entries=entries), day, day), by=None).event


def test_rounds_show_who_played_whom(event: Event, link: str, client: Client) -> None:
    assert rows(client, address(link, event), table=1) == [
        ["", "A. N.", "1 : 0", "B. M."],
        ["", "C. D.", "½ : ½", "D. H."],
    ]
    assert rows(client, address(link, event), table=2)[1] == ["", "B. M.", "0 : 1", "D. H."]


@pytest.mark.parametrize(
    ("game", "shown", "why"),
    [
        ("Adam Novak +/- Bara Mala", ["", "A. N.", "+ : −", "B. M."], "Not rated: forfeit"),
        ("Adam Novak adj Bara Mala", ["", "A. N.", "–", "B. M."], "Not rated: adjourned"),
    ],
)
def test_a_game_that_is_not_rated_says_why(
    club: Club, link: str, client: Client, game: str, shown: list[str], why: str
) -> None:
    event = make_event(club, "2026-03-03", [game, "Cyril Dub 1-0 Dana Hora"])
    found = rows(client, address(link, event), table=1)
    assert found[:2] == [shown, [why]]
    assert found[2] == ["", "C. D.", "1 : 0", "D. H."]
    assert len(found) == 3


def test_a_game_without_a_result_yet_has_a_dash(club: Club, link: str, client: Client) -> None:
    event = make_event(club, "2026-03-03", ["Adam Novak ... Bara Mala", "Cyril Dub 1-0 Dana Hora"])
    assert rows(client, address(link, event), table=1) == [
        ["", "A. N.", "–", "B. M."],
        ["", "C. D.", "1 : 0", "D. H."],
    ]


@pytest.mark.parametrize(
    ("bye", "points", "word"),
    [("bye", "1", "bye"), ("half-bye", "½", "half-point bye"), ("zero-bye", "0", "not paired")],
)
def test_a_round_without_an_opponent_says_so(
    club: Club, link: str, client: Client, bye: str, points: str, word: str
) -> None:
    event = make_event(club, "2026-03-03", [f"Adam Novak {bye}", "Cyril Dub 1-0 Dana Hora"])
    assert ["", "A. N.", points, word] in rows(client, address(link, event), table=1)


def test_a_player_not_known_yet_has_no_name_and_the_game_waits(
    club: Club, link: str, client: Client
) -> None:
    event = make_event(club, "2026-03-03", ["Adam Novak 1-0 Nekdo Cizi"], unknown=["Nekdo Cizi"])
    rebuild(club)
    shown = text(client, address(link, event))
    assert "1 player not known yet" in shown
    assert rows(client, address(link, event), table=1) == [
        ["", "A. N.", "1 : 0", "player not known yet"],
        ["Not rated: waits until it is known who played"],
    ]
    assert "Nekdo" not in page(client, address(link, event)).content.decode()
    assert "N. C." not in shown


def test_a_result_on_the_board_is_named_where_it_differs(
    club: Club, link: str, client: Client
) -> None:
    event = make_event(club, "2026-03-03", ["Adam Novak 1-0 Bara Mala"])
    revising.set_result(
        event, 1, Result.BLACK_WINS, GameKind.FORFEIT, Result.WHITE_WINS, by=None, why="appeal"
    )
    assert rows(client, address(link, event), table=1) == [
        ["", "A. N.", "− : +", "B. M."],
        ["rated as played on the board, 1 : 0"],
    ]


def test_a_game_taken_out_by_an_arbiter_gives_the_reason(
    event: Event, link: str, client: Client
) -> None:
    revising.correct_game(event, 2, {"unrated": "other time control"}, by=None)
    assert ["Not rated: other time control"] in rows(client, address(link, event), table=1)


def test_an_event_that_does_not_count_says_so_and_changes_nothing(
    club: Club, link: str, client: Client
) -> None:
    event = make_event(
        club, "2026-03-03", GAMES, kind=EventKind.SIMUL, counts=False, counts_reason="a simul"
    )
    rebuild(club)
    shown = text(client, address(link, event))
    assert "Not rated. a simul" in shown
    assert "Change" not in shown
    assert "not rated" in text(client, link + "events/")


def test_an_open_event_says_how_many_rounds_it_includes(
    club: Club, link: str, client: Client
) -> None:
    event = make_event(club, "2026-03-03", GAMES, rounds=5)
    assert "includes 2 of 5 rounds" in text(client, address(link, event))
    assert "Standings after round 2" in text(client, address(link, event))
    assert "includes 2 of 5 rounds" in text(client, link)


def test_hidden_and_erased_people_have_no_page_to_open(
    event: Event, link: str, client: Client
) -> None:
    club = event.club
    Player.objects.filter(name__text="Adam Novak").update(status=Status.HIDDEN)
    hidden = player(club, "Adam Novak")
    body = main_part(page(client, address(link, event)))
    assert "hidden player" in words(body)
    assert hidden.uid not in body
    page(client, f"{link}player/{hidden.uid}/", status=404)
    page(client, f"{address(link, event)}player/{hidden.uid}/", status=404)


def test_deleted_and_foreign_events_are_not_there(
    event: Event, other_club: Club, link: str, client: Client
) -> None:
    theirs = make_event(other_club, "2026-03-03", GAMES)
    missing = page(client, f"{link}event/{'x' * 12}/", status=404).content
    assert _without_path(page(client, address(link, theirs), status=404).content) == _without_path(
        missing
    )
    revising.delete(event, by=None)
    page(client, address(link, event), status=404)
    assert "Club night" not in text(client, link + "events/")


def _without_path(body: bytes) -> bytes:
    """A page without the addresses and the form token that differ by request."""
    return re.sub(rb'value="[^"]*"|/event/\w+/', b"", body)


def test_events_stand_by_season_the_last_first(club: Club, link: str, client: Client) -> None:
    for day, name in (
        ("2025-07-31", "Last of a season"),
        ("2025-08-01", "First of the next"),
        ("2025-08-01", "Second on that day"),
        ("2026-03-03", "In spring"),
    ):
        make_event(club, day, GAMES[:1], name=name)
    shown = text(client, link + "events/")
    order = ["In spring", "Second on that day", "First of the next"]
    assert sorted(order, key=shown.index) == order
    assert "Last of a season" not in shown
    assert "2025/26 2024/25" in shown
    assert "Last of a season" in text(client, link + "events/?season=2024")
    page(client, link + "events/?season=1999", status=404)
    assert text(client, link + "events/?season=x") == shown


def test_the_home_names_the_last_evening_first_with_the_first_three(
    event: Event, link: str, client: Client
) -> None:
    make_event(event.club, "2026-03-10", ["Dana Hora 1-0 Adam Novak"], name="Next night")
    shown = text(client, link)
    assert "Last evening: Next night , 10 March 2026" in shown
    assert shown.index("Next night") < shown.index("Rank") < shown.index("Club night")
    assert "D. H. 1" in shown[shown.index("Last evening Next night") :]
