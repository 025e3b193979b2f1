"""Names of people and of events as they stand in a file: cleaned, or refused with their place."""

import unicodedata
from collections.abc import Iterable
from typing import Final

from clubs.characters import fault
from clubs.messages import Message, Problem, gettext_noop
from events.importers.base import Report
from events.importers.encoding import LABELS
from players.names import NameRefused, clean_name, doubts

MAX_TITLE: Final = 200

_NO_NAME = gettext_noop("Here is no name. Give the player a name, or delete the line.")
_BAD_NAME = gettext_noop("This is no name: %(reason)s")
_OTHER_ENCODING = gettext_noop(
    "The file was read as %(label)s. If the names look wrong, choose another encoding and look at"
    " the preview."
)
_TITLE_CUT = gettext_noop("The name of the event is longer than %(limit)d characters and was cut.")
_TITLE_CLEANED = gettext_noop(
    "Invisible or control characters were taken out of the name of the event."
)


def read_name(text: str, line: int, column: int, problems: Report, warnings: Report) -> str:
    """The cleaned name; the empty string after adding to `problems` what is wrong with it.

    `column` is that of the first character of `text` in its line. What may be wrong and may be
    right (mixed alphabets, traces of a wrong encoding) goes to `warnings`.
    """
    if not text.strip():
        problems.add(_NO_NAME, line, column)
        return ""
    for doubt in doubts(text)[:1]:
        warnings.append(Problem(doubt.message, line, column + (doubt.column or 1) - 1))
    try:
        return clean_name(text)
    except NameRefused as refused:
        within = refused.problem.column or 1
        problems.add(_BAD_NAME, line, column + within - 1, reason=refused.problem.message)
        return ""


def hint_encoding(encoding: str, names: Iterable[str], problems: Report) -> None:
    """Where a name was refused and the encoding is only a guess, say so below the rest."""
    if not encoding.startswith("utf-") and not all(names):
        problems.add(_OTHER_ENCODING, None, None, label=Message(LABELS[encoding]))


def read_title(text: str, line: int, column: int, warnings: Report) -> str:
    """The name of an event, without anything that cannot be seen, and not too long."""
    visible = "".join(c for c in text if c.isspace() or not fault(c))
    if visible != text:
        warnings.add(_TITLE_CLEANED, line, column)
    title = " ".join(unicodedata.normalize("NFC", visible).split())
    if len(title) > MAX_TITLE:
        warnings.add(_TITLE_CUT, line, column + MAX_TITLE, limit=MAX_TITLE)
        title = title[:MAX_TITLE].rstrip()
    return title
