"""kill -9 at any moment, Redis emptied: nothing lost, nothing doubled, all current within a minute."""

import os
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest
from celery import Celery

from tests import services
from tests.site import WEB, WORKER, Site, _process, serving

SEED = 20260303
GAMES = "\n".join(
    f"{n},Player A{a}nna,Player B{b}oris,{('1-0', '0-1', '1/2')[(n + a + b) % 3]}"
    for n in range(1, 9)
    for a, b in ((k, (k + n) % 8) for k in range(8))
)


class Club:
    """A club of the running site, changed by SQL and looked at by SQL."""

    def __init__(self, site: Site, folder: Path) -> None:
        site.manage("create_club", "rooks", "--name", "Rooks")
        for day in range(1, 13):
            path = folder / f"{day}.csv"
            path.write_text(f"round,white,black,result\n{GAMES}" + "\n" * day)
            site.manage(
                "import_event", "rooks", str(path), "--date", f"2026-02-{day:02}",
                "--confirm", "all-new", "--publish",
            )  # fmt: skip
        self.site = site
        self.db = psycopg.connect(site.settings["DATABASE_URL"], autocommit=True)
        site.manage("rebuild_ladders", "rooks")
        self.rows = self.ladder()

    def change(self) -> None:
        """Spoil one game of the first event: everything is replayed, and put right."""
        self.db.execute(
            "UPDATE events_game SET rated = 2 - rated WHERE id ="
            " (SELECT min(id) FROM events_game WHERE rated <> 1)"
        )

    def is_current(self) -> bool:
        row = self.db.execute(
            "SELECT l.built_version = c.history_version"
            " FROM ladder_ladder l JOIN clubs_club c ON c.id = l.club_id"
        ).fetchone()
        return bool(row and row[0])

    def ladder(self) -> list[tuple[object, ...]]:
        return self.db.execute(
            "SELECT place, player_id, rating, games, played, change FROM ladder_ratingrow"
            " ORDER BY place, player_id"
        ).fetchall()

    def check(self, seconds: float = 60) -> None:
        """Current within a minute, and what it was: the spoilt game has been put right."""
        deadline = time.monotonic() + seconds
        while not self.is_current():
            assert time.monotonic() < deadline, "stale for more than a minute"
            time.sleep(0.05)
        assert self.ladder() == self.rows


def _kill(process: psutil.Process, *, child_only: bool) -> None:
    children = process.children(recursive=True)
    for victim in children if child_only and children else [process, *children]:
        try:
            victim.send_signal(signal.SIGKILL)
        except psutil.NoSuchProcess:
            pass


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "files").mkdir()
    return tmp_path


def _kill_workers(club: Club, times: int) -> None:
    broker = Celery(broker=club.site.settings["REDIS_URL"])
    dice = random.Random(SEED)
    command = [*WORKER, "--schedule", str(club.site.folder / "schedule")]
    for number in range(times):
        with _process("killed", command, club.site) as worker:
            time.sleep(dice.uniform(1.0, 2.0))  # it takes a second to start
            club.change()
            broker.send_task("ladder.tasks.sweep")
            time.sleep(dice.uniform(0, 0.4))
            _kill(psutil.Process(worker.pid), child_only=number % 2 == 0)
            if number % 2 == 0:  # the parent lives on and starts another child
                broker.send_task("ladder.tasks.sweep")
                club.check()
    with _process("last", command, club.site):
        broker.send_task("ladder.tasks.sweep")
        club.check()


def _kill_webs(club: Club, times: int) -> None:
    """Without a broker: the sweeper thread lives in the web process, and sweeps when it starts."""
    dice = random.Random(SEED)
    for _ in range(times):
        club.change()
        with _process("web", WEB, club.site) as web:
            time.sleep(dice.uniform(0.5, 3.0))
            _kill(psutil.Process(web.pid), child_only=False)
    with _process("web", WEB, club.site):
        club.check()


@pytest.fixture
def with_workers(postgresql: None, folder: Path) -> Iterator[Club]:
    with (
        services.database() as database,
        services.redis(os.environ.get("REDIS_URL", "")) as redis,
        serving(folder, database, redis, INLINE_REBUILD_GAMES="0") as site,
    ):
        club = Club(site, folder / "files")
        yield club
        club.db.close()


@pytest.fixture
def without_broker(postgresql: None, folder: Path) -> Iterator[Club]:
    with services.database() as database:
        with serving(folder, database) as site:
            club = Club(site, folder / "files")
        yield club
        club.db.close()


SOME, MANY = 3, 200
TIMES = pytest.mark.parametrize("times", [SOME, pytest.param(MANY, marks=pytest.mark.long)])


@TIMES
def test_workers_killed_parent_and_child(with_workers: Club, times: int) -> None:
    _kill_workers(with_workers, times)
    assert "right" in with_workers.site.manage("verify_ladders", "rooks")


@TIMES
def test_the_web_process_killed_in_the_default_mode(without_broker: Club, times: int) -> None:
    _kill_webs(without_broker, times)
    assert "right" in without_broker.site.manage("verify_ladders", "rooks")
