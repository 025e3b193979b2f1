"""The rounds of an event for its members' page: results, and what was not rated and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from clubs.messages import Message, gettext_noop
from events import words
from events.queries import UNKNOWN, EntryRow, GameRow
from events.results import BYES, GameKind, Result, half_points, unrated_reason
from players.privacy import PublicPlayer

WAITS = Message(gettext_noop("waits until it is known who played"))
ON_THE_BOARD = gettext_noop("rated as played on the board, %(result)s")


@dataclass(frozen=True, slots=True)
class Side:
    """Somebody at a board: `label` is what stands there, `uid` is empty without a page to open."""

    label: str | Message
    uid: str = ""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A line of a round. `other` is None for a bye, which `why` then names."""

    board: int | None
    white: Side
    other: Side | None
    result: str
    counts: bool
    why: Message | str | None


@dataclass(frozen=True, slots=True)
class Round:
    """A round; `colours`: white is known to be white in all of its games."""

    number: int
    pairings: Sequence[Pairing]
    colours: bool


def side(player: PublicPlayer | None, *, links: bool = True) -> Side:
    """What stands for a person, or for somebody who is not known yet."""
    if player is None:
        return Side(UNKNOWN)
    return Side(player.label, player.uid if player.linked and links else "")


def rounds(
    games: Sequence[GameRow], sides: Mapping[int, Side], entries: Sequence[EntryRow]
) -> list[Round]:
    """The games by round, in the order given. `sides`: what stands for each entry."""
    unknown = {entry.number for entry in entries if entry.player is None}
    return [
        Round(number, [_pairing(game, sides, unknown) for game in rows], colours)
        for number, rows, colours in _by_round(games)
    ]


def _by_round(games: Sequence[GameRow]) -> list[tuple[int, list[GameRow], bool]]:
    found = []
    for number, group in groupby(games, key=lambda game: game.round):
        rows = list(group)
        found.append((number, rows, all(game.colours_known for game in rows)))
    return found


def _pairing(game: GameRow, sides: Mapping[int, Side], unknown: set[int]) -> Pairing:
    why = why_not_rated(game, unknown)
    white = sides[game.white]
    if game.black is None:
        return Pairing(None, white, None, bye_points(game), counts=False, why=why)
    counts = why is None
    if game.kind == GameKind.OPEN:
        why = None  # the dash says it
    if why is None and game.board_result not in (Result.NONE, game.result):
        why = Message(ON_THE_BOARD, {"result": words.score(game.board_result)})
    result = words.score(game.result, game.kind)
    return Pairing(game.board, white, sides[game.black], result, counts, why)


def why_not_rated(game: GameRow, unknown: set[int]) -> Message | str | None:
    """Why the game itself is not rated; None when it is. `unknown`: entries nobody knows yet."""
    if reason := unrated_reason(game.kind, game.result, game.board_result):
        return reason
    if game.unrated:
        return game.unrated
    return WAITS if {game.white, game.black} & unknown else None


def bye_points(game: GameRow) -> str:
    """The points of a bye: 1, ½ or 0."""
    return words.points(half_points(game.result)[0]) if game.kind in BYES else "0"
