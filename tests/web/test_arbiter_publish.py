"""Writing into the ladder: what is said before, done once, and noticed when it is late."""

from typing import Any

import pytest
from django.test import Client

from clubs.models import Club, NameDisplay, User, Visibility
from events.models import Draft, Event
from events.results import GameKind, Result
from events.services import drafts
from events.services.equal import rest_are_new
from events.services.revising import set_result
from tests import builders
from tests.web.arbiters import at, brought_in, said, save_details, text, write


@pytest.fixture
def ready(arbiter_client: Client, club: Club) -> Draft:
    """A draft with details and answers, as it stands before the last press."""
    draft = brought_in(arbiter_client, club)
    save_details(arbiter_client, draft)
    drafts.change(draft, rest_are_new, by=None)
    return draft


def test_the_whole_way(
    arbiter_client: Client, club: Club, ready: Draft, django_capture_on_commit_callbacks
) -> None:  # type: ignore[no-untyped-def]
    page = arbiter_client.get(at(ready, "publish/"))
    assert "Write into the ladder" in text(page)
    assert "Will see it: members with the link, names as initials." in text(page)
    with django_capture_on_commit_callbacks(execute=True):
        written = write(arbiter_client, ready)
    event = club.events.get()
    assert written["Location"] == f"/c/{club.slug}/events/{event.uid}/"
    assert not Draft.objects.exists()
    page = arbiter_client.get(written["Location"])
    assert "3 ratings changed" in text(page)
    assert 'hx-trigger="every' not in page.content.decode()


def test_until_the_ladder_has_followed_the_page_asks_again_by_itself(
    arbiter_client: Client, club: Club, ready: Draft
) -> None:
    write(arbiter_client, ready)  # nothing runs after the commit of a test
    event = club.events.get()
    path = f"/c/{club.slug}/events/{event.uid}/effect/"
    waiting = arbiter_client.get(path).content.decode()
    assert "Being recomputed" in waiting
    assert f'hx-get="{path}"' in waiting
    builders.rebuild(club)
    done = arbiter_client.get(path).content.decode()
    assert "3 ratings changed" in done
    assert "hx-get" not in done


@pytest.mark.parametrize(
    ("visibility", "names", "words"),
    [
        (Visibility.ARBITERS, NameDisplay.FULL, "the arbiters of the club only"),
        (Visibility.LINK, NameDisplay.INITIALS, "members with the link, names as initials"),
        (Visibility.LINK, NameDisplay.FULL, "members with the link, full names"),
        (Visibility.PUBLIC, NameDisplay.INITIALS, "everybody, names as initials"),
        (Visibility.PUBLIC, NameDisplay.FULL, "everybody, full names"),
    ],
)
def test_below_the_button_stands_who_will_see_it(
    arbiter_client: Client, club: Club, ready: Draft, visibility: str, names: str, words: str
) -> None:
    Club.objects.filter(pk=club.pk).update(visibility=visibility, names=names)
    assert f"Will see it: {words}." in text(arbiter_client.get(at(ready, "publish/")))


def test_pressed_twice_it_is_written_once(arbiter_client: Client, club: Club, ready: Draft) -> None:
    first = write(arbiter_client, ready)
    second = arbiter_client.post(at(ready, "publish/now/"), {"version": 0})
    assert second["Location"] == first["Location"]
    assert arbiter_client.get(at(ready))["Location"] == first["Location"]
    assert arbiter_client.get(at(ready, "publish/"))["Location"] == first["Location"]
    assert club.events.get().revisions.count() == 1


def test_what_is_missing_is_said_before_and_after_the_press(
    arbiter_client: Client, club: Club
) -> None:
    draft = brought_in(arbiter_client, club)
    page = arbiter_client.get(at(draft, "publish/"))
    for words in ("The event has no date", "4 names have no answer yet"):
        assert words in text(page)
    assert "disabled" in page.content.decode()
    refused = write(arbiter_client, draft)
    assert refused.status_code == 422
    assert "4 names have no answer yet" in text(refused)
    assert not club.events.exists()
    assert Draft.objects.get() == draft


def test_a_taken_place_on_the_day_is_said(arbiter_client: Client, club: Club, ready: Draft) -> None:
    builders.make_event(club, "2026-03-12", ["Echo Eva 1-0 Golf Gita"], sequence=7)
    save_details(arbiter_client, ready, sequence="7")
    assert "Another event stands at place 7" in text(arbiter_client.get(at(ready, "publish/")))
    assert write(arbiter_client, ready).status_code == 422


def test_what_was_shown_is_what_is_written(
    arbiter_client: Client, club: Club, ready: Draft
) -> None:
    """Another tab changed the draft after this page was opened: look once more."""
    ready.refresh_from_db()
    version = ready.version
    save_details(arbiter_client, ready, name="Another name")
    late = arbiter_client.post(at(ready, "publish/now/"), {"version": version})
    assert late["Location"] == at(ready, "publish/")
    assert not club.events.exists()


# -- A published event goes on -------------------------------------------------------------------


@pytest.fixture
def event(club: Club) -> Event:
    return builders.make_event(
        club, "2026-03-03", ["Alfa Ada 1-0 Bravo Bo", "Alfa Ada 1/2 Bravo Bo"], rounds=5, name="Cup"
    )


def continued(client: Client, event: Event) -> Draft:
    answer = client.post(f"/c/{event.club.slug}/events/{event.uid}/continue/")
    return Draft.objects.get(uid=answer["Location"].rstrip("/").split("/")[-1])


def test_an_event_is_completed_later(arbiter_client: Client, club: Club, event: Event) -> None:
    page = text(arbiter_client.get(f"/c/{club.slug}/events/{event.uid}/"))
    assert "includes 2 of 5 rounds" in page
    assert "Continue this event" in page
    draft = continued(arbiter_client, event)
    assert "every name has its answer" in text(arbiter_client.get(at(draft, "review/")))
    data = {"version": 0, "white": "2", "result": "0", "black": "1", "part": 1, "shown": 0}
    arbiter_client.post(at(draft, "rounds/3/save/"), data)
    assert write(arbiter_client, draft).status_code == 302
    event = Event.objects.get()
    assert event.games.count() == 3
    assert [row.action for row in event.revisions.order_by("number")] == ["publish", "complete"]
    page = text(arbiter_client.get(f"/c/{club.slug}/events/{event.uid}/"))
    assert "includes 3 of 5 rounds" in page


def test_going_on_twice_opens_the_same_draft(arbiter_client: Client, event: Event) -> None:
    assert continued(arbiter_client, event) == continued(arbiter_client, event)


def test_each_arbiter_has_a_draft_of_their_own(
    arbiter_client: Client, owner_client: Client, event: Event
) -> None:
    assert continued(arbiter_client, event) != continued(owner_client, event)


def test_a_newer_revision_is_shown_before_it_is_written_over(
    arbiter_client: Client, owner: User, event: Event
) -> None:
    draft = continued(arbiter_client, event)
    save_details(arbiter_client, draft, name="Spring cup", date="2026-03-03")
    set_result(event, 1, Result.DRAW, GameKind.PLAYED, by=owner)
    page = write(arbiter_client, draft)
    assert page.status_code == 409
    assert "Round 1, Alfa Ada – Bravo Bo: 1 : 0 becomes ½ : ½." in text(page)
    assert "owner@example.org" in text(page)
    assert said(draft).name == "Spring cup"
    assert Event.objects.get().name == "Cup"
    assert write(arbiter_client, draft, "over").status_code == 302
    event.refresh_from_db()
    assert event.name == "Spring cup"
    assert event.games.get(number=1).result == Result.WHITE_WINS
    assert event.revisions.count() == 3


def test_another_day_gets_another_place(arbiter_client: Client, club: Club, event: Event) -> None:
    builders.make_event(club, "2026-03-04", ["Echo Eva 1-0 Golf Gita"])
    draft = continued(arbiter_client, event)
    save_details(arbiter_client, draft, date="2026-03-04", name="Cup")
    write(arbiter_client, draft)
    event.refresh_from_db()
    assert (str(event.date), event.sequence) == ("2026-03-04", 2)


def test_nothing_of_it_needs_a_broker(settings: Any, arbiter_client: Client, ready: Draft) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert write(arbiter_client, ready).status_code == 302
