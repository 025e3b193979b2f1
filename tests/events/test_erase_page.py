"""The page that asks before somebody is erased, and the step itself, as an owner takes it."""

import pytest
from django.test import Client

from clubs.models import AuditEntry, Club
from events.services.identity import merge, rename, undo
from players.models import Player
from tests import builders
from tests.cast import CANARIES

SAID = {"asked_by": "parent", "asked_on": "2026-03-20", "sure": "on"}


@pytest.fixture
def petr(season: Club) -> Player:
    return builders.player(season, "Kanárek Petr")


@pytest.fixture
def sure_owner(owner_client: Client) -> Client:
    """The owner, who has given the password a moment ago."""
    owner_client.post("/accounts/reauthenticate/?next=/", {"password": builders.PASSWORD})
    return owner_client


def path(player: Player) -> str:
    return f"/c/rooks/players/{player.uid}/erase/"


def test_the_password_is_asked_first(petr: Player, owner_client: Client) -> None:
    for answer in (owner_client.get(path(petr)), owner_client.post(path(petr), SAID)):
        assert answer.headers["Location"].startswith("/accounts/reauthenticate/")
    petr.refresh_from_db()
    assert petr.erased is None


def test_only_owners_are_led_there_and_come_there(
    petr: Player, arbiter_client: Client, sure_owner: Client
) -> None:
    page = f"/c/rooks/players/{petr.uid}/"
    assert path(petr) in sure_owner.get(page).content.decode()
    assert path(petr) not in arbiter_client.get(page).content.decode()
    assert arbiter_client.post(path(petr), SAID).status_code == 403


def test_it_says_what_goes_and_what_stays(petr: Player, sure_owner: Client) -> None:
    said = sure_owner.get(path(petr)).content.decode()
    for words in ("This cannot be undone", "Kanárek Petr", "The games in 2 events", "hide them"):
        assert words in said
    petr.refresh_from_db()
    assert petr.erased is None


def test_where_a_name_stays_with_somebody_by_mistake_it_says_what_to_do_first(
    petr: Player, season: Club, sure_owner: Client
) -> None:
    remedy = "Undo that before you erase: then the name goes too."
    assert remedy not in sure_owner.get(path(petr)).content.decode()
    other = season.players.exclude(pk=petr.pk).first()
    assert other
    mistaken = rename(other, petr.name.text, by=None)
    said = sure_owner.get(path(petr)).content.decode()
    assert remedy in said and 'href="/c/rooks/decisions/"' in said
    undo(season, mistaken.number, by=None)
    assert remedy not in sure_owner.get(path(petr)).content.decode()


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({**SAID, "sure": ""}, "Tick this"),
        ({**SAID, "asked_by": ""}, "required"),
        ({**SAID, "asked_by": "Kanárek"}, "Select a valid choice"),
        ({**SAID, "asked_on": "2999-01-01"}, "lies ahead"),
        ({**SAID, "asked_on": "soon"}, "valid date"),
    ],
)
def test_what_is_no_answer_erases_nobody(
    petr: Player, sure_owner: Client, said: dict[str, str], words: str
) -> None:
    answer = sure_owner.post(path(petr), said)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    petr.refresh_from_db()
    assert petr.erased is None


def test_erased_the_name_is_on_no_page_of_anybody(
    season: Club, petr: Player, sure_owner: Client, link: str
) -> None:
    answer = sure_owner.post(path(petr), SAID)
    assert answer.headers["Location"] == "/c/rooks/players/"
    event = season.events.earliest("date")
    pages = [
        "/c/rooks/", "/c/rooks/players/?status=all", "/c/rooks/log/", "/c/rooks/events/",
        f"/c/rooks/events/{event.uid}/", f"/c/rooks/events/{event.uid}/history/",
        link, f"{link}players/", f"{link}l/main/", f"{link}event/{event.uid}/",
    ]  # fmt: skip
    said = {page: sure_owner.get(page).content.decode() for page in pages}
    assert not [page for page, text in said.items() if "Kanárek" in text or "K. P." in text]
    assert "erased player" in said[f"/c/rooks/events/{event.uid}/"]
    assert "erased player" in said[f"{link}event/{event.uid}/"]
    assert "erased a player for ever" in said["/c/rooks/log/"]
    assert CANARIES[1] in said[f"/c/rooks/events/{event.uid}/"]
    for gone in (path(petr), f"/c/rooks/players/{petr.uid}/", f"{link}player/{petr.uid}/"):
        assert sure_owner.get(gone).status_code == 404
    assert sure_owner.post(path(petr), SAID).status_code == 404
    assert AuditEntry.objects.filter(action="player.erase").count() == 1


def test_pages_about_games_of_the_erased_still_open(
    season: Club, petr: Player, sure_owner: Client
) -> None:
    sure_owner.post(path(petr), SAID)
    event = season.events.earliest("date")
    root = f"/c/rooks/events/{event.uid}/"
    draft = sure_owner.post(f"{root}continue/").headers["Location"]
    pages = [f"{root}games/1/", f"{root}edit/swap/1/", f"{root}edit/take-out/1/", draft]
    pages += [f"{draft}players/", f"{draft}rounds/1/", f"{draft}review/", f"{draft}publish/"]
    for page in pages:
        answer = sure_owner.get(page)
        assert answer.status_code == 200, page
        assert "Kanárek" not in answer.content.decode(), page
    saved = sure_owner.post(f"{draft}publish/now/", {"version": "0"})
    assert saved.status_code == 302


def test_a_merged_persons_address_leads_to_whoever_stands_for_both(
    season: Club, petr: Player, sure_owner: Client
) -> None:
    twin = builders.make_player(season, "Kanarek P.")
    merge(twin, petr, by=None)
    assert sure_owner.get(path(twin)).headers["Location"] == path(petr)
    sure_owner.post(path(petr), SAID)
    twin.refresh_from_db()
    assert twin.erased is not None
