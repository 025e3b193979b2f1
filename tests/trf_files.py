"""Tournament report files written by a test, and the collection in tests/data/trf."""

import csv
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from events.importers import ImportedEvent, read_event
from events.results import Result, rated_result

DATA = Path(__file__).parent / "data"
TODAY = date(2026, 6, 1)


def player(
    number: int, name: str, cells: Sequence[str] = (), points: str = "", place: str = ""
) -> str:
    """A 001 line; a cell is "opponent colour result", as "2 w 1", "0000 - H" or "" for nothing."""
    start = f"001 {number:>4}      {name:<33}"
    head = f"{start}{'':33}{points:>4} {place:>4}  "
    rounds = []
    for cell in cells:
        opponent, colour, code = (*cell.split(), " ", " ", " ")[:3] if cell else ("", " ", " ")
        rounds.append(f"{opponent:>4} {colour} {code}  ")
    return head + "".join(rounds)


def trf(*lines: str, end: str = "\n") -> bytes:
    return "".join(line + end for line in ("012 Club night", *lines)).encode("utf-8")


def read(
    data: bytes | str, encoding: str | None = None, code_page: str = "cp1252"
) -> ImportedEvent:
    """Read bytes, or a file of the collection by its name."""
    name = data if isinstance(data, str) else "night.trf"
    content = (DATA / "trf" / data).read_bytes() if isinstance(data, str) else data
    return read_event(content, filename=name, encoding=encoding, code_page=code_page, today=TODAY)


def rated(event: ImportedEvent) -> list[tuple[int, int, int | None, Result]]:
    """(round, white, black, result) of the games that a rating system may use."""
    results = [
        (g.round, g.white, g.black, rated_result(g.kind, g.result, g.board_result))
        for g in event.games
    ]
    return [game for game in results if game[3] is not Result.NONE]


def _accepted() -> list[tuple[str, str, str]]:
    """(file, code page of the club, encoding chosen) of the files that are to be read."""
    with (DATA / "trf_verdicts.csv").open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table))
    return [
        (row["file"], row["code_page"], row["encoding"])
        for row in rows
        if row["verdict"] == "accepted"
    ]


ACCEPTED = _accepted()
