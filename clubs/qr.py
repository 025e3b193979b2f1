"""QR codes as one SVG path, drawn by the template: no script, no inline style, no picture file."""

from dataclasses import dataclass

import segno


@dataclass(frozen=True, slots=True)
class QrPath:
    """A code of `size` x `size` modules, quiet zone included; `d` strokes its rows at 0.5."""

    size: int
    d: str


QUIET_ZONE = 4


def qr_path(text: str) -> QrPath | None:
    """The code for a text; None for none."""
    if not text:
        return None
    matrix = segno.make(text, error="m", micro=False).matrix
    strokes: list[str] = []
    for y, row in enumerate(matrix):
        strokes += [f"M{x + QUIET_ZONE} {y + QUIET_ZONE}.5h{length}" for x, length in _runs(row)]
    return QrPath(len(matrix) + 2 * QUIET_ZONE, "".join(strokes))


def _runs(row: bytearray) -> list[tuple[int, int]]:
    """Where dark modules begin and how many follow each other."""
    runs: list[tuple[int, int]] = []
    for x, dark in enumerate(row):
        if dark and runs and sum(runs[-1]) == x:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        elif dark:
            runs.append((x, 1))
    return runs
