"""The vectors, the runner that prints them, and bugs planted to see that the vectors notice."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ladder import replay
from ladder.systems import Phase, base, club_elo, steps
from tests.vectors import ADAPTERS, check, differences
from tests.vectors.__main__ import main

FILE = Path(__file__).parents[1] / "data" / "vectors.json"
ALL = json.loads(FILE.read_text(encoding="utf-8"))
CLUB_ELO = [vector for vector in ALL if vector["system"].startswith("club_elo.")]
ELO = club_elo.ClubElo


@pytest.mark.parametrize(
    "vector",
    [vector for vector in ALL if vector["system"] in ADAPTERS],
    ids=lambda vector: f"{vector['system']} {vector['source']}"[:90],
)
def test_vector(vector: dict[str, Any]) -> None:
    assert check(vector) == []


def test_there_are_as_many_vectors_as_there_were() -> None:
    assert (len(CLUB_ELO), len(ALL)) == (22, 333)


# -- Planted bugs -------------------------------------------------------------------------------

Patch = Callable[[pytest.MonkeyPatch], None]
PLANTED: dict[str, Patch] = {}


def planted(patch: Patch) -> Patch:
    PLANTED[patch.__name__] = patch
    return patch


@planted
def ratings_are_read_at_the_end(patch: pytest.MonkeyPatch) -> None:
    def take(self: Any, place: int, current: Any) -> None:
        self._kept.update((step.place, current) for step in self._coming)  # not a copy
        self._coming, self.next = [], replay.END

    patch.setattr(replay._Snapshots, "take", take)


@planted
def changes_are_added_to_the_rating_of_the_start(patch: pytest.MonkeyPatch) -> None:
    rows = ELO.rows
    patch.setattr(ELO, "rows", lambda self, step, before, _, s: rows(self, step, before, before, s))


@planted
def longer_events_end_before_the_evening_of_their_last_day(patch: pytest.MonkeyPatch) -> None:
    encode = steps.encode

    def wrong(day: Any, phase: int, sequence: int = 0, span: int = 0) -> int:
        if phase == Phase.END:
            return encode(day, Phase.START, sequence, span)
        return encode(day, phase, sequence, span)

    patch.setattr(steps, "encode", wrong)


@planted
def sequence_runs_backwards(patch: pytest.MonkeyPatch) -> None:
    encode = steps.encode

    def wrong(day: Any, phase: int, sequence: int = 0, span: int = 0) -> int:
        return encode(day, phase, 9999 - sequence if sequence else 0, span)

    patch.setattr(steps, "encode", wrong)


@planted
def playing_days_are_thrown_together(patch: pytest.MonkeyPatch) -> None:
    of_event = steps.steps_of_event
    patch.setattr(
        steps,
        "steps_of_event",
        lambda event: of_event(
            steps.RatedEvent(event.start, event.date, event.sequence, event.games)
        ),
    )


def _other_sides(patch: pytest.MonkeyPatch, **wrong: int) -> None:
    sides = club_elo._sides

    def other(games: Any, before: Any, settings: Any) -> Any:
        values = settings.as_dict()
        values |= {name: values[name] + by for name, by in wrong.items()}
        return sides(games, before, club_elo.ClubEloSettings(**values))

    patch.setattr(club_elo, "_sides", other)


@planted
def k_falls_one_game_late(patch: pytest.MonkeyPatch) -> None:
    _other_sides(patch, new_games=1)


@planted
def k_falls_one_game_early(patch: pytest.MonkeyPatch) -> None:
    _other_sides(patch, new_games=-1)


@planted
def established_one_game_late(patch: pytest.MonkeyPatch) -> None:
    _other_sides(patch, provisional=1)


@planted
def established_one_game_early(patch: pytest.MonkeyPatch) -> None:
    _other_sides(patch, provisional=-1)


@planted
def newcomers_enter_elsewhere(patch: pytest.MonkeyPatch) -> None:
    _other_sides(patch, start=1)


@planted
def every_game_counts_for_both(patch: pytest.MonkeyPatch) -> None:
    _other_sides(patch, provisional=-5)


def _other_compute(patch: pytest.MonkeyPatch, wrong: Callable[[base.Change], base.Change]) -> None:
    compute = ELO.compute
    patch.setattr(ELO, "game_rows", base.RatingSystem.game_rows)  # the one that asks `compute`
    patch.setattr(ELO, "compute", lambda *given: [wrong(change) for change in compute(*given)])


@planted
def games_that_do_not_count_raise_the_counter(patch: pytest.MonkeyPatch) -> None:
    _other_compute(patch, lambda change: change._replace(counted=change.played))


@planted
def changes_are_rounded_for_display_before_they_are_added(patch: pytest.MonkeyPatch) -> None:
    _other_compute(patch, lambda change: change._replace(change=round(change.change, 1)))


@planted
def changes_are_cut_off_at_400_points(patch: pytest.MonkeyPatch) -> None:
    """The 400-point rule of other systems, for the one vector with a greater difference."""
    sides = club_elo._sides

    def capped(games: Any, before: Any, settings: Any) -> Any:
        found = sides(games, before, settings)
        lowest = min((side[0] for side in found.values()), default=0)
        return {uid: (min(side[0], lowest + 400), *side[1:]) for uid, side in found.items()}

    patch.setattr(club_elo, "_sides", capped)


@planted
def ratings_are_kept_whole(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(club_elo, "stored", lambda value: float(math.floor(value + 0.5)))


@planted
def a_starting_rating_makes_established(patch: pytest.MonkeyPatch) -> None:
    fact = steps.fact_step
    patch.setattr(
        steps,
        "fact_step",
        lambda day, facts, known: fact(
            day, {uid: (r, max(n or 0, 5)) for uid, (r, n) in facts.items()}, known
        ),
    )


@planted
def games_taken_over_are_forgotten(patch: pytest.MonkeyPatch) -> None:
    fact = steps.fact_step
    patch.setattr(
        steps,
        "fact_step",
        lambda day, facts, known: fact(day, {u: (r, 0) for u, (r, _) in facts.items()}, known),
    )


@planted
def provisional_players_stand_among_the_established(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ELO, "list_key", lambda self, uid, state, settings: (-state.rating, uid))


@pytest.mark.parametrize("bug", PLANTED)
def test_the_vectors_notice_a_planted_bug(bug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    PLANTED[bug](monkeypatch)
    problems = [problem for vector in CLUB_ELO for problem in check(vector)]
    assert problems
    assert not any("Error" in problem for problem in problems), "the bug must differ, not crash"


# -- The runner ---------------------------------------------------------------------------------


def run(tmp_path: Path, content: str) -> int:
    file = tmp_path / "vectors.json"
    file.write_text(content, encoding="utf-8")
    return ended([str(file)])


def ended(arguments: list[str]) -> int:
    """The exit code, also where the arguments end it at once."""
    try:
        return main(arguments)
    except SystemExit as end:
        return int(end.code or 0)


GOOD = CLUB_ELO[0]
BAD = GOOD | {"expected": {"Ann": {"rating": 1, "games": 34}}, "source": "a wrong one"}


def test_the_runner_says_that_all_passed(tmp_path, capsys) -> None:
    assert run(tmp_path, json.dumps(CLUB_ELO)) == 0
    assert capsys.readouterr().out == "22 passed, 0 failed\n"


def test_the_runner_shows_each_failure(tmp_path, capsys) -> None:
    unknown = {"system": "chess.guess", "input": {}, "expected": {}}
    crash = GOOD | {"input": {}}
    assert run(tmp_path, json.dumps([GOOD, BAD, unknown, crash, {"system": "x"}])) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "FAILED 2: club_elo.event (a wrong one)"
    assert lines[1] == "    Ann.rating: expected 1, got 1413.765676"
    assert "    the system chess.guess is not built yet" in lines
    assert "    KeyError: 'players'" in lines
    assert "    the vector has no input and no expected" in lines
    assert lines[-2:] == [
        "2 of the 4 failed are of systems that are not built yet",
        "1 passed, 4 failed",
    ]


@pytest.mark.parametrize("content", ["{", "{}", "[1]"])
def test_the_runner_refuses_what_is_no_list_of_vectors(content, tmp_path, capsys) -> None:
    assert run(tmp_path, content) == 2
    assert "vectors.json" in capsys.readouterr().err


def test_the_runner_needs_a_file(capsys) -> None:
    assert ended([]) == 2 and ended(["no-such-file.json"]) == 2
    assert "usage" in capsys.readouterr().err


def test_the_runner_explains_itself(capsys) -> None:
    assert ended(["--help"]) == 0
    assert "FILE" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("expected", "found", "same"),
    [
        ({"a": 1}, {"a": 1.05, "b": 2}, True),
        ({"a": 1}, {"a": 1.051}, False),
        ({"a": 1}, {"b": 1}, False),
        ({"a": 1}, 1, False),
        ([1, 2], [1.01, 2], True),
        ([1, 2], (1, 2), True),
        ([1, 2], [1], False),
        (["a"], ["b"], False),
        ([], "", False),
        (None, None, True),
        (None, 0, False),
        (True, 1, False),
        (float("nan"), float("nan"), False),
    ],
)
def test_what_counts_as_the_same(expected: Any, found: Any, same: bool) -> None:
    assert (differences(expected, found, 0.05) == []) is same
