"""Performances on members' pages: the worked example of docs/rules/performance.md in a club, and
what a rating is called."""

import pytest
from django.test import Client

from clubs import services as clubs
from clubs.models import Club
from events.models import Event
from events.revisions import EventKind
from ladder.rebuild import rebuild
from ladder.rulebook import Filters
from ladder.services import change_rules, give_facts, give_starting_rating
from players.models import Player, Status
from tests import builders
from tests.web.reading import page, rows, text

RATINGS = {"Ann Alba": 2450.2, "Bea Bila": 2400.4, "Cyd Cerny": 2499.5, "Dan Dub": 2600}
GAMES = ["Ann Alba 1-0 Bea Bila", "Ann Alba 1-0 Cyd Cerny", "Dan Dub 1/2 Ann Alba"]


@pytest.fixture
def event(club: Club) -> Event:
    ladder = club.ladders.get()
    for name, rating in RATINGS.items():
        give_starting_rating(ladder, builders.make_player(club, name), rating, by=None, why="")
    # Longer than a day: what is won on an evening within does not count yet.
    made = builders.make_event(
        club, "2026-03-20", GAMES, start="2026-03-03", kind=EventKind.ROUND_ROBIN, name="Masters"
    )
    builders.make_event(club, "2026-03-10", ["Ann Alba 1-0 Dan Dub", "Eva Nova 1-0 Bea Bila"])
    rebuild(ladder.pk)
    return made


def address(link: str, event: Event) -> str:
    return f"{link}event/{event.uid}/performance/"


def test_the_worked_example_on_the_page(event: Event, link: str, client: Client) -> None:
    found = {row[0]: row[1:] for row in rows(client, address(link, event))}
    assert found["A. A."] == ["2450", "2½ of 3", "2500", "2773", "2767", "2792"]
    assert found["B. B."] == ["2400", "0 of 1", "2450", "1650", "2050", "–"]
    said = text(client, address(link, event))
    assert "Average rating 2488 of all 4 players" in said  # 2450, 2400, 2500 and 2600: 2487.5
    assert "Category 10" in said
    assert "Rated games against opponents with a rating count" in said


def test_the_events_page_shows_fides_and_leads_on(event: Event, link: str, client: Client) -> None:
    found = {row[1]: row[-1] for row in rows(client, f"{link}event/{event.uid}/")}
    assert found == {"A. A.": "2773", "D. D.": "2450", "B. B.": "1650", "C. C.": "1650"}
    body = page(client, f"{link}event/{event.uid}/").content.decode()
    assert address(link, event) in body


def test_a_newcomer_counts_for_nobody(club: Club, event: Event, link: str, client: Client) -> None:
    evening = club.events.get(start="2026-03-10")
    found = {row[0]: row[1:] for row in rows(client, address(link, evening))}
    assert found["B. B."] == ["2400", "–", "–", "–", "–", "–"]
    assert found["E. N."] == ["–", "1 of 1", "2400", "3200", "2800", "–"]
    assert "4 of 5" not in text(client, address(link, evening))
    assert "3 of 4 had a rating" in text(client, address(link, evening))


def test_a_hidden_player_has_no_line_and_a_link_of_one_event_no_page(
    club: Club, event: Event, link: str, client: Client
) -> None:
    Player.objects.filter(name__text="Dan Dub").update(status=Status.HIDDEN)
    assert "D. D." not in text(client, address(link, event))
    assert "2600" not in text(client, address(link, event))
    _, token = clubs.create_link(club, by=None, event_uid=event.uid)
    assert client.get(address(f"/m/{token}/", event)).status_code == 404
    alone = page(client, f"/m/{token}/event/{event.uid}/").content.decode()
    assert "2773" not in alone and "Performance" not in alone


@pytest.mark.parametrize("system", ["ingo", "ecf"])
def test_numbers_of_another_scale_have_neither_performances_nor_classes(
    club: Club, event: Event, link: str, client: Client, system: str
) -> None:
    change_rules(club.ladders.get(), by=None, system=system, parameters={}, filters=Filters())
    rebuild(club.ladders.get().pk)
    said = text(client, address(link, event))
    assert "There are no performances by the ladder" in said and "2773" not in said
    assert "Performance" not in text(client, f"{link}event/{event.uid}/")
    ann = builders.player(club, "Ann Alba")
    assert "table:" not in text(client, f"{link}player/{ann.uid}/")


@pytest.mark.parametrize(
    ("system", "first", "unofficial"),
    [
        ("club_elo", "By the FIDE table: most grandmasters (GM)", False),
        ("uscf", "By the US Chess table: Senior Master", True),
        ("harkness", "By the Harkness table: Grandmaster", True),
    ],
)
def test_what_a_rating_is_called_by_the_table_of_its_family(
    club: Club, event: Event, link: str, client: Client, system: str, first: str, unofficial: bool
) -> None:
    change_rules(club.ladders.get(), by=None, system=system, parameters={}, filters=Filters())
    rebuild(club.ladders.get().pk)
    said = text(client, f"{link}player/{builders.player(club, 'Ann Alba').uid}/")
    assert first in said and "It is no title of anybody." in said
    assert ("unofficial" in said) is unofficial
    assert ("unofficial" in text(client, address(link, event))) is unofficial


def test_by_the_czech_list_an_ok_is_what_the_list_counts_with(
    club: Club, link: str, client: Client
) -> None:
    facts = {"Ann Alba": {"lok_standard": 1800}, "Bea Bila": {"class": "IV"}, "Cyd Cerny": {}}
    for name, known in facts.items():
        give_facts(builders.make_player(club, name), known, by=None)
    change_rules(club.ladders.get(), by=None, system="lok", parameters={}, filters=Filters())
    games = ["Ann Alba 1/2 Bea Bila", "Cyd Cerny 1-0 Ann Alba"]
    event = builders.make_event(club, "2026-03-10", games)
    rebuild(club.ladders.get().pk)
    found = {row[0]: row[1:] for row in rows(client, address(link, event))}
    assert found["A. A."] == ["1800", "½ of 1", "1100", "1100", "1100", "1100"]
    assert found["B. B."][:3] == ["1100", "½ of 1", "1800"]
    assert found["C. C."][:3] == ["–", "1 of 1", "1800"]
    assert "2 of 3 had a rating" in text(client, address(link, event))
