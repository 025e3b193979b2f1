"""Redis stopped, hanging, emptied; the database's wire cut at a COMMIT: an arbiter publishes on.

Nothing lost, nothing doubled, every ladder current within a minute; no page fails for want of
Redis. All servers are real, and so is the way of each evening: from the file to the ladder.
"""

import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
import redis as redis_client

from tests import services
from tests.faults.arbiter import CLUB, GAMES, NAMES, Arbiter, Trouble
from tests.faults.proxy import proxied
from tests.site import Site, serving

SEED = 20260303
SOME, MANY = 20, 200
EVENINGS = pytest.mark.parametrize("count", [SOME, pytest.param(MANY, marks=pytest.mark.long)])
# Nothing is short enough for the request itself: each rebuild is a worker's, told through Redis.
LEAVE_IT = {"INLINE_REBUILD_GAMES": "0"}


@contextmanager
def meanwhile(act: Callable[[random.Random], None]) -> Iterator[None]:
    """Let something happen again and again, as the dice say, until the block ends."""
    stop, dice, failed = threading.Event(), random.Random(SEED), []

    def repeat() -> None:
        try:
            while not stop.is_set():
                act(dice)
        except Exception as error:  # noqa: BLE001  (told at the end of the block)
            failed.append(error)

    thread = threading.Thread(target=repeat)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
    assert failed == []


def check(site: Site, database_url: str, count: int, seconds: float = 60) -> None:
    """All evenings once each, all people once each, and a ladder of all of them in time."""
    with psycopg.connect(database_url, autocommit=True) as db:
        _wait_until_current(db, seconds)
        told = db.execute(
            "SELECT e.name, count(*), (SELECT count(*) FROM events_game g WHERE g.event_id = e.id)"
            " FROM events_event e JOIN events_eventrevision r ON r.event_id = e.id GROUP BY e.id"
        ).fetchall()
        assert sorted(told) == sorted((f"Evening {n}", 1, GAMES) for n in range(count))
        for query, expected in (
            ("SELECT count(*) FROM players_player", len(NAMES)),
            ("SELECT count(*) FROM events_draft", 0),
            ("SELECT events FROM ladder_ladder", count),
            ("SELECT count(*) FROM ladder_ladderstep", count),
        ):
            assert db.execute(query).fetchone() == (expected,), query
    assert "right" in site.manage("verify_ladders", CLUB)


def _wait_until_current(db: "psycopg.Connection[tuple[object, ...]]", seconds: float) -> None:
    deadline = time.monotonic() + seconds
    stale = (
        "SELECT count(*) FROM ladder_ladder l JOIN clubs_club c ON c.id = l.club_id"
        " WHERE l.built_version <> c.history_version"
    )
    while db.execute(stale).fetchone() != (0,):
        assert time.monotonic() < deadline, f"stale for more than {seconds} seconds"
        time.sleep(0.1)


# -- Redis ------------------------------------------------------------------------------------


class Redis:
    """A server that is taken away and brought back, empty, at the same address."""

    def __init__(self) -> None:
        self.port = services.free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.away = threading.Event()
        self.outages = self.flushes = 0
        self._server = services.redis_at(self.port)
        self._server.__enter__()

    def outage(self, dice: random.Random) -> None:
        """Refuse connections, or take them and say nothing, for a moment or two."""
        time.sleep(dice.uniform(0, 1.5))
        self.away.set()
        (self._hang if self.outages % 2 else self._stop)(dice.uniform(0.2, 2))
        self.away.clear()
        self.outages += 1

    def _stop(self, seconds: float) -> None:
        self._server.__exit__(None, None, None)
        time.sleep(seconds)
        self._server = services.redis_at(self.port)
        self._server.__enter__()

    def _hang(self, seconds: float) -> None:
        with redis_client.Redis.from_url(self.url) as client:
            pid = int(client.info("server")["process_id"])
        os.kill(pid, signal.SIGSTOP)
        time.sleep(seconds)
        os.kill(pid, signal.SIGCONT)

    def flush(self, dice: random.Random) -> None:
        time.sleep(dice.uniform(0, 0.3))
        with redis_client.Redis.from_url(self.url) as client:
            client.flushall()
        self.flushes += 1

    def end(self) -> None:
        self._server.__exit__(None, None, None)


@pytest.fixture
def redis() -> Iterator[Redis]:
    redis = Redis()
    yield redis
    redis.end()


@pytest.fixture
def with_workers(postgresql: None, tmp_path: Path, redis: Redis) -> Iterator[Arbiter]:
    with (
        services.database() as database_url,
        serving(tmp_path, database_url, redis.url, **LEAVE_IT) as site,
    ):
        yield Arbiter(site)
        assert site.processes["worker"].poll() is None, "the worker has outlived it all"


@EVENINGS
def test_redis_stops_and_hangs_while_evenings_are_published(
    with_workers: Arbiter, redis: Redis, count: int
) -> None:
    site, hit = with_workers.site, 0
    with meanwhile(redis.outage):
        for number in range(count):
            before = redis.away.is_set()
            assert "/events/" in with_workers.publish(number)
            assert with_workers.guess() in {404, 429}
            hit += before or redis.away.is_set()
    assert redis.outages > 1 and hit > count // 10, "it was away for some of them"
    check(site, site.settings["DATABASE_URL"], count)


@EVENINGS
def test_redis_is_emptied_while_evenings_are_published(
    with_workers: Arbiter, redis: Redis, count: int
) -> None:
    site = with_workers.site
    with meanwhile(redis.flush):
        for number in range(count):
            assert "/events/" in with_workers.publish(number)
            assert with_workers.guess() in {404, 429}
    assert redis.flushes > count
    check(site, site.settings["DATABASE_URL"], count)


# -- The database -----------------------------------------------------------------------------


@EVENINGS
def test_the_wire_to_the_database_is_cut_at_commits(
    postgresql: None, tmp_path: Path, count: int
) -> None:
    """The outcome of a cut COMMIT is known to nobody: the arbiter presses again, and it is one."""
    with (
        services.database() as database_url,
        proxied(database_url, SEED) as proxy,
        serving(tmp_path, proxy.url) as site,
    ):
        arbiter = Arbiter(site)
        proxy.cutting.set()
        for number in range(count):
            _publish_at_last(arbiter, number)
        proxy.cutting.clear()
        assert all(proxy.cuts[True].values()), "before, during and after a COMMIT that publishes"
        cuts = sum(sum(cuts.values()) for cuts in proxy.cuts.values())
        assert 0 < arbiter.troubles <= cuts, "no page fails without a cause"
        check(site, database_url, count)


def _publish_at_last(arbiter: Arbiter, number: int, tries: int = 30) -> None:
    for _ in range(tries):
        try:
            assert "/events/" in arbiter.publish(number, presses=3)
            return
        except Trouble as trouble:
            assert trouble.status >= 500, trouble
    raise AssertionError(f"Evening {number} could not be published in {tries} tries")
