"""A tournament report file as FIDE C.04 Annex 2 (TRF16) describes it, in UTF-8 with CRLF.

Federation, rating, title, birth date and numbers of federations stay blank: the product does not
keep them. Does not carry: boards, results on the board, days of single games, and what the format
has no code for (adjourned and postponed games, a forfeit without a winner, half a point against
none by forfeit), which goes out as not finished (`*`); names are cut at 33 characters, which
`cut_names` tells beforehand.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Final

from events.exporters.event import ExportedEvent, ExportedPlayer
from events.importers.base import points_text
from events.results import BYES, GameKind, Result
from events.revisions import GameContent

NAME_WIDTH: Final = 33
_MOST_HALF_POINTS: Final = 199  # 99.5 fills columns 81 to 84

# What stands in the lines of white and black.
_CODES: Final[dict[tuple[GameKind, Result], tuple[str, str]]] = {
    (GameKind.PLAYED, Result.WHITE_WINS): ("1", "0"),
    (GameKind.PLAYED, Result.BLACK_WINS): ("0", "1"),
    (GameKind.PLAYED, Result.DRAW): ("=", "="),
    (GameKind.PLAYED, Result.BOTH_LOSE): ("0", "0"),
    (GameKind.PLAYED, Result.WHITE_HALF): ("=", "0"),
    (GameKind.PLAYED, Result.BLACK_HALF): ("0", "="),
    (GameKind.FORFEIT, Result.WHITE_WINS): ("+", "-"),
    (GameKind.FORFEIT, Result.BLACK_WINS): ("-", "+"),
    (GameKind.FORFEIT, Result.BOTH_LOSE): ("-", "-"),
    (GameKind.SHORT, Result.WHITE_WINS): ("W", "L"),
    (GameKind.SHORT, Result.BLACK_WINS): ("L", "W"),
    (GameKind.SHORT, Result.DRAW): ("D", "D"),
}
_NOT_FINISHED: Final = ("*", "*")
_BYE_CODES: Final = {
    GameKind.PAIRING_BYE: "U",
    GameKind.FULL_BYE: "F",
    GameKind.HALF_BYE: "H",
    GameKind.ZERO_BYE: "Z",
}

_Cells = Mapping[int, Mapping[int, str]]  # player -> round -> eight characters


def trf16(event: ExportedEvent) -> bytes:
    """The event as one file. Start numbers above 9999 have no place in it: ValueError."""
    if any(not 1 <= player.number <= 9_999 for player in event.players):
        raise ValueError("start numbers of a TRF go from 1 to 9999")
    rounds = max((game.round for game in event.games), default=0)
    cells = _cells(event.games)
    lines = [
        f"012 {event.name}",
        f"042 {_day(event.start)}",
        f"052 {_day(event.end)}",
        f"062 {len(event.players)}",
        *_round_days(event.round_days),
        *([f"XXR {event.rounds}"] if event.rounds else []),
        *(_player(player, cells.get(player.number, {}), rounds) for player in event.players),
    ]
    return "".join(line.rstrip() + "\r\n" for line in lines).encode("utf-8")


def cut_names(players: Iterable[ExportedPlayer]) -> list[int]:
    """The numbers of players whose names do not fit into their columns."""
    return [player.number for player in players if len(player.name) > NAME_WIDTH]


def _cells(games: Iterable[GameContent]) -> _Cells:
    found: dict[int, dict[int, str]] = {}
    for game in games:
        if game.black is None or game.kind in BYES:
            code = _BYE_CODES.get(game.kind, "Z")
            found.setdefault(game.white, {})[game.round] = f"0000 - {code}"
            continue
        white, black = _CODES.get((game.kind, game.result), _NOT_FINISHED)
        colours = ("w", "b") if game.colours_known else ("-", "-")
        mine = f"{game.black:>4} {colours[0]} {white}"
        theirs = f"{game.white:>4} {colours[1]} {black}"
        found.setdefault(game.white, {})[game.round] = mine
        found.setdefault(game.black, {})[game.round] = theirs
    return found


def _player(player: ExportedPlayer, cells: Mapping[int, str], rounds: int) -> str:
    points = player.half_points
    stated = "" if points is None or points > _MOST_HALF_POINTS else points_text(points)
    name = player.name[:NAME_WIDTH].ljust(NAME_WIDTH)
    head = f"001 {player.number:>4}      {name}".ljust(80) + f"{stated:>4} {player.place or '':>4}"
    return head + "".join(f"  {cells.get(number, ''):8}" for number in range(1, rounds + 1))


def _round_days(days: Iterable[date | None]) -> list[str]:
    """132: YY/MM/DD in columns 92-99, 102-109, ...; no line when no day is known."""
    cells = [day.strftime("%y/%m/%d") if day else "" for day in days]
    return ["132".ljust(91) + "".join(f"{cell:10}" for cell in cells)] if any(cells) else []


def _day(day: date | None) -> str:
    return day.strftime("%Y/%m/%d") if day else ""
