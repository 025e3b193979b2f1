"""One press, sent many times at once: one list is saved, and one list is taken back."""

import pytest
from django.test import Client

from clubs.models import Club, User
from ladder.models import OpeningDraft, OpeningList, StartingRating
from players.models import TypedName
from tests import builders
from tests.conftest import logged_in
from tests.events.test_press_race import all_at_once
from tests.web.arbiters import hidden

HERE = "/c/rooks/opening/"


@pytest.fixture
def arbiter(transactional_db: None) -> User:
    return builders.make_user("arbiter@example.org")


@pytest.fixture
def club(arbiter: User) -> Club:
    return builders.make_club(arbiter, "rooks")


def pressing(client: Client, path: str, fields: dict[str, str]) -> set[object]:
    """Where the same press of one browser leads, sent many times at once."""
    cookie = client.cookies["session"].value

    def press(_: int) -> str:
        browser = Client()
        browser.cookies["session"] = cookie
        answer = browser.post(path, fields)
        assert answer.status_code == 302
        return answer["Location"]

    return set(all_at_once(press))


def test_save_and_undo(club: Club, arbiter: User) -> None:
    client = logged_in(arbiter)
    client.post(f"{HERE}paste/", {"text": "Alfa Ada;1650\nBravo Bo\n"})
    path = f"{HERE}new/{OpeningDraft.objects.get().uid}/"
    fields = {"seen": hidden(client.get(path), "seen"), "why": "list"}

    places = pressing(client, f"{path}save/", fields)
    opening = OpeningList.objects.get()
    assert places == {f"{HERE}{opening.uid}/"}
    assert club.players.count() == 2 and StartingRating.objects.count() == 1

    assert pressing(client, f"{HERE}{opening.uid}/undo/", {}) == places
    assert [row.rating for row in StartingRating.objects.order_by("pk")] == [1650, None]
    assert not club.players.filter(erased=None).exists()
    assert not TypedName.objects.filter(text__in=["Alfa Ada", "Bravo Bo"]).exists()
