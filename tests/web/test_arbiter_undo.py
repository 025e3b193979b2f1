"""A change of a published event undone by one press, from wherever it is offered."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from clubs.models import Club
from events.models import Event
from events.results import GameKind, Result
from events.services import revising
from events.services.projection import current_content
from tests import builders
from tests.web.arbiters import text


@pytest.fixture
def event(club: Club) -> Event:
    made = builders.make_event(
        club, "2026-03-03", ["Alfa Ada 1-0 Bravo Bo", "Charlie Cyril 1/2 Delta Dana"]
    )
    builders.rebuild(club)
    return made


def correct(event: Event, result: Result) -> None:
    revising.set_result(event, 1, result, GameKind.PLAYED, by=None)


def home(event: Event) -> str:
    return f"/c/{event.club.slug}/"


def page(event: Event, rest: str = "") -> str:
    return f"{home(event)}events/{event.uid}/{rest}"


def button(event: Event, number: int) -> str:
    return page(event, f"undo/{number}/")


def press_in(answer: HttpResponse, action: str) -> str:
    """The hidden press of the form that posts to this address."""
    (form,) = re.findall(rf'action="{action}">(.*?)</form>', answer.content.decode(), re.DOTALL)
    (press,) = re.findall(r'name="press" value="([^"]+)"', form)
    return str(press)


@pytest.mark.parametrize("where", ["home", "history", "event"])
def test_one_press_undoes_and_shows_what_moved(
    arbiter_client: Client, club: Club, event: Event, where: str
) -> None:
    before = current_content(event)
    correct(event, Result.BLACK_WINS)
    builders.rebuild(club)
    offered = {"home": home(event), "history": page(event, "history/"), "event": page(event)}
    seen = arbiter_client.get(offered[where])
    assert page(event, "edit/undo/2/") in seen.content.decode(), "a look at it first"
    data = {"press": press_in(seen, button(event, 2))}
    for _ in range(2):  # a double click
        answer = arbiter_client.post(button(event, 2), data, follow=True)
        assert answer.redirect_chain == [(page(event), 302)]
        assert "Nothing was changed" not in text(answer)
    assert current_content(event) == before
    newest = event.revisions.latest("number")
    assert (newest.number, newest.action) == (3, "undo")
    builders.rebuild(club)
    answer = arbiter_client.get(page(event))
    assert "By the last change: undid version 2" in text(answer)
    assert "Who moved" in text(answer)
    arbiter_client.post(button(event, 3), {"press": press_in(answer, button(event, 3))})
    assert current_content(event).games[0].result is Result.BLACK_WINS, "the undo is undone"


def test_what_stands_in_the_way_is_listed_and_nothing_is_saved(
    arbiter_client: Client, event: Event
) -> None:
    correct(event, Result.DRAW)
    correct(event, Result.BLACK_WINS)
    data = {"press": press_in(arbiter_client.get(page(event, "history/")), button(event, 2))}
    answer = arbiter_client.post(button(event, 2), data, follow=True)
    assert "It cannot be undone alone" in text(answer)
    assert "the result was changed again in version 3." in text(answer)
    assert event.revisions.count() == 3


def test_what_cannot_be_an_event_is_said(arbiter_client: Client, club: Club, event: Event) -> None:
    correct(event, Result.DRAW)
    assert arbiter_client.post(button(event, 1), {"press": "bcdfghjkmnpq"}).status_code == 404
    assert arbiter_client.post(button(event, 9), {"press": "bcdfghjkmnpq"}).status_code == 404
    nonsense = arbiter_client.post(button(event, 2), {"press": "?"})
    assert nonsense["Location"] == page(event, "edit/undo/2/")
    assert event.revisions.count() == 2


def test_undone_by_somebody_else_already_is_said_in_words(
    arbiter_client: Client, event: Event
) -> None:
    correct(event, Result.DRAW)
    arbiter_client.post(button(event, 2), {"press": "bcdfghjkmnpq"})
    answer = arbiter_client.post(button(event, 2), {"press": "zyxwvtsrqpnm"}, follow=True)
    assert "Nothing was changed: it is undone already." in answer.content.decode()
    assert event.revisions.count() == 3


def test_the_look_at_it_says_undo_now_and_has_no_button_where_nothing_changes(
    arbiter_client: Client, event: Event
) -> None:
    correct(event, Result.DRAW)
    look = page(event, "edit/undo/2/")
    said = text(arbiter_client.get(look))
    assert "Undo now" in said and "Save the change" not in said
    arbiter_client.post(button(event, 2), {"press": "bcdfghjkmnpq"})
    said = text(arbiter_client.get(look))
    assert "Nothing: this is how it stands already." in said
    assert "Undo now" not in said and "Save the change" not in said


def test_a_deletion_that_was_restored_is_not_offered_again(
    arbiter_client: Client, event: Event
) -> None:
    revising.delete(event, by=None)
    assert button(event, 2) in arbiter_client.get(page(event)).content.decode()
    revising.restore(event, by=None)
    history = arbiter_client.get(page(event, "history/"))
    assert "undone by version 3" in text(history)
    for seen in (history, arbiter_client.get(home(event))):
        assert button(event, 2) not in seen.content.decode()
        assert button(event, 3) in seen.content.decode()
    said = text(arbiter_client.get(page(event, "edit/undo/2/")))
    assert "Nothing: this is how it stands already." in said and "Undo now" not in said
