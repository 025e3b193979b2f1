"""One press, sent many times at once, is one event (the database decides, not the timing)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import IntegrityError, connection
from django.test import Client

from clubs.models import Club, User
from events.models import Draft, Event, EventRevision
from events.services import drafts
from events.services.equal import rest_are_new
from events.services.publishing import publish
from tests import builders
from tests.conftest import logged_in
from tests.web.arbiters import at, brought_in, hidden, save_details

AT_ONCE = 8


def all_at_once(act: Callable[[int], object]) -> list[object]:
    """Run it in as many threads, started together; what each came to."""
    barrier = Barrier(AT_ONCE)

    def run(number: int) -> object:
        barrier.wait()
        try:
            return act(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(run, range(AT_ONCE)))


@pytest.fixture
def arbiter(transactional_db: None) -> User:
    return builders.make_user("arbiter@example.org")


@pytest.fixture
def club(arbiter: User) -> Club:
    return builders.make_club(arbiter, "rooks")


def ready(client: Client, club: Club) -> Draft:
    draft = brought_in(client, club)
    save_details(client, draft)
    drafts.change(draft, rest_are_new, by=None)
    draft.refresh_from_db()
    return draft


def test_publishing(club: Club, arbiter: User) -> None:
    client = logged_in(arbiter)
    draft = ready(client, club)
    cookie = client.cookies["session"].value

    def press(_: int) -> str:
        browser = Client()
        browser.cookies["session"] = cookie
        answer = browser.post(at(draft, "publish/now/"), {"version": draft.version})
        assert answer.status_code == 302
        return answer["Location"]

    places = all_at_once(press)
    event = Event.objects.get()
    assert set(places) == {f"/c/rooks/events/{event.uid}/"}
    assert EventRevision.objects.count() == 1
    assert club.players.count() == 4


def test_correcting(club: Club, arbiter: User) -> None:
    event = builders.make_event(club, "2026-03-03", ["Alfa Ada 1-0 Bravo Bo"])
    client = logged_in(arbiter)
    path = f"/c/rooks/events/{event.uid}/games/1/"
    page = client.get(path)
    data = {name: hidden(page, name) for name in ("based_on", "press")}
    data |= {"outcome": "1/2|played", "colours_known": "on"}
    cookie = client.cookies["session"].value

    def press(_: int) -> int:
        browser = Client()
        browser.cookies["session"] = cookie
        return browser.post(f"{path}save/", data).status_code

    assert set(all_at_once(press)) == {302}
    assert event.revisions.count() == 2


def test_without_the_press_there_would_be_many(club: Club, arbiter: User) -> None:
    """The control: the same draft, written as often as it is sent, when no key is given."""
    draft = ready(logged_in(arbiter), club)
    content = drafts.content_of(draft)
    all_at_once(lambda _: publish(club, content, by=None))
    assert Event.objects.count() == AT_ONCE


def test_the_database_refuses_one_press_for_two_revisions(club: Club) -> None:
    builders.make_event(club, "2026-03-03", ["Alfa Ada 1-0 Bravo Bo"])
    row = EventRevision.objects.get()
    EventRevision.objects.create(
        club=club, event=row.event, number=2, action="x", content=row.content, press="p"
    )
    with pytest.raises(IntegrityError):
        EventRevision.objects.create(
            club=club, event=row.event, number=3, action="x", content=row.content, press="p"
        )
