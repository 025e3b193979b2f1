"""The published tables of rating systems, as data: the CSV files beside this module.

A table is never computed from a formula (docs/rules/conventions.md): published tables differ from
the curves that they follow. Rows are read once and handed out as text; whoever uses a table says
what its columns are.
"""

import csv
from bisect import bisect_right
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def rows(name: str) -> tuple[Mapping[str, str], ...]:
    """The rows of a table by its file name without ".csv". Raises FileNotFoundError."""
    text = files(__package__).joinpath(f"{name}.csv").read_text(encoding="utf-8")
    return tuple(csv.DictReader(text.splitlines()))


class Bands:
    """A table whose rows each hold for whole numbers from one to another, both included.

    An empty bound is open. The rows may run up or down. Raises ValueError when two rows overlap or
    a number between the first and the last is in none.
    """

    def __init__(self, name: str, low: str, high: str) -> None:
        self._rows = sorted(rows(name), key=lambda row: int(row[low] or -(10**9)))
        self._lows = [int(row[low]) if row[low] else None for row in self._rows]
        self._highs = [int(row[high]) if row[high] else None for row in self._rows]
        for above, below in zip(self._lows[1:], self._highs, strict=False):
            if above is None or below is None or above != below + 1:
                raise ValueError(f"{name}: a row ends at {below}, the next begins at {above}")
        self._starts = [-(10**9) if low is None else low for low in self._lows]

    def at(self, number: int) -> Mapping[str, str] | None:
        """The row that holds for a whole number; None outside the table."""
        found = bisect_right(self._starts, number) - 1
        if found < 0:
            return None
        high = self._highs[found]
        return None if high is not None and number > high else self._rows[found]
