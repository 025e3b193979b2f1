"""A real season under every rating system: numbers do not change unless a version says so."""

import json

import pytest

from ladder.systems import choices
from tests import season_ladders

GOLDEN = json.loads(season_ladders.GOLDEN.read_text(encoding="utf-8"))
SYSTEMS = [system for system, _ in choices()]


def test_every_system_has_its_golden_season() -> None:
    assert sorted(GOLDEN) == SYSTEMS


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_season_is_the_golden_one(system: str) -> None:
    assert season_ladders.ladder(system) == GOLDEN[system]


def test_another_result_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: one game of 4,967 the other way round moves every system's fingerprint."""
    first, *rest = season_ladders.season()
    (white, black, half), *games = first.games
    other = first.__class__(
        first.start, first.date, first.sequence, [(white, black, (half + 1) % 3), *games],
        about=first.about,
    )  # fmt: skip
    monkeypatch.setattr(season_ladders, "season", lambda: (other, *rest))
    for system in SYSTEMS:
        assert season_ladders.ladder(system)["fingerprint"] != GOLDEN[system]["fingerprint"]
