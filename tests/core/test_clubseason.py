"""A real season of 61 events through the importer: whole, and odd results are never rated."""

import csv
from collections import Counter
from datetime import date

import pytest

from config.demo.season import FOLDER, PUBLISHED_TWICE, SeasonEvent, season_events
from events.importers import ImportedEvent, ImportRefused, read_event
from events.results import BYES, GameKind, Result, rated_result
from tests.trf_files import rated

EVENTS = list(season_events())
TODAY = date(2026, 6, 1)


def read(event: SeasonEvent) -> ImportedEvent:
    return read_event(event.pairings_csv(), filename=f"{event.key}.csv", today=TODAY)


@pytest.mark.parametrize("event", EVENTS, ids=[event.key for event in EVENTS])
def test_an_event_imports_whole(event: SeasonEvent) -> None:
    imported = read(event)
    assert not imported.warnings
    assert not imported.skipped
    assert len(imported.games) == len(event.rows)
    people = {cell for row in event.rows for cell in row[2:4] if "," in cell or "." in cell}
    assert {player.name for player in imported.players} == people
    assert event.start <= event.end


def test_the_whole_season_is_there() -> None:
    assert len(EVENTS) == 61
    assert sum(len(event.rows) for event in EVENTS) == 6504
    assert {event.key for event in EVENTS} >= PUBLISHED_TWICE
    assert min(event.start for event in EVENTS) == date(2023, 10, 10)
    assert max(event.end for event in EVENTS) == date(2025, 12, 9)


def test_what_is_rated_is_what_a_count_of_the_published_rows_says() -> None:
    """Counted straight from the file: 1 - 0, 0 - 1, ½ - ½ between two people, and nothing else."""
    with (FOLDER / "pairings.csv").open(encoding="utf-8", newline="") as file:
        published = Counter(
            row["result"]
            for row in csv.DictReader(file)
            if not row["black"].startswith("(") and row["black"] != "BYE"
        )
    found = Counter(result for event in EVENTS for _, _, _, result in rated(read(event)))
    assert found == {Result.WHITE_WINS: 2429, Result.BLACK_WINS: 2242, Result.DRAW: 420}
    assert found[Result.WHITE_WINS] == published["1 - 0"]
    assert found[Result.BLACK_WINS] == published["0 - 1"]
    assert found[Result.DRAW] == published["½ - ½"]


# (what stands for black, published result) -> how it is read; counted by hand from the file.
ODD = {
    ("( bye )", "1"): (94, GameKind.PAIRING_BYE, Result.WHITE_WINS),
    ("( bye )", "½"): (2, GameKind.HALF_BYE, Result.WHITE_HALF),
    ("( full point bye )", "1"): (2, GameKind.FULL_BYE, Result.WHITE_WINS),
    ("( half point bye )", "½"): (171, GameKind.HALF_BYE, Result.WHITE_HALF),
    ("( not paired )", "0"): (379, GameKind.ZERO_BYE, Result.BOTH_LOSE),
    ("BYE", "1"): (31, GameKind.PAIRING_BYE, Result.WHITE_WINS),
    ("BYE", "½"): (106, GameKind.HALF_BYE, Result.WHITE_HALF),
    ("BYE", "0"): (209, GameKind.ZERO_BYE, Result.BOTH_LOSE),
    ("person", "1F-0F"): (96, GameKind.FORFEIT, Result.WHITE_WINS),
    ("person", "0F-1F"): (96, GameKind.FORFEIT, Result.BLACK_WINS),
    ("person", "0F-0F"): (13, GameKind.FORFEIT, Result.BOTH_LOSE),
    ("person", "ADJ"): (1, GameKind.ADJOURNED, Result.NONE),
    ("person", "..."): (213, GameKind.OPEN, Result.NONE),
}


def test_odd_results_are_read_as_what_they_are_and_never_rated() -> None:
    found: Counter[tuple[str, str, GameKind, Result]] = Counter()
    for event in EVENTS:
        rows = {row[:2] + row[2:3]: row for row in event.rows}
        imported = read(event)
        names = {player.number: player.name for player in imported.players}
        by_name = {(row[0], row[2]): row for row in rows.values()}
        for game in imported.games:
            row = by_name[str(game.round), names[game.white]]
            black = row[3] if row[3].startswith("(") or row[3] == "BYE" else "person"
            if (black, row[4]) in ODD:
                assert rated_result(game.kind, game.result, game.board_result) is Result.NONE
                assert (game.black is None) == (game.kind in BYES) == (black != "person")
                found[black, row[4], game.kind, game.result] += 1
            else:
                assert row[4] in ("1 - 0", "0 - 1", "½ - ½")
    assert found == {
        (*written, kind, result): count for written, (count, kind, result) in ODD.items()
    }


def test_the_file_of_the_whole_season_is_not_one_event() -> None:
    data = (FOLDER / "pairings.csv").read_bytes()
    with pytest.raises(ImportRefused) as caught:
        read_event(data, filename="pairings.csv", today=TODAY)
    (problem,) = caught.value.problems
    assert "61 events" in str(problem.message)
    assert problem.line == 100  # where the second event begins
