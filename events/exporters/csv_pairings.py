"""A table of pairings as CSV, which `events.importers` reads back to the same pairings.

One row per game, in UTF-8 with a byte order mark (spreadsheets need it) and CRLF. A cell that a
spreadsheet would take for a formula gets an apostrophe, which the importer takes off again.
Players without games stand below the games, alone in their row.
Does not carry: places and points as stated, tempo and kind of the event, start numbers.
"""

import csv
import io
from typing import Final

from events.exporters.event import ExportedEvent, distinct_names
from events.importers.entrants import escape
from events.importers.words import UNKNOWN_COLOURS, Column
from events.results import BYES, GameKind, Result, half_points
from events.revisions import GameContent

COLUMNS: Final = (
    Column.ROUND,
    Column.BOARD,
    Column.WHITE,
    Column.BLACK,
    Column.RESULT,
    Column.BOARD_RESULT,
    Column.DAY,
    Column.COLOURS,
    Column.EVENT,
)

_SIDES: Final = {0: "0", 1: "½", 2: "1"}
_BYE_CELLS: Final = {
    GameKind.PAIRING_BYE: "( pairing bye )",
    GameKind.FULL_BYE: "( full point bye )",
    GameKind.HALF_BYE: "( half point bye )",
    GameKind.ZERO_BYE: "( not paired )",
}
_UNFINISHED: Final = {
    GameKind.OPEN: "",
    GameKind.ADJOURNED: "adjourned",
    GameKind.POSTPONED: "postponed",
}


def pairings_csv(event: ExportedEvent, *, delimiter: str = ",") -> bytes:
    """The pairings of one event. `delimiter` is a comma, a semicolon or a tab."""
    table = io.StringIO()
    writer = csv.writer(table, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    names = {number: escape(name) for number, name in distinct_names(event.players).items()}
    order = sorted(event.games, key=lambda game: (game.round, game.board or 0))
    seen: set[int | None] = set()
    for game in order:
        seen |= {game.white, game.black}
        writer.writerow(_row(event, game, names))
    for player in event.players:
        if player.number not in seen:
            writer.writerow(["", "", names[player.number], *[""] * 5, escape(event.name)])
    return table.getvalue().encode("utf-8-sig")


def result_text(result: Result, kind: GameKind) -> str:
    """A result between two players as the importer reads it: 1-0, 1F-0F, adjourned, forfeit, ..."""
    if kind in _UNFINISHED:
        return _UNFINISHED[kind]
    if result is Result.NONE:
        return "forfeit" if kind is GameKind.FORFEIT else ""
    white, black = (_SIDES[points] for points in half_points(result))
    if kind is GameKind.FORFEIT:
        return f"{white}F-{black}F"
    return f"{white}-{black}" + (" short" if kind is GameKind.SHORT else "")


def _row(event: ExportedEvent, game: GameContent, names: dict[int, str]) -> list[str]:
    day = event.day_of(game)
    if game.black is None:
        black = _BYE_CELLS.get(game.kind, _BYE_CELLS[GameKind.PAIRING_BYE])
        result = _SIDES[half_points(game.result)[0]]
    else:
        black, result = names[game.black], result_text(game.result, game.kind)
    return [
        str(game.round),
        str(game.board or ""),
        names[game.white],
        black,
        result,
        result_text(game.board_result, GameKind.PLAYED) if game.board_result else "",
        day.isoformat() if day else "",
        "" if game.colours_known or game.kind in BYES else UNKNOWN_COLOURS,
        escape(event.name),
    ]
