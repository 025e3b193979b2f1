"""kill -9 at any moment, Redis emptied: nothing lost, nothing doubled, all current within a minute."""

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import psycopg
import pytest
from celery import Celery

from tests import services
from tests.site import WEB, Site, _process

SEED = 20260303
EVENTS, ROUNDS = 3, 32
CELERY = ["-m", "celery", "-A", "config.celery"]
WORKER, BEAT = [*CELERY, "worker", "--concurrency", "1"], [*CELERY, "beat"]
GAMES = "\n".join(
    f"{n},Player A{a}nna,Player B{b}oris,{('1-0', '0-1', '1/2')[(n + a + b) % 3]}"
    for n in range(1, ROUNDS + 1)
    for a, b in ((k, (k + n) % 8) for k in range(8))
)


class Club:
    """A club of the running site, changed by SQL and looked at by SQL."""

    def __init__(self, site: Site, folder: Path) -> None:
        site.manage("create_club", "rooks", "--name", "Rooks")
        for day in range(1, EVENTS + 1):
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
        """Spoil a game of the first event: everything is replayed, and put right."""
        self.db.execute(
            "UPDATE events_game SET rated = 2 - rated WHERE id ="
            " (SELECT id FROM events_game WHERE rated <> 1 ORDER BY event_id, random() LIMIT 1)"
        )

    def is_replaying(self) -> bool:
        """Whether somebody holds the ladder's row (asked without a look at the row itself)."""
        row = self.db.execute(
            "SELECT count(*) FROM pg_locks JOIN pg_database d ON d.oid = database"
            " WHERE datname = current_database() AND relation = 'ladder_ladder'::regclass"
            " AND mode = 'RowShareLock'"
        ).fetchone()
        return row != (0,)

    def wait_until_idle(self) -> None:
        """The server has noticed that whoever replayed is dead."""
        deadline = time.monotonic() + 60
        while self.is_replaying():
            assert time.monotonic() < deadline, "the dead hold the ladder for a minute"
            time.sleep(0.01)

    def replay_seconds(self) -> float:
        """How long the last replays took."""
        rows = self.db.execute(
            "SELECT duration_ms FROM ladder_ladderrun ORDER BY id DESC LIMIT 3"
        ).fetchall()
        return float(max(ms for (ms,) in rows)) / 1000

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
    for victim in children if child_only else [process, *children]:
        try:
            victim.send_signal(signal.SIGKILL)
        except psutil.NoSuchProcess:
            pass


def _wait_for_the_moment(club: Club, dice: random.Random, *, anywhere: bool) -> bool:
    """Wait for a random moment of a replay, or of the process -> whether it is within a replay."""
    if anywhere:
        time.sleep(dice.uniform(0, 4))
    else:
        deadline = time.monotonic() + 60
        while not club.is_replaying():
            assert time.monotonic() < deadline, "nobody replays for a minute"
            time.sleep(0.001)
        time.sleep(dice.uniform(0, 0.9) * club.replay_seconds())
    return club.is_replaying()


def _kill_often(club: Club, command: list[str], times: int, ask: Callable[[], object]) -> None:
    """Start the process, let it replay, kill it or its child; in the end one may live."""
    dice, within = random.Random(SEED), 0
    for number in range(times):
        anywhere = number % 5 == 4
        child_only = number % 2 == 0 and not anywhere
        club.wait_until_idle()
        club.change()
        ask()
        with _process("killed", command, club.site) as process:
            within += _wait_for_the_moment(club, dice, anywhere=anywhere)
            _kill(psutil.Process(process.pid), child_only=child_only)
            if child_only:  # the parent starts another one
                club.check()
    with _process("last", command, club.site):
        club.check()
    assert within > times // 4, "many were killed while they replayed"
    assert "right" in club.site.manage("verify_ladders", "rooks")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "files").mkdir()
    return tmp_path


@contextmanager
def _club(folder: Path, redis_url: str = "") -> Iterator[Club]:
    """A club of an installation of which nothing runs yet."""
    port = services.free_port()
    (folder / "static").mkdir()
    with services.database() as database_url:
        settings = {
            "BASE_URL": f"http://localhost:{port}",
            "PORT": str(port),
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "DATA_DIR": str(folder),
            "INLINE_REBUILD_GAMES": "0",
        }
        club = Club(Site(settings["BASE_URL"], settings, folder), folder / "files")
        yield club
        club.db.close()


SOME, MANY = 3, 200
TIMES = pytest.mark.parametrize("times", [SOME, pytest.param(MANY, marks=pytest.mark.long)])


@TIMES
def test_workers_killed_parent_and_child(postgresql: None, folder: Path, times: int) -> None:
    """Beat lives on: it is a process of its own."""
    beat = [*BEAT, "--schedule", str(folder / "schedule")]
    with (
        services.redis(os.environ.get("REDIS_URL", "")) as redis_url,
        _club(folder, redis_url) as club,
        _process("beat", beat, club.site),
    ):
        broker = Celery(broker=redis_url)
        _kill_often(club, WORKER, times, lambda: broker.send_task("ladder.tasks.sweep"))


@TIMES
def test_the_web_process_killed_in_the_default_mode(
    postgresql: None, folder: Path, times: int
) -> None:
    """Without a broker: the sweeper lives beside the web process, and sweeps when it starts."""
    with _club(folder) as club:
        _kill_often(club, WEB, times, lambda: None)
