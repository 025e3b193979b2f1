"""The page of a club of 1,000 while everything of that club is computed anew, against quiet.

Servers as they run: `single`, one gunicorn process without a broker, which sweeps by itself; and
`worker`, with Redis and Celery. Quiet and busy slices alternate, so that whatever else the machine
does falls on both; a slice gives the median and the 95th percentile of its requests, and what is
compared are the medians of the slices. A busy slice lasts as long as its rebuild.

One request after the other, in turn a kept page and, as something it shows has been changed, one
that is made anew. Any answer but the whole page ends the run.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlsplit

from celery import Celery

from clubs.models import Club
from clubs.services import create_link
from ladder.jobs import is_busy
from ladder.models import Ladder
from ladder.sweeping import leave_to_sweep
from tests import services, site
from tests.bench import databases
from tests.bench.history import Size
from tests.bench.pages import change

KINDS = ("kept", "made")
SETTLE = 0.02  # seconds between two requests: members' phones, no attack
PATIENCE = 600  # seconds that a rebuild may take, and the sweep before it

Slice = dict[str, list[float]]


def measure(size: Size, *, turns: int, quiet_seconds: float) -> dict[str, object]:
    """By kind of server, what the slices gave: milliseconds, and how many times quiet it was."""
    found: dict[str, object] = {"games": size.games, "players": size.members}
    for kind in ("single", "worker"):
        with databases.database(size) as name, _running(name, kind) as (url, ask):
            found[kind] = _summary(_alternate(url, ask, size, turns, quiet_seconds))
    return found


@contextmanager
def _running(name: str, kind: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """A server, and how to have everything computed anew there."""
    ladder = Ladder.objects.get().pk
    with tempfile.TemporaryDirectory() as folder:
        database_url = services.database_url(name)
        if kind == "single":
            with site.serving(Path(folder), database_url) as served:
                yield served.url, lambda: leave_to_sweep(ladder, full=True)
            return
        with (
            services.redis() as redis_url,
            site.serving(Path(folder), database_url, redis_url) as served,
        ):
            broker = Celery(broker=redis_url)

            def ask() -> None:
                leave_to_sweep(ladder, full=True)
                broker.send_task("ladder.tasks.rebuild", [ladder])

            yield served.url, ask


def _alternate(
    url: str, ask: Callable[[], object], size: Size, turns: int, quiet_seconds: float
) -> dict[str, list[Slice]]:
    club, ladder = Club.objects.get(), Ladder.objects.get()
    path = f"/m/{create_link(club, by=None)[1]}/l/{ladder.slug}/"
    client = HTTPConnection(urlsplit(url).netloc, timeout=60)
    slices: dict[str, list[Slice]] = {"quiet": [], "busy": []}
    reader = _Reader(client, path, size.members)
    _wait(lambda: _is_built(ladder.pk))
    reader.slice(lambda: False)  # the first requests load what later ones find
    for _ in range(turns):
        end = time.monotonic() + quiet_seconds
        slices["quiet"].append(reader.slice(lambda end=end: time.monotonic() < end))
        ask()
        _wait(lambda: is_busy(ladder.pk) or _is_built(ladder.pk))
        slices["busy"].append(reader.slice(lambda: not _is_built(ladder.pk)))
        _wait(lambda: _is_built(ladder.pk))
    client.close()
    return slices


class _Reader:
    def __init__(self, client: HTTPConnection, path: str, players: int) -> None:
        self.client, self.path, self.players, self.number = client, path, players, 0

    def slice(self, go_on: Callable[[], bool]) -> Slice:
        """Seconds of requests of both kinds, as long as it says, and at least one of each."""
        taken: Slice = {kind: [] for kind in KINDS}
        self.client.close()  # the server has closed what was idle since the last slice
        while True:
            self.number += 1
            change(self.number)
            for kind in ("made", "kept"):
                taken[kind].append(self._get())
                time.sleep(SETTLE)
            if not go_on():
                return taken

    def _get(self) -> float:
        begin = time.perf_counter()
        self.client.request("GET", self.path)
        answer = self.client.getresponse()
        body = answer.read()
        spent = time.perf_counter() - begin
        assert answer.status == 200, f"{answer.status} after {self.number} pages"
        assert body.count(b"<tr") > self.players, "a row for every player"
        return spent


def _is_built(ladder_id: int) -> bool:
    row = Ladder.objects.select_related("club").get(pk=ladder_id)
    return row.built_version == row.club.history_version


def _wait(until: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < deadline, "nobody rebuilds"
        time.sleep(0.05)


def _summary(slices: dict[str, list[Slice]]) -> dict[str, object]:
    found: dict[str, object] = {
        "turns": len(slices["busy"]),
        "requests": sum(
            len(one[kind]) for ones in slices.values() for one in ones for kind in KINDS
        ),
    }
    for kind in KINDS:
        for name, measure_ in (("p50", median), ("p95", _percentile_95)):
            quiet, busy = (
                1000 * median(measure_(one[kind]) for one in slices[state])
                for state in ("quiet", "busy")
            )
            found[f"{kind}_{name}"] = {
                "quiet_ms": round(quiet, 2),
                "busy_ms": round(busy, 2),
                "times": round(busy / quiet, 2),
            }
    return found


def _percentile_95(seconds: list[float]) -> float:
    return quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]
