"""The sweeper of the default mode: a process beside the web server, there as long as that is."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from config.celery import NICENESS
from tests import services, site
from tests.site import Site


@pytest.fixture
def served(postgresql: None, tmp_path: Path) -> Iterator[Site]:
    with services.database() as database_url, site.serving(tmp_path, database_url) as served:
        yield served


def sweeper(served: Site, *, other_than: int = 0) -> psutil.Process:
    """The one below the web server, once it is there."""
    web = psutil.Process(served.processes["web"].pid)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for process in web.children(recursive=True):
            if process.pid != other_than and "config.sweeper" in process.cmdline():
                return process
        time.sleep(0.1)
    raise AssertionError("no sweeper within a minute")


def test_it_gives_way_to_pages(served: Site) -> None:
    found, web = sweeper(served), psutil.Process(served.processes["web"].pid)
    deadline = time.monotonic() + 30
    while found.nice() == web.nice() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert found.nice() == min(web.nice() + NICENESS, 19)


def test_it_starts_without_a_warning() -> None:
    """A module that the package has loaded before it runs as a program would exist twice."""
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-m", "config.sweeper"],
        cwd=services.ROOT,
        env=services.environment(DATABASE_URL="postgresql://nobody@127.0.0.1:9/nothing"),
        stdin=subprocess.DEVNULL,  # so it ends as soon as it runs
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, "Warning" in done.stderr) == (0, False), done.stderr


def test_killed_alone_it_is_followed_by_another(served: Site) -> None:
    first = sweeper(served)
    first.send_signal(signal.SIGKILL)
    assert sweeper(served, other_than=first.pid).is_running()
    assert served.processes["web"].poll() is None, "the web server did not notice"


def test_it_does_not_outlive_a_killed_web_server(served: Site) -> None:
    found, web = sweeper(served), psutil.Process(served.processes["web"].pid)
    workers = [process for process in web.children() if process.pid != found.pid]
    for victim in (web, *workers):
        victim.send_signal(signal.SIGKILL)
    found.wait(30)


def test_with_a_broker_there_is_none(postgresql: None, tmp_path: Path) -> None:
    """Beat does it: its messages are taken by workers."""
    with (
        services.database() as database_url,
        services.redis() as redis_url,
        site.serving(tmp_path, database_url, redis_url) as served,
    ):
        web = psutil.Process(served.processes["web"].pid)
        time.sleep(2)
        below = [process.cmdline() for process in web.children(recursive=True)]
    assert below, "workers there are"
    assert not any("config.sweeper" in command for command in below)
