"""Tables as CSV whose texts no spreadsheet runs as a formula, and which come back as they were.

A spreadsheet reads a cell that begins with = + - @ (or their full-width twins, a tab or a line end)
as a formula. Where it takes another separator than ours, a cell may begin inside a text: after a
comma in a name, a semicolon in a title. At each such place `guard` puts an apostrophe, and
`unguard` takes one away. Only files are guarded: what is stored stays as it was typed.
Source: OWASP, CSV Injection; OWASP ASVS 5.0, 1.2.10.
"""

import csv
import io
import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Final

LEADS: Final = "=+-@＝＋－＠\t\r\n"
# Where a cell may begin, the blanks a spreadsheet may read over, and apostrophes of the text's own.
_BEGINNING: Final = r"(^|[,;|\t\r\n])([ \u00a0]*)"
_BEFORE_LEAD: Final = rf"(?=[{re.escape(LEADS)}])"
_UNGUARDED: Final = re.compile(rf"{_BEGINNING}('*){_BEFORE_LEAD}")
_GUARDED: Final = re.compile(rf"{_BEGINNING}'('*){_BEFORE_LEAD}")

Cell = str | int | Decimal | None
"""Texts are guarded; numbers stay numbers, also negative ones; None is an empty cell."""


def guard(text: str) -> str:
    """The text with an apostrophe wherever a spreadsheet could begin a formula."""
    return _UNGUARDED.sub(r"\1\2'\3", text)


def unguard(text: str) -> str:
    """What `guard` was given; a text that was never guarded is left alone but for such places."""
    return _GUARDED.sub(r"\1\2\3", text)


def csv_table(rows: Iterable[Iterable[Cell]], *, delimiter: str = ",") -> str:
    """Rows as text, lines ending in CRLF (RFC 4180). `delimiter` is a comma, semicolon or tab."""
    table = io.StringIO()
    writer = csv.writer(table, delimiter=delimiter, lineterminator="\r\n")
    writer.writerows([_written(cell) for cell in row] for row in rows)
    return table.getvalue()


def csv_bytes(text: str) -> bytes:
    """The table as a file: UTF-8 with a byte order mark, without which Excel shows Å™ for ř."""
    return text.encode("utf-8-sig")


def _written(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return guard(cell)
    return f"{cell:f}" if isinstance(cell, Decimal) else str(cell)
