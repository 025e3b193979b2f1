"""The list of a ladder in numbers, for table files: what its page shows, before it is words."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubs.cells import Cell
from clubs.models import Club
from ladder import shown
from ladder.listing import Line
from ladder.queries.lists import standings


def rounded_change(value: float | None) -> Decimal | None:
    """A change as pages round it, as a number; None of somebody who did not play."""
    return None if value is None else shown.rounded(value, 1)


class ListLine(NamedTuple):
    """A line of the list; `player` is an id, `rank` None below the ranked ones."""

    part: str  # "ranked", "provisional" or "resting"
    rank: int | None
    player: int
    uid: str
    rating: int
    change: Decimal | None
    counted: int
    rated: int


def list_lines(club: Club, ladder: int, on: date | None = None) -> list[ListLine]:
    """The list as it stands, or as it stood at the end of a day, with figures rounded as shown."""
    listed, _last_day, _established = standings(club, ladder, on)
    return [
        *_lines("ranked", listed.ranked),
        *_lines("provisional", listed.provisional),
        *_lines("resting", listed.resting),
    ]


def _lines(part: str, lines: Sequence[Line]) -> Iterator[ListLine]:
    for number, line in enumerate(lines, 1):
        yield ListLine(
            part,
            number if part == "ranked" else None,
            line.player,
            line.uid,
            int(shown.rating(line.rating)),
            rounded_change(line.change),
            line.games,
            line.all_games,
        )


def list_sheet(lines: Iterable[tuple[ListLine, str]]) -> Iterator[list[Cell]]:
    """The rows of a file, the names of its columns first; beside each line stands its name as this
    reader may see it."""
    parts = {
        "ranked": "",
        "provisional": _("provisional"),
        "resting": _("Not played for a year"),
    }
    yield [
        _("Rank"),
        _("Player"),
        _("Rating"),
        _("Change"),
        _("Counted games"),
        _("Rated games"),
        _("Note"),
    ]
    for line, name in lines:
        yield [
            line.rank,
            name,
            line.rating,
            line.change,
            line.counted,
            line.rated,
            parts[line.part],
        ]
