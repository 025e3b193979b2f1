"""The README's first command, on what a fresh clone holds: a page is served, nothing is lost."""

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests import services
from tools.sizes import sources

README = services.ROOT / "README.md"


def command_of_readme() -> list[str]:
    """The first block of commands in the README."""
    block = re.search(r"^```\n(.+?)^```", README.read_text(), re.MULTILINE | re.DOTALL)
    assert block is not None
    return block[1].split()


def clone(to: Path) -> Path:
    """Every file that belongs to the project, also what is not committed yet."""
    for path in sources():
        (to / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(services.ROOT / path, to / path)
    return to


@pytest.fixture(
    params=["environment at hand", pytest.param("no environment", marks=pytest.mark.long)]
)
def fresh_clone(request: pytest.FixtureRequest, folder: Path) -> Path:
    here = clone(folder / "clone")
    if request.param == "environment at hand":
        (here / ".venv").symlink_to(services.ROOT / ".venv")
    return here


@contextmanager
def started(clone: Path, home: Path, port: int) -> Iterator[str]:
    """`make run` as typed in a terminal, until it serves; what it printed. Ended by Ctrl-C."""
    log = home / "run.log"
    with log.open("w") as output:
        process = subprocess.Popen(
            command_of_readme(),
            cwd=clone,
            env=services.environment(HOME=str(home), PORT=str(port), SECRET_KEY=""),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        deadline = time.monotonic() + 400
        while "Serving at" not in log.read_text():
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        yield log.read_text()
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
        process.wait(60)


def text_of(url: str) -> str:
    """The page, without the token that each answer has anew."""
    deadline = time.monotonic() + 20
    while True:
        try:
            with urlopen(url, timeout=20) as answer:
                assert answer.status == 200
                page: str = answer.read().decode()
                return re.sub(r'(csrfmiddlewaretoken" value=")\w+', r"\1", page)
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def member_link(printed: str) -> str:
    link = re.search(r"http://localhost:\d+/m/\S+", printed)
    assert link is not None, printed
    return link[0]


def test_make_run_serves_the_demo_club_and_a_second_start_loses_nothing(
    fresh_clone: Path, folder: Path
) -> None:
    port = services.free_port()
    home = folder / "home"
    home.mkdir()
    with started(fresh_clone, home, port) as printed:
        link = member_link(printed)
        first = text_of(link)
    assert first.count("<tr") > 30
    assert not (fresh_clone / ".data/pg/postmaster.pid").exists()

    before = time.monotonic()
    with started(fresh_clone, home, port) as printed:
        seconds = time.monotonic() - before
        assert member_link(printed) == link
        second = text_of(link)
    assert second == first
    assert seconds < 30
