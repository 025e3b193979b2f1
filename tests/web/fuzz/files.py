"""Real files with some of their bytes, lines or cells changed; and files of nothing real."""

import io
import zipfile
from functools import cache
from zlib import error as ZlibError

from tests import hostile_files
from tests.trf_files import DATA
from tests.web.fuzz.values import Dice, hostile

LARGEST = 40_000  # bytes of a file that is changed: many small ones find more than few large ones
_TOKENS = (
    b" ", b"\t", b"\r", b"\n", b"\r\n", b"\x1a", b"\x00", b"\xff", b"\xa0", b"\xef\xbb\xbf", b";", b",",
    b'"', b'""', b"'", b"|", b"0", b"9", b"99999", b"-1", b"1e400", b"nan", b"0000", b"   0 - U ",
    b"   1 w 1 ", b"   2 b = ", b"001 ", b"012 ", b"013 ", b"022 ", b"042 ", b"052 ", b"062 ", b"132 ", b"XXR 9",
    b"XXC white1", b"260 ", b"300 ", b"1-0", b"0-1", b"1/2", b"\xbd-\xbd", b"+/-", b"bye", b"round", b"white",
    b"black", b"result", b"name", b"rating", b"2026-03-03", b"31.02.2026", b"99/99/99", b"<html>", b"=1+1",
)  # fmt: skip
_ENCODINGS = ("utf-16", "utf-16-be", "utf-8-sig", "cp1250", "cp1251", "utf-32", "cp037")


@cache
def corpus() -> tuple[bytes, ...]:
    """Reports, tables, lists and workbooks, all of them readable or nearly so."""
    found = sorted(p for p in DATA.rglob("*") if p.is_file() and p.stat().st_size < LARGEST)
    made = [hostile_files.GAMES.encode(), hostile_files.PEOPLE.encode("cp1250")]
    made += [hostile_files.GOOD, hostile_files.strings(b"<si><t>x</t></si>")]
    return tuple([path.read_bytes() for path in found if path.suffix != ".md"] + made * 6)


def any_file(dice: Dice) -> bytes:
    kind = dice.random()
    if kind < 0.04:
        return dice.randbytes(dice.randrange(2_000))
    if kind < 0.06:
        return dice.choice(
            [b"012 x\n001 ", b"round;white;black;result\n1;", b"name;rating\n", b"PK\x03\x04"]
        ) + (hostile(dice))
    data = dice.choice(corpus())
    if data.startswith(b"PK") and dice.random() < 0.8:
        return _workbook(data, dice)
    return _changed(data, dice)


def _workbook(data: bytes, dice: Dice) -> bytes:
    """One of its parts changed, packed again."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        name = dice.choice(archive.namelist())
        part = archive.read(name)
    try:
        return hostile_files.with_part(name, _changed(part, dice), data)
    except (zipfile.BadZipFile, ZlibError):
        return data


def _changed(data: bytes, dice: Dice) -> bytes:
    content = bytearray(data)
    for _ in range(dice.choice((0, 1, 1, 1, 2, 3, 8, 30))):
        _change(content, dice)
    if dice.random() < 0.08:
        text = bytes(content).decode("utf-8", "replace")
        return text.encode(dice.choice(_ENCODINGS), "replace")
    return bytes(content)


def _change(content: bytearray, dice: Dice) -> None:
    at, kind = dice.randrange(len(content) + 1), dice.randrange(9)
    end = at + dice.randrange(1, 40)
    if kind == 0:
        content[at : at + 1] = bytes([dice.randrange(256)])
    elif kind == 1:
        content[at:at] = dice.choice(_TOKENS)
    elif kind == 2:
        del content[at:end]
    elif kind == 3:
        content[at:at] = content[at : at + dice.randrange(1, 400)]
    elif kind == 4:
        content[at:at] = hostile(dice)[:2_000]
    elif kind == 5:
        _change_lines(content, dice)
    elif kind == 6:
        token = dice.choice(_TOKENS)
        content[at : at + len(token)] = token
    elif kind == 7 and dice.random() < 0.3:
        del content[at:]
    elif kind == 8 and dice.random() < 0.3:
        content[at:] = dice.choice(corpus())[at:LARGEST]


def _change_lines(content: bytearray, dice: Dice) -> None:
    """Two lines swapped, one doubled or one dropped."""
    lines = bytes(content).split(b"\n")
    one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    kind = dice.randrange(3)
    if kind == 0:
        lines[one], lines[other] = lines[other], lines[one]
    elif kind == 1:
        lines.insert(other, lines[one])
    else:
        del lines[one]
    content[:] = b"\n".join(lines)
