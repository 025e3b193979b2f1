"""An address that is a page is never a part of one (L12), so that going back gets the page."""

import re
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from django.db import transaction

from tests.web.routes import Route, ask, routes
from tests.web.world import World, make_world

pytestmark = pytest.mark.django_db

HTMX = {"hx-request": "true", "hx-current-url": "http://localhost:8000/", "hx-target": "main"}
SEEN = [r for r in routes() if r.route.startswith(("c/<", "m/", "p/", "staff/", "home/"))]
RANDOM = re.compile(r'csrfmiddlewaretoken" value="\w+|name="press" value="[\w-]+')


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: SimpleNamespace) -> Iterator[World]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield make_world()
        transaction.set_rollback(True)


def body(world: World, route: Route, headers: dict[str, str]) -> tuple[int, str]:
    role = {"m": "reader", "s": "staff"}.get(route.route[0], "owner")
    client, path = world.clients[role], route.path(world.arguments(route, role))
    answer = client.get(path, headers=headers)
    text = "" if answer.streaming else answer.content.decode(errors="replace")
    return answer.status_code, RANDOM.sub("", text)


@pytest.mark.parametrize("route", SEEN, ids=lambda route: route.route)
def test_htmx_gets_what_everybody_gets(built: World, db: None, route: Route) -> None:
    plain = body(built, route, {})
    for more in ({}, {"hx-history-restore-request": "true"}):
        part = body(built, route, {**HTMX, **more})
        assert part in (plain, body(built, route, {})), "a page may say how long ago something was"


def test_the_one_address_that_has_both(built: World, db: None) -> None:
    """What a version did: a page, and a list inside the page of the history."""
    path = f"/c/rooks/events/{built.own['event']}/effect/?version=1"
    client = built.clients["owner"]
    page, part = client.get(path), client.get(path, headers=HTMX)
    back = client.get(path, headers={**HTMX, "hx-history-restore-request": "true"})
    assert "<!doctype" in page.content.decode() and "<!doctype" not in part.content.decode()
    assert "<!doctype" in back.content.decode()
    for answer in (page, part, back):
        assert "HX-Request" in answer.headers["Vary"]
        assert answer.headers["Cache-Control"] == "private, no-store"


def test_the_pages_were_pages(built: World, db: None) -> None:
    """The control."""
    codes = [ask(built.clients["owner"], "GET", r.path(built.own)).status_code for r in SEEN]
    assert codes.count(200) > 30
