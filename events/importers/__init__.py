"""Reading events out of files. `read_event` is the door; each format is a module in the registry.

Adding a format: one module here that registers its reader with `importer`, imported below, and its
cases in `tests/core/`.
"""

from datetime import date
from decimal import Decimal

from clubs.messages import gettext_noop
from events.importers import (  # they register themselves, and are asked in this order
    csv_pairings,  # noqa: F401
    trf,  # noqa: F401
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
from events.importers.encoding import Reading, decode, readings

__all__ = [
    "ImportRefused",
    "ImportedEvent",
    "ImportedGame",
    "ImportedPlayer",
    "Importer",
    "Limits",
    "Reading",
    "importers",
    "read_event",
    "readings",
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
        raise refusal(_TOO_LARGE, size=_megabytes(len(data)), limit=_megabytes(limits.size))
    decoded = decode(data, encoding, code_page)
    source = Source(
        text=decoded.text,
        encoding=decoded.encoding,
        filename=filename,
        today=today,
        byte_columns=decoded.byte_columns,
        limits=limits,
    )
    if decoded.text[:1000].lstrip().lower().startswith(("<!doctype", "<html", "<?xml", "<head")):
        raise refusal(_WEB_PAGE, 1, 1)
    for format_ in importers():
        if format_.recognise(source):
            return format_.read(source)
    raise refusal(_NO_FORMAT, 1, 1)


def _megabytes(size: int) -> Decimal:
    """With one decimal; the reader's language writes it."""
    return Decimal(size).scaleb(-6).quantize(Decimal("0.1"))
