"""US Chess: a whole event in five steps.

Source: Glickman & Doan, The US Chess Rating System, sections 2 to 4.

1. an initial rating for everybody unrated;  2. effective games;
3. a first estimate of players without games, by the special formula with N' = 1;
4. an intermediate rating of everybody, from the ratings before the event (of players without games,
   from the estimates);
5. once more, from the intermediate ratings of the opponents. The own rating is always that before
   the event.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ladder.systems.base import Game
from ladder.systems.uscf.special import Past, special_rating
from ladder.systems.uscf.standard import (
    BONUS_MULTIPLIER,
    LOWEST,
    MATCH_DIFFERENCE,
    MATCH_LIMIT,
    PROVISIONAL_GAMES,
    SPECIAL_GAMES,
    Standard,
    effective_games,
    standard_rating,
)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player before the event: steps 1 and 2."""

    rating: float  # of somebody unrated, the initial rating
    games: int = 0
    past: Past = Past.MIXED

    @property
    def special(self) -> bool:
        """Rated by the special formula."""
        return self.games <= SPECIAL_GAMES or self.past is not Past.MIXED

    @property
    def established(self) -> bool:
        return self.games > PROVISIONAL_GAMES


@dataclass(frozen=True, slots=True)
class Rated:
    """A player after the event. `opponents` are the ratings that step 5 used, game by game in the
    order of the games; `standard` is what the standard formula said, None after the special one;
    `moves` is then what each game moved, without the bonus."""

    rating: float
    games: int
    opponents: tuple[float, ...]
    scores: tuple[float, ...]
    standard: Standard | None

    @property
    def moves(self) -> tuple[float, ...]:
        if self.standard is None:
            return ()
        pairs = zip(self.scores, self.standard.expected, strict=True)
        return tuple(self.standard.k * (score - expected) for score, expected in pairs)


Meetings = list[tuple[str, float]]
"""A player's games: the opponent, the own score."""


def rated_event(
    entrants: Mapping[str, Entrant],
    games: Sequence[Game],
    *,
    multiplier: float = BONUS_MULTIPLIER,
    dual: bool = False,
) -> dict[str, Rated]:
    """Everybody who played, after the event and before floors; the order of the games makes no
    difference.

    Raises KeyError for a player who is not among the entrants.
    """
    played = _meetings(games)
    before = {uid: entrants[uid].rating for uid in played}
    estimates = before | {
        uid: _special(entrants[uid], 1.0, played[uid], before)
        for uid in played
        if not entrants[uid].games
    }

    def all_rated(opponents: Mapping[str, float]) -> dict[str, Rated]:
        return {
            uid: _rated(entrants[uid], played[uid], opponents, multiplier, dual) for uid in played
        }

    middle = all_rated(estimates)
    return all_rated({uid: rated.rating for uid, rated in middle.items()})


def _meetings(games: Sequence[Game]) -> dict[str, Meetings]:
    played: dict[str, Meetings] = {}
    for white, black, half_points in games:
        score = half_points / 2
        played.setdefault(white, []).append((black, score))
        played.setdefault(black, []).append((white, 1.0 - score))
    return played


def _special(
    player: Entrant, effective: float, played: Meetings, ratings: Mapping[str, float]
) -> float:
    opponents = [ratings[uid] for uid, _ in played]
    return special_rating(
        player.rating, effective, opponents, sum(score for _, score in played), player.past
    )


def _rated(
    player: Entrant,
    played: Meetings,
    ratings: Mapping[str, float],
    multiplier: float,
    dual: bool,
) -> Rated:
    """Steps 4 and 5, which differ in the opponents' ratings only."""
    opponents = tuple(ratings[uid] for uid, _ in played)
    scores = tuple(score for _, score in played)
    effective = effective_games(player.rating, player.games)
    standard = None
    if player.special:
        rating = _special(player, effective, played, ratings)
    else:
        most = max(Counter(uid for uid, _ in played).values())
        standard = standard_rating(
            player.rating,
            effective,
            opponents,
            sum(scores),
            multiplier=multiplier,
            meetings=most,
            dual=dual,
        )
        rating = standard.rating
    games = player.games + len(played)
    return Rated(max(rating, LOWEST), games, opponents, scores, standard)


def rated_match(
    entrants: Mapping[str, Entrant], games: Sequence[Game], *, dual: bool = False
) -> dict[str, Rated]:
    """A match of two: no bonus, at most 50 points of change. Nobody, when it is not rated: when one
    of them is provisional or they are more than 400 points apart."""
    played = _meetings(games)
    one, other = (entrants[uid] for uid in played)
    apart = abs(one.rating - other.rating) > MATCH_DIFFERENCE
    if apart or not (one.established and other.established):
        return {}

    def both(opponents: Mapping[str, float]) -> dict[str, Rated]:
        rated = {
            uid: _rated(entrants[uid], played[uid], opponents, math.inf, dual) for uid in played
        }
        return {uid: _limited(entrants[uid].rating, after) for uid, after in rated.items()}

    middle = both({uid: entrants[uid].rating for uid in played})
    return both({uid: rated.rating for uid, rated in middle.items()})


def _limited(before: float, rated: Rated) -> Rated:
    return replace(
        rated, rating=max(before - MATCH_LIMIT, min(rated.rating, before + MATCH_LIMIT), LOWEST)
    )


def together(rating: float, games: int, other: float, more: int) -> float:
    """One rating of two that rest on so many games each."""
    return (games * rating + more * other) / (games + more)
