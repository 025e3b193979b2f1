"""Reading events out of files. `read_event` is the door; each format is a module in the registry.

Adding a format: one module here that registers its reader with `importer`, imported below, and its
cases in `tests/core/`.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from clubs.messages import Message, Problem, gettext_noop
from events.importers import (  # they register themselves, and are asked in this order
    csv_pairings,  # noqa: F401
    trf,
)
from events.importers.base import (
    ImportedEvent,
    ImportedGame,
    ImportedPlayer,
    Importer,
    ImportRefused,
    Limits,
    Source,
    importers,
    refusal,
)
from events.importers.encoding import (
    LABELS,
    Reading,
    byte_order_mark,
    codec_name,
    decode,
    guess,
    looks_wrong,
    readings,
)
from events.importers.trf.facts import Stated, stated

__all__ = [
    "ImportRefused",
    "ImportedEvent",
    "ImportedGame",
    "ImportedPlayer",
    "Importer",
    "Limits",
    "Reading",
    "Stated",
    "importers",
    "looks_wrong",
    "read_event",
    "readings",
    "scrubbed",
    "stated_facts",
]

_TOO_LARGE = gettext_noop(
    "The file has %(size)s MB; at most %(limit)s MB are read. A tournament file is much smaller:"
    " is it the right one?"
)
_WEB_PAGE = gettext_noop(
    "This is a web page, not a tournament file. Save the file itself: the link often says TRF,"
    " or export it from the pairing program."
)
_NO_FORMAT = gettext_noop(
    "This is neither a TRF file (lines that begin with 001 and 012) nor a table of pairings (a"
    " first row with round, white, black, result). Choose another file, or, if it is one, the"
    " encoding that it was written in."
)
_FOUND_SO = gettext_noop(
    "The first row makes sense in %(label)s, not in the encoding of the club, so the file was"
    " read so. Look at the names, and choose another encoding if they look wrong."
)


def read_event(
    data: bytes,
    *,
    filename: str,
    encoding: str | None = None,
    code_page: str = "cp1252",
    today: date,
    limits: Limits | None = None,
) -> ImportedEvent:
    """Read one event from a file, whole, or raise ImportRefused with every problem found.

    `encoding` is the arbiter's choice, one of `encoding.LABELS`; without it the encoding is found
    as `encoding.decode` says, and `code_page` is the club's. `today` decides centuries only.
    """
    limits = limits or Limits()
    if len(data) > limits.size:
        raise refusal(
            _TOO_LARGE,
            size=_megabytes(len(data), ROUND_CEILING),
            limit=_megabytes(limits.size, ROUND_FLOOR),
        )

    def source_in(chosen: str | None) -> Source:
        decoded = decode(data, chosen, code_page)
        return Source(
            text=decoded.text,
            encoding=decoded.encoding,
            filename=filename,
            today=today,
            byte_columns=decoded.byte_columns,
            limits=limits,
        )

    found = None if encoding else _another_encoding(data, code_page, source_in)
    source = source_in(encoding or found)
    if source.text[:1000].lstrip().lower().startswith(("<!doctype", "<html", "<?xml", "<head")):
        raise refusal(_WEB_PAGE, 1, 1)
    format_ = _format_of(source)
    if format_ is None:
        raise refusal(_NO_FORMAT, 1, 1)
    event = format_.read(source)
    if found is None:
        return event
    told = Problem(Message(_FOUND_SO, {"label": Message(LABELS[found])}))
    return replace(event, warnings=(told, *event.warnings))


def scrubbed(
    data: bytes, event: ImportedEvent, *, encoding: str, filename: str, today: date
) -> bytes | None:
    """The file that `event` was read from, without what the product does not read: what is kept.

    `encoding` is the one it was read in, one of `encoding.LABELS`. Gives the same event when it is
    read again, but for warnings about what is gone. None where that cannot be had: such a file is
    understood too little to be kept.
    """
    source = _as_read(data, encoding, filename, today)
    format_ = _format_of(source)
    text = format_.scrub(source) if format_ else None
    if text is None:
        return None
    try:
        kept = byte_order_mark(data) + text.encode(source.encoding)
        taken = Limits(size=len(kept))  # it was small enough when it came
        again = read_event(kept, filename=filename, encoding=encoding, today=today, limits=taken)
    except (ImportRefused, UnicodeEncodeError):
        return None
    return kept if replace(again, warnings=()) == replace(event, warnings=()) else None


def stated_facts(data: bytes, *, encoding: str, filename: str, today: date) -> dict[int, Stated]:
    """By start number what a tournament report states of its players: sex, rating, birth, as they
    are written. Empty for other formats. `encoding` is the one in which the event was read."""
    source = _as_read(data, encoding, filename, today)
    format_ = _format_of(source)
    return stated(source) if format_ and format_.key == trf.KEY else {}


def _as_read(data: bytes, encoding: str, filename: str, today: date) -> Source:
    """A file once more, in the encoding in which it was read, one of `encoding.LABELS`."""
    decoded = decode(data, encoding, encoding)
    return Source(
        text=decoded.text,
        encoding=decoded.encoding,
        filename=filename,
        today=today,
        byte_columns=decoded.byte_columns,
    )


def _format_of(source: Source) -> Importer | None:
    return next((one for one in importers() if one.recognise(source)), None)


def _another_encoding(
    data: bytes, code_page: str, source_in: Callable[[str | None], Source]
) -> str | None:
    """The encoding in which a format knows the file, where the club's code page hides it.

    The words of a header are the proof: "èerný" names no column, "černý" does. Only asked when
    nothing in the bytes says how they are encoded; of several, one whose names look right.
    """
    if guess(data, "") or _known_by_its_ascii(data, source_in):
        return None
    for reading in readings(data, code_page=code_page):
        if _format_of(source_in(reading.encoding)):
            return reading.encoding if reading.encoding != codec_name(code_page) else None
    return None


def _known_by_its_ascii(data: bytes, source_in: Callable[[str | None], Source]) -> bool:
    """Whether a format knows the file without its other letters: then they prove nothing."""
    plain = data.decode("ascii", "replace")  # cp866 below: it has a character for every byte
    return _format_of(replace(source_in("cp866"), text=plain)) is not None


def _megabytes(size: int, rounding: str) -> Decimal:
    """With one decimal; the reader's language writes it."""
    return Decimal(size).scaleb(-6).quantize(Decimal("0.1"), rounding)
