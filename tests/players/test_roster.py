"""The roster on the arbiters' side: full names, what readers see, looking somebody up."""

import html
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import AuditEntry, Club
from events.models import IdentityDecision
from ladder.services import give_starting_rating
from players.models import Player, Status
from players.search import search
from tests import builders
from tests.cast import CANARIES

ROSTER = "/c/rooks/players/"
SEARCH = "/c/rooks/players/search/"


def listed(page: str) -> list[str]:
    """The names of the roster, from top to bottom."""
    return re.findall(r'<th class="player" scope="row"><a [^>]*><bdi>([^<]+)', page)


def test_it_shows_full_names_and_what_readers_see(season: Club, arbiter_client: Client) -> None:
    page = arbiter_client.get(ROSTER).content.decode()
    assert listed(page) == ["Čížková Jana", "Kanárek Petr", "Skřivánek Ivo", "Stehlíková Eva"]
    assert re.search(r"Kanárek Petr</bdi></a></th><td[^>]*><bdi>K\. P\.</bdi>", page)
    assert '<time datetime="2026-03-10">' in page


def test_it_is_sorted_by_the_alphabet_of_who_reads(season: Club, arbiter_client: Client) -> None:
    builders.make_player(season, "Chalupa Jan")
    builders.make_player(season, "Hora Jan")
    english = listed(arbiter_client.get(ROSTER).content.decode())
    czech = listed(arbiter_client.get(ROSTER, headers={"accept-language": "cs"}).content.decode())
    assert english.index("Chalupa Jan") < english.index("Hora Jan")
    assert czech.index("Hora Jan") < czech.index("Chalupa Jan") < czech.index("Kanárek Petr")


def test_figures_are_those_of_the_ladder(season: Club, arbiter_client: Client) -> None:
    rows = {row.person.name: row for row in arbiter_client.get(ROSTER).context["rows"]}
    kanarek, cizkova = rows["Kanárek Petr"], rows["Čížková Jana"]
    assert (kanarek.figures.games, kanarek.figures.all_games) == (2, 2)
    assert (cizkova.figures.games, cizkova.figures.all_games) == (1, 1)
    assert kanarek.figures.rating == pytest.approx(1238.849, abs=0.001)
    assert (kanarek.seen.events, cizkova.seen.events) == (2, 2)


def test_who_has_not_played_yet_is_listed_with_the_starting_rating(
    season: Club, arbiter_client: Client
) -> None:
    ladder = season.ladders.get()
    new, petr = (
        builders.make_player(season, "Vrabec Karel"),
        builders.player(season, "Kanárek Petr"),
    )
    for player in (new, petr):
        give_starting_rating(ladder, player, 1480, by=None, why="list")
    builders.rebuild(season)
    rows = {row.person.name: row for row in arbiter_client.get(ROSTER).context["rows"]}
    assert rows["Vrabec Karel"].figures is None and rows["Vrabec Karel"].start.rating == 1480
    page = arbiter_client.get(ROSTER).content.decode()
    assert page.count("starts at 1480") == 1


def test_guests_stand_apart(season: Club, arbiter_client: Client) -> None:
    Player.objects.filter(name__text="Skřivánek Ivo").update(status=Status.GUEST)
    members = listed(arbiter_client.get(ROSTER).content.decode())
    guests = listed(arbiter_client.get(f"{ROSTER}?status=guest").content.decode())
    everybody = listed(arbiter_client.get(f"{ROSTER}?status=all").content.decode())
    assert guests == ["Skřivánek Ivo"]
    assert sorted(members + guests) == sorted(everybody) and len(everybody) == 4
    assert arbiter_client.get(f"{ROSTER}?status=king").status_code == 404


def test_erased_and_merged_people_stand_there_no_more(season: Club, arbiter_client: Client) -> None:
    kanarek = builders.player(season, "Kanárek Petr")
    twin = builders.make_player(season, "Kanarek P.")
    IdentityDecision.objects.create(club=season, kind="merge", player=twin, other=kanarek)
    Player.objects.filter(name__text="Skřivánek Ivo").update(erased="2026-03-20T00:00Z")
    names = listed(arbiter_client.get(f"{ROSTER}?status=all").content.decode())
    assert "Kanárek Petr" in names
    assert "Kanarek P." not in names and "Skřivánek Ivo" not in names


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        ("kanar", ["Kanárek Petr"]),
        ("petr KANÁREK", ["Kanárek Petr"]),
        ("ek", ["Kanárek Petr", "Skřivánek Ivo"]),
        ("Kanarek Petr", ["Kanárek Petr"]),
        ("Stehlikova", ["Stehlíková Eva"]),
        ("nobody of that name", []),
    ],
)
def test_looking_somebody_up(
    season: Club, arbiter_client: Client, sought: str, found: list[str]
) -> None:
    answer = arbiter_client.post(SEARCH, {"name": sought})
    assert answer.status_code == 200
    assert listed(answer.content.decode()) == found


def test_a_spelling_that_was_confirmed_finds_the_person(
    season: Club, arbiter_client: Client
) -> None:
    petr = builders.player(season, "Kanárek Petr")
    alias = season.typed_names.create(text="Žlutý Pták", key="žlutý pták")
    IdentityDecision.objects.create(club=season, kind="confirm", player=petr, typed_name=alias)
    for sought in ("ptak", "Žlutý"):
        page = arbiter_client.post(SEARCH, {"name": sought}).content.decode()
        assert listed(page) == ["Kanárek Petr"]


@pytest.mark.parametrize("text", ["", " ", "\x00", "x" * 101])
def test_nothing_to_look_for_goes_back_to_the_roster(
    season: Club, arbiter_client: Client, text: str
) -> None:
    answer = arbiter_client.post(SEARCH, {"name": text})
    assert (answer.status_code, answer.headers["Location"]) == (302, ROSTER)


def test_a_name_never_travels_in_an_address(season: Club, arbiter_client: Client) -> None:
    assert arbiter_client.get(SEARCH).status_code == 405
    page = arbiter_client.post(SEARCH, {"name": "Kanárek"}).content.decode()
    addresses = " ".join(re.findall(r'(?:href|action|src)="([^"]*)"', page))
    assert "players/search/" in addresses and "Kan" not in addresses


def test_the_other_club_sees_and_finds_nobody(
    season: Club, other_club: Club, outsider_client: Client
) -> None:
    assert outsider_client.get(ROSTER).status_code == 404
    assert outsider_client.post(SEARCH, {"name": "Kanárek"}).status_code == 404
    for page in (
        outsider_client.get("/c/bishops/players/?status=all"),
        outsider_client.post("/c/bishops/players/search/", {"name": "Kanár"}),
    ):
        assert page.status_code == 200
        assert not any(name in page.content.decode() for name in CANARIES)


def test_who_is_not_logged_in_is_asked_to(season: Club) -> None:
    assert Client().get(ROSTER).headers["Location"].startswith("/accounts/login/")


def test_a_club_without_players_is_told_where_they_come_from(
    club: Club, arbiter_client: Client
) -> None:
    page = arbiter_client.get(ROSTER).content.decode()
    assert "Players appear with the first event, or bring them with you" in page
    assert "/events/new/" in page and 'href="/c/rooks/opening/"' in page


def test_a_group_of_the_club_is_a_filter(season: Club, arbiter_client: Client) -> None:
    assert "Which group" not in arbiter_client.get(ROSTER).content.decode()
    Player.objects.filter(name__text__in=["Kanárek Petr", "Skřivánek Ivo"]).update(group="A & B")
    Player.objects.filter(name__text="Skřivánek Ivo").update(status=Status.GUEST)
    page = arbiter_client.get(ROSTER).content.decode()
    address = html.unescape(re.findall(r'href="(/c/rooks/players/[^"]*group=[^"]*)"', page)[0])
    assert "<bdi>A &amp; B</bdi> (1)" in page
    assert listed(arbiter_client.get(address).content.decode()) == ["Kanárek Petr"]
    everybody = arbiter_client.get(ROSTER, {"status": "all", "group": "A & B"})
    assert listed(everybody.content.decode()) == ["Kanárek Petr", "Skřivánek Ivo"]
    nobody = arbiter_client.get(ROSTER, {"group": "of another club"})
    assert len(listed(nobody.content.decode())) == 3


def test_looking_changes_nothing(season: Club, arbiter_client: Client) -> None:
    before = list(Player.objects.values()), AuditEntry.objects.count()
    arbiter_client.get(ROSTER)
    arbiter_client.post(SEARCH, {"name": "Kanárek"})
    assert (list(Player.objects.values()), AuditEntry.objects.count()) == before


def test_more_people_cost_no_more_queries_and_are_paged(
    season: Club, arbiter_client: Client
) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert arbiter_client.get(ROSTER).status_code == 200
        return len(queries)

    few = cost()
    for number in range(120):
        builders.make_player(season, f"Player {chr(97 + number // 26)}{chr(97 + number % 26)}")
    assert cost() == few
    first, second = (
        listed(arbiter_client.get(ROSTER, {"page": page}).content.decode()) for page in (1, 2)
    )
    assert (len(first), len(second)) == (100, 24)


class Named:
    def __init__(self, uid: str, name: str) -> None:
        self.uid, self.name = uid, name


def test_a_mistyped_name_comes_after_the_ones_that_hold_it() -> None:
    people = [Named("a", "Novák Jan"), Named("b", "Nowak Jan"), Named("c", "Dvořák Petr")]
    found = search(people, {"c": ["Novák"]}, "novák")
    assert [one.uid for one in found[:2]] == ["a", "c"]
    assert len({one.uid for one in found}) == len(found)
