"""An explanation as its page shows it: what each game moved, or why it did not count."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from clubs.messages import Message
from events import words
from events.queries import EntryRow, GameRow
from events.rounds import Side, bye_points, why_not_rated
from ladder.queries import Explained
from ladder.systems import ExplainedGame, Explanation, decode, exact, half_up


@dataclass(frozen=True, slots=True)
class Line:
    """A rated game."""

    round: int
    opponent: Side
    game: ExplainedGame
    points: str


@dataclass(frozen=True, slots=True)
class Workings:
    """One step of an event, worked out for one player. Days: when its ratings were read, and when
    its change was added."""

    explanation: Explanation
    lines: Sequence[Line]
    points: str
    agrees: bool
    read_on: date
    added_on: date

    @property
    def moved_between(self) -> bool:
        """Whether other events have ended since the ratings were read."""
        return self.explanation.added_to != self.explanation.rating

    @property
    def looks_wrong(self) -> bool:
        """Whether the figures, each rounded to one decimal, do not add up any more."""
        how = self.explanation
        change = _tenths(how.change)
        each = [_tenths(game.moved) for game in how.played if game.moved is not None]
        if len(each) == len(how.played) and sum(each) != change:
            return True
        return _tenths(how.added_to) + change != _tenths(how.rating_after)


def _tenths(value: float) -> Decimal:
    return half_up(exact(value), 1)


@dataclass(frozen=True, slots=True)
class Unrated:
    """A game of the player, or a round without one, that no rating system uses."""

    round: int
    opponent: Side | None
    result: str
    why: Message | str


def workings(
    explained: Sequence[Explained], number: int, sides: Mapping[int, Side]
) -> list[Workings]:
    """The steps for the page. `number` is the player's entry, `sides` what stands for each."""
    return [
        Workings(
            explanation=one.explanation,
            lines=[
                Line(row.round, sides[_opponent(row, number)], game, words.points(game.half_points))
                for row, game in zip(one.games, one.explanation.played, strict=True)
            ],
            points=words.points(one.explanation.half_points),
            agrees=one.agrees,
            read_on=decode(one.explanation.read_at).day,
            added_on=decode(one.explanation.place).day,
        )
        for one in explained
    ]


def unrated(
    games: Sequence[GameRow], entries: Sequence[EntryRow], number: int, sides: Mapping[int, Side]
) -> list[Unrated]:
    """The player's games that are not rated, each with the reason."""
    unknown = {entry.number for entry in entries if entry.player is None}
    found = []
    for game in games:
        why = why_not_rated(game, unknown)
        if number not in (game.white, game.black) or why is None:
            continue
        if game.black is None:
            found.append(Unrated(game.round, None, bye_points(game), why))
        else:
            result = words.score(game.result, game.kind)
            found.append(Unrated(game.round, sides[_opponent(game, number)], result, why))
    return found


def _opponent(game: GameRow, number: int) -> int:
    return game.black if game.white == number and game.black is not None else game.white
