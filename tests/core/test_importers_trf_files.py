"""Every tournament report file of the collection: read as it must be, or refused where it must be.

`tests/data/trf_verdicts.csv` was worked out from the files, not from the reader: players and rounds
from the list of the collection, rated games by counting pairs of lines that name each other with
1 and 0 or = and =, refusals by looking at the lines. Where the files come from: trf/MANIFEST.csv.
"""

import csv
from datetime import date
from pathlib import Path

import pytest

from events.importers import ImportedEvent, ImportRefused, read_event
from events.results import Result, rated_result

DATA = Path(__file__).parent.parent / "data"
TODAY = date(2026, 6, 1)

with (DATA / "trf_verdicts.csv").open(encoding="utf-8", newline="") as table:
    VERDICTS = list(csv.DictReader(table))


def read(row: dict[str, str]) -> ImportedEvent:
    path = DATA / "trf" / row["file"]
    return read_event(
        path.read_bytes(),
        filename=path.name,
        encoding=row["encoding"] or None,
        code_page=row["code_page"],
        today=TODAY,
    )


def rated_games(event: ImportedEvent) -> int:
    results = (rated_result(g.kind, g.result, g.board_result) for g in event.games)
    return sum(result is not Result.NONE for result in results)


def test_the_table_is_about_every_file() -> None:
    with (DATA / "trf" / "MANIFEST.csv").open(encoding="utf-8", newline="") as manifest:
        listed = {row["file"].removeprefix("trf/") for row in csv.DictReader(manifest)}
    assert {row["file"] for row in VERDICTS} == listed
    assert len(listed) == len(VERDICTS) == 99
    assert all((DATA / "trf" / file).is_file() for file in listed)


@pytest.mark.parametrize("row", VERDICTS, ids=[row["file"] for row in VERDICTS])
def test_verdict(row: dict[str, str]) -> None:
    if row["verdict"] == "refused":
        with pytest.raises(ImportRefused) as refused:
            read(row)
        first = refused.value.problems[0]
        assert (first.line or "") == (int(row["line"]) if row["line"] else "")
        assert str(first.message)
        return
    event = read(row)
    found = (len(event.players), event.rounds, rated_games(event))
    assert found == (int(row["players"]), int(row["rounds"]), int(row["rated"]))


@pytest.mark.parametrize(
    "row",
    [row for row in VERDICTS if row["verdict"] == "accepted"],
    ids=lambda row: row["file"],
)
def test_an_accepted_event_holds_together(row: dict[str, str]) -> None:
    """Names are whole, nobody plays twice in a round or against himself, places point into the file."""
    event = read(row)
    numbers = {player.number for player in event.players}
    assert len(numbers) == len(event.players)
    assert all(player.name and player.line for player in event.players)
    seen = set()
    for game in event.games:
        for number in {game.white, game.black} - {None}:
            assert number in numbers
            assert (game.round, number) not in seen
            seen.add((game.round, number))
        assert game.white != game.black
        assert 1 <= game.round <= event.rounds
    text = (DATA / "trf" / row["file"]).read_bytes()
    lines = len(text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n"))
    for problem in (*event.warnings, *event.skipped):
        assert problem.line is None or 1 <= problem.line <= lines
        assert "%(" not in str(problem.message)


def test_the_same_names_in_every_encoding_and_with_every_line_end() -> None:
    """One tournament, written in ten ways that change nothing."""
    same = ("bare_cr", "comma_decimals", "cp1250_crlf", "mixed_newlines", "nbsp")
    rows = {row["file"]: row for row in VERDICTS}
    events = [read(rows[f"derived-mutations/cz_{name}.trf"]) for name in same]
    assert {tuple((p.number, p.name, p.half_points) for p in e.players) for e in events} == {
        (
            (1, "Navara, David", 5),
            (2, "Láznička, Viktor", 4),
            (3, "Hráček, Zbyněk", 2),
            (4, "Štohl, Igor", 3),
            (5, "Ftáčnik, Ľubomír", 3),
            (6, "Dvořáková, Žaneta", 2),
        )
    }
    games = {tuple((g.round, g.white, g.black, g.result, g.kind) for g in e.games) for e in events}
    assert len(games) == 1
    assert {e.name for e in events} == {"Velikonoční turnaj Žďár"}
    assert {(e.start, e.end) for e in events} == {(date(2026, 3, 7), date(2026, 3, 8))}
    days = (date(2026, 3, 7), date(2026, 3, 7), date(2026, 3, 8))
    assert {e.round_days for e in events} == {days}
