"""The lines and games of an event, followed through its versions.

A line of the players' list keeps its identity when a newer file gives it another start number, and
when it is taken out and comes back. A game is known by its round and by the lines that are paired
there, so neither numbers, nor colours, nor the order of the list matter.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from events.edits import mirrored
from events.results import BYES
from events.revisions import EntryContent, EventContent, GameContent

Line = int
"""A line of the players' list, whatever its number is in a version."""
Pairing = tuple[int, ...]
"""A round and the lines that are paired there, the lower first; of a bye one line."""
Facts = Mapping[Any, Any]
"""What is stated of one thing, in parts that are changed and taken back as a whole."""


@dataclass(frozen=True, slots=True)
class Traced:
    """One version. `lines` and `games` are in the order of its lists."""

    content: EventContent
    entries: Mapping[Line, EntryContent]
    lines: Mapping[Line, Facts]
    games: Mapping[Pairing, Facts]


def trace(contents: Iterable[EventContent]) -> list[Traced]:
    """Valid contents (`events.checks`) of one event, the oldest first."""
    known: dict[Line, EntryContent] = {}
    living: dict[Line, EntryContent] = {}
    traced = []
    for content in contents:
        living = _follow(content.entries, living, known)
        known |= living
        at = {entry.number: line for line, entry in living.items()}
        traced.append(
            Traced(
                content,
                living,
                {line: _line_facts(entry) for line, entry in living.items()},
                {_pairing(game, at): _game_facts(game, at) for game in content.games},
            )
        )
    return traced


def standing(games: Mapping[Pairing, Facts]) -> Mapping[Pairing, Hashable]:
    """What the places in an event rest on: who met whom, and what came out."""
    return {pair: (facts["result"][0], facts["result"][1] in BYES) for pair, facts in games.items()}


# -- Facts, and contents from them ----------------------------------------------------------------


def _line_facts(entry: EntryContent) -> Facts:
    return {
        "number": entry.number,
        "name": entry.typed_name,
        "who": entry.confirmed,
        "asked_out": entry.asked_out,
    }


def entry_of(facts: Facts) -> EntryContent:
    """The line that these facts state, without a place."""
    return EntryContent(facts["number"], facts["name"], facts["who"], asked_out=facts["asked_out"])


def _pairing(game: GameContent, at: Mapping[int, Line]) -> Pairing:
    numbers = [game.white] if game.black is None else [game.white, game.black]
    return game.round, *sorted(at[number] for number in numbers)


def _game_facts(game: GameContent, at: Mapping[int, Line]) -> Facts:
    """Results are told as the lower line sees them: swapped colours leave them alone."""
    white = at[game.white]
    seen = _as_lower_sees(game, white, _pairing(game, at))
    return {
        "result": (seen.result, game.kind, seen.board_result),
        "colours": (white, game.colours_known),
        "board": game.board,
        "day": game.day,
        "unrated": game.unrated,
    }


def _as_lower_sees(game: GameContent, white: Line, pairing: Pairing) -> GameContent:
    if white == pairing[1]:
        return game
    return replace(game, result=mirrored(game.result), board_result=mirrored(game.board_result))


def game_of(pairing: Pairing, facts: Facts, number: Mapping[Line, int]) -> GameContent:
    """The game that these facts state; `number` gives the start number of each line."""
    result, kind, board_result = facts["result"]
    white, colours_known = facts["colours"]
    others = [line for line in pairing[1:] if line != white]
    game = GameContent(
        round=pairing[0],
        white=number[white],
        black=number[others[0]] if others else None,
        result=result,
        kind=kind,
        board=facts["board"],
        board_result=board_result,
        colours_known=colours_known,
        day=facts["day"],
        unrated=facts["unrated"],
    )
    return _as_lower_sees(game, white, pairing)


# -- Which line is which ------------------------------------------------------------------------

_Same = Callable[[EntryContent], Hashable]

_NAMED: Sequence[_Same] = (
    lambda entry: (entry.number, entry.typed_name),
    lambda entry: entry.typed_name,
    lambda entry: entry.confirmed or None,
)
# A line whose name was corrected keeps its number; one that is gone has left its number free.
_LIVING: Sequence[_Same] = (*_NAMED, lambda entry: entry.number)


def _follow(
    entries: Sequence[EntryContent],
    living: Mapping[Line, EntryContent],
    known: Mapping[Line, EntryContent],
) -> dict[Line, EntryContent]:
    """Each entry under the line that it was before, or under a new one."""
    found: dict[int, Line] = {}
    _match(entries, living, _LIVING, found)
    gone = {line: entry for line, entry in known.items() if line not in living}
    _match(entries, gone, _NAMED, found)
    fresh = len(known)
    lines = {}
    for entry in entries:
        if entry.number in found:
            line = found[entry.number]
        else:
            line, fresh = fresh, fresh + 1
        lines[line] = entry
    return lines


def _match(
    entries: Sequence[EntryContent],
    lines: Mapping[Line, EntryContent],
    kinds: Sequence[_Same],
    found: dict[int, Line],
) -> None:
    """Add to `found`, by start number, what is the same and the only one on both sides."""
    for same in kinds:
        taken = set(found.values())
        wanted = _unique((same(e), e.number) for e in entries if e.number not in found)
        offered = _unique((same(e), line) for line, e in lines.items() if line not in taken)
        found |= {wanted[key]: offered[key] for key in wanted.keys() & offered.keys()}


def _unique(pairs: Iterable[tuple[Hashable, int]]) -> dict[Hashable, int]:
    listed = [pair for pair in pairs if pair[0] is not None]
    count = Counter(key for key, _ in listed)
    return {key: value for key, value in listed if count[key] == 1}
