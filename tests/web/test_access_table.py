"""Every route against every role, closed by default; and no club sees or touches another."""

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client
from django.urls import path as url

from clubs.models import Club, NameDisplay, User
from clubs.roles import Permission, Role, may
from config import urls
from events.models import Event
from events.services.projection import current_content
from events.services.revising import revise
from players.models import Display, Player
from tests.cast import CANARIES, logged_in
from tests.web.access_table import FRESH, NOT_FRESH, ROLES, WORDS, line, rows
from tests.web.forms import forms, said_yes, the_yes
from tests.web.routes import METHODS, Route, ask, everything_said, routes, rows_hash
from tests.web.world import NO_OBJECT, World, make_world, whole

ROUTES = {route.route: route for route in routes()}
OF_CLUBS = [route for route in ROUTES.values() if route.route.startswith("c/<")]
WITH_OBJECTS = [r for r in OF_CLUBS if set(r.parameters) - {"club", *NO_OBJECT}]
LISTED = [route for route in ROUTES.values() if route.route in rows()]
UNKNOWN = "zzzzzzzzzzzz"


def name(route: Route) -> str:
    return route.route or "/"


per_route = pytest.mark.parametrize("route", ROUTES.values(), ids=name)

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: SimpleNamespace) -> Iterator[World]:
    """Made once: every test here leaves the database as it found it, and most only look."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield make_world()
        transaction.set_rollback(True)


@pytest.fixture
def world(built: World, db: None) -> World:
    return built


# -- The table ------------------------------------------------------------------------------------


@per_route
def test_every_answer_is_the_one_in_the_table(world: World, route: Route) -> None:
    get, post = world.codes(route, "GET"), world.codes(route, "POST")
    today = line(route.route, route.access or "NONE", get, post)
    assert route.route in rows(), f"A route without a line in the table. Today it answers:\n{today}"
    assert rows()[route.route] == (route.access, get, post), f"Today it answers:\n{today}"


def test_the_table_has_no_line_without_a_route() -> None:
    assert set(rows()) <= set(ROUTES)


def test_a_forgotten_route_is_found() -> None:
    """The control: a pattern that nobody listed, with a parameter that nobody classified."""
    forgotten = "forgotten/<int:something>/"
    urls.urlpatterns.append(url(forgotten, lambda request: None))
    try:
        found = {route.route: route for route in routes()}
        assert forgotten in found and forgotten not in rows()
        assert found[forgotten].access == ""
        with pytest.raises(KeyError):
            found[forgotten].path(NO_OBJECT)
    finally:
        urls.urlpatterns.pop()


@per_route
def test_every_view_says_who_may(route: Route) -> None:
    assert route.access, f"{route.view} has no decorator of clubs.access"


@per_route
def test_a_login_is_asked_for_unless_the_view_is_for_everybody(route: Route) -> None:
    if route.ours:
        asked = getattr(route.view, "login_required", True)
        assert asked == (route.access not in {"everybody", "reader"})


@pytest.mark.parametrize("route", LISTED, ids=name)
def test_the_table_agrees_with_the_permissions(route: Route) -> None:
    """Both directions: who lacks the permission is refused, who has it is not."""
    access, get, post = rows()[route.route]
    for numbers in (get, post):
        answer = dict(zip(ROLES, numbers, strict=True))
        if access == "staff":
            assert answer["staff"] not in {403, 404}
            assert {answer[role] for role in ("outsider", "arbiter", "owner")} == {404}
        elif access in set(Permission):
            assert answer["anonymous"] == answer["reader"] == 302
            assert answer["outsider"] == answer["staff"] == 404
            for role in Role:
                assert (answer[role] != 403) == may(role, Permission(access)), role


# -- What destroys or reveals ------------------------------------------------------------------------


def unguarded(found: dict[str, Route]) -> set[str]:
    """Routes that destroy or reveal by their words, and are in neither list."""
    ours = {name for name, route in found.items() if route.ours and WORDS & set(name.split("/"))}
    return ours - FRESH - set(NOT_FRESH)


def test_what_destroys_or_reveals_asks_for_the_password_again() -> None:
    assert {name for name, route in ROUTES.items() if getattr(route.view, "fresh", False)} == FRESH
    assert unguarded(ROUTES) == set(), "clubs.access.fresh is missing, or a line in NOT_FRESH"
    assert set(NOT_FRESH) <= set(ROUTES)


def test_a_new_destructive_route_without_it_is_found() -> None:
    """The control."""
    route = Route(
        "c/<slug:club>/all/delete/", test_the_table_has_no_line_without_a_route, ("club",)
    )
    assert unguarded({route.route: route}) == {route.route}


def taking_the_mark_off(client: Client, event: Event) -> tuple[str, dict[str, str]]:
    """Where, and what is sent, when it is said no more that children play in an event, once the
    page that says who will see what was answered with yes."""
    revise(event, replace(current_content(event), junior=True), action="details", by=None)
    page = f"/c/{event.club.slug}/events/{event.uid}/edit/details/1/"
    found = forms(client.get(page).content.decode(), page)
    (form,) = [one for one in found if one.action.endswith("/save/")]
    unmarked = {k: v for k, v in form.fields.items() if k != "junior"}
    return form.action, unmarked | said_yes(client.post(form.action, unmarked))


def taking_the_clubs_mark_off(client: Client, club: str) -> tuple[str, dict[str, str]]:
    """The same of a whole club, whose page that says who will see what was answered with yes."""
    page = f"/c/{club}/settings/"
    found = forms(client.get(page).content.decode(), page)
    (form,) = [one for one in found if one.action.endswith("/change/")]
    asked = client.post(form.action, {k: v for k, v in form.fields.items() if k != "junior"})
    form = the_yes(asked)
    return form.action, form.fields


CONSENT = {"purpose": "full", "parents": "on", "child": "on", "rules": "on"}


@pytest.mark.parametrize("name", sorted(FRESH))
def test_a_login_of_this_morning_is_not_enough(world: World, name: str) -> None:
    email = "staff@example.org" if name.startswith("staff/") else "owner@example.org"
    client, route = logged_in(User.objects.get(email=email)), ROUTES[name]
    person = Player.objects.filter(uid=world.own["player"])
    person.update(consent=True, display=Display.LABEL, label="Birdie")
    said = {"visibility": "public", "role": "owner", "display": "full", **CONSENT}
    if name.endswith(("/junior/", "/consent/", "/settings/change/")):
        clubs = Club.objects.filter(slug=world.own["club"])
        clubs.update(names=NameDisplay.FULL, junior=name.endswith("/settings/change/"))
        person.update(consent=False, display=Display.CLUB, junior=True)
    path = route.path(world.own)
    if "/edit/" in name:
        path, said = taking_the_mark_off(client, Event.objects.get(uid=world.own["event"]))
    if name.endswith("/settings/change/"):
        path, said = taking_the_clubs_mark_off(client, world.own["club"])
    if name.endswith("/junior/"):
        said = the_yes(client.post(path, {"junior": "no"})).fields
    before = rows_hash()
    answer = client.post(path, {**said, "label": person.get().name.text})
    assert answer.headers["Location"].startswith("/accounts/reauthenticate/?next="), answer
    assert rows_hash() == before


# -- Strangers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("route", OF_CLUBS, ids=name)
def test_no_method_lets_a_stranger_in(world: World, route: Route) -> None:
    """Not logged in, from another club, of the instance: refused as if there were no such club."""
    path, nowhere = route.path(world.own), route.path({**world.own, "club": "no-such-club"})
    before, sent = rows_hash(), len(mail.outbox)
    for method in METHODS:
        answer = ask(world.clients["anonymous"], method, path)
        assert answer.headers["Location"].startswith("/accounts/login/"), method
        for role in ("outsider", "staff"):
            answer = ask(world.clients[role], method, path)
            assert answer.status_code == 404, (role, method)
            assert whole(answer) == whole(ask(world.clients[role], method, nowhere)), method
    assert rows_hash() == before and len(mail.outbox) == sent


@pytest.mark.parametrize("route", WITH_OBJECTS, ids=name)
def test_objects_of_another_club_do_not_exist_here(world: World, route: Route) -> None:
    """One's own club in the path, the other club's object: the 404 of an unknown one, byte for byte."""
    before = rows_hash()
    for parameter in set(route.parameters) - {"club", *NO_OBJECT}:
        foreign = route.path({**world.own, parameter: world.foreign[parameter]})
        unknown = route.path({**world.own, parameter: UNKNOWN})
        for method in METHODS:
            for role in ("owner", "arbiter"):
                one, other = (ask(world.clients[role], method, p) for p in (foreign, unknown))
                assert one.status_code in {403, 404, 405}, (role, method, parameter)
                assert whole(one) == whole(other), (role, method, parameter)
    assert rows_hash() == before


def test_a_club_that_is_not_public_has_no_public_pages(world: World) -> None:
    for route in ROUTES.values():
        if route.route.startswith("p/"):
            one = ask(Client(), "GET", route.path(world.own))
            assert one.status_code == 404
            assert whole(one) == whole(ask(Client(), "GET", route.path({**world.own, "club": "x"})))


def test_a_link_opens_nothing_of_another_club(world: World) -> None:
    for route in ROUTES.values():
        objects = set(route.parameters) - {"token", *NO_OBJECT}
        if route.route.startswith("m/") and objects:
            for parameter in objects:
                mixed = {**world.own, "token": world.token, parameter: world.foreign[parameter]}
                answer = ask(world.clients["reader"], "GET", route.path(mixed))
                assert answer.status_code == 404, (route, parameter)


# -- What is written, and what is said ---------------------------------------------------------------


@per_route
def test_a_refused_request_writes_nothing(world: World, route: Route) -> None:
    for seen in world.seen(route):
        assert not (seen.refused and seen.wrote), (seen.role, seen.method, seen.status)


@per_route
def test_looking_changes_nothing(world: World, route: Route) -> None:
    """Programs that show a preview fetch every address that is sent to somebody."""
    for seen in world.seen(route):
        if seen.method in ("GET", "HEAD"):
            assert not seen.wrote, (seen.role, seen.method)


@per_route
def test_no_whole_name_is_said_to_others(world: World, route: Route) -> None:
    """They are for arbiters of the club; not for its readers, not for anybody else."""
    for seen in world.seen(route):
        said = seen.said
        if seen.role in ("arbiter", "owner"):
            said = said.partition("</head>")[0] if "</head>" in said else ""
        assert not any(word in said for word in CANARIES), (seen.role, seen.method)


def test_the_canaries_would_be_seen(world: World) -> None:
    """The control: an arbiter does see whole names, so their absence elsewhere means something."""
    route = ROUTES["c/<slug:club>/events/<slug:event>/"]
    page = everything_said(ask(world.clients["arbiter"], "GET", route.path(world.own)))
    assert CANARIES[0] in page


def test_a_view_that_writes_would_be_seen(world: World) -> None:
    """The control: the hash moves with one changed letter in one row."""
    before = rows_hash()
    with transaction.atomic():
        ask(world.clients["owner"], "POST", "/c/rooks/links/new/")
        assert rows_hash() != before
        transaction.set_rollback(True)
    assert rows_hash() == before
