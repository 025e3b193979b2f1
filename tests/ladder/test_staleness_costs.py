"""Whether a ladder is up to date is known without asking: the check costs no page a query.

The club's version comes with the club, the ladder's with the ladder, in the queries that the page
needs anyway. So a page of a stale ladder asks for exactly what that of a current one asks for.
"""

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club
from events.models import Game
from ladder.models import Ladder
from tests import builders

STALE = "Being recomputed"


@pytest.fixture
def ladder(season: Club) -> Ladder:
    return builders.rebuild(season)


def _make_stale(ladder: Ladder) -> None:
    """Raw SQL behind the services, so that nothing is rebuilt at once."""
    event = ladder.club.events.earliest("date")
    Game.objects.filter(event=event, number=1).update(board=9)


def _asked(client: Client, path: str, *, cached: bool, stale: bool) -> list[str]:
    """What the page asks the database for: the beginning of each query, without its values."""
    if not cached:
        caches["pages"].clear()
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(path)
    assert answer.status_code == 200
    assert (STALE in answer.content.decode()) is stale
    return [query["sql"].partition(" WHERE ")[0] for query in queries]


def _costs(client: Client, path: str, *, stale: bool) -> tuple[list[str], list[str]]:
    """Uncached and then cached."""
    client.get(path)  # what a first visit alone does, such as reading content types
    uncached = _asked(client, path, cached=False, stale=stale)
    return uncached, _asked(client, path, cached=True, stale=stale)


def test_of_a_reader(ladder: Ladder, link: str) -> None:
    client = Client()
    current = _costs(client, f"{link}l/main/", stale=False)
    _make_stale(ladder)
    assert _costs(client, f"{link}l/main/", stale=True) == current
    uncached, cached = current
    assert len(cached) < len(uncached)


def test_of_an_arbiter(ladder: Ladder, arbiter_client: Client) -> None:
    path = "/c/rooks/ladder/"
    current = _costs(arbiter_client, path, stale=False)
    _make_stale(ladder)
    assert _costs(arbiter_client, path, stale=True) == current


@pytest.mark.parametrize("version", ["history_version", "built_version"])
def test_a_version_is_never_asked_for_alone(ladder: Ladder, link: str, version: str) -> None:
    """The control of the above: what the check compares comes with rows that are read anyway."""
    client = Client()
    client.get(f"{link}l/main/")
    caches["pages"].clear()
    with CaptureQueriesContext(connection) as queries:
        client.get(f"{link}l/main/")
    with_it = [query["sql"] for query in queries if version in query["sql"]]
    assert with_it
    assert all(sql.partition(" FROM ")[0].count(",") >= 5 for sql in with_it), with_it
