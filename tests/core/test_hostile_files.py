"""Every hostile file is refused or read exactly, within seconds and within memory."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.hostile_files import FILES, MEMORY

ROOT = Path(__file__).parents[2]
SECONDS = 10
LARGEST = 400_000_000  # bytes really used, with Python and all that was read before


@pytest.fixture(scope="module")
def results() -> dict[str, list[Any]]:
    """By name, what one process with little memory said of each; it reads all of them in turn."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.hostile_files"],
        cwd=ROOT, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2_000:]
    rows = (json.loads(line) for line in done.stdout.splitlines())
    return {name: rest for name, *rest in rows}


def test_there_are_enough_of_them_and_all_were_read(results: dict[str, list[Any]]) -> None:
    assert len(FILES) >= 60
    assert results.keys() == FILES.keys()


@pytest.mark.parametrize("name", FILES)
def test_it_is_refused_or_read_exactly_and_soon(name: str, results: dict[str, list[Any]]) -> None:
    (games, first), (people, second), largest, _size = results[name]
    assert (games, people) == (FILES[name].event, FILES[name].people)
    assert first < SECONDS and second < SECONDS
    assert largest < LARGEST < MEMORY
