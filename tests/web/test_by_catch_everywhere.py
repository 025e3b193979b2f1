"""Every name of every column, sent along with every form: nothing else is set (R5).

Each form is sent as its page has it, twice, and then with the names of all columns beside it. What
the database holds afterwards is compared; what differs between the two plain runs (ids, times,
random uids) is not.
"""

import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, models, transaction

from clubs.models import Club
from tests.web.routes import Route, routes
from tests.web.two_clubs import SAME, Side, ask, make_sides

pytestmark = pytest.mark.django_db

OURS = ("clubs", "players", "events", "ladder")
POSTED = [route for route in routes() if route.route.startswith("c/<")]
FLEETING = {"django_session", "usersessions_usersession", "cache"}
# A reason may be sent along where the page asks for none.
MAY = {
    "c/<slug:club>/decisions/<int:decision>/undo/": {
        "clubs_auditentry": {"reason"},
        "events_identitydecision": {"why"},
    },
}
Rows = dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: SimpleNamespace) -> Iterator[tuple[Side, Side]]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield make_sides()
        transaction.set_rollback(True)


def tempting(field: "models.Field[Any, Any]", other: Club) -> str:
    """A value of the right kind that nobody may choose so."""
    if field.is_relation:
        related = field.related_model
        assert isinstance(related, type) and issubclass(related, models.Model)
        columns = {column.name for column in related._meta.concrete_fields}
        rows = related._default_manager.all()
        found = rows.filter(club=other).first() if "club" in columns else rows.last()
        return str((found or other).pk)
    if field.choices:
        return str(list(field.choices)[-1][0])
    kinds: list[tuple[type, str]] = [
        (models.BooleanField, "on"),
        (models.DateTimeField, "2020-01-01 12:00"),
        (models.DateField, "2020-01-01"),
        (models.IntegerField, "7777"),
        (models.FloatField, "7777"),
    ]
    return next((value for kind, value in kinds if isinstance(field, kind)), "by catch")


def columns_of_all(other: Club) -> dict[str, str]:
    """The name of every column of every table of ours, with a value."""
    found: dict[str, str] = {}
    for app in OURS:
        for model in apps.get_app_config(app).get_models():
            for field in model._meta.concrete_fields:
                for name in {field.name, field.attname}:
                    found.setdefault(name, tempting(field, other))
    return found


def everything() -> Rows:
    tables = [t for t in connection.introspection.table_names() if t not in FLEETING]
    with connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(f"SELECT '{t}', to_jsonb(t) FROM \"{t}\" t" for t in tables)
        )
        found: Rows = {table: [] for table in tables}
        for table, row in cursor.fetchall():
            found[table].append(json.loads(row) if isinstance(row, str) else row)
    return found


def after(side: Side, path: str, fields: dict[str, str]) -> tuple[int, Rows]:
    with transaction.atomic():
        answer = ask(side.client, "POST", path, fields)
        rows = everything()
        transaction.set_rollback(True)
    return answer.status_code, rows


def differing(one: Rows, other: Rows, ignore: dict[str, set[str]]) -> dict[str, set[str]]:
    """Columns by table in which the rows differ; "*" where there are more or fewer rows."""
    found: dict[str, set[str]] = {}
    for table in one:
        a, b = one[table], other[table]
        if len(a) != len(b):
            found[table] = {"*"}
            continue
        for column in {column for row in (*a, *b) for column in row} - ignore.get(table, set()):
            if sorted(repr(r.get(column)) for r in a) != sorted(repr(r.get(column)) for r in b):
                found.setdefault(table, set()).add(column)
    return found


def test_no_form_sets_more_than_it_shows(built: tuple[Side, Side], db: None) -> None:
    side, other = built
    tried = [route for route in POSTED if route.route in side.sent]
    assert len(tried) > 40
    for route in tried:
        try_one(side, other, route)


def try_one(side: Side, other: Side, route: Route) -> None:
    typed = side.sent[route.route]
    path = route.path({**SAME, **side.own})
    status, plain = after(side, path, typed)
    again, second = after(side, path, typed)
    assert status == again < 500
    noise = differing(plain, second, {})
    code, rows = after(side, path, {**columns_of_all(other.club), **typed})
    found = differing(plain, rows, noise)
    if route.route in MAY:
        assert found == MAY[route.route]
    else:
        assert (code, found) == (status, {}), route.route


def test_a_column_that_is_set_is_seen(built: tuple[Side, Side], db: None) -> None:
    """The control."""
    side, _ = built
    before = everything()
    with transaction.atomic():
        side.club.players.filter(erased=None).update(junior=True)
        assert differing(before, everything(), {})["players_player"] == {"junior"}
        transaction.set_rollback(True)
