"""The games of a step as each of their players has them: who was rated how at its start."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ladder.systems.base import Game, Standing, State, players_of
from ladder.systems.fide.formulas import Played, is_far
from ladder.systems.rounding import exact, half_up


class Seen(NamedTuple):
    """A game as one of its players has it. Ratings are those at the tournament's start."""

    opponent: str
    white: bool
    own: int  # 0 = no rating
    opponent_rating: int
    half_points: int
    apart: bool  # too far apart for rapid and blitz

    @property
    def counts(self) -> bool:
        return self.opponent_rating > 0 and not self.apart

    @property
    def played(self) -> Played:
        return Played(self.opponent_rating if self.counts else None, self.half_points)


def whole(rating: float) -> int:
    """A rating as FIDE publishes it."""
    if rating.is_integer():  # as all are that this system has made
        return int(rating)
    return int(half_up(exact(rating)))


def seen_games(
    games: Sequence[Game], before: Mapping[str, Standing], entered: State, *, far: bool
) -> dict[str, list[Seen]]:
    """The games of each player, in uid order, each list in the given order. `far`: games between
    players too far apart are not rated."""
    found: dict[str, list[Seen]] = {uid: [] for uid in sorted(players_of(games))}
    ratings = {uid: whole(before.get(uid, entered).rating) for uid in found}
    for white, black, half_points in games:
        one, other = ratings[white], ratings[black]
        apart = far and one > 0 and other > 0 and is_far(one, other)
        found[white].append(Seen(black, True, one, other, half_points, apart))
        found[black].append(Seen(white, False, other, one, 2 - half_points, apart))
    return found
