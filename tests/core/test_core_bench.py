"""A smoke of the measurement of the computing core: it computes what it says it measures."""

import json

import pytest

from ladder.replay import Timeline, replay
from tests.bench import core


def test_the_measured_season_is_a_real_one() -> None:
    steps = core.season(30)
    done = list(replay(steps, Timeline.of("club_elo")))
    assert sum(len(item.step.games) for item in done) == 30 * core.GAMES_PER_EVENT
    assert sum(step.read_at != step.place for step in steps) == 20  # two of three last
    assert all(len(item.rows) == core.PER_EVENT for item in done)


def test_a_small_measurement_prints_its_ratio(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["core", "--games", "2000", "--json"])
    core.main()
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["events"]) == (2000, 40)
    assert found["ratio"] > 1  # keys, results and the rules cost something
