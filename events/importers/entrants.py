"""The players of a table of pairings, numbered as their names first appear."""

import re
from dataclasses import replace

from clubs.cells import guard, unguard
from clubs.messages import gettext_noop
from events.importers.base import ImportedPlayer, Report, refusal
from events.importers.names_in_files import read_name
from events.importers.words import is_bye

_TOO_MANY_PLAYERS = gettext_noop("The file has more than %(limit)d players. Is it the right file?")


def unescape(cell: str) -> str:
    """A cell without the apostrophes that guard it, before a formula or a name like "Bye"."""
    return cell[1:] if cell[:1] == "'" and is_bye(cell.lstrip("'")) else unguard(cell)


def escape(cell: str) -> str:
    """The cell as `unescape` takes it back."""
    return "'" + cell if is_bye(cell.lstrip("'")) else guard(cell)


class Entrants:
    """Names by number. Blanks and the blank after a comma do not make another player; case does."""

    def __init__(self, limit: int, problems: Report, warnings: Report) -> None:
        self._limit = limit
        self._problems = problems
        self._warnings = warnings
        self._players: dict[str, ImportedPlayer] = {}
        self._cells: dict[str, ImportedPlayer] = {}  # as written, so as not to clean names twice

    def number(self, cell: str, line: int, column: int) -> int | None:
        """The number of the player of this name; None after reporting that it is no name."""
        known = self._cells.get(cell)
        if known is None:
            known = self._cells[cell] = self._player(cell, line, column)
        return known.number if known.name else None

    def _player(self, cell: str, line: int, column: int) -> ImportedPlayer:
        text = unescape(cell)
        key = re.sub(" ?, ?", ",", " ".join(text.split()))
        known = self._players.get(key)
        if known is None:
            if len(self._players) == self._limit:
                raise refusal(_TOO_MANY_PLAYERS, line, 1, limit=self._limit)
            name = self._name(text, line, column)
            known = ImportedPlayer(len(self._players) + 1, name, line)
            self._players[key] = known
        return known

    def _name(self, text: str, line: int, column: int) -> str:
        """The cleaned name; problems get the column of the table in place of the character."""
        problems, warnings = Report(), Report()
        name = read_name(text, line, 1, problems, warnings)
        for report, mine in ((problems, self._problems), (warnings, self._warnings)):
            for problem in report.problems():
                mine.append(replace(problem, column=column))
        return name

    def players(self) -> tuple[ImportedPlayer, ...]:
        return tuple(self._players.values())
