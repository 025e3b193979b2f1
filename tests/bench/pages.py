"""The ladder page of 60 players against a view that returns a constant, on the same server.

gunicorn as in production, one connection that is kept open, one request after the other. Uncached:
before each request something that the page shows is changed, so that nothing of it is kept.
"""

import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from django.db import connection

from clubs.models import Club
from clubs.services import create_link
from ladder.models import Ladder
from tests import services, site
from tests.bench import databases
from tests.bench.history import Size

SIZE = Size(5_000, members=60)
CONSTANT = "/healthz"
BLOCK = 20


def measure(times: int) -> dict[str, float]:
    """Milliseconds of an answer of each kind, medians; and requests in the time of a constant."""
    with databases.database(SIZE) as name, tempfile.TemporaryDirectory() as folder:
        club, ladder = Club.objects.get(), Ladder.objects.get()
        page = f"/m/{create_link(club, by=None)[1]}/l/{ladder.slug}/"
        with site.serving(Path(folder), services.database_url(name)) as served:
            taken = _measure(served.url, page, times)
    constant, cached, uncached = (1000 * median(taken[kind]) for kind in taken)
    return {
        "players": SIZE.members,
        "constant_ms": round(constant, 2),
        "cached_ms": round(cached, 2),
        "uncached_ms": round(uncached, 2),
        "cached": round(constant / cached, 2),
        "uncached": round(constant / uncached, 2),
    }


def _measure(url: str, page: str, times: int) -> dict[str, list[float]]:
    """Seconds of each request, by kind, taken in turn."""
    client = HTTPConnection(urlsplit(url).netloc, timeout=30)
    taken: dict[str, list[float]] = {"constant": [], "cached": [], "uncached": []}
    _get(client, page)
    number = 0
    for _ in range(0, times, BLOCK):
        taken["constant"] += [_get(client, CONSTANT) for _ in range(BLOCK)]
        for _ in range(BLOCK):
            number += 1
            change(number)
            taken["uncached"].append(_get(client, page))
        taken["cached"] += [_get(client, page) for _ in range(BLOCK)]
    client.close()
    return taken


def _get(client: HTTPConnection, path: str) -> float:
    begin = time.perf_counter()
    client.request("GET", path)
    answer = client.getresponse()
    body = answer.read()
    spent = time.perf_counter() - begin
    assert answer.status == 200, f"{path} answers {answer.status}"
    assert path == CONSTANT or body.count(b"<tr") > SIZE.members, "a row for every player"
    return spent


def change(number: int) -> None:
    """The name stands in the frame around the page, and raises the version of the rest."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE clubs_club SET name = %s", [f"Bench {number}"])
