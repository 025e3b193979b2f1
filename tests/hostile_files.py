"""Files that somebody brings in by mistake or on purpose, and what becomes of each.

`python -m tests.hostile_files` reads them all in one process whose memory is limited, and prints a
line of JSON for each: name, seconds, what the two doors said (events, lists of members), and the
largest memory so far. `tests/core/test_hostile_files.py` runs it.
"""

import gzip
import io
import json
import random
import resource
import struct
import sys
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial

from openpyxl import Workbook

from events.importers import ImportRefused, read_event, scrubbed
from events.importers.encoding import decode
from players.opening import ListRefused, is_workbook, read_list, scrub, sheet_text

MEMORY = 1_500_000_000  # bytes of address space, all libraries included
TODAY = date(2026, 6, 1)
REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Hostile:
    """`event`: games read, or refused; `people`: lines of a list read, or refused; 0 where
    every line that is wrong is told, and nothing can be stored."""

    make: Callable[[], bytes]
    event: int | str = REFUSED
    people: int | str = REFUSED


GAMES = "round;white;black;result\n1;Dvořák Žaneta;Šíp Jiří;1-0\n2;Šíp Jiří;Dvořák Žaneta;½-½\n"
PEOPLE = "jméno;rating\nDvořák Žaneta;1500\nŠíp Jiří;1600\n"
PLAYER = "001    1      Novak Jan                                                        1.0    1  "


def _head(data: bytes) -> Callable[[], bytes]:
    return lambda: data + random.Random(5).randbytes(2_000)


def _text(text: str, encoding: str = "utf-8") -> Callable[[], bytes]:
    return lambda: text.encode(encoding, "surrogatepass")


def _zip(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def book(*rows: tuple[object, ...]) -> bytes:
    """A workbook as a spreadsheet writes it."""
    workbook = Workbook()
    for row in rows:
        workbook.active.append(row)
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


GOOD = book(("name", "rating"), ("Dvořák Žaneta", 1500), ("Šíp Jiří", 1600))


def with_part(part: str, data: bytes, base: bytes = GOOD) -> bytes:
    """The workbook with one of its parts replaced."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(base)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new,
    ):
        for name in old.namelist():
            new.writestr(name, data if name == part else old.read(name))
        if part not in old.namelist():
            new.writestr(part, data)
    return out.getvalue()


SHEET, STRINGS, STYLES = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml"
TYPES = "[Content_Types].xml"
TABLE = (
    b'<Override PartName="/xl/sharedStrings.xml" ContentType="application/'
    b'vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/>'
)
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def sheet(rows: str, before: str = "", dimension: str = "A1:B3") -> bytes:
    return with_part(
        SHEET,
        f'<?xml version="1.0"?>{before}<worksheet xmlns="{MAIN}"><dimension ref="{dimension}"/>'
        f"<sheetData>{rows}</sheetData></worksheet>".encode(),
    )


def cell(text: str) -> str:
    return f'<c t="inlineStr"><is><t>{text}</t></is></c>'


HEADER = f"<row>{cell('name')}{cell('rating')}</row>"
ONE = f"<row>{cell('Novak Jan')}{cell('1500')}</row>"
LAUGHS = "<!DOCTYPE x [<!ENTITY a0 'ha'>" + "".join(
    f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 10)
) + "]>"  # fmt: skip


LONG = ("x" * 100 + "<") * 180_000
DEFAULTS = "<!DOCTYPE x [<!ATTLIST row " + " ".join(f"a{n} CDATA 'x'" for n in range(5_000)) + ">]>"


def lying(claimed: int) -> bytes:
    """A workbook whose headers say that its sheet is small; it is 100 MB."""
    data = bytearray(with_part(SHEET, b" " * 100_000_000))
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as archive:
        real = archive.getinfo(SHEET).file_size
    size = struct.pack("<L", real)
    at = data.find(size)
    while at >= 0:
        data[at : at + 4] = struct.pack("<L", claimed)
        at = data.find(size, at + 4)
    return bytes(data)


def strings(items: bytes, before: str = "") -> bytes:
    """A workbook with a table of shared texts, which is read whole."""
    with zipfile.ZipFile(io.BytesIO(GOOD)) as archive:
        types = archive.read(TYPES).replace(b"</Types>", TABLE + b"</Types>")
    named = with_part(TYPES, types)
    return with_part(STRINGS, f'{before}<sst xmlns="{MAIN}">'.encode() + items + b"</sst>", named)


def _repeated(head: str, row: str, times: int) -> bytes:
    return (head + row * times).encode()


def repeated(head: str, row: str, times: int) -> Callable[[], bytes]:
    return partial(_repeated, head, row, times)


FILES: dict[str, Hostile] = {
    # -- Nothing, or no text
    "empty": Hostile(lambda: b""),
    "a mark only": Hostile(lambda: b"\xef\xbb\xbf"),
    "blanks": Hostile(lambda: b" \r\n\t\n" * 100),
    "NULs": Hostile(lambda: b"\0" * 10_000),
    "a NUL in a name": Hostile(_text(GAMES.replace("Žaneta", "Ža\0neta"))),
    "control characters": Hostile(_text("name;rating\nNo\x07vak;1500\n"), people=0),
    "random bytes": Hostile(_head(b"")),
    "a program": Hostile(_head(b"MZ\x90\x00\x03")),
    "a library": Hostile(_head(b"\x7fELF\x02\x01\x01")),
    "a PDF": Hostile(_head(b"%PDF-1.7\n")),
    "a PNG": Hostile(_head(b"\x89PNG\r\n\x1a\n")),
    "a JPEG": Hostile(_head(b"\xff\xd8\xff\xe0")),
    "a GIF": Hostile(_head(b"GIF89a")),
    "a RAR": Hostile(_head(b"Rar!\x1a\x07")),
    "a 7z": Hostile(_head(b"7z\xbc\xaf\x27\x1c")),
    "an old workbook": Hostile(_head(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")),
    "a gzip bomb": Hostile(lambda: gzip.compress(b"0" * 100_000_000, 9)),
    "a web page": Hostile(_text("<!doctype html><title>Results</title><table><tr><td>1-0")),
    "an XML bomb as text": Hostile(_text(f'<?xml version="1.0"?>{LAUGHS}<x>&a9;</x>')),
    # -- Encodings: the same table in each
    "UTF-8": Hostile(_text(GAMES), 2, people=0),
    "UTF-8 with a mark": Hostile(_text(GAMES, "utf-8-sig"), 2, people=0),
    "UTF-16": Hostile(_text(GAMES, "utf-16"), 2, people=0),
    "UTF-16 big end first": Hostile(_text("\ufeff" + GAMES, "utf-16-be"), 2, people=0),
    "Windows-1250": Hostile(_text(GAMES.replace("½-½", "1/2"), "cp1250"), 2, people=0),
    "ISO 8859-2": Hostile(_text(GAMES.replace("½-½", "1/2"), "iso-8859-2"), 2, people=0),
    "list in UTF-8": Hostile(_text(PEOPLE), people=2),
    "list in UTF-16": Hostile(_text(PEOPLE, "utf-16"), people=2),
    "list in Windows-1250": Hostile(_text(PEOPLE, "cp1250"), people=2),
    "UTF-32": Hostile(_text(GAMES, "utf-32")),
    "UTF-16 cut in a letter": Hostile(lambda: GAMES.encode("utf-16")[:-1]),
    "lone surrogates": Hostile(_text("name;rating\nNo\ud800vak;1500\n"), people=1),
    "overlong UTF-8": Hostile(lambda: b"name;rating\n\xc0\xaf\xe0\x80\xaf;1500\n", people=1),
    # -- Large
    "a million lines": Hostile(repeated("round;white;black;result\n", "1;A;B;\n", 650_000)),
    "a million empty lines": Hostile(repeated("name;rating\n", "\n", 1_000_000)),
    "a million returns": Hostile(lambda: b"\r" * 1_000_000 + b"x"),
    "a million lines of players": Hostile(repeated("012 x\n", "001\n", 1_000_000)),
    "one line of five million": Hostile(lambda: b"001 " + b"x" * 4_999_000),
    "a hundred thousand columns": Hostile(
        lambda: b"round;white;black;result" + b";x" * 100_000 + b"\n1;A;B;1-0\n"
    ),
    "a row of a hundred thousand": Hostile(
        lambda: b"round;white;black;result\n1;A;B;1-0" + b";" * 100_000 + b"x\n"
    ),
    "a million quotation marks": Hostile(lambda: b'name;rating\n"' + b'"' * 1_000_000),
    "a quotation mark that stays open": Hostile(
        lambda: b'round;white;black;result\n1;"A;B;1-0\n' + b"2;C;D;1-0\n" * 50_000
    ),
    "a cell of a million": Hostile(lambda: b"name;rating\n" + b"N" * 1_000_000 + b";1500\n"),
    "too large": Hostile(lambda: b"1;A;B;1-0\n" * 700_000),
    # -- Reports that are none
    "ten thousand players": Hostile(
        lambda: "".join(
            PLAYER.replace("   1   ", f"{n % 9999:>4}   ", 1) + "\n" for n in range(10_050)
        ).encode()
    ),
    "a thousand rounds": Hostile(_text(PLAYER + "   2 w 1  " * 1_000 + "\n"), people=0),
    "tabs for blanks": Hostile(lambda: b"001\t1\tNovak Jan\t1.0\t1\t2 w 1\n", people=0),
    "a number as long as the line": Hostile(lambda: b"001 " + b"9" * 15_000 + b"\n", people=0),
    # -- Names
    "formulas as names": Hostile(
        _text("round;white;black;result\n1;=cmd|' /C calc'!A0;@SUM(1+1);1-0\n"), event=1, people=0
    ),
    "text that turns": Hostile(_text("name;rating\nNo\u202evak;1500\n"), people=0),
    "invisible letters": Hostile(_text("name;rating\nNo\u200bvak;1500\n"), people=0),
    "a name of accents": Hostile(_text("name;rating\nN" + "\u0301" * 900 + ";1500\n"), people=0),
    # -- Archives and workbooks
    "a zip of zeros": Hostile(lambda: _zip(a=b"\0" * 100_000_000)),
    "a zip in a zip": Hostile(lambda: _zip(a=_zip(b=_zip(c=GOOD)))),
    "a zip of very many": Hostile(lambda: _zip(**{f"f{n}": b"" for n in range(20_000)})),
    "a zip that ends early": Hostile(lambda: GOOD[: len(GOOD) // 2]),
    "a zip without anything": Hostile(lambda: b"PK\x03\x04"),
    "a workbook": Hostile(lambda: GOOD, people=2),
    "a sheet that says it is small": Hostile(lambda: lying(10_000)),
    "a sheet that says it is nothing": Hostile(lambda: lying(0)),
    "a tag without end": Hostile(lambda: sheet(f'<row r="{"1" * 19_000_000}"/>')),
    "attributes without end": Hostile(
        lambda: sheet("<row " + " ".join(f'a{n}=""' for n in range(200_000)) + "/>")
    ),
    "a comment without end": Hostile(lambda: sheet(f"<!--{'x' * 100}<" + LONG + "-->")),
    "an instruction without end": Hostile(lambda: sheet("<?x " + LONG + "?>")),
    "definitions without end": Hostile(
        lambda: sheet("", f"<!DOCTYPE x [{'<!ELEMENT a (b)>' * 250_000}]>")
    ),
    "attributes that every row gets": Hostile(lambda: sheet("<row/>" * 50_000, DEFAULTS)),
    "the same in UTF-16": Hostile(
        lambda: with_part(SHEET, f"{DEFAULTS}<x>{'<row/>' * 10_000}</x>".encode("utf-16"))
    ),
    "strings without end": Hostile(lambda: strings(b"<si><t/></si>" * 1_400_000)),
    "as many strings as may be": Hostile(lambda: strings(b"<si><t/></si>" * 99_000), people=2),
    "a workbook with strings": Hostile(lambda: strings(b"<si><t>x</t></si>"), people=2),
    "cells without end": Hostile(lambda: sheet(HEADER + "<row>" + "<c/>" * 4_000_000 + "</row>")),
    "as many cells as may be": Hostile(
        lambda: sheet(HEADER + "<row>" + "<c/>" * 290_000 + "</row>"), people=0
    ),
    "strings as the workbook": Hostile(
        lambda: with_part(
            TYPES,
            zipfile.ZipFile(io.BytesIO(GOOD))
            .read(TYPES)
            .replace(b"/xl/workbook.xml", b"/xl/sharedStrings.xml"),
        )
    ),
    "as many styles as may be": Hostile(
        lambda: with_part(
            STYLES,
            f'<styleSheet xmlns="{MAIN}"><cellXfs>'.encode()
            + b"<xf/>" * 19_000
            + b"</cellXfs></styleSheet>",
        ),
        people=2,
    ),
    "styles without end": Hostile(
        lambda: with_part(
            STYLES,
            f'<styleSheet xmlns="{MAIN}"><cellXfs>'.encode()
            + b"<xf/>" * 2_000_000
            + b"</cellXfs></styleSheet>",
        )
    ),
    "entities in a sheet": Hostile(
        lambda: sheet(HEADER + f"<row>{cell('&a9;')}{cell('1500')}</row>", LAUGHS)
    ),
    "entities in the strings": Hostile(lambda: strings(b"<si><t>&a9;</t></si>", LAUGHS)),
    "a file of the server": Hostile(
        lambda: sheet(
            HEADER + f"<row>{cell('&x;')}{cell('1500')}</row>",
            "<!DOCTYPE x [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>",
        )
    ),
    "a million rows": Hostile(lambda: sheet(HEADER + ONE + "<row/>" * 1_000_000)),
    "a row of cells without end": Hostile(
        lambda: sheet(HEADER + f"<row>{cell('1') * 100_000}</row>")
    ),
    "elements in elements": Hostile(lambda: sheet("<row>" * 100_000)),
    "a sheet that claims all rows": Hostile(
        lambda: sheet(HEADER + ONE, dimension="A1:XFD1048576"), people=1
    ),
    "the last row alone": Hostile(
        lambda: sheet(HEADER + ONE + f'<row r="1048576">{cell("Novak Jan")}</row>')
    ),
    "a formula in a cell": Hostile(
        lambda: book(("name", "rating"), ("=1+1", 1500), ("Novak Jan", "=1+1")), people=0
    ),
    "an archive in a workbook": Hostile(
        lambda: with_part("xl/embeddings/oleObject1.bin", _zip(a=GOOD)), people=2
    ),
    "an archive as a sheet": Hostile(lambda: with_part(SHEET, _zip(a=GOOD))),
    "archives in a workbook without end": Hostile(
        lambda: with_part("xl/embeddings/oleObject1.bin", _zip(a=b"\0" * 20_000_000) * 1_100)
    ),
    "far cells in every row": Hostile(
        lambda: sheet(HEADER + ONE + '<row><c r="ZZZ1"/></row>' * 3_990), people=1
    ),
    "names of parts that climb": Hostile(
        lambda: with_part("../../../../tmp/hostile", b"x"), people=2
    ),
}


def event_of(data: bytes) -> int | str:
    try:
        event = read_event(data, filename="x", code_page="cp1250", today=TODAY)
    except ImportRefused as refused:
        assert refused.problems
        return REFUSED
    assert scrubbed(data, event, encoding=event.encoding, filename="x", today=TODAY) is not None
    return len(event.games)


def people_of(data: bytes) -> int | str:
    try:
        text = sheet_text(data) if is_workbook(data) else decode(data, None, "cp1250").text
        found = read_list(scrub(text))
    except (ListRefused, ImportRefused):
        return REFUSED
    return 0 if found.problems else len(found.lines)


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for name, file in FILES.items():
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        data = file.make()
        said = []
        for door in (event_of, people_of):
            start = time.perf_counter()
            said.append((door(data), round(time.perf_counter() - start, 2)))
        largest = _largest()
        print(json.dumps([name, *said, largest, len(data)]), flush=True)


def _largest() -> int:
    """The most memory that this program has held, in bytes. (Where Linux says so: what getrusage
    knows outlives `exec`, and is that of whoever started this program.)"""
    try:
        with open("/proc/self/status") as status:
            return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))
    except FileNotFoundError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


if __name__ == "__main__":
    main()
