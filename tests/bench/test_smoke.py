"""A smoke of `make bench`: every measurement runs, on short histories. No time is asserted."""

import json
import subprocess
import sys
from typing import Any

import pytest

from ladder.systems import choices
from tests import services
from tests.bench import report


@pytest.fixture(scope="module")
def found(postgresql: None) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", "--quick", "--forget", "--json"],
        cwd=services.ROOT,
        env=services.environment(DATABASE_URL=services.database_url()),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    measured: dict[str, Any] = json.loads(done.stdout)
    return measured


def test_every_measurement_runs(found: dict[str, Any]) -> None:
    assert list(found) == list(report.WRITERS)


def test_they_measure_what_they_say(found: dict[str, Any]) -> None:
    assert found["rebuild"]["games"] == 3_000
    assert found["rebuild"]["rating_rows"] == 60 * 20  # everybody has a row in each of 60 events
    assert list(found["newest"]["games"]) == ["1000", "3000"]
    assert found["core"]["games"] == 3_000
    assert sorted(found["systems"]["games_a_second"]) == [system for system, _ in choices()]
    assert found["page"]["players"] == 60
    assert list(found["names"]["members"]) == ["200", "400"]
    assert all(line["recall"] > 0.9 for line in found["names"]["members"].values())


def test_no_page_fails_while_everything_is_rebuilt(found: dict[str, Any]) -> None:
    """Each answer was 200 and had a row for every player, or there would be no measure."""
    for kind in ("single", "worker"):
        assert found["load"][kind]["turns"] == 1
        assert found["load"][kind]["requests"] >= 4


def test_every_time_and_ratio_is_above_zero(found: dict[str, Any]) -> None:
    numbers = list(_numbers(found))
    assert len(numbers) > 30
    assert min(numbers) > 0


def test_the_table_has_a_line_for_each_ratio(found: dict[str, Any]) -> None:
    lines = report.table(found).splitlines()
    riix = len(found["systems"]["to_riix"])  # none where it is not installed
    systems = max(1, riix) + len(choices())
    assert len(lines) == 1 + 1 + 3 + 3 + 1 + systems + 2 + 2 + 8 + 8
    assert sum("<=" in line or ">=" in line for line in lines) == 17 + riix


def _numbers(value: Any) -> Any:
    if isinstance(value, dict):
        for one in value.values():
            yield from _numbers(one)
    elif isinstance(value, list):
        for one in value:
            yield from _numbers(one)
    else:
        yield value
