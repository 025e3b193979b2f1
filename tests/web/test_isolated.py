"""No name turns the line it stands in, on arbiters' pages too (docs/safety.md, O8).

A name in letters that run from right to left takes what stands beside it along, unless it is
isolated: the text "1-0" after it would be read as "0-1". The club of tests/web/infested.py has such
names in every place; each page of it is asked for, and each form on these pages is sent as it
stands. The members' pages: tests/web/test_reader_privacy.py.
"""

from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from django.core.cache import caches
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve

from clubs.models import NameDisplay
from events.results import Result
from events.services.projection import current_content
from events.services.revising import revise
from players.models import Display
from tests.cast import logged_in
from tests.web.forms import Form, forms
from tests.web.infested import Infested, infest
from tests.web.routes import routes

pytestmark = pytest.mark.django_db

NAMES = ("שלום עליכם", "مرحبا بكم", "Ada Alfa")
MARK = "~nm"  # stands in every name, see infested.MARKS
# Elements whose text does not reach out of them, or is no part of the page.
ISOLATED = {"bdi", "option", "textarea", "title", "script"}
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class _Loose(HTMLParser):
    """Collects the texts with a name in them that nothing isolates."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append((tag, tag in ISOLATED or ("dir", "auto") in attrs))

    def handle_endtag(self, tag: str) -> None:
        while self.open and tag in [name for name, _ in self.open]:
            if self.open.pop()[0] == tag:
                return

    def handle_data(self, data: str) -> None:
        if MARK in data and not any(isolated for _, isolated in self.open):
            self.found.append(f"{self.open[-1][0] if self.open else ''}: {data.strip()}")


def loose(answer: HttpResponse) -> list[str]:
    """Names on a page that could turn their line."""
    if not answer.headers.get("Content-Type", "").startswith("text/html"):
        return []
    reader = _Loose()
    reader.feed(answer.content.decode())
    reader.close()
    return reader.found


@pytest.fixture
def world() -> Infested:
    caches["pages"].clear()
    found = infest(NAMES)
    found.club.names = NameDisplay.FULL
    found.club.save()
    found.club.players.update(display=Display.FULL, consent=True)
    return found


@pytest.fixture
def clients(world: Infested) -> dict[str, Client]:
    owner = logged_in(world.owner, fresh=True)
    return {"c": owner, "clubs": owner, "accounts": owner, "staff": logged_in(world.staff)}


def pages(
    world: Infested, clients: dict[str, Client]
) -> Iterator[tuple[str, str, Client, HttpResponse]]:
    """Every page there is for each of the objects: route, path, who asked, answer."""
    for route in routes():
        client = clients.get(route.route.split("/")[0], Client())
        # Not the public page of a club that is not public, nor what only a token opens.
        for number in range(len(NAMES) if set(route.parameters) - {"club", "token"} else 1):
            path = route.path(world.arguments(number))
            answer = client.get(path)
            if answer.status_code == 200:
                yield route.route, path, client, answer


def test_on_every_page(world: Infested, clients: dict[str, Client]) -> None:
    named, found = set(), {}
    for route, path, _, answer in pages(world, clients):
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            named |= {route} if MARK in answer.content.decode() else set()
            if turned := loose(answer):
                found[path] = turned
    assert found == {}
    assert len(named) > 30, "pages that name people"


def test_in_the_answer_to_every_form(world: Infested, clients: dict[str, Client]) -> None:
    """Sent as it stands on its page: previews, refusals, what was saved."""
    waiting: dict[tuple[str, ...], tuple[Client, str, Form]] = {}
    for _, path, client, answer in pages(world, clients):
        if not answer.headers.get("Content-Type", "").startswith("text/html"):
            continue
        for form in forms(answer.content.decode(), path):
            for action in (form.action, *form.also):
                goes_to = resolve(urlsplit(action).path).route
                waiting.setdefault((goes_to, *sorted(form.fields)), (client, action, form))
    named, found = 0, {}
    for client, action, form in waiting.values():
        if "logout" in action or "sessions" in action:
            continue
        with transaction.atomic():
            answer = client.post(action, form.fields, follow=True)
            transaction.set_rollback(True)
        assert answer.status_code < 500, action
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            named += MARK in answer.content.decode()
            if turned := loose(answer):
                found[action] = turned
    assert found == {}
    assert named > 30, "answers that name people"


def change(world: Infested, result: Result) -> int:
    """Another result of the first game of the first event; the number of the version."""
    event = world.club.events.earliest("pk")
    content = current_content(event)
    games = (replace(content.games[0], result=result), *content.games[1:])
    revise(event, replace(content, games=games), action="correct", by=world.owner)
    return event.revisions.count()


def test_where_a_change_cannot_be_undone_alone(world: Infested, clients: dict[str, Client]) -> None:
    first = change(world, Result.BLACK_WINS)
    change(world, Result.DRAW)
    event = world.club.events.earliest("pk")
    answer = clients["c"].get(f"/c/infested/events/{event.uid}/edit/undo/{first}/")
    shown = answer.content.decode()
    assert "It cannot be undone alone" in shown and f"<bdi>{NAMES[0]} {MARK}</bdi>" in shown
    assert loose(answer) == []


def test_what_is_not_isolated_is_found() -> None:
    """The control."""
    page = f"<p><bdi>א {MARK}</bdi> 1-0 <b>ב {MARK}</b><br><select><option>ג {MARK}</select>"
    assert loose(HttpResponse(page)) == [f"b: ב {MARK}"]
    assert loose(HttpResponse(f"<p>א {MARK}</p>", content_type="text/csv")) == []
