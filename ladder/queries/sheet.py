"""The list of a ladder in numbers, for table files: what its page shows, before it is words."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubs.cells import Cell
from clubs.messages import Message
from clubs.models import Club
from clubs.templatetags.words import say
from ladder import shown
from ladder.listing import Line
from ladder.queries.lists import standings
from ladder.replay import Rules


def rounded_change(value: float | None) -> Decimal | None:
    """A change as pages round it, as a number; None of somebody who did not play."""
    return None if value is None else shown.rounded(value, 1)


def headings(column: str, systems: Iterable[str], *, named: bool) -> list[str]:
    """The names of a column that stands once for each system: its numbers have other units."""
    return [f"{column} ({system})" if named else column for system in systems]


class ListLine(NamedTuple):
    """A line of the list; `player` is an id, `rank` None below the ranked ones."""

    part: str  # "ranked", "provisional", "resting" or "unrated"
    rank: int | None
    player: int
    uid: str
    rating: int | None  # None of somebody without one
    change: Decimal | None
    counted: int
    rated: int
    waiting: Message | None = None  # what somebody without a rating waits for


def list_lines(club: Club, ladder: int, on: date | None = None) -> list[ListLine]:
    """The list as it stands, or as it stood at the end of a day, with figures rounded as shown."""
    found = standings(club, ladder, on)
    listed = found.listing
    return [
        *_lines("ranked", listed.ranked),
        *_lines("provisional", listed.provisional),
        *_lines("resting", listed.resting),
        *(_unrated(line, found.rules) for line in listed.unrated),
    ]


def _lines(part: str, lines: Sequence[Line]) -> Iterator[ListLine]:
    for number, line in enumerate(lines, 1):
        yield ListLine(
            part,
            number if part == "ranked" else None,
            line.player,
            line.uid,
            int(shown.rating(line.rating)),
            None if line.first else rounded_change(line.change),
            line.games,
            line.all_games,
        )


def _unrated(line: Line, rules: Rules) -> ListLine:
    waiting = rules.system.waiting(line, rules.settings)
    return ListLine(
        *("unrated", None, line.player, line.uid, None, None, line.games, line.all_games, waiting)
    )


def list_sheet(lines: Iterable[tuple[ListLine, str]]) -> Iterator[list[Cell]]:
    """The rows of a file, the names of its columns first; beside each line stands its name as this
    reader may see it."""
    parts = {
        "ranked": "",
        "provisional": _("provisional"),
        "resting": _("Not played for a year"),
        "unrated": _("no rating yet"),
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
            ": ".join(filter(None, (parts[line.part], say(line.waiting).rstrip(".")))),
        ]
