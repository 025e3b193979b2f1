"""Facts that rating systems need: on a person's page, for many at once, taken back, never shown to
readers."""

import html
import re
from datetime import date, timedelta
from io import BytesIO

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.utils import timezone
from openpyxl import Workbook

from clubs.models import AuditEntry, Club
from events.services import identity
from ladder.models import Ladder, RatingRow
from ladder.rebuild import rebuild
from ladder.rulebook import Filters
from ladder.services import change_rules
from players.models import PersonFact, Player
from tests import builders
from tests.web.arbiters import text

TABLE = "/c/rooks/facts/"


@pytest.fixture
def lok(season: Club) -> Ladder:
    """The club's ladder under the federation's code, which needs to know most."""
    ladder = season.ladders.get()
    change_rules(ladder, by=None, system="lok", parameters={}, filters=Filters())
    rebuild(ladder.pk)
    return ladder


@pytest.fixture
def petr(season: Club) -> Player:
    return builders.player(season, "Kanárek Petr")


def page_of(player: Player) -> str:
    return f"/c/rooks/players/{player.uid}/facts/"


def test_nothing_is_asked_for_where_no_ladder_needs_it(
    season: Club, petr: Player, arbiter_client: Client
) -> None:
    assert "Facts for ratings" not in text(arbiter_client.get(f"/c/rooks/players/{petr.uid}/"))
    assert "Facts for ratings" not in text(arbiter_client.get("/c/rooks/players/"))
    for address in (page_of(petr), TABLE):
        assert arbiter_client.get(address).status_code == 404
    sent = arbiter_client.post(page_of(petr) + "save/", {"birth": "2010-05-31"})
    assert sent.status_code == 404 and not PersonFact.objects.exists()


def test_only_what_a_ladder_needs_is_asked_for(
    season: Club, petr: Player, arbiter_client: Client
) -> None:
    change_rules(season.ladders.get(), by=None, system="dwz", parameters={}, filters=Filters())
    page = text(arbiter_client.get(page_of(petr)))
    assert "Day of birth" in page and "FIDE rating" not in page
    sent = arbiter_client.post(page_of(petr) + "save/", {"fide_standard": "1800"})
    assert sent.status_code == 422 and not PersonFact.objects.exists()


def test_a_fact_is_looked_at_saved_and_taken_back(
    lok: Ladder, petr: Player, arbiter_client: Client
) -> None:
    form = {"birth": "31. 5. 2010", "lok_standard": "1500", "why": "list of January"}
    shown = arbiter_client.post(page_of(petr) + "preview/", form)
    assert shown.status_code == 200 and "What will change" in text(shown)
    assert not PersonFact.objects.exists()
    for _ in range(2):  # what holds already is not written again
        arbiter_client.post(page_of(petr) + "save/", form)
    said = set(PersonFact.objects.values_list("name", "value", "why"))
    assert said == {("birth", "2010-05-31", form["why"]), ("lok_standard", 1500, form["why"])}
    page = text(arbiter_client.get(page_of(petr)))
    assert "31 May 2010" in page and "1500" in page and "from the beginning" in page
    assert "31 May 2010" in text(arbiter_client.get(f"/c/rooks/players/{petr.uid}/"))
    arbiter_client.post(page_of(petr) + "back/", {"name": "birth"})
    page = text(arbiter_client.get(page_of(petr)))
    assert "known no longer" in page
    assert PersonFact.objects.filter(name="birth").latest("pk").value is None
    details = str(list(AuditEntry.objects.values_list("details", flat=True)))
    assert "birth" in details and "2010" not in details and "1500" not in details


def test_the_preview_is_what_saving_does(lok: Ladder, petr: Player, arbiter_client: Client) -> None:
    for player, ok in ((petr, "1500"), (builders.player(lok.club, "Stehlíková Eva"), "1400")):
        arbiter_client.post(page_of(player) + "save/", {"lok_standard": ok})
    rebuild(lok.pk)
    form = {"birth": "2010-05-31", "day": ""}
    shown = text(arbiter_client.post(page_of(petr) + "preview/", form))
    before = RatingRow.objects.filter(ladder=lok, player=petr).latest("place").rating
    arbiter_client.post(page_of(petr) + "save/", form)
    rebuild(lok.pk)
    after = RatingRow.objects.filter(ladder=lok, player=petr).latest("place").rating
    assert before != after and "1 rating changes" in shown
    assert f"{after:.0f}" in shown and f"{before:.0f}" in shown


SOON = (timezone.now() + timedelta(days=2)).date().isoformat()
WRONG = [
    ({"birth": "tomorrow"}, "A day such as 2010-05-31 is needed"),
    ({"birth": "1850-01-01"}, "A day after 1900 is needed"),
    ({"birth": SOON, "day": "2020-01-01"}, "This day has not come yet"),
    ({"birth": "2130"}, "This day has not come yet"),
    ({"lok_standard": "9999"}, "A whole number from 1 to 4000 is needed"),
    ({"class": "V"}, "This is none of the choices"),
    ({"day": "2026-01-01"}, "Fill in what is known"),
    ({"birth": "2010", "day": "someday"}, "Enter a valid date"),
]


def test_what_cannot_be_is_said_at_its_field(
    lok: Ladder, petr: Player, arbiter_client: Client
) -> None:
    for form, says in WRONG:
        for page in ("preview/", "save/"):
            answer = arbiter_client.post(page_of(petr) + page, form)
            assert answer.status_code == 422 and says in text(answer), form
    assert not PersonFact.objects.exists()


def test_facts_of_merged_people_stand_together(
    lok: Ladder, petr: Player, arbiter_client: Client
) -> None:
    other = builders.make_player(lok.club, "Kanarek P")
    arbiter_client.post(page_of(other) + "save/", {"birth": "2010"})
    identity.merge(other, petr, by=None)
    assert arbiter_client.get(page_of(other)).headers["Location"] == page_of(petr)
    assert "1 January 2010" in text(arbiter_client.get(page_of(petr)))
    arbiter_client.post(page_of(petr) + "back/", {"name": "birth"})
    known = text(arbiter_client.get(f"/c/rooks/players/{petr.uid}/"))
    assert "1 January 2010" not in known


def test_readers_are_shown_no_fact(
    lok: Ladder, petr: Player, arbiter_client: Client, link: str
) -> None:
    arbiter_client.post(page_of(petr) + "save/", {"birth": "1987-06-05"})
    rebuild(lok.pk)
    for address in ("", f"player/{petr.uid}/", "ladder.csv"):
        answer = Client().get(link + address)
        assert not re.search(r"1987|5 June", answer.content.decode())


# -- Many at once ---------------------------------------------------------------------------------

SHEET = """Příjmení;Jméno;Narozen;OK;Club
Kanárek;Petr;2010/05/31;1500;Rooks
Stehlíková;Eva;1990;;Rooks
Nobody;Ivo;1990;1300;Rooks
"""


def test_a_table_is_looked_at_taken_over_and_taken_back(
    lok: Ladder, arbiter_client: Client
) -> None:
    shown = arbiter_client.post(TABLE + "preview/", {"text": SHEET})
    page = text(shown)
    assert shown.status_code == 200 and "2 people get facts" in page and "31 May 2010" in page
    assert "line 4" in page and "Nobody of the club is called so" in page
    assert "Club" in page and "no ladder needs it" in page
    assert not PersonFact.objects.exists()
    press = re.search(r'name="press" value="(\w+)"', shown.content.decode())
    assert press
    for _ in range(2):
        arbiter_client.post(TABLE + "save/", {"text": SHEET, "press": press[1]})
    said = set(PersonFact.objects.values_list("player__name__text", "name", "value"))
    assert said == {
        ("Kanárek Petr", "birth", "2010-05-31"),
        ("Kanárek Petr", "lok_standard", 1500),
        ("Stehlíková Eva", "birth", "1990-01-01"),
    }
    assert PersonFact.objects.count() == 3
    assert "31 May 2010" in text(arbiter_client.get(TABLE))
    for _ in range(2):
        arbiter_client.post(TABLE + "undo/", {"press": press[1]})
    assert PersonFact.objects.count() == 6
    assert "31 May 2010" not in text(arbiter_client.get(TABLE))
    details = list(AuditEntry.objects.filter(action__startswith="facts.").values_list("details"))
    assert details == [({"facts": ["birth", "lok_standard"], "people": 2},)] * 2


def test_taking_back_leaves_what_was_entered_since(
    lok: Ladder, petr: Player, arbiter_client: Client
) -> None:
    arbiter_client.post(page_of(petr) + "save/", {"lok_standard": "1400"})
    arbiter_client.post(TABLE + "save/", {"text": SHEET, "press": "first"})
    arbiter_client.post(page_of(petr) + "save/", {"birth": "2011-01-01"})
    arbiter_client.post(TABLE + "undo/", {"press": "first"})
    held = {
        name: PersonFact.objects.filter(player=petr, name=name).latest("pk").value
        for name in ("birth", "lok_standard")
    }
    assert held == {"birth": "2011-01-01", "lok_standard": 1400}


@pytest.mark.parametrize("names", ["Kanárek Petr", "Skřivánek Ivo"])
def test_a_file_is_read_in_the_encoding_in_which_it_makes_sense(
    lok: Ladder, arbiter_client: Client, names: str
) -> None:
    lok.club.code_page = "cp1252"
    lok.club.save()
    for sheet in (f"Name;Ročník\n{names};1990\n", f"Name;Born\n{names};1990\n"):
        file = ContentFile(sheet.encode("cp1250"), "facts.csv")
        answer = arbiter_client.post(TABLE + "preview/", {"file": file})
        page = text(answer)
        assert answer.status_code == 200 and "1 person gets facts" in page, sheet
        assert "1 January 1990" in page and "Read over" not in page
        assert sheet in html.unescape(answer.content.decode()).replace("\r", "")


def test_a_workbook_is_read_and_what_is_none_is_told_what_to_do(
    lok: Ladder, arbiter_client: Client
) -> None:
    book = Workbook()
    for row in (["Name", "Ročník", "OK"], ["Skřivánek Ivo", date(1990, 5, 31), 1500]):
        book.active.append(row)
    out = BytesIO()
    book.save(out)
    whole = out.getvalue()
    page = text(arbiter_client.post(TABLE + "preview/", {"file": ContentFile(whole, "f.xlsx")}))
    assert "1 person gets facts" in page and "31 May 1990" in page and "1500" in page
    for data, says in (
        (whole[:300], "This is no XLSX workbook, or it is damaged"),
        (b"%PDF-1.7", "Save the list as XLSX or CSV, or paste it"),
        (b"Name;Born\nSk\0\x98;1990", "NUL character"),
    ):
        answer = arbiter_client.post(TABLE + "save/", {"file": ContentFile(data, "f.xlsx")})
        page = text(answer)
        assert answer.status_code == 422 and says in page and "pairings" not in page
    assert not PersonFact.objects.exists()


BAD_SHEETS = [
    (SHEET + "Skřivánek;Ivo;yesterday;;\n", "line 5, column 3"),
    (SHEET + "Petr;Kanárek;1999;;\n", "The person stands in line 2 already"),
    (SHEET + "Skřivánek;Ivo;2130-01-01;;\n", "line 5, column 3"),
    (f"Name;Born\nKanárek Petr;{SOON}\n", "Day of birth: this day has not come yet"),
    ("Kanárek Petr;2010\n", "The first line must name the columns"),
    ('Name;Born\n"Kanárek Petr;2010\n', "The quotation marks in this line do not close"),
    ("", "The list is empty"),
]


def test_a_table_with_a_mistake_is_taken_over_not_at_all(
    lok: Ladder, arbiter_client: Client
) -> None:
    for sheet, says in BAD_SHEETS:
        for page in ("preview/", "save/"):
            answer = arbiter_client.post(TABLE + page, {"text": sheet})
            assert answer.status_code == 422 and says in text(answer), sheet
    assert not PersonFact.objects.exists()


def test_two_of_one_name_are_read_over(lok: Ladder, arbiter_client: Client) -> None:
    twin = builders.make_player(lok.club, "Petr Kanárek")
    sheet = f"Name,Day of birth\nKanárek Petr,2010\n{twin.uid},2011\n"
    assert "2 people of the club are called so" in text(
        arbiter_client.post(TABLE + "preview/", {"text": sheet})
    )
    arbiter_client.post(TABLE + "save/", {"text": sheet})
    assert list(PersonFact.objects.values_list("player", "value")) == [(twin.pk, "2011-01-01")]
