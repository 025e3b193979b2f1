"""What the tests of the pages about who is who share: a club with two of one person, and presses."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from clubs.models import Club
from events.models import Entry, Event, IdentityDecision
from ladder.models import RatingRow
from players.models import Player
from tests import builders
from tests.web.forms import forms

TWICE, OTHER = "Novák Jan", "Novak Jan"


@pytest.fixture
def rooks(club: Club) -> Club:
    """Jan came three times, written with and without the accent, so he stands here twice."""
    builders.make_event(club, "2026-03-03", [f"{TWICE} 1-0 Malá Eva", "Dub Ivo 1/2 Král Petr"])
    builders.make_event(club, "2026-03-10", [f"{TWICE} 1-0 Dub Ivo", "Malá Eva 1/2 Král Petr"])
    builders.make_event(club, "2026-03-17", [f"{OTHER} 0-1 Král Petr", "Malá Eva 1-0 Dub Ivo"])
    builders.rebuild(club)
    return club


def who(club: Club, name: str) -> Player:
    """Whoever is called so; of several the one who came first."""
    return club.players.filter(name__text=name).order_by("pk")[0]


def at(club: Club, path: str) -> str:
    return f"/c/{club.slug}/{path}"


def merge_page(club: Club, one: str = TWICE, other: str = OTHER) -> str:
    return at(club, f"players/{who(club, one).uid}/one/{who(club, other).uid}/")


def split_page(club: Club, name: str = TWICE) -> str:
    return at(club, f"players/{who(club, name).uid}/split/")


def filled(client: Client, page: str, action: str) -> dict[str, Any]:
    """The fields of the form on a page whose address ends so, as they stand there."""
    answer = client.get(page)
    assert answer.status_code == 200, answer
    (form,) = [f for f in forms(answer.content.decode(), page) if f.action.endswith(action)]
    return dict(form.fields)


def press(client: Client, page: str, action: str, leave: str = "", **more: Any) -> HttpResponse:
    """Fill the form in and send it; `leave` is a box that stands there and is not ticked."""
    data = {k: v for k, v in filled(client, page, action).items() if k != leave} | more
    (form,) = [
        f for f in forms(client.get(page).content.decode(), page) if f.action.endswith(action)
    ]
    return client.post(form.action, data)


def plays(event: Event) -> dict[str, str]:
    """By name as typed, the uid of who plays there."""
    rows = Entry.objects.filter(event=event).values_list("typed_name__text", "player__uid")
    return dict(rows)


def line(event: Event, name: str) -> str:
    """A line as forms write it."""
    return f"{event.uid}-{event.entries.get(typed_name__text=name).number}"


def ratings(club: Club) -> dict[str, float]:
    """Everybody's last rating by uid, after the ladder has followed."""
    ladder = builders.rebuild(club)
    rows = RatingRow.objects.filter(ladder=ladder).order_by("place")
    return dict(rows.values_list("player__uid", "rating"))


def kinds(club: Club) -> list[str]:
    rows = IdentityDecision.objects.filter(club=club).order_by("number")
    return list(rows.values_list("kind", flat=True))
