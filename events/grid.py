"""Results as they are typed: the grid of one round.

What is typed comes in as text and goes out as entries and games, whole or not at all: a cell that
cannot be read is named, and nothing of the round is taken.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from clubs.messages import Message, gettext_noop
from events.drafts import DraftEntry, DraftEvent
from events.importers.typed import parse_typed_result, read_sole_points
from events.outcomes import SCORES
from events.results import BYES, GameKind, Result, bye_result
from events.revisions import GameContent
from players.names import name_key, same_whole, whole_key

MAX_ROUNDS: Final = 200

_NUMBERED: Final = re.compile(r"\s*([0-9]{1,4})(?:[\s.)]+(.*))?", re.DOTALL)

_UNKNOWN = gettext_noop(
    "This name is not in the list of players. Correct it, or add it to the list."
)
_SEVERAL = gettext_noop("Several players fit; write the number: %(numbers)s.")
_NO_NUMBER = gettext_noop("No player has number %(number)s.")
_OTHER_NAME = gettext_noop("Number %(number)s is somebody else. Write the number or the name.")
_NO_WHITE = gettext_noop("Who plays? Enter the player, or empty the line.")
_SELF = gettext_noop("A player cannot be paired with himself.")
_TWICE = gettext_noop("This player is paired already in this round, on line %(line)s.")
_RESULT = gettext_noop("This is no result. Use one of the keys of the legend.")
_ALONE = gettext_noop(
    "There is no opponent: write v for a bye, or ½ or 0 for a player who was absent."
)
_BYE_OF_TWO = gettext_noop("A bye has no opponent: empty the other name, or write a result.")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a round's grid, as text."""

    white: str = ""
    result: str = ""
    black: str = ""

    @property
    def empty(self) -> bool:
        return not (self.white.strip() or self.result.strip() or self.black.strip())


@dataclass(frozen=True, slots=True)
class CellProblem:
    """What is wrong with one cell; `line` counts from 0, `cell` is white, result or black."""

    line: int
    cell: str
    message: Message


@dataclass(slots=True)
class RoundRead:
    """The games that a grid gives, or what is wrong; `unknown` are names that no player has."""

    games: list[GameContent] = field(default_factory=list)
    problems: list[CellProblem] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)


def label(entry: DraftEntry) -> str:
    """How a player stands in a cell: number and name, so that two of one name differ."""
    return f"{entry.number} {entry.name}"


def lines_of(draft: DraftEvent, round_number: int) -> list[Line]:
    """The grid of a round as it is stored."""
    labels = {entry.number: label(entry) for entry in draft.entries}
    return [
        Line(
            labels.get(game.white, ""),
            result_text(game),
            labels.get(game.black, "") if game.black is not None else "",
        )
        for game in draft.games
        if game.round == round_number
    ]


_TEXTS: Final[dict[tuple[Result, GameKind], str]] = {
    (Result.WHITE_WINS, GameKind.PLAYED): "1",
    (Result.BLACK_WINS, GameKind.PLAYED): "0",
    (Result.DRAW, GameKind.PLAYED): "½",
    (Result.WHITE_WINS, GameKind.FORFEIT): "+",
    (Result.BLACK_WINS, GameKind.FORFEIT): "-",
    (Result.BOTH_LOSE, GameKind.FORFEIT): "--",
    (Result.NONE, GameKind.ADJOURNED): "p",
    (Result.NONE, GameKind.POSTPONED): "o",
    (Result.NONE, GameKind.OPEN): ".",
}
_BYE_TEXTS: Final = {
    GameKind.PAIRING_BYE: "v",
    GameKind.FULL_BYE: "1",
    GameKind.HALF_BYE: "½",
    GameKind.ZERO_BYE: "0",
}
_SUFFIX: Final = {GameKind.SHORT: " short", GameKind.FORFEIT: " forfeit"}


def result_text(game: GameContent) -> str:
    """What stands in the grid for a game: its key, else the result written out."""
    if game.kind in BYES:
        return _BYE_TEXTS[game.kind]
    short = _TEXTS.get((game.result, game.kind))
    return short or SCORES[game.result].replace(" ", "") + _SUFFIX.get(game.kind, "")


def read_round(
    draft: DraftEvent, round_number: int, lines: Sequence[Line], first: int = 0, shown: int = 0
) -> RoundRead:
    """Read lines of one round; what a game had beside its result stays with the pair.

    They replace the `shown` stored lines from `first` on (both from 0): others may be on another
    page, and their players cannot be paired here once more.
    """
    read = RoundRead()
    stored = [game for game in draft.games if game.round == round_number]
    before = {(game.white, game.black): game for game in stored}
    seen: dict[int, int] = {}
    for at, game in enumerate(stored):
        if not first <= at < first + shown:
            seen |= {n: at for n in (game.white, game.black) if n is not None}
    finder = _Finder(draft.entries)
    for at, line in enumerate(lines, first):
        if line.empty:
            continue
        found = _players(finder, line, at, read)
        for cell, number in found.items():
            if number is None:
                continue
            if number in seen:
                message = Message(
                    _SELF if seen[number] == at else _TWICE, {"line": seen[number] + 1}
                )
                read.problems.append(CellProblem(at, cell, message))
            seen[number] = at
        as_it_was = _unchanged(before, found, line)
        new = as_it_was or _game(line, found, round_number, at, read)
        if new:
            read.games.append(as_it_was or _kept(before.get((new.white, new.black)), new))
    return read


def _players(finder: "_Finder", line: Line, at: int, read: RoundRead) -> dict[str, int | None]:
    found: dict[str, int | None] = {}
    for cell, text in (("white", line.white), ("black", line.black)):
        if not text.strip():
            continue
        try:
            found[cell] = finder.find(text)
        except _NotFound as problem:
            found[cell] = None
            read.problems.append(CellProblem(at, cell, problem.message))
            if problem.unknown:
                read.unknown.append(text.strip())
    return found


def _game(
    line: Line, found: Mapping[str, int | None], round_number: int, at: int, read: RoundRead
) -> GameContent | None:
    if not found:
        read.problems.append(CellProblem(at, "white", Message(_NO_WHITE)))
        return None
    if len(found) == 1:
        stored = _alone(line.result, as_black="black" in found)
        if stored is None:
            read.problems.append(CellProblem(at, "result", Message(_ALONE)))
            return None
        number = next(iter(found.values()))
        return (number and GameContent(round_number, number, None, *stored)) or None
    parsed = parse_typed_result(line.result)
    if parsed is None or parsed[1] in BYES:
        message = Message(_RESULT if parsed is None else _BYE_OF_TWO)
        read.problems.append(CellProblem(at, "result", message))
        return None
    white, black = found["white"], found["black"]
    if white is None or black is None:
        return None
    return GameContent(round_number, white, black, *parsed, board=at + 1)


def _alone(text: str, *, as_black: bool) -> tuple[Result, GameKind] | None:
    """A line with one player: a bye, by the points that stand there."""
    parsed = parse_typed_result(text) if text.strip() else None
    if parsed and parsed[1] is GameKind.PAIRING_BYE:
        return parsed
    points = read_sole_points(text, as_black=as_black)
    if points is None and parsed and parsed[0] is Result.DRAW:
        points = 1  # by one of the keys for a draw
    kinds = {2: GameKind.FULL_BYE, 1: GameKind.HALF_BYE, 0: GameKind.ZERO_BYE}
    return (bye_result(kinds[points]), kinds[points]) if points is not None else None


_Pairs = Mapping[tuple[int, int | None], GameContent]  # the stored games of a round, by players


def _unchanged(before: _Pairs, found: Mapping[str, int | None], line: Line) -> GameContent | None:
    """The stored game whose text still stands in the line, also where no key means that text.

    A file can give results that nobody would type, such as a forfeit with no point for anybody.
    """
    white = found.get("white")
    game = before.get((white, found.get("black"))) if white is not None else None
    if game is None or (game.black is None and "black" in found):
        return None
    return game if result_text(game) == line.result.strip() else None


def _kept(before: GameContent | None, now: GameContent) -> GameContent:
    """The stored game where the result is the one that it has; else with the new one in it."""
    if before is None:
        return now
    if (before.result, before.kind) == (now.result, now.kind):
        return before
    return replace(before, result=now.result, kind=now.kind)


class _NotFound(Exception):
    def __init__(self, message: Message, *, unknown: bool = False) -> None:
        super().__init__(str(message))
        self.message, self.unknown = message, unknown


class _Finder:
    """Players of a list by number, by number and name, by name, by how a name begins."""

    def __init__(self, entries: Sequence[DraftEntry]) -> None:
        self._by_number = {entry.number: entry for entry in entries}
        self._whole: dict[str, list[int]] = {}
        self._keys = [(name_key(entry.name), entry.number) for entry in entries]
        for entry in entries:
            self._whole.setdefault(whole_key(entry.name), []).append(entry.number)

    def find(self, text: str) -> int:
        if numbered := _NUMBERED.fullmatch(text):
            return self._numbered(int(numbered[1]), numbered[2] or "")
        same = self._whole.get(whole_key(text), [])
        if not same and (key := name_key(text)):
            same = [number for other, number in self._keys if other.startswith(key)]
        if len(same) == 1:
            return same[0]
        if same:
            numbers = ", ".join(map(str, same[:5]))
            raise _NotFound(Message(_SEVERAL, {"numbers": numbers}))
        raise _NotFound(Message(_UNKNOWN), unknown=True)

    def _numbered(self, number: int, name: str) -> int:
        entry = self._by_number.get(number)
        if entry is None:
            raise _NotFound(Message(_NO_NUMBER, {"number": number}))
        if name.strip() and not (
            same_whole(entry.name, name) or name_key(entry.name).startswith(name_key(name))
        ):
            raise _NotFound(Message(_OTHER_NAME, {"number": number}))
        return number


def with_round(
    draft: DraftEvent, round_number: int, games: Sequence[GameContent], first: int, shown: int
) -> DraftEvent:
    """The draft with `shown` lines of a round from `first` on (from 0) replaced by these games."""
    others = [game for game in draft.games if game.round != round_number]
    stored = [game for game in draft.games if game.round == round_number]
    stored[first : first + shown] = games
    before = [game for game in others if game.round < round_number]
    after = [game for game in others if game.round > round_number]
    return replace(
        draft,
        games=(*before, *stored, *after),
        rounds=max(draft.rounds, round_number if stored else 0),
    )


def last_round(draft: DraftEvent) -> int:
    """The highest round that has pairings, 0 without any."""
    return max((game.round for game in draft.games), default=0)
