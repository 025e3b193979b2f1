"""The crosstable of an event: a line for each player, in the order of the standings, with a cell
for each round that says against which line, with which colour, and what came out: 3w1, 5b½, 2w+.

The names are whatever the reader of the file may see; the words are given by the caller.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from events.results import BYES, UNFINISHED, GameKind, Result, half_points
from events.standings import Pairing

_SIDES: Final = {0: "0", 1: "½", 2: "1"}


class Paired(Pairing, Protocol):
    """A game or bye of the standings, with what is known of its colours."""

    @property
    def colours_known(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Words:
    """Letters for the colours, and by kind the words for byes and games without a result."""

    white: str
    black: str
    kinds: Mapping[GameKind, str]


def crosstable(
    order: Sequence[int], games: Iterable[Paired], rounds: int, words: Words
) -> dict[int, list[str]]:
    """By start number the cells of rounds 1 to `rounds`. `order`: the start numbers, best first."""
    line = {number: at for at, number in enumerate(order, 1)}
    cells = {number: [""] * rounds for number in order}
    for game in games:
        if not 1 <= game.round <= rounds:
            continue
        if game.black is None or game.kind in BYES:
            points = _SIDES[half_points(game.result)[0]]
            how = words.kinds.get(game.kind, "")
            cells[game.white][game.round - 1] = f"{points} ({how})" if how else points
            continue
        colours = (words.white, words.black) if game.colours_known else ("", "")
        mine, theirs = _results(game, words)
        cells[game.white][game.round - 1] = f"{line[game.black]}{colours[0]}{mine}"
        cells[game.black][game.round - 1] = f"{line[game.white]}{colours[1]}{theirs}"
    return cells


def _results(game: Paired, words: Words) -> tuple[str, str]:
    """What stands in the lines of white and of black."""
    if game.kind in UNFINISHED or game.result is Result.NONE:
        how = words.kinds.get(game.kind, "")
        return (f" ({how})", f" ({how})") if how else ("", "")
    white, black = half_points(game.result)
    if game.kind is GameKind.FORFEIT:
        return ("+" if white else "-", "+" if black else "-")
    return _SIDES[white], _SIDES[black]
