"""Results of games: what counts for the standings, and what a rating system may use.

Source: docs/rules/conventions.md (rated game, result on the board), FIDE C.04 Annex 2 (TRF codes).
Points are counted in half points, as whole numbers, so that sums are exact.
"""

from enum import StrEnum
from typing import Final

from clubs.messages import Message, gettext_noop


class Result(StrEnum):
    """What stands in the results list, white's points first. Byes: the entry stands as white."""

    NONE = ""
    WHITE_WINS = "1-0"
    BLACK_WINS = "0-1"
    DRAW = "1/2"
    BOTH_LOSE = "0-0"
    WHITE_HALF = "1/2-0"
    BLACK_HALF = "0-1/2"


class GameKind(StrEnum):
    """How the result came about."""

    PLAYED = "played"
    SHORT = "short"  # played, but under one move by each side
    FORFEIT = "forfeit"
    PAIRING_BYE = "pairing-bye"  # nobody left to play
    FULL_BYE = "full-bye"
    HALF_BYE = "half-bye"
    ZERO_BYE = "zero-bye"  # asked not to be paired
    ADJOURNED = "adjourned"
    POSTPONED = "postponed"
    OPEN = "open"  # paired, no result entered yet


BYES: Final = frozenset(
    {GameKind.PAIRING_BYE, GameKind.FULL_BYE, GameKind.HALF_BYE, GameKind.ZERO_BYE}
)
UNFINISHED: Final = frozenset({GameKind.ADJOURNED, GameKind.POSTPONED, GameKind.OPEN})
DECISIVE_OR_DRAWN: Final = frozenset({Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW})

_HALF_POINTS: Final[dict[Result, tuple[int, int]]] = {
    Result.NONE: (0, 0),
    Result.WHITE_WINS: (2, 0),
    Result.BLACK_WINS: (0, 2),
    Result.DRAW: (1, 1),
    Result.BOTH_LOSE: (0, 0),
    Result.WHITE_HALF: (1, 0),
    Result.BLACK_HALF: (0, 1),
}


def half_points(result: Result) -> tuple[int, int]:
    """Half points of (white, black) for the standings; a result not yet known gives none."""
    return _HALF_POINTS[result]


def rated_result(kind: GameKind, result: Result, board: Result = Result.NONE) -> Result:
    """The result that rating systems use, or `Result.NONE` when the game is not rated.

    A result on the board wins over the one for the standings: a forfeit or a decision declared
    after play does not undo the game. Source: federation code 2.8.4, 3.10.4.
    """
    if kind in BYES or kind is GameKind.SHORT:
        return Result.NONE
    if board is not Result.NONE:
        return board if board in DECISIVE_OR_DRAWN else Result.NONE
    if kind is GameKind.PLAYED and result in DECISIVE_OR_DRAWN:
        return result
    return Result.NONE


_REASONS: Final[dict[GameKind, str]] = {
    GameKind.SHORT: gettext_noop("not a move was made"),
    GameKind.FORFEIT: gettext_noop("forfeit"),
    GameKind.PAIRING_BYE: gettext_noop("bye"),
    GameKind.FULL_BYE: gettext_noop("bye"),
    GameKind.HALF_BYE: gettext_noop("half-point bye"),
    GameKind.ZERO_BYE: gettext_noop("not paired"),
    GameKind.ADJOURNED: gettext_noop("adjourned"),
    GameKind.POSTPONED: gettext_noop("postponed"),
    GameKind.OPEN: gettext_noop("no result yet"),
}


def unrated_reason(kind: GameKind, result: Result, board: Result = Result.NONE) -> Message | None:
    """Why a game between two named players is not rated, in words; None when it is rated."""
    if rated_result(kind, result, board) is not Result.NONE:
        return None
    if kind is GameKind.PLAYED:
        return Message(gettext_noop("decided without a result on the board"))
    return Message(_REASONS[kind])


_BYE_RESULTS: Final[dict[GameKind, Result]] = {
    GameKind.PAIRING_BYE: Result.WHITE_WINS,
    GameKind.FULL_BYE: Result.WHITE_WINS,
    GameKind.HALF_BYE: Result.WHITE_HALF,
    GameKind.ZERO_BYE: Result.BOTH_LOSE,
}


def bye_result(kind: GameKind) -> Result:
    """The usual result of a bye, the entry standing as white; a club may give other points."""
    return _BYE_RESULTS[kind]


def result_of(white: int, black: int) -> Result | None:
    """The result that gives these half points, or None when no game ends so."""
    return _BY_HALF_POINTS.get((white, black))


_BY_HALF_POINTS: Final = {
    points: result for result, points in _HALF_POINTS.items() if result is not Result.NONE
}
