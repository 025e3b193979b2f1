"""Ids and names of another club, typed into every field of every form (docs/safety.md, T6, T11)."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from django.db import connection, transaction
from django.http import HttpResponse

from clubs.models import Club
from tests.web.forms import Form, forms
from tests.web.routes import everything_said, routes
from tests.web.world import World, make_world

pytestmark = pytest.mark.django_db

PAGES = [r for r in routes() if r.route.startswith("c/<")]
# Two people of the other club; the second is never typed, so seeing her means a leak.
TYPED, NEVER = "Xaver", "Yvona"


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: SimpleNamespace) -> Iterator[World]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield make_world()
        transaction.set_rollback(True)


@pytest.fixture
def world(built: World, db: None) -> World:
    return built


def rows_of(club: Club) -> str:
    """A hash over every row that belongs to the club."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name FROM information_schema.columns"
            " WHERE column_name = 'club_id' AND table_schema = 'public' ORDER BY table_name"
        )
        tables = [name for (name,) in cursor.fetchall()]
        parts = [
            f"SELECT '{name}' AS n, md5(string_agg(t::text, '|' ORDER BY t::text))"
            f' FROM "{name}" t WHERE club_id = %(club)s'
            for name in tables
        ]
        parts.append("SELECT 'club', md5(t::text) FROM clubs_club t WHERE id = %(club)s")
        cursor.execute(
            f"SELECT md5(string_agg(u::text, '|' ORDER BY n)) FROM ({' UNION ALL '.join(parts)}) u",
            {"club": club.pk},
        )
        return str(cursor.fetchone()[0])


def attempts(form: Form, foreign: dict[str, str]) -> Iterator[dict[str, str]]:
    """All fields at once with each id, and each field alone with each id."""
    for value in foreign.values():
        yield dict.fromkeys(form.fields, value)
        if len(form.fields) <= 12:
            for name in form.fields:
                yield {**form.fields, name: value}


@pytest.mark.parametrize("route", PAGES, ids=lambda route: route.route)
def test_what_is_typed_reaches_no_other_club(world: World, route: object) -> None:
    other = Club.objects.get(slug="bishops")
    before, client = rows_of(other), world.clients["owner"]
    kinds = ("player", "event", "draft", "link", "ladder")
    foreign = {kind: str(world.foreign[kind]) for kind in kinds} | {"name": TYPED[:3]}
    foreign["answer"] = f"member-{foreign['player']}"  # how a review writes it
    path = route.path(world.own)  # type: ignore[attr-defined]
    page = client.get(path)
    if page.status_code != 200:
        return
    for form in forms(page.content.decode(), path):
        if not form.action.startswith("/c/rooks/"):
            continue
        for data in attempts(form, foreign):
            with transaction.atomic():
                answer = client.post(form.action, data)
                check(answer, form, data)
                assert rows_of(other) == before, (form.action, data)
                transaction.set_rollback(True)


def check(answer: HttpResponse, form: Form, data: dict[str, str]) -> None:
    assert answer.status_code < 500, (form.action, data)
    said = everything_said(answer)
    assert TYPED not in said and NEVER not in said, (form.action, data)


def test_forms_are_found(world: World) -> None:
    """The control: the pages do have forms, with fields that name people."""
    client, found = world.clients["owner"], {}
    for route in PAGES:
        path = route.path(world.own)
        page = client.get(path)
        if page.status_code == 200:
            for form in forms(page.content.decode(), path):
                found[form.action.replace(str(world.own["draft"]), "D")] = form.fields
    assert "/c/rooks/drafts/D/review/answer/" in found
    assert len(found) > 20
    assert "answer" in found["/c/rooks/drafts/D/review/answer/"]


def test_the_hash_sees_a_change_in_the_club(world: World) -> None:
    other = Club.objects.get(slug="bishops")
    before = rows_of(other)
    with transaction.atomic():
        other.players.update(junior=True)
        assert rows_of(other) != before
        transaction.set_rollback(True)
