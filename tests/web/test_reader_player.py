"""A player's page: the record, the chart, every event with its change; and the club's players."""

import re
from datetime import date

import pytest
from django.test import Client

from clubs.models import Club
from events.models import IdentityDecision
from events.results import GameKind, Result
from events.services import revising
from events.services.projection import project
from ladder.rulebook import Filters
from ladder.services import change_rules, give_facts, give_starting_rating
from players.models import Player, Status
from tests.builders import make_event, make_player, player, rebuild
from tests.web.reading import main_part, page, rows, text

NIGHTS = {
    "2025-03-04": ["Adam Novak 1-0 Bara Mala", "Cyril Dub 1/2 Adam Novak"],
    "2026-03-03": ["Bara Mala 1-0 Adam Novak", "Adam Novak 1-0 Cyril Dub"],
    "2026-03-10": ["Adam Novak +/- Bara Mala", "Cyril Dub 1/2 Adam Novak"],
}


@pytest.fixture
def played(club: Club) -> Club:
    for day, games in NIGHTS.items():
        make_event(club, day, games, name=f"Night {day}")
    rebuild(club)
    return club


def address(club: Club, link: str, name: str = "Adam Novak") -> str:
    return f"{link}player/{player(club, name).uid}/"


def test_the_record_counts_rated_games_of_both_colours(
    played: Club, link: str, client: Client
) -> None:
    shown = text(client, address(played, link))
    assert "Won, drawn, lost 2 / 2 / 1 rated games" in shown  # the forfeit is in none of them
    assert "Counted games 5 of 5 played" in shown
    assert "Rated events 3 since 4 March 2025" in shown


def test_every_event_leads_to_its_explanation_with_points_and_change(
    played: Club, link: str, client: Client
) -> None:
    body = main_part(page(client, address(played, link)))
    uid = player(played, "Adam Novak").uid
    for event in played.events.filter(date__year=2026):
        assert f"event/{event.uid}/player/{uid}/" in body
    shown = text(client, address(played, link))
    assert re.search(r"10 Mar Night 2026-03-10 ½ of 1 rated game [+−]\d+\.\d", shown)
    assert re.search(r"3 Mar Night 2026-03-03 1 of 2 rated games [+−]\d+\.\d", shown)
    assert "Night 2025-03-04" not in shown
    assert "Night 2025-03-04" in text(client, address(played, link) + "?season=2024")
    page(client, address(played, link) + "?season=1999", status=404)


def test_the_chart_says_in_words_and_in_a_table_what_it_shows(
    played: Club, link: str, client: Client
) -> None:
    body = main_part(page(client, address(played, link)))
    assert '<svg viewBox="0 0 720 300" role="img"' in body
    assert "in 3 events." in text(client, address(played, link))
    days = [row[0] for row in rows(client, address(played, link))]
    assert days == ["10 March 2026", "3 March 2026", "4 March 2025"]


def test_provisional_and_rank(played: Club, link: str, client: Client) -> None:
    shown = text(client, address(played, link, "Bara Mala"))
    assert "provisional" in shown
    assert "Until 5 counted games" in shown
    assert "Rank 3 of 3" in shown or "Rank 2 of 3" in shown  # the first weeks: all are ranked


def test_who_has_not_played_has_a_page_all_the_same(
    played: Club, link: str, client: Client
) -> None:
    make_player(played, "Felix Novy")
    shown = text(client, address(played, link, "Felix Novy"))
    assert "No rated game yet." in shown
    assert "No events yet" in shown


def test_a_merged_player_s_address_leads_to_the_one_who_remains(
    played: Club, link: str, client: Client
) -> None:
    double = make_player(played, "A. Novak")
    stays = player(played, "Adam Novak")
    IdentityDecision.objects.create(club=played, kind="merge", player=double, other=stays)
    for event in played.events.all():
        project(event)
    answer = client.get(f"{link}player/{double.uid}/")
    assert (answer.status_code, answer["Location"]) == (302, f"{link}player/{stays.uid}/")
    assert answer["X-Robots-Tag"].startswith("noindex")
    assert len(rows(client, link + "players/")) == 3


def test_a_stranger_s_address_is_not_there(
    played: Club, other_club: Club, link: str, client: Client
) -> None:
    theirs = make_player(other_club, "Zdena Cizi")
    page(client, f"{link}player/{theirs.uid}/", status=404)
    page(client, f"{link}player/nobody/", status=404)
    page(client, f"{link}player/%00/", status=404)


def test_the_club_s_players_are_its_members_in_the_order_of_what_is_shown(
    played: Club, link: str, client: Client
) -> None:
    make_player(played, "Chalupa Zdenek")
    make_player(played, "Gast Velky", status=Status.GUEST)
    Player.objects.filter(name__text="Bara Mala").update(status=Status.FORMER)
    client.cookies["django_language"] = "cs"
    assert [row[0] for row in rows(client, link + "players/")] == ["A. N.", "C. D.", "Ch. Z."]


def test_equal_initials_are_told_apart(played: Club, link: str, client: Client) -> None:
    make_player(played, "Alena Nova")
    assert [row[0] for row in rows(client, link + "players/")][:2] == ["A. N.", "A. N. 2"]


def test_a_later_correction_that_moved_the_number_is_said(client, club, link):
    first = make_event(club, "2026-03-03", ["Anna Alfa 1-0 Bob Bravo"])
    make_event(club, "2026-03-10", ["Anna Alfa 1-0 Bob Bravo"])
    rebuild(club)
    anna = player(club, "Anna Alfa")
    assert "Changed later" not in client.get(f"{link}player/{anna.uid}/").content.decode()
    revising.set_result(first, 1, Result.DRAW, GameKind.PLAYED, by=None)
    rebuild(club)
    page = client.get(f"{link}player/{anna.uid}/").content.decode()
    assert f"a correction of <bdi>{first.name}</bdi> moved this rating" in page


def test_later_corrections_of_one_event_and_day_are_added_up(client, club, link):
    first = make_event(club, "2026-03-03", ["Anna Alfa 1-0 Bob Bravo"])
    make_event(club, "2026-03-10", ["Anna Alfa 1-0 Bob Bravo"])
    rebuild(club)
    address = f"{link}player/{player(club, 'Anna Alfa').uid}/"

    def said(*results: Result) -> list[str]:
        for result in results:
            revising.set_result(first, 1, result, GameKind.PLAYED, by=None)
        rebuild(club)
        return re.findall(r"moved this rating \((.*?)\)", client.get(address).content.decode())

    (half,) = said(Result.DRAW)
    (whole,) = said(Result.BLACK_WINS)
    assert half.startswith("−")
    assert float(whole[1:]) > float(half[1:])
    assert said(Result.DRAW, Result.BLACK_WINS) == [whole]
    # Two versions, one build: what it moved is not said twice.
    assert said(Result.BLACK_WINS, Result.DRAW) == [half]
    assert said(Result.WHITE_WINS) == []


# -- A rating from the beginning, and another one before the first event has ended -----------------


def _ended_on_13_september(club: Club) -> None:
    games = ["Adam Novak 1-0 Bara Mala", "Adam Novak 1/2 Cyril Dub"]
    make_event(club, "2025-09-13", games, start="2025-09-12")
    rebuild(club)


def _first_points(client: Client, club: Club, link: str, number: int) -> list[list[str]]:
    """The earliest points of the chart, as its table says them."""
    return [row[:2] for row in rows(client, address(club, link))][: -number - 1 : -1]


def test_a_starting_rating_before_the_first_event(club: Club, link: str, client: Client) -> None:
    adam, ladder = make_player(club, "Adam Novak"), club.ladders.get()
    give_starting_rating(ladder, adam, 1500, by=None, why="list")
    give_starting_rating(ladder, adam, 1600, by=None, why="list", valid_from=date(2025, 9, 1))
    _ended_on_13_september(club)
    found = _first_points(client, club, link, 2)
    assert found == [["1 September 2025", "1500"], ["1 September 2025", "1600"]]
    assert "<svg" in page(client, address(club, link)).content.decode()


@pytest.mark.parametrize(("start", "known"), [(0, 2290), (1500, None)])
def test_a_fide_rating_known_while_the_first_event_lasted(
    start: int, known: int | None, club: Club, link: str, client: Client
) -> None:
    adam, ladder = make_player(club, "Adam Novak"), club.ladders.get()
    change_rules(ladder, by=None, system="fide", parameters={"start": start}, filters=Filters())
    give_facts(adam, {"birth": "1987-05-31"}, by=None)
    if known:
        give_facts(adam, {"fide_standard": known}, by=None)
    give_facts(adam, {"fide_standard": 2311}, by=None, valid_from=date(2025, 9, 12))
    _ended_on_13_september(club)
    found = _first_points(client, club, link, 2)
    assert found == [["12 September 2025", str(known or start)], ["12 September 2025", "2311"]]


def test_lists_that_gave_no_rating_are_not_counted(club: Club, link: str, client: Client) -> None:
    adam, ladder = make_player(club, "Adam Novak"), club.ladders.get()
    change_rules(ladder, by=None, system="fide", parameters={}, filters=Filters())
    known = {"fide_standard": 2290}
    for name in ("Bara Mala", "Cyril Dub"):
        give_facts(make_player(club, name), known, by=None)
    for number, day in enumerate(("2025-09-13", "2025-11-15", "2026-01-10")):
        make_event(club, day, ["Adam Novak 1/2 Bara Mala", "Adam Novak 0-1 Cyril Dub"])
        if number == 0:
            give_facts(adam, known, by=None, valid_from=date(2025, 10, 20))
    rebuild(club)
    body = text(client, address(club, link))
    assert body.count("List of 1") == 3 and body.count("no rating yet") == 1
    assert "in 2 lists." in body
