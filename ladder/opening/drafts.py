"""Opening lists on the server while they are looked at: kept, corrected, cleared after 30 days."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from clubs.models import Club, User
from events.importers import ImportRefused, readings
from events.importers.encoding import decode, guess
from ladder.models import OpeningDraft
from ladder.systems import get
from players.opening import (
    Limits,
    ListRefused,
    OpeningList,
    is_workbook,
    read_list,
    scrub,
    sheet_text,
)

KEPT = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Text:
    """A file as text, without columns that are not read. `encoding` is empty for workbooks, which
    say themselves what they hold."""

    text: str
    encoding: str = ""

    def data(self) -> bytes | None:
        """The text in its encoding, to be read in another one."""
        return self.text.encode(self.encoding) if self.encoding else None


def text_of(club: Club, data: bytes, encoding: str = "") -> Text:
    """The text of a file; without an encoding it is found. Raises ListRefused."""
    if is_workbook(data):
        return Text(scrub(sheet_text(data)))
    try:
        found = decode(data, encoding or _by_header(club, data), club.code_page)
    except ImportRefused as refused:
        problem = refused.problems[0]
        raise ListRefused(
            problem.message.template, problem.line, problem.column, **problem.message.params
        ) from None
    return Text(scrub(found.text), found.encoding)


def _by_header(club: Club, data: bytes) -> str | None:
    """The encoding in which the first line makes sense, where nothing in the bytes says which."""
    if guess(data, ""):
        return None
    tried = [reading.encoding for reading in readings(data, code_page=club.code_page)]
    found = [name for name in tried if read_text(decode(data, name, name).text).header]
    return found[0] if found else None


LEAST_ELSEWHERE = 1
"""The lowest rating of a list where numbers are not on Elo's scale."""


def read_text(text: str, system: str = "") -> OpeningList:
    """A text as a list; one that cannot be read at all has that as its only problem. `system`: the
    id of the one whose numbers its ratings are."""
    other = system and not get(system).elo_scale
    try:
        return read_list(text, Limits(least=LEAST_ELSEWHERE) if other else None)
    except ListRefused as refused:
        return OpeningList(problems=(refused.problem,))


def keep_pasted(club: Club, text: str, *, by: User | None) -> OpeningDraft:
    """Keep what somebody pasted, whatever is wrong with it, without columns that are not read."""
    return OpeningDraft.objects.create(club=club, text=_read_only(text), by=by)


def keep_file(club: Club, data: bytes, filename: str, *, by: User | None) -> OpeningDraft:
    """Keep a file as text, without birth dates and whatever else is not read.

    Raises ListRefused, also where the columns cannot be told apart; then nothing is kept.
    """
    read = text_of(club, data)
    return OpeningDraft.objects.create(
        club=club,
        text=read.text,
        data=read.data(),
        encoding=read.encoding,
        filename=filename,
        by=by,
    )


def read_again(draft: OpeningDraft, encoding: str) -> None:
    """Read the draft's file in another encoding. Raises ListRefused; then it is as it was."""
    if draft.data is not None:
        read = text_of(draft.club, bytes(draft.data), encoding)
        _change(draft, text=read.text, encoding=read.encoding)


def correct(draft: OpeningDraft, text: str) -> None:
    """Put another text in the place of the draft's."""
    _change(draft, text=_read_only(text), data=None, encoding="")


def _read_only(text: str) -> str:
    """What is kept of a pasted text; one whose columns cannot be told apart stays to be mended."""
    try:
        return scrub(text)
    except ListRefused:
        return text


def _change(draft: OpeningDraft, **fields: object) -> None:
    for name, value in fields.items():
        setattr(draft, name, value)
    # A draft that was saved or dropped in another tab is gone, and stays so.
    OpeningDraft.objects.filter(pk=draft.pk).update(**fields, changed=timezone.now())


def expire(now: datetime | None = None) -> int:
    """Clear lists untouched for 30 days -> how many: they hold names."""
    limit = (now or timezone.now()) - KEPT
    cleared, _ = OpeningDraft.objects.filter(changed__lt=limit).delete()
    return cleared
