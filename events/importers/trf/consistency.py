"""Two lines for one game: what each player's line says must fit what the opponent's line says.

For every player, opponent and round the opponent's line must show the player in that round, the
other colour and the complementary result (FIDE C.04 Annex 2). Contradictions refuse the file, with
both lines named; nothing is repaired. What is only unusual is read, and told.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from clubs.messages import gettext_noop
from events.importers.base import ImportedGame, Report
from events.importers.trf.rounds import (
    BYES,
    DECIDED,
    FORFEITED,
    KNOWN,
    SHORT,
    UNDECIDED,
    Cell,
    Cells,
)
from events.results import GameKind, Result, bye_result, result_of

_SELF = gettext_noop(
    "Round %(round)d: player %(number)d is paired with himself. Correct the opponent."
)
_UNKNOWN = gettext_noop(
    "Round %(round)d: player %(number)d has the opponent %(opponent)d, who is not in the list."
    " Is the file complete?"
)
_ONE_SIDED = gettext_noop(
    "Round %(round)d: player %(number)d (line %(line)d, column %(column)d) has the opponent"
    " %(opponent)d, but line %(other_line)s, column %(other_column)d shows another opponent"
    " (%(shown)s). Correct one of the two lines."
)
_CONTRADICTION = gettext_noop(
    "Round %(round)d: players %(number)d (line %(line)d, column %(column)d: “%(code)s”) and"
    " %(opponent)d (line %(other_line)s, column %(other_column)d: “%(other_code)s”) state results"
    " that do not fit each other. Correct one of the two lines."
)
_SAME_COLOUR = gettext_noop(
    "Round %(round)d: players %(number)d (line %(line)d, column %(column)d) and %(opponent)d (line"
    " %(other_line)s, column %(other_column)d) both have “%(code)s” as colour. Correct one of them."
)
_ONE_COLOUR = gettext_noop(
    "Round %(round)d: the colour is given for one of players %(number)d and %(opponent)d only; the"
    " other is taken from it."
)
_OPPONENT_AND_BYE = gettext_noop(
    "Round %(round)d: player %(number)d has the opponent %(opponent)d (columns %(column)d to"
    " %(last)d) together with the bye code “%(code)s”; nothing was played, nothing is rated."
)
_ODD_CODE = gettext_noop(
    "Round %(round)d: the result “%(code)s” of player %(number)d is not known; read as not played."
)
_NO_OPPONENT = gettext_noop(
    "Round %(round)d: player %(number)d has the result “%(code)s” without an opponent; read as a"
    " bye."
)
_NOT_PAIRED = gettext_noop(
    "Round %(round)d: %(count)d players, the first of them player %(number)d, have neither an"
    " opponent nor a result; the round is read as not finished."
)

# What a code brings a player who has no opponent (TRF06: = + - with 0000 are byes).
_BYE_KINDS: Final = {
    "H": GameKind.HALF_BYE, "=": GameKind.HALF_BYE, "D": GameKind.HALF_BYE,
    "F": GameKind.FULL_BYE, "+": GameKind.FULL_BYE, "1": GameKind.FULL_BYE, "W": GameKind.FULL_BYE,
    "U": GameKind.PAIRING_BYE,
    "Z": GameKind.ZERO_BYE, "-": GameKind.ZERO_BYE, "0": GameKind.ZERO_BYE, "L": GameKind.ZERO_BYE,
    "": GameKind.ZERO_BYE, "*": GameKind.ZERO_BYE,
}  # fmt: skip
_HALF_POINTS: Final = {"1": 2, "+": 2, "W": 2, "=": 1, "D": 1, "0": 0, "-": 0, "L": 0}
_COMPLEMENTS: Final = frozenset(
    (*("10", "01", "==", "00", "0=", "=0"), *("+-", "-+", "--"), *("WL", "LW", "DD"))
)

Board = Mapping[int, Cells]  # the rounds of each player, by start number
Column = Mapping[int, Cell]  # one round, by start number; without those who have nothing


class Pairing:
    """Reads the games of one event out of the cells; what cannot be right goes to `problems`.

    `lines`: the line of each player in the file, also of those who have no round.
    """

    def __init__(
        self, board: Board, lines: Mapping[int, int], problems: Report, warnings: Report
    ) -> None:
        self._board = board
        self._line_of = lines
        self._problems = problems
        self._warnings = warnings

    def games(self) -> tuple[ImportedGame, ...]:
        """All games and byes, by round and then in the order of the players' list."""
        rounds = max((len(cells) for cells in self._board.values()), default=0)
        return tuple(game for number in range(1, rounds + 1) for game in self._round(number))

    def _round(self, round_: int) -> Iterator[ImportedGame]:
        at = round_ - 1
        column = {
            number: cell
            for number, cells in self._board.items()
            if at < len(cells) and (cell := cells[at]) is not None
        }
        self._tell_unpaired(round_, column)
        done: set[int] = set()
        for number, cell in column.items():
            if number in done:
                continue
            if not cell.opponent:
                yield from self._sole(round_, number, cell)
            elif (other := self._opponent(round_, number, column)) is not None:
                done.add(cell.opponent)
                yield from self._pair(round_, number, cell, other)
            elif cell.code in BYES:
                yield self._bye(round_, number, cell)

    def _tell_unpaired(self, round_: int, column: Column) -> None:
        waiting = [
            (number, cell)
            for number, cell in column.items()
            if not cell.opponent and cell.code in UNDECIDED
        ]
        if waiting:
            number, cell = waiting[0]
            params = {"round": round_, "number": number, "count": len(waiting)}
            self._warnings.add(_NOT_PAIRED, cell.line, cell.column, **params)

    def _sole(self, round_: int, number: int, cell: Cell) -> Iterator[ImportedGame]:
        """A round without an opponent: a bye, or a round that is not paired yet."""
        if cell.code in UNDECIDED:
            return
        if cell.code not in KNOWN:
            self._warn(_ODD_CODE, round_, number, cell)
            return
        if cell.code in DECIDED | SHORT and cell.code != "=":
            self._warn(_NO_OPPONENT, round_, number, cell)
        yield self._bye(round_, number, cell)

    def _opponent(self, round_: int, number: int, column: Column) -> Cell | None:
        """The opponent's cell of this round, when both lines name each other."""
        cell = column[number]
        if cell.opponent == number:
            self._problem(_SELF, round_, number, cell)
            return None
        if cell.opponent not in self._board:
            self._problem(_UNKNOWN, round_, number, cell)
            return None
        other = column.get(cell.opponent)
        if other is not None and other.opponent == number:
            return other
        if cell.code in BYES:
            self._warn(_OPPONENT_AND_BYE, round_, number, cell)
        elif other is None or other.opponent != cell.opponent:  # else that line is refused itself
            self._problem(_ONE_SIDED, round_, number, cell, other)
        return None

    def _pair(self, round_: int, number: int, cell: Cell, other: Cell) -> Iterator[ImportedGame]:
        if cell.code in BYES or other.code in BYES:
            yield from self._unplayed_pair(round_, number, cell, other)
            return
        if cell.colour == other.colour != "":
            self._problem(_SAME_COLOUR, round_, number, cell, other)
            return
        if bool(cell.colour) != bool(other.colour):
            self._warn(_ONE_COLOUR, round_, number, cell)
        outcome = self._outcome(round_, number, cell, other)
        if outcome is None:
            return
        (mine, theirs), kind = outcome
        swapped = cell.colour == "b" or other.colour == "w"
        white, black = (cell.opponent, number) if swapped else (number, cell.opponent)
        points = (theirs, mine) if swapped else (mine, theirs)
        result = Result.NONE if kind is GameKind.OPEN else result_of(*points) or Result.NONE
        known = bool(cell.colour or other.colour)
        yield ImportedGame(round_, white, black, result, kind, colours_known=known, line=cell.line)

    def _outcome(
        self, round_: int, number: int, cell: Cell, other: Cell
    ) -> tuple[tuple[int, int], GameKind] | None:
        """Half points of both and how it came about; None after reporting a contradiction."""
        for who, side in ((number, cell), (cell.opponent, other)):
            if side.code not in KNOWN:
                self._warn(_ODD_CODE, round_, who, side)
                return (0, 0), GameKind.OPEN
        if cell.code in UNDECIDED and other.code in UNDECIDED:
            return (0, 0), GameKind.OPEN
        if cell.code + other.code not in _COMPLEMENTS:
            self._problem(_CONTRADICTION, round_, number, cell, other)
            return None
        kind = GameKind.FORFEIT if cell.code in FORFEITED else GameKind.PLAYED
        if cell.code in SHORT:
            kind = GameKind.SHORT
        return (_HALF_POINTS[cell.code], _HALF_POINTS[other.code]), kind

    def _unplayed_pair(
        self, round_: int, number: int, cell: Cell, other: Cell
    ) -> Iterator[ImportedGame]:
        """An opponent together with a bye code, as lichess writes: both had no game."""
        who, told = (number, cell) if cell.code in BYES else (cell.opponent, other)
        self._warn(_OPPONENT_AND_BYE, round_, who, told)
        yield self._bye(round_, number, cell)
        yield self._bye(round_, cell.opponent, other)

    def _bye(self, round_: int, number: int, cell: Cell) -> ImportedGame:
        kind = _BYE_KINDS.get(cell.code, GameKind.ZERO_BYE)
        return ImportedGame(round_, number, None, bye_result(kind), kind, line=cell.line)

    def _warn(self, template: str, round_: int, number: int, cell: Cell) -> None:
        self._warnings.add(template, cell.line, cell.column, **self._params(round_, number, cell))

    def _problem(
        self, template: str, round_: int, number: int, cell: Cell, other: Cell | None = None
    ) -> None:
        params = self._params(round_, number, cell)
        params |= self._other_params(cell, other)
        if template is _SAME_COLOUR:
            params["code"] = cell.colour
        self._problems.add(template, cell.line, cell.column, **params)

    def _params(self, round_: int, number: int, cell: Cell) -> dict[str, object]:
        return {
            "round": round_,
            "number": number,
            "opponent": cell.opponent,
            "line": cell.line,
            "column": cell.column,
            "last": cell.column + 7,
            "code": cell.code or " ",
        }

    def _other_params(self, cell: Cell, other: Cell | None) -> dict[str, object]:
        return {
            "other_line": self._line_of.get(cell.opponent, cell.line),
            "other_column": cell.column,
            "other_code": (other.code if other else "") or " ",
            "shown": f"{other.opponent:04}" if other else "0000",
        }
