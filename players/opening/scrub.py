"""A list without the columns that are not read: what is kept of a file that somebody brought in.

Birth dates, sex and numbers of federations stand in such columns; a list that anything else can be
done with has none of them. Lines and columns stay where they were.
"""

import csv
import io
import re
from typing import Final

from players.opening.base import Limits
from players.opening.layout import LINE_END, Layout, lay_out

_SHORT: Final = 2  # m, f, muž in short: too short for a group or a label


def scrub(text: str, limits: Limits | None = None) -> str:
    """The text of a list with the cells blanked that no column of ours is in.

    Where no line names the columns, name and rating stay, and of the cells beside them those
    without a digit. Raises ListRefused where the list cannot be read.
    """
    layout = lay_out(text, limits or Limits())
    lines = LINE_END.split(text.removeprefix("\ufeff"))
    first = layout.header or 1
    written = io.StringIO()
    written.writelines(line + "\n" for line in lines[: first - 1])
    rest = (line + "\n" for line in lines[first - 1 :])
    writer = csv.writer(written, delimiter=layout.delimiter, lineterminator="\n")
    changed = False
    for number, cells in enumerate(csv.reader(rest, delimiter=layout.delimiter, strict=True)):
        named = layout.header is not None and number == 0
        kept = cells if named else _kept(cells, layout)
        changed |= kept != cells
        writer.writerow(kept)
    return written.getvalue().removesuffix("\n") if changed else text


def _kept(cells: list[str], layout: Layout) -> list[str]:
    if layout.header is not None:
        read = set(layout.columns.values())
        return [cell if at in read else "\n" * cell.count("\n") for at, cell in enumerate(cells)]
    # A number of the line may stand first, and a comma between surname and given name.
    beside = 2 + bool(re.fullmatch(r"\s*\d{1,4}\.?\s*", cells[0] if cells else ""))
    beside += layout.delimiter == ","
    return [cell if at < beside or not _tells(cell) else "" for at, cell in enumerate(cells)]


def _tells(cell: str) -> bool:
    """Whether a cell that nobody named may be a birth date, a number or the sex."""
    return bool(re.search(r"\d", cell)) or 0 < len(cell.strip()) <= _SHORT
