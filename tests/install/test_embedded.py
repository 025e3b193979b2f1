"""The embedded PostgreSQL starts, is shared, is left by killed holders, and recovers."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from config import embedded
from tests import services

HOLD = """
import sys, time
from pathlib import Path
from config import embedded
with embedded.running(Path(sys.argv[1])):
    print("holding", flush=True)
    time.sleep(60)
"""


@contextmanager
def holder(data_dir: Path) -> Iterator["subprocess.Popen[str]"]:
    """Another process that holds the server; killed at the end, as by a crash."""
    command = [sys.executable, "-c", HOLD, str(data_dir)]
    with subprocess.Popen(command, cwd=services.ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "holding\n"
        try:
            yield process
        finally:
            process.kill()


def postmaster(data_dir: Path) -> int:
    return int((data_dir / "pg" / "postmaster.pid").read_text().split()[0])


def answers(data_dir: Path) -> bool:
    try:
        with psycopg.connect(embedded.database_url(data_dir)):
            return True
    except psycopg.OperationalError:
        return False


def count_rows(url: str) -> int:
    with psycopg.connect(url, autocommit=True) as server:
        server.execute("CREATE TABLE IF NOT EXISTS kept (id int)")
        server.execute("INSERT INTO kept VALUES (1)")
        row = server.execute("SELECT count(*) FROM kept").fetchone()
    assert row is not None
    return int(row[0])


def test_the_last_holder_stops_the_server_and_nothing_is_lost(data_dir: Path) -> None:
    with embedded.running(data_dir, durable=False) as url:
        assert count_rows(url) == 1
    assert not answers(data_dir)
    with embedded.running(data_dir, durable=False) as url:
        assert count_rows(url) == 2


def test_a_holder_that_leaves_does_not_stop_the_server_of_another(data_dir: Path) -> None:
    with holder(data_dir):
        with embedded.running(data_dir, durable=False):
            pass
        assert answers(data_dir)


def test_a_server_left_by_a_killed_holder_is_joined_and_then_stopped(data_dir: Path) -> None:
    with holder(data_dir):
        left = postmaster(data_dir)
    assert answers(data_dir)
    with embedded.running(data_dir, durable=False):
        assert postmaster(data_dir) == left
    assert not answers(data_dir)


def test_a_crash_whose_process_id_was_given_to_another_program_is_recovered(data_dir: Path) -> None:
    with holder(data_dir) as process:
        assert count_rows(embedded.database_url(data_dir)) == 1
        os.kill(postmaster(data_dir), signal.SIGKILL)
        process.kill()
    pid_file = data_dir / "pg" / "postmaster.pid"
    lines = pid_file.read_text().splitlines(keepends=True)
    pid_file.write_text("".join([f"{os.getpid()}\n", *lines[1:]]))
    with embedded.running(data_dir, durable=False) as url:
        assert count_rows(url) == 2


def test_a_forked_child_that_ends_does_not_stop_the_server(data_dir: Path) -> None:
    forking = HOLD.replace(
        'print("holding", flush=True)',
        'import os; child = os.fork(); child or sys.exit(); os.waitpid(child, 0); print("waited")',
    ).replace(
        "time.sleep(60)",
        "import psycopg; psycopg.connect(embedded.database_url(Path(sys.argv[1])))",
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", forking, str(data_dir)],
        cwd=services.ROOT,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (0, "waited\n"), done.stderr


def test_a_half_made_cluster_is_made_anew(data_dir: Path) -> None:
    (data_dir / "pg.new").mkdir()
    (data_dir / "pg.new" / "PG_VERSION").write_text("18\n")
    with embedded.running(data_dir, durable=False) as url:
        assert count_rows(url) == 1


def test_a_path_too_long_for_a_socket_works(folder: Path) -> None:
    deep = folder / ("long" * 25)
    with embedded.running(deep, durable=False) as url:
        assert count_rows(url) == 1
    (embedded._sockets(deep)).rmdir()


def test_data_of_another_release_of_postgresql_is_refused_in_words(data_dir: Path) -> None:
    with embedded.running(data_dir, durable=False):
        pass
    version = data_dir / "pg" / "PG_VERSION"
    version.write_text("16\n")
    with (
        pytest.raises(
            embedded.EmbeddedError, match="made by PostgreSQL 16, this release brings 18"
        ),
        embedded.running(data_dir, durable=False),
    ):
        pass
    version.write_text("18\n")


def test_a_server_that_cannot_start_shows_its_log(data_dir: Path) -> None:
    with embedded.running(data_dir, durable=False):
        pass
    configuration = data_dir / "pg" / "postgresql.conf"
    good = configuration.read_text()
    configuration.write_text(good + "\nno_such_setting = on\n")
    with (
        pytest.raises(embedded.EmbeddedError, match='"no_such_setting"'),
        embedded.running(data_dir, durable=False),
    ):
        pass
    configuration.write_text(good)
