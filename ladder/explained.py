"""An explanation as its page shows it: what each game moved, or why it did not count.

Each system has other columns and other arithmetic; what it does not have is not shown.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from clubs.days import shown_day
from clubs.messages import Message
from events import words
from events.queries import EntryRow, GameRow
from events.rounds import Side, bye_points, why_not_rated
from ladder.queries import Explained, Kind, ListExplained
from ladder.systems import ExplainedGame, Explanation, Phase, decode, exact, half_up
from ladder.takeover import TakenOver


@dataclass(frozen=True, slots=True)
class Line:
    """A rated game; without a round in a list that took in several events."""

    round: int | None
    opponent: Side
    game: ExplainedGame
    points: str


@dataclass(frozen=True, slots=True)
class Workings:
    """One step, worked out for one player. Days: when its ratings were read, and when its change
    was added. `list_day`: the day of the list that its games enter, in
    words; `taken`: that list has been issued; `left_day`: they entered none, since on this day the
    system was changed. `taken_over`: how the rating before it came from another system;
    `turned_day`: this system followed another one while the event lasted."""

    explanation: Explanation
    lines: Sequence[Line]
    points: str
    agrees: bool
    was_rated: bool
    kind: Kind
    threshold: int
    read_on: date
    added_on: date
    taken: bool = False
    list_day: str = ""
    left_day: str = ""
    taken_over: TakenOver | None = None
    turned_day: str = ""

    @property
    def moved_between(self) -> bool:
        """Whether other events have ended since the ratings were read."""
        return self.explanation.added_to != self.explanation.rating

    @property
    def is_rated(self) -> bool:
        """Whether there is a rating afterwards. One that is taken away is 0."""
        how = self.explanation
        return how.first or (self.was_rated and how.rating_after != 0.0)

    @property
    def expects(self) -> bool:
        """Whether the rule has an expected score of a game."""
        return any(game.expected is not None for game in self.explanation.played)

    @property
    def moves(self) -> bool:
        """Whether each game moves something by itself."""
        return any(game.counted and game.moved is not None for game in self.explanation.played)

    @property
    def by_k(self) -> bool:
        """Whether one K stands behind what each game moves."""
        return self.moves and self.explanation.k is not None

    @property
    def why_columns(self) -> int:
        """How many columns a game that does not count has no figures for."""
        return self.expects + self.by_k + self.moves

    @property
    def waits(self) -> bool:
        """Whether it is an event whose games wait for a list."""
        return self.kind.lists and decode(self.explanation.place).phase is not Phase.FACT

    @property
    def k_digits(self) -> int:
        """Decimals of K."""
        return int(not (self.explanation.k or 0.0).is_integer())

    @property
    def says_change(self) -> bool:
        """Whether the sentence leaves it to the page to say how far the rating moves."""
        how = self.explanation
        said = how.sentence.params.keys() & {"change", "new", "result", "grade", "ok"}
        return bool(how.counted and not said and not how.first and (self.moves or how.change))

    @property
    def digits(self) -> int:
        """Decimals of its ratings: none where a federation's are whole, as its lists show them."""
        how = self.explanation
        ratings = [how.rating, how.added_to, how.rating_after, how.change]
        ratings += [game.opponent_rating for game in how.played]
        return int(not self.kind.unofficial or any(not value.is_integer() for value in ratings))

    @property
    def by_round(self) -> bool:
        """Whether its games are of one event, so that each has its round."""
        return all(line.round is not None for line in self.lines)

    @property
    def looks_wrong(self) -> bool:
        """Whether the figures, each rounded to one decimal, do not add up any more."""
        how = self.explanation
        change = _tenths(how.change)
        each = [_tenths(game.moved) for game in how.played if game.moved is not None]
        if self.moves and len(each) == len(how.played) and sum(each) != change:
            return True
        if how.first or not self.was_rated:
            return False
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
    explained: Sequence[Explained], number: int, sides: Mapping[int, Side], *, exact: bool
) -> list[Workings]:
    """The steps for the page. `number` is the player's entry, `sides` what stands for each;
    `exact`: the reader may see days."""
    found = []
    for one in explained:
        lines = [
            Line(row.round, sides[_opponent(row, number)], game, words.points(game.half_points))
            for row, game in zip(one.games, one.explanation.played, strict=True)
        ]
        step = worked_out(told(one.explanation, exact=exact), lines, one)
        turned = "" if one.turned is None else shown_day(one.turned, exact=exact).text
        found.append(replace(step, taken_over=one.taken_over, turned_day=turned))
    return found


def worked_out(
    explanation: Explanation, lines: Sequence[Line], one: Explained | ListExplained
) -> Workings:
    """A step for the page."""
    return Workings(
        explanation=explanation,
        lines=lines,
        points=words.points(explanation.half_points),
        agrees=one.agrees,
        was_rated=one.was_rated,
        kind=one.kind,
        threshold=one.threshold,
        read_on=decode(explanation.read_at).day,
        added_on=decode(explanation.place).day,
    )


def told(explanation: Explanation, *, exact: bool) -> Explanation:
    """The same in words for a reader who may not see exact days."""
    if exact:
        return explanation
    return replace(
        explanation,
        sentence=_by_month(explanation.sentence),
        note=explanation.note and _by_month(explanation.note),
        workings=tuple(map(_by_month, explanation.workings)),
    )


def _by_month(message: Message) -> Message:
    said = {
        name: shown_day(value, exact=False).text if isinstance(value, date) else value
        for name, value in message.params.items()
    }
    return Message(message.template, said)


def unrated(
    games: Sequence[GameRow], entries: Iterable[EntryRow], number: int, sides: Mapping[int, Side]
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
