"""Elo's linear approximation as a ladder. Rules and worked example: docs/rules/elo_linear.md.

Per event, with D = opponent - player, cut to +-2C unless the club wants it raw:

    E = 1/2 - D / (4C)                not rounded
    R_new = R_old + sum over the games of K * (score - E)
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import ClassVar, NamedTuple

from clubs.messages import Message, gettext_noop
from ladder.systems.base import (
    Change,
    ExplainedGame,
    Explanation,
    Game,
    RatingSystem,
    Settings,
    Standing,
    State,
    Step,
    players_of,
    register,
)
from ladder.systems.checking import flag, number
from ladder.systems.elo_linear.formulas import C, K
from ladder.systems.rounding import exact, half_up, stored

SENTENCE = gettext_noop("The ladder expected %(expected)s of %(games)s; you scored %(score)s.")


@dataclass(frozen=True)
class EloLinearSettings(Settings):
    """The numbers of the formula. Raises BadSetting for values that make no sense."""

    start: float = field(
        default=1200.0, metadata={"label": gettext_noop("Rating of a player new to the ladder")}
    )
    k: float = field(default=float(K), metadata={"label": gettext_noop("K")})
    c: float = field(
        default=float(C),
        metadata={
            "label": gettext_noop("C, the width of a class"),
            "help": gettext_noop("Twice this difference of ratings is expected to win every game."),
        },
    )
    cut: bool = field(
        default=True,
        metadata={
            "label": gettext_noop("Cut greater differences to twice C"),
            "help": gettext_noop("Without it a win over a much weaker player costs points."),
        },
    )

    def __post_init__(self) -> None:
        for name, low, high in (("start", 0, 4000), ("k", 0, 400), ("c", 1, 2000)):
            object.__setattr__(self, name, number(name, getattr(self, name), low, high))
        flag("cut", self.cut)


class _Seen(NamedTuple):
    """A game as one of its players has it."""

    opponent: str
    white: bool
    half_points: int
    expected: float
    moved: float


def _expected(own: float, opponent: float, c: float, cut: bool) -> float:
    """E, so that the two sides add up to exactly 1."""
    d = opponent - own
    if cut:
        d = max(-2 * c, min(2 * c, d))
    return 0.5 - d / (4 * c)


def _seen(
    uid: str, games: Sequence[Game], ratings: Mapping[str, float], settings: EloLinearSettings
) -> list[_Seen]:
    """The player's games in the given order, each with what it moves."""
    found = []
    for white, black, half_points in games:
        if uid not in (white, black):
            continue
        is_white = uid == white
        opponent = black if is_white else white
        half = half_points if is_white else 2 - half_points
        expected = _expected(ratings[uid], ratings[opponent], settings.c, settings.cut)
        moved = settings.k * (half / 2 - expected)
        found.append(_Seen(opponent, is_white, half, expected, moved))
    return found


def _games_of(games: Sequence[Game]) -> dict[str, list[Game]]:
    """The games of each player, in uid order."""
    by_player: dict[str, list[Game]] = {uid: [] for uid in sorted(players_of(games))}
    for game in games:
        by_player[game[0]].append(game)
        by_player[game[1]].append(game)
    return by_player


@register
class EloLinear(RatingSystem[EloLinearSettings]):
    """The rules at the head of this module."""

    id: ClassVar[str] = "elo_linear"
    version: ClassVar[int] = 1
    title: ClassVar[str] = gettext_noop("Elo, linear approximation")
    settings_class = EloLinearSettings

    def enter(self, settings: EloLinearSettings) -> State:
        return State(settings.start)

    def expected(self, own: float, opponent: float) -> float:
        """E with the usual C, cut to 0 to 1."""
        return _expected(own, opponent, float(C), True)

    def is_provisional(self, games: int, settings: EloLinearSettings) -> bool:
        return False

    def compute(
        self, step: Step, before: Mapping[str, Standing], settings: EloLinearSettings
    ) -> Sequence[Change]:
        by_player = _games_of(step.games)
        ratings = self._ratings(by_player, before, settings)
        changes = []
        for uid, games in by_player.items():
            seen = _seen(uid, games, ratings, settings)
            change = math.fsum(game.moved for game in seen)
            changes.append(Change(uid, change, len(seen), len(seen)))
        return changes

    def explain(
        self,
        step: Step,
        before: Mapping[str, Standing],
        uid: str,
        settings: EloLinearSettings,
        now: Standing | None = None,
    ) -> Explanation:
        by_player = _games_of(step.games)
        if uid not in by_player:
            raise KeyError(f"{uid} has no rated game in the step at place {step.place}")
        ratings = self._ratings(by_player, before, settings)
        seen = _seen(uid, by_player[uid], ratings, settings)
        change = math.fsum(game.moved for game in seen)
        expected = math.fsum(game.expected for game in seen)
        score = sum(game.half_points for game in seen)
        added_to = ratings[uid] if now is None else now.rating
        params = {
            "expected": half_up(exact(expected), 1),
            "games": len(seen),
            "score": Decimal(score) / 2,
        }
        return Explanation(
            uid=uid,
            place=step.place,
            read_at=step.read_at,
            rating=ratings[uid],
            games=before[uid].games if uid in before else 0,
            provisional=False,
            k=settings.k,
            played=tuple(_explained(game, ratings) for game in seen),
            counted=len(seen),
            half_points=score,
            expected=expected,
            change=change,
            added_to=added_to,
            rating_after=stored(added_to + change),
            sentence=Message(SENTENCE, params),
        )

    def _ratings(
        self,
        players: Mapping[str, object],
        before: Mapping[str, Standing],
        settings: EloLinearSettings,
    ) -> dict[str, float]:
        entered = self.enter(settings)
        return {uid: before.get(uid, entered).rating for uid in players}


def _explained(game: _Seen, ratings: Mapping[str, float]) -> ExplainedGame:
    return ExplainedGame(
        opponent=game.opponent,
        white=game.white,
        opponent_rating=ratings[game.opponent],
        opponent_provisional=False,
        half_points=game.half_points,
        expected=game.expected,
        counted=True,
        moved=game.moved,
    )
