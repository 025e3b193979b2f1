"""A table of pairings: one row per game (round, board, white, black, result), as CSV.

Headers in English, Czech or Russian, results as people write them there (`typed.read_result`).
Separated by comma, semicolon or tab. Without a round column a game belongs to the first round that
both players have free. A row with one name and nothing else enters a player without games.
In problems `column` counts the columns of the table, as a spreadsheet does.
Does not do: several events in one file, team matches, ratings and numbers of federations (columns
that are not known are listed and read over).
"""

import re
from collections import Counter
from typing import Final

from clubs.messages import Problem, gettext_noop
from events.importers.base import (
    ImportedEvent,
    ImportedGame,
    Report,
    Source,
    importer,
    whole_number,
)
from events.importers.dates import State, WrittenDay, read_day
from events.importers.entrants import Entrants, unescape
from events.importers.game_days import date_games
from events.importers.names_in_files import hint_encoding, read_title
from events.importers.tables import Row, Table, find_header, read_table, scrub
from events.importers.tempo import tempo_of
from events.importers.typed import read_result, read_sole_points
from events.importers.words import UNKNOWN_COLOURS, Column, bye_kind, column_of, is_bye
from events.results import GameKind, Result, bye_result, result_of

KEY: Final = "csv"

_NO_RESULTS = gettext_noop(
    "There is no column for the result. Name it result, výsledek or результат in this row."
)
_TWICE = gettext_noop("The column “%(name)s” is there twice. Rename or delete one of them.")
_NO_ROWS = gettext_noop("There is no pairing below the header.")
_READ_OVER = gettext_noop("The column “%(name)s” was read over.")
_NO_ROUNDS = gettext_noop(
    "There is no column for the round: the games of each player were numbered in their order."
)
_BAD_ROUND = gettext_noop("“%(text)s” is no round. Write a number from 1 to %(limit)d.")
_BAD_BOARD = gettext_noop("“%(text)s” is no board number; it is not used.")
_BAD_RESULT = gettext_noop(
    "“%(text)s” is no result. Write 1-0, 0-1, ½-½, +:- or -:+ for a forfeit, or leave it empty for"
    " a game without a result."
)
_BAD_BYE = gettext_noop("“%(text)s” is no score of a player without an opponent. Write 1, ½ or 0.")
_BAD_BOARD_RESULT = gettext_noop(
    "“%(text)s” is no result on the board. Write 1-0, 0-1 or ½-½, or leave it empty."
)
_UNCLEAR = gettext_noop(
    "The forfeit does not say who got the point: nobody does. Write +:- or -:+ if that is wrong."
)
_BAD_DAY = gettext_noop("“%(text)s” could not be read as a day; it is not used.")
_BAD_YEAR = gettext_noop("“%(text)s” is no day on which a game was played. Correct the date.")
_NO_PLAYER = gettext_noop("This row has no player. Write the names, or delete the row.")
_TWO_BYES = gettext_noop("Both players are a bye. Write a name, or delete the row.")
_SELF = gettext_noop("“%(name)s” is paired with himself. Correct one of the two names.")
_TWO_GAMES = gettext_noop(
    "“%(name)s” is in round %(round)d twice, here and in line %(other)d. Correct the name or the"
    " round."
)
_TWO_EVENTS = gettext_noop(
    "The file has %(count)d events (“%(first)s”, here “%(other)s”). Import one event at a time."
)
_FUTURE = gettext_noop("The event begins in the future (%(day)s). Check the date.")

_ONLY_ONCE: Final = frozenset(
    (Column.ROUND, Column.WHITE, Column.BLACK, Column.FIRST, Column.SECOND, Column.RESULT)
)
_ROUND_WORDS: Final = re.compile(r"(?:round|kolo|тур)? ?([0-9]+)(?:\.0)?\.?(?: ?(?:kolo|тур))?")


def looks_like_pairings(source: Source) -> bool:
    """Whether a row near the top names the columns of two players."""
    return find_header(source) is not None


@importer(KEY, gettext_noop("Table of pairings (CSV)"), looks_like_pairings, scrub)
def read_pairings(source: Source) -> ImportedEvent:
    """One event from a table, or ImportRefused."""
    table = read_table(source)
    _check_header(table)
    return _Reading(source, table).event()


def _check_header(table: Table) -> None:
    problems = Report()
    for position, name in table.twice:
        if column_of(name) in _ONLY_ONCE:
            problems.add(_TWICE, table.header_line, position, name=name)
    if Column.RESULT not in table.columns:
        problems.add(_NO_RESULTS, table.header_line, 1)
    if not table.rows:
        problems.add(_NO_ROWS, table.header_line, 1)
    problems.refuse_if_any()


class _Reading:
    """One table being read; `event` gives the result or raises ImportRefused."""

    def __init__(self, source: Source, table: Table) -> None:
        self._source = source
        self._table = table
        self._coloured = Column.WHITE in table.columns and Column.BLACK in table.columns
        self._white = Column.WHITE if self._coloured else Column.FIRST
        self._black = Column.BLACK if self._coloured else Column.SECOND
        self._numbered = Column.ROUND in table.columns
        self._problems = Report()
        self._warnings = Report()
        self._entrants = Entrants(source.limits.players, self._problems, self._warnings)
        self._lines: dict[tuple[int, int], int] = {}  # (round, player) -> line
        self._played: Counter[int] = Counter()  # rounds given so far, when there is no column

    def event(self) -> ImportedEvent:
        name = self._event_name()
        self._problems.refuse_if_any()  # several events in one file explain every other problem
        if not self._numbered:
            self._warnings.add(_NO_ROUNDS, self._table.header_line, 1)
        pairs = [(row, game) for row in self._table.rows if (game := self._game(row))]
        players = self._entrants.players()
        hint_encoding(self._source.encoding, (p.name for p in players), self._problems)
        days = [self._day(row) for row, _ in pairs]
        self._problems.refuse_if_any()
        dated = date_games([game for _, game in pairs], days)
        start, end = dated.span or (None, None)
        if start and start > self._source.today:
            self._warnings.add(_FUTURE, None, None, day=start)
        return ImportedEvent(
            format=KEY,
            encoding=self._source.encoding,
            name=name,
            start=start,
            end=end,
            date_question=dated.question,
            rounds=max((game.round for game in dated.games), default=0),
            round_days=dated.round_days,
            round_day_readings=dated.round_day_readings,
            tempo=tempo_of(None, name),
            players=players,
            games=tuple(sorted(dated.games, key=lambda game: game.round)),
            warnings=self._warnings.problems(),
            skipped=self._read_over(),
        )

    def _game(self, row: Row) -> ImportedGame | None:
        """The game of one row; None where there is none, or after adding to the problems."""
        first, second = row.get(self._white), row.get(self._black)
        if not first and not second:
            self._problem(_NO_PLAYER, row, self._white)
            return None
        if is_bye(first) and is_bye(second):
            self._problem(_TWO_BYES, row, self._white)
            return None
        if is_bye(first) or not first:
            return self._bye(row, self._black, label=first)
        if is_bye(second) or not second:
            return self._bye(row, self._white, label=second)
        return self._pairing(row)

    def _pairing(self, row: Row) -> ImportedGame | None:
        """A row with two players."""
        white, black = self._player(row, self._white), self._player(row, self._black)
        if white is None or black is None:
            return None
        if white == black:
            self._problem(_SELF, row, self._black, name=row.get(self._black))
            return None
        round_ = self._round(row, white, black)
        written = read_result(row.get(Column.RESULT))
        if written is None:
            self._problem(_BAD_RESULT, row, Column.RESULT, text=row.get(Column.RESULT)[:40])
        if round_ is None or written is None:
            return None
        if written.unclear:
            self._warn(_UNCLEAR, row, Column.RESULT)
        return ImportedGame(
            round=round_,
            white=white,
            black=black,
            result=written.result,
            kind=written.kind,
            board=self._board(row),
            board_result=self._board_result(row),
            colours_known=self._coloured and not self._colours_unknown(row),
            line=row.line,
        )

    def _bye(self, row: Row, who: Column, label: str) -> ImportedGame | None:
        """A row with one player: a bye, or a player entered without any game."""
        number = self._player(row, who)
        text = row.get(Column.RESULT)
        if is_bye(text):  # the word stands where the score would
            label, text = label or text, ""
        if number is None or (not label and not text):
            return None
        points = read_sole_points(text, as_black=who is self._black) if text else None
        if text and points is None:
            self._problem(_BAD_BYE, row, Column.RESULT, text=text[:40])
            return None
        round_ = self._round(row, number)
        if round_ is None:
            return None
        kind = bye_kind(label or "bye", points)
        result = bye_result(kind) if points is None else result_of(points, 0)
        board = self._board(row)
        return ImportedGame(
            round_, number, None, result or Result.BOTH_LOSE, kind, board, line=row.line
        )

    def _player(self, row: Row, column: Column) -> int | None:
        return self._entrants.number(row.get(column), row.line, row.column(column))

    def _round(self, row: Row, *numbers: int) -> int | None:
        """The round of a row, after checking that none of the players has another game in it."""
        if self._numbered:
            text, limit = row.get(Column.ROUND), self._source.limits.rounds
            words = _ROUND_WORDS.fullmatch(text.casefold())
            round_ = whole_number(words[1], limit) if words else None
            if not round_:
                self._problem(_BAD_ROUND, row, Column.ROUND, text=text[:40], limit=limit)
                return None
        else:
            round_ = max(self._played[number] for number in numbers) + 1
        for number in numbers:
            other = self._lines.setdefault((round_, number), row.line)
            self._played[number] = round_
            if other != row.line:
                column = self._white if number == numbers[0] else self._black
                name = row.get(column)
                self._problem(_TWO_GAMES, row, column, name=name, round=round_, other=other)
                return None
        return round_

    def _board(self, row: Row) -> int | None:
        text = row.get(Column.BOARD)
        board = whole_number(text.rstrip("."), 9_999)
        if text and board is None:
            self._warn(_BAD_BOARD, row, Column.BOARD, text=text[:40])
        return board or None

    def _board_result(self, row: Row) -> Result:
        text = row.get(Column.BOARD_RESULT)
        if not text:
            return Result.NONE
        written = read_result(text)
        if written is None or written.kind is not GameKind.PLAYED:
            self._problem(_BAD_BOARD_RESULT, row, Column.BOARD_RESULT, text=text[:40])
            return Result.NONE
        return written.result

    def _colours_unknown(self, row: Row) -> bool:
        return row.get(Column.COLOURS).casefold() in (UNKNOWN_COLOURS, "?", "neznámé", "неизвестны")

    def _event_name(self) -> str:
        """The one name in the column of events; more than one is more than one event."""
        first: tuple[str, Row] | None = None
        others: dict[str, Row] = {}
        for row in self._table.rows:
            name = row.get(Column.EVENT)
            if name and first is None:
                first = name, row
            elif name and first and name != first[0]:
                others.setdefault(name, row)
        if first is None:
            return ""
        column = first[1].column(Column.EVENT)
        if others:
            name, row = next(iter(others.items()))
            params = {"count": len(others) + 1, "first": first[0][:60], "other": name[:60]}
            self._problem(_TWO_EVENTS, row, Column.EVENT, **params)
        return read_title(unescape(first[0]), first[1].line, column, self._warnings)

    def _day(self, row: Row) -> WrittenDay:
        text = row.get(Column.DAY)
        day = read_day(text, self._source.today)
        if day.state is State.YEAR:
            self._problem(_BAD_YEAR, row, Column.DAY, text=text[:40])
        if day.state is State.UNREADABLE:
            self._warn(_BAD_DAY, row, Column.DAY, text=text[:40])
        return day

    def _read_over(self) -> tuple[Problem, ...]:
        report = Report()
        for position, name in sorted((*self._table.unknown, *self._table.twice)):
            report.add(_READ_OVER, self._table.header_line, position, name=name)
        return report.problems()

    def _problem(self, template: str, row: Row, column: Column, /, **params: object) -> None:
        self._problems.add(template, row.line, row.column(column), **params)

    def _warn(self, template: str, row: Row, column: Column, /, **params: object) -> None:
        self._warnings.add(template, row.line, row.column(column), **params)
