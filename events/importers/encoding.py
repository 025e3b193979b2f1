"""From bytes to text: which encoding, and what the names would look like in another.

No tournament file says how it is encoded. The order is: a byte order mark, strict UTF-8, the code
page of the club; the arbiter sees a preview and can choose another. Nothing is ever replaced or
dropped on the way: bytes that the encoding does not know refuse the file.
"""

import codecs
import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from clubs.messages import Message, gettext_noop
from events.importers.base import refusal
from players.names import encoding_problem, mixed_script

BYTE_COLUMNS: Final = "utf-8-bytes"

# What a form may offer, and the codec behind it. Names are those of the code pages.
LABELS: Final[dict[str, str]] = {
    "utf-8": gettext_noop("UTF-8 (Unicode)"),
    "cp1250": gettext_noop("Windows-1250 (Czech, Slovak, Polish, Hungarian)"),
    "cp1251": gettext_noop("Windows-1251 (Russian, Ukrainian, Bulgarian)"),
    "cp1252": gettext_noop("Windows-1252 (Western Europe)"),
    "iso-8859-2": gettext_noop("ISO 8859-2 (Central Europe)"),
    "cp852": gettext_noop("DOS 852 (Central Europe)"),
    "cp866": gettext_noop("DOS 866 (Russian)"),
    "koi8-r": gettext_noop("KOI8-R (Russian)"),
    "cp1253": gettext_noop("Windows-1253 (Greek)"),
    "cp1254": gettext_noop("Windows-1254 (Turkish)"),
    "cp1257": gettext_noop("Windows-1257 (Baltic)"),
    "utf-16-le": gettext_noop("UTF-16 (Unicode, little end first)"),
    "utf-16-be": gettext_noop("UTF-16 (Unicode, big end first)"),
    BYTE_COLUMNS: gettext_noop("UTF-8, columns counted in bytes"),
}
_SAME: Final = {"utf-16": "utf-16-le", "utf8": "utf-8", "latin-1": "cp1252", "iso-8859-1": "cp1252"}
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# Files that people choose by mistake, by their first bytes.
_OTHER_FILES: Final = (
    (
        (b"PK\x03\x04", b"\xd0\xcf\x11\xe0"),
        gettext_noop(
            "This is an Excel workbook, another office file or an archive, not text. Open it and"
            " save the pairings as CSV, or export a TRF file from the pairing program."
        ),
    ),
    (
        (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x1f\x8b", b"Rar!", b"7z\xbc\xaf"),
        gettext_noop(
            "This is a PDF, a picture or an archive. Choose the TRF or CSV file that the pairing"
            " program exports."
        ),
    ),
)

_EMPTY = gettext_noop("The file is empty. Choose the TRF or CSV file of the tournament.")
_UNKNOWN = gettext_noop("The encoding “%(encoding)s” is not known; choose one from the list.")
_UNDECODABLE = gettext_noop(
    "Byte %(byte)s is no character in %(label)s. Choose another encoding and look at the names in"
    " the preview."
)
_NUL = gettext_noop(
    "Here stands a NUL character: this is no text file, or it is damaged. Export it again."
)
# Control and format characters, currency, mathematics, other symbols, other numbers.
_ODD_SIGNS: Final = frozenset(("Cc", "Cf", "Sc", "Sm", "So", "Sk", "No"))
_LINE_END: Final = re.compile("\r\n|\n|\r")
_HALF: Final = re.compile(r"(?<![^\W\d_])½(?![^\W\d_])")  # of a score, not beside a letter
_NAME_LIKE: Final = re.compile(r"[^\s\d;\"]+(?: [^\s\d;\"]+)*")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text without byte order mark and padding, its encoding, and how columns were counted."""

    text: str
    encoding: str
    byte_columns: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """How a file would read in one encoding: some of its names that are not plain ASCII."""

    encoding: str
    label: Message
    sample: tuple[str, ...]
    suspicious: bool  # some of them look like another encoding read as this one


def decode(data: bytes, encoding: str | None, code_page: str) -> Decoded:
    """Decode as chosen, else by mark, strict UTF-8, `code_page`; ImportRefused if impossible."""
    _refuse_other_files(data)
    chosen = codec_name(encoding) if encoding else guess(data, codec_name(code_page))
    text = _decoded(data, chosen)
    text = text.removeprefix("\ufeff").rstrip("\0\x1a")
    if not text.strip():
        raise refusal(_EMPTY)
    if "\0" in text:
        raise refusal(_NUL, *line_and_column(text, text.index("\0")))
    codec = "utf-8" if chosen == BYTE_COLUMNS else chosen
    return Decoded(text, codec, byte_columns=chosen == BYTE_COLUMNS)


def guess(data: bytes, code_page: str) -> str:
    """The encoding to try first: byte order mark, UTF-16 by its zero bytes, UTF-8, `code_page`."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name
    head = data[:2000].rstrip(b"\0")
    if head[1::2].count(0) > len(head) // 4:
        return "utf-16-le"
    if head[0::2].count(0) > len(head) // 4:
        return "utf-16-be"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return code_page
    return "utf-8"


def byte_order_mark(data: bytes) -> bytes:
    """The mark that the bytes begin with; empty without one."""
    return next((mark for mark, _ in _MARKS if data.startswith(mark)), b"")


def readings(data: bytes, *, code_page: str = "cp1252", most: int = 12) -> list[Reading]:
    """The encodings in which the file can be read, the one taken without a choice first.

    Each with up to `most` distinct pieces of text that are not plain ASCII. A file of plain ASCII
    reads the same everywhere: one reading without samples. Empty when nothing can read it.
    """
    first = guess(data, codec_name(code_page))
    if data.removeprefix(codecs.BOM_UTF8).isascii() and not first.startswith("utf-16"):
        return [Reading("utf-8", Message(LABELS["utf-8"]), (), False)]
    wide = first.startswith("utf-16")
    found: list[Reading] = []
    for name in dict.fromkeys((first, *LABELS)):
        if name.startswith("utf-16") != wide:
            continue
        try:
            text = data.decode("utf-8" if name == BYTE_COLUMNS else name).removeprefix("\ufeff")
        except UnicodeDecodeError:
            continue
        sample = _sample(text, most)
        suspicious = any(looks_wrong(piece) for piece in sample)
        found.append(Reading(name, Message(LABELS[name]), sample, suspicious))
    return found[:1] + sorted(found[1:], key=lambda reading: reading.suspicious)


def line_and_column(text: str, index: int) -> tuple[int, int]:
    """Line and column, from 1, of a character."""
    line, start = 1, 0
    for end in _LINE_END.finditer(text, 0, index):
        line, start = line + 1, end.end()
    return line, index - start + 1


def split_lines(text: str) -> list[str]:
    """Lines as any of CRLF, LF and CR ends them; other separators of Unicode end no line."""
    return _LINE_END.split(text)


def looks_wrong(piece: str) -> bool:
    """Whether signs stand in it that no name has, as in text read in a wrong encoding."""
    signs = any(unicodedata.category(c) in _ODD_SIGNS for c in piece if not c.isascii())
    return signs or encoding_problem(piece) is not None or mixed_script(piece) is not None


def codec_name(name: str) -> str:
    """The name in `LABELS` of an encoding by any of its names; ImportRefused for an unknown one."""
    plain = name.strip().lower().replace("_", "-").replace("windows-", "cp")
    plain = _SAME.get(plain, plain)
    if plain not in LABELS:
        raise refusal(_UNKNOWN, encoding=name[:40])
    return plain


def _decoded(data: bytes, name: str) -> str:
    for mark, marked in _MARKS:
        if data.startswith(mark) and (marked == "utf-8" or name.startswith("utf-16")):
            data = data.removeprefix(mark)
    codec = "utf-8" if name == BYTE_COLUMNS else name
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(codec)
        place = line_and_column(before + "?", len(before))
        byte = f"0x{data[error.start]:02X}"
        raise refusal(_UNDECODABLE, *place, byte=byte, label=Message(LABELS[name])) from None


def _refuse_other_files(data: bytes) -> None:
    for beginnings, message in _OTHER_FILES:
        if data.startswith(beginnings):
            raise refusal(message)


def _sample(text: str, most: int) -> tuple[str, ...]:
    pieces: dict[str, None] = {}
    for match in _NAME_LIKE.finditer(_HALF.sub("0", text)):
        piece = match.group()[:60]
        if not piece.isascii():
            pieces[piece] = None
            if len(pieces) == most:
                break
    return tuple(pieces)
