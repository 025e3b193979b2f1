"""No form is taken without its token, whoever is logged in (S10); generated from the routes."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from django.db import transaction
from django.test import Client

from tests.cast import logged_in
from tests.web.access_table import rows
from tests.web.routes import Route, routes, rows_hash
from tests.web.world import World, make_world

pytestmark = pytest.mark.django_db

# Sets a language and nothing else; a form of another site comes without the login.
EXEMPT = {"language/"}
UNSAFE = ("POST", "PUT", "PATCH", "DELETE")
TAKING = [r for r in routes() if r.route in rows() and 405 not in rows()[r.route][2]]
CHECKED = [r for r in TAKING if r.route not in EXEMPT]
FOR_OFFICERS = [r for r in routes() if r.route.startswith(("c/<", "clubs/", "home/", "staff/"))]


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: SimpleNamespace) -> Iterator[World]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield make_world()
        transaction.set_rollback(True)


def strict(client: Client) -> Client:
    """The same login in a browser whose forms are checked, as everywhere outside tests."""
    checked = Client(enforce_csrf_checks=True, headers={"host": "localhost:8000"})
    checked.cookies = client.cookies
    return checked


@pytest.mark.parametrize(
    "route",
    list({r.route: r for r in (*CHECKED, *FOR_OFFICERS)}.values()),
    ids=lambda route: route.route or "/",
)
def test_without_its_token_nothing_is_taken(built: World, db: None, route: Route) -> None:
    client, before = strict(built.clients["owner"]), rows_hash()
    path = route.path(built.own)
    for method in UNSAFE:
        for headers in ({}, {"hx-request": "true"}, {"origin": "https://evil.example"}):
            answer = client.generic(method, path, headers=headers)
            assert answer.status_code == 403, (method, headers)
    assert rows_hash() == before


def test_with_its_token_it_is(built: World, db: None) -> None:
    """The control."""
    owner = built.clients["owner"].get("/home/").wsgi_request.user
    client = strict(logged_in(owner, fresh=True))
    page = client.get("/c/rooks/links/")
    token = page.context["csrf_token"]
    answer = client.post("/c/rooks/links/new/", {"csrfmiddlewaretoken": str(token), "name": "x"})
    assert answer.status_code == 302
    assert len(TAKING) > 10


def test_what_is_exempt_sets_a_language_only(built: World, db: None) -> None:
    before = rows_hash()
    answer = Client(enforce_csrf_checks=True).post("/language/", {"language": "cs", "next": "/"})
    assert answer.status_code == 302 and rows_hash() == before
    exempt = {r.route for r in routes() if getattr(r.view, "csrf_exempt", False)}
    assert exempt == EXEMPT
