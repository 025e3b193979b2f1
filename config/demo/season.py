"""A real club's season, October 2023 to December 2025, as the files that its arbiter would upload.

`clubseason/` holds the published pairings; people's names are stand-ins that keep the trouble
with their spelling. Each event becomes one CSV table of pairings, to be brought in by the product's
own importer.
"""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "clubseason"
# Published a second time under another name, mostly before the last rounds were in.
PUBLISHED_TWICE: Final = frozenset(
    (
        "wwwHarbour Chess Club",
        "wwwHonourable Bob Juniors 2024",
        "www2025WesternJuniors",
        "www2025HarbourWesternMiniAndRookiesJuniors",
    )
)
COLUMNS: Final = ("round", "board", "white", "black", "result")


@dataclass(frozen=True, slots=True)
class SeasonEvent:
    """One event as published: `key` names it in the files, `system` is its kind in words."""

    key: str
    name: str
    start: date
    end: date
    system: str
    category: str
    rows: tuple[tuple[str, ...], ...]  # as COLUMNS

    def pairings_csv(self) -> bytes:
        """The event's pairings as a table with a header, in UTF-8; it carries no dates."""
        table = io.StringIO()
        csv.writer(table, lineterminator="\r\n").writerows((COLUMNS, *self.rows))
        return table.getvalue().encode("utf-8")


def season_events() -> Iterator[SeasonEvent]:
    """All events, in the order of the list, also those published twice under two names."""
    rows: dict[str, list[tuple[str, ...]]] = {}
    for row in _read("pairings.csv"):
        rows.setdefault(row["event"], []).append(tuple(row[column] for column in COLUMNS))
    for row in _read("events.csv"):
        yield SeasonEvent(
            key=row["event"],
            name=row["name"],
            start=date.fromisoformat(row["date_begin"]),
            end=date.fromisoformat(row["date_end"]),
            system=row["system"],
            category=row["category_as_published"],
            rows=tuple(rows[row["event"]]),
        )


def _read(name: str) -> Iterator[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)
