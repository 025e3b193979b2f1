"""What arbiters do to a published event, as functions from content to content.

Pure: nothing is saved here. The same function makes the content that a preview computes with and
the content that is saved. Games and entries are named by their numbers: an entry by its start
number, a game by its place in `EventContent.games`, from 1.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from events.results import BYES, GameKind, Result, half_points
from events.revisions import EventContent, GameContent
from events.standings import standings

_MIRRORED = {
    Result.WHITE_WINS: Result.BLACK_WINS,
    Result.BLACK_WINS: Result.WHITE_WINS,
    Result.WHITE_HALF: Result.BLACK_HALF,
    Result.BLACK_HALF: Result.WHITE_HALF,
}

# Half points that somebody keeps of a game whose opponent is taken out.
_BYES = {
    0: (GameKind.ZERO_BYE, Result.BOTH_LOSE),
    1: (GameKind.HALF_BYE, Result.WHITE_HALF),
    2: (GameKind.FULL_BYE, Result.WHITE_WINS),
}


class NoSuchGame(LookupError):
    """The event has no game with this number."""


def game_of(content: EventContent, number: int) -> GameContent:
    """Game `number` of the event. Raises NoSuchGame."""
    if not 1 <= number <= len(content.games):
        raise NoSuchGame(number)
    return content.games[number - 1]


def correction(content: EventContent, number: int, changes: Mapping[str, Any]) -> str:
    """What such changes of a game are called. Only taking it out of the ratings and back into
    them have names of their own: "unrate" and "rate"."""
    if not 1 <= number <= len(content.games):
        return "correct"
    game = content.games[number - 1]
    changed = replace(game, **changes)
    only_rated = replace(changed, unrated=game.unrated) == game
    if not only_rated or bool(changed.unrated) == bool(game.unrated):
        return "correct"
    return "unrate" if changed.unrated else "rate"


def change_game(content: EventContent, number: int, **changes: Any) -> EventContent:
    """Some fields of one game changed. Raises NoSuchGame."""
    old = game_of(content, number)
    new = replace(old, **changes)
    games = (*content.games[: number - 1], new, *content.games[number:])
    changed = replace(content, games=games)
    return _without_stated_order(changed) if _stands_otherwise(old, new) else changed


def swap_colours(content: EventContent, number: int) -> EventContent:
    """White and black of one game change places; each keeps the points. Raises NoSuchGame."""
    game = game_of(content, number)
    if game.black is None:
        raise NoSuchGame(number)
    return change_game(
        content,
        number,
        white=game.black,
        black=game.white,
        result=mirrored(game.result),
        board_result=mirrored(game.board_result),
        colours_known=True,
    )


def mirrored(result: Result) -> Result:
    """The result as seen from the other side of the board."""
    return _MIRRORED.get(result, result)


def add_game(content: EventContent, game: GameContent) -> EventContent:
    """A game that was missing; the event has at least as many rounds as it."""
    rounds = max(content.rounds, game.round)
    return _without_stated_order(replace(content, games=(*content.games, game), rounds=rounds))


def remove_game(content: EventContent, number: int) -> EventContent:
    """Without a game that never was. Raises NoSuchGame."""
    game_of(content, number)
    games = (*content.games[: number - 1], *content.games[number:])
    return _without_stated_order(replace(content, games=games))


def take_out(content: EventContent, number: int) -> EventContent:
    """Without an entry that should not have been there.

    The opponents keep the points of their games with it, as full, half or zero byes: unrated.
    """
    games: list[GameContent] = []
    for game in content.games:
        if number not in (game.white, game.black):
            games.append(game)
        elif game.black is not None:
            games.append(_as_bye(game, number))
    entries = tuple(entry for entry in content.entries if entry.number != number)
    return _without_stated_order(replace(content, entries=entries, games=tuple(games)))


def may_ask_out(content: EventContent) -> frozenset[int]:
    """Numbers of the entries that may ask that a list leave the event out for them: the winner, and
    who is equal on points with the winner (docs/rules/lok.md, 3.13.5)."""
    rows = standings(content.entries, content.games).rows
    most = max((row.half_points for row in rows), default=0)
    return frozenset(row.number for row in rows if most and row.half_points == most)


def ask_out(content: EventContent, numbers: Collection[int]) -> EventContent:
    """These entries ask for that, and no others."""
    entries = tuple(replace(e, asked_out=e.number in numbers) for e in content.entries)
    return replace(content, entries=entries)


def _as_bye(game: GameContent, gone: int) -> GameContent:
    stays = game.black if game.white == gone else game.white
    assert stays is not None
    points = half_points(game.result)[0 if stays == game.white else 1]
    kind, result = _BYES[points]
    return GameContent(
        round=game.round, white=stays, black=None, board=game.board, kind=kind, result=result
    )


def _stands_otherwise(old: GameContent, new: GameContent) -> bool:
    """Whether the standings are touched: board results and ratings are not part of them."""

    def seen(game: GameContent) -> tuple[object, ...]:
        pair = sorted([(game.white, game.result), (game.black or 0, mirrored(game.result))])
        return game.round, tuple(pair), game.kind in BYES

    return seen(old) != seen(new)


def _without_stated_order(content: EventContent) -> EventContent:
    """Places and points that a file stated are those of the games that it had."""
    entries = tuple(replace(entry, place=None, half_points=None) for entry in content.entries)
    return replace(content, entries=entries)
