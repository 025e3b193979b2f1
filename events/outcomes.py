"""Results in words and figures, as clubs write them. For pages and for lists of changes."""

from typing import Final

from clubs.messages import Message, gettext_noop
from events.results import BYES, GameKind, Result, half_points

SCORES: Final = {
    Result.NONE: "–",
    Result.WHITE_WINS: "1 : 0",
    Result.BLACK_WINS: "0 : 1",
    Result.DRAW: "½ : ½",
    Result.BOTH_LOSE: "0 : 0",
    Result.WHITE_HALF: "½ : 0",
    Result.BLACK_HALF: "0 : ½",
}
_FORFEIT: Final = {
    Result.WHITE_WINS: "+ : −",
    Result.BLACK_WINS: "− : +",
    Result.BOTH_LOSE: "− : −",
}
HOW: Final = {
    GameKind.SHORT: gettext_noop("not a move was made"),
    GameKind.FORFEIT: gettext_noop("forfeit"),
    GameKind.PAIRING_BYE: gettext_noop("bye"),
    GameKind.FULL_BYE: gettext_noop("full-point bye"),
    GameKind.HALF_BYE: gettext_noop("half-point bye"),
    GameKind.ZERO_BYE: gettext_noop("not paired"),
    GameKind.ADJOURNED: gettext_noop("adjourned"),
    GameKind.POSTPONED: gettext_noop("postponed"),
    GameKind.OPEN: gettext_noop("no result yet"),
}
_BOTH = gettext_noop("%(score)s, %(how)s")
_SCORE_ALONE = "%(score)s"  # nothing in it to translate


def score(result: Result | str, kind: GameKind | str = GameKind.PLAYED) -> str:
    """What stands between two names: "1 : 0", "+ : −", "½ : ½"; "–" while it is not known.

    Beside a bye it is the points of the one player: "1", "½", "0".
    """
    result, kind = Result(result), GameKind(kind)
    if kind in BYES:
        return points(half_points(result)[0])
    if kind is GameKind.FORFEIT and result in _FORFEIT:
        return _FORFEIT[result]
    return SCORES[result]


def outcome(result: Result | str, kind: GameKind | str) -> Message:
    """The result, and in words how it came about unless it was simply played."""
    result, kind = Result(result), GameKind(kind)
    how = HOW.get(kind)
    if how and result is Result.NONE:
        return Message(how)
    params: dict[str, object] = {"score": score(result, kind)}
    return Message(_BOTH, params | {"how": Message(how)}) if how else Message(_SCORE_ALONE, params)


def points(half: int) -> str:
    """Half points as clubs write them: 0, ½, 1, 3½."""
    whole, rest = divmod(half, 2)
    return f"{whole or ''}½" if rest else str(whole)
