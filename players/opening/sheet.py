"""The first sheet of an XLSX workbook as text: a row on a line, cells separated by tabs."""

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from itertools import chain
from typing import IO, Any, Final
from xml.etree.ElementTree import ParseError

from defusedxml.ElementTree import fromstring
from openpyxl import load_workbook
from openpyxl.utils import get_column_letter

from clubs.messages import gettext_noop
from players.opening.base import Limits, ListRefused

_WORKBOOK: Final = b"PK\x03\x04"
_OLD_WORKBOOK: Final = b"\xd0\xcf\x11\xe0"
_OTHER_FILES: Final = (
    b"%PDF",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"\x1f\x8b",
    b"Rar!",
    b"7z\xbc",
)

_TOO_LARGE = gettext_noop(
    "The file has %(size)d bytes; at most %(limit)d are read. Save the list alone in a file."
)
_UNPACKED = gettext_noop(
    "Unpacked, this workbook is larger than anything that holds a list of players. Save the list"
    " alone in a workbook, or as CSV."
)
_NO_WORKBOOK = gettext_noop(
    "This is no XLSX workbook, or it is damaged. Save the list as XLSX or CSV, or paste it."
)
_EMPTY = gettext_noop("The file is empty. Save the list as XLSX or CSV, or paste it.")
_OLD = gettext_noop(
    "This is a workbook of the old kind (.xls), or one with a password. Save the list as XLSX or"
    " CSV without a password, or paste it."
)
_OTHER = gettext_noop(
    "This is a PDF, a picture or an archive. Save the list as XLSX or CSV, or paste it."
)
_TOO_MANY = gettext_noop(
    "The sheet has more than %(limit)d rows. Take the list over in several parts."
)
_TOO_WIDE = gettext_noop(
    "Cell %(cell)s is filled, but no more than %(limit)d columns are read. Empty it, or save the"
    " list alone."
)
_FURTHEST: Final = 18_278  # ZZZ, the last column that openpyxl knows; of programs it is XFD

# Parts that may be large: cells and their texts. Pictures and embedded objects, which may be
# archives themselves, stand in honest workbooks: measured like the rest, opened by nobody.
_CELLS: Final = ("xl/worksheets/", "xl/sharedStrings", "xl/media/", "xl/embeddings/")

_BIT: Final = 65_536  # bytes
_MARK: Final = b"\xef\xbb\xbf \t\r\n"
_XML: Final = (b"<", b"\0<", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_DECLARED: Final = re.compile(rb"[\xef\xbb\xbf\s]*<\?xml [^<>]*\?>")
# No program writes these into a workbook, comments not into its large parts.
_DEFINITIONS: Final = tuple(
    "<!DOCTYPE".encode(code) for code in ("ascii", "utf-16-le", "utf-16-be")
)
_COMMENTS: Final = (b"<!--", b"<?")

# What openpyxl and the modules below it raise for files that are not what they say.
_DAMAGED: Final = (
    zipfile.BadZipFile, zlib.error, ParseError, KeyError, ValueError, TypeError, IndexError,
    AttributeError, EOFError, OSError, RuntimeError, NotImplementedError,
)  # fmt: skip


def is_workbook(data: bytes, limits: Limits | None = None) -> bool:
    """Whether a file is a workbook to be read by `sheet_text`; False for text.

    Raises ListRefused for files that are neither, empty or too large.
    """
    limit = (limits or Limits()).size
    if len(data) > limit:
        raise ListRefused(_TOO_LARGE, size=len(data), limit=limit)
    if not data.strip():
        raise ListRefused(_EMPTY)
    if data.startswith(_OLD_WORKBOOK):
        raise ListRefused(_OLD)
    if data.startswith(_OTHER_FILES):
        raise ListRefused(_OTHER)
    return data.startswith(_WORKBOOK)


def sheet_text(data: bytes, limits: Limits | None = None) -> str:
    """The first sheet that is not hidden, as `lines.read_list` reads it; empty rows stay.

    The sizes are checked before anything is parsed, and no more rows are read than the limit
    allows. XML is read by defusedxml: no entities, no other files. Raises ListRefused.
    """
    limits = limits or Limits()
    _check_unpacked(data, limits)
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        sheet = next((one for one in book.worksheets if one.sheet_state == "visible"), None)
        if sheet is None:
            raise ListRefused(_NO_WORKBOOK)
        rows = sheet.iter_rows(max_row=limits.rows * 2 + 1, max_col=_FURTHEST, values_only=True)
        writer.writerows(_cells(rows, limits))
    except _DAMAGED:
        raise ListRefused(_NO_WORKBOOK) from None
    return out.getvalue()


def _check_unpacked(data: bytes, limits: Limits) -> None:
    """Measure the parts while they are unpacked: their bytes, and the tags that take the time."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if len(members) > 1_000 or sum(one.file_size for one in members) > limits.unpacked:
                raise ListRefused(_UNPACKED)
            tags = 0
            for member in members:
                # No more is unpacked than the header says, and a header that lies is an error.
                with archive.open(member) as part:
                    here = _tags(part, member.file_size, limits)
                tags += here
                describes = not member.filename.startswith(_CELLS)
                if tags > limits.tags or (describes and here > limits.describing):
                    raise ListRefused(_UNPACKED)
            kinds = fromstring(archive.read("[Content_Types].xml"))
    except _DAMAGED:
        raise ListRefused(_NO_WORKBOOK) from None
    for kind in kinds:
        # A large part of cells must not be read as what describes the workbook.
        named = str(kind.get("PartName")).removeprefix("/")
        if "main+xml" in str(kind.get("ContentType")) and named.startswith(_CELLS):
            raise ListRefused(_NO_WORKBOOK)


def _tags(part: IO[bytes], size: int, limits: Limits) -> int:
    """How many tags a part has. Raises ListRefused for what costs the parser minutes: definitions,
    and anything so long that it is begun anew with each bit that the parser is given."""
    start = part.read(_BIT)
    declared = _DECLARED.match(start)
    begin = declared.end() if declared else 0
    is_xml, large = start.lstrip().startswith(_XML), size > limits.tag
    if is_xml and large and not start.lstrip(_MARK).startswith(b"<"):
        raise ListRefused(_UNPACKED)  # in another encoding nothing below would be seen
    tags = length = 0
    before = b""
    for bit in chain([start[begin:]], iter(lambda: part.read(_BIT), b"")):
        seen = before + bit
        if is_xml and any(one in seen for one in _DEFINITIONS):
            raise ListRefused(_NO_WORKBOOK)
        if is_xml and large and any(one in seen for one in _COMMENTS):
            raise ListRefused(_UNPACKED)
        before = bit[-20:]
        tags += bit.count(b"<")
        first = bit.find(b"<")  # a tag holds no other
        length += len(bit) if first < 0 else first
        if length > limits.tag:
            raise ListRefused(_UNPACKED)
        if first >= 0:
            length = len(bit) - bit.rfind(b"<")
    return tags


def _cells(rows: Iterable[tuple[Any, ...]], limits: Limits) -> Iterator[list[str]]:
    for number, row in enumerate(rows, 1):
        if number > limits.rows * 2:
            raise ListRefused(_TOO_MANY, limit=limits.rows)
        _refuse_beyond(row[limits.columns :], number, limits)
        cells = [_text(value) for value in row[: limits.columns]]
        while cells and not cells[-1]:
            cells.pop()
        yield cells or [" "]  # a blank line, where the writer would put quotation marks


def _refuse_beyond(rest: tuple[Any, ...], row: int, limits: Limits) -> None:
    if rest.count(None) == len(rest):  # nearly always, and at once, however many there are
        return
    for column, value in enumerate(rest, limits.columns + 1):
        if _text(value):
            cell = f"{get_column_letter(column)}{row}"
            raise ListRefused(_TOO_WIDE, row, column, cell=cell, limit=limits.columns)


def _text(value: object) -> str:
    """A cell as somebody would type it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.6f}".rstrip("0").rstrip(".")
    if isinstance(value, datetime | date):
        return value.isoformat()[:10]
    return " ".join(str(value).split())
