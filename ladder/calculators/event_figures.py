"""What an event says of its players by the ratings that they had at its start. Pure.

Ratings are the whole numbers that lists show, so that everybody can compute after it; `None`, or
missing, is somebody without one, who counts for nobody's performance (docs/rules/performance.md).
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from ladder.calculators import performance
from ladder.calculators.categories import average_rating, category
from ladder.systems.base import Game
from ladder.systems.rounding import half_up

Ratings = Mapping[str, int | None]


@dataclass(frozen=True, slots=True)
class Performance:
    """Of one player. `games` are all rated games, `counted` those against rated opponents with
    `half_points` made in them; `average` is that of these opponents. Everything after it is None
    without such a game; `true` also with no point and with all points."""

    rating: int | None  # the player's own at the start
    games: int
    counted: int
    half_points: int
    average: int | None = None
    percent: int | None = None
    dp: int | None = None
    fide: int | None = None
    linear: int | None = None
    true: int | None = None

    @property
    def score(self) -> float:
        """The points of the games that count."""
        return self.half_points / 2


@dataclass(frozen=True, slots=True)
class Strength:
    """How strong an event is: so many players, of them so many with a rating. `average` and
    `category` are None unless everybody has one; a category has a closed event only."""

    players: int
    rated: int
    average: int | None
    category: int | None


def performances(games: Iterable[Game], ratings: Ratings) -> dict[str, Performance]:
    """The performance of everybody with a rated game, in uid order."""
    met: dict[str, list[tuple[str, int]]] = {}
    for white, black, half_points in games:
        met.setdefault(white, []).append((black, half_points))
        met.setdefault(black, []).append((white, 2 - half_points))
    return {uid: _performance(ratings.get(uid), met[uid], ratings) for uid in sorted(met)}


def strength(players: Collection[str], ratings: Ratings, *, closed: bool) -> Strength:
    """The average of all participants; of a closed event its category (all-play-all)."""
    values = [ratings.get(uid) for uid in players]
    average = average_rating(values)
    return Strength(
        players=len(values),
        rated=sum(value is not None for value in values),
        average=average,
        category=category(average) if closed and average is not None else None,
    )


def _performance(
    own: int | None, met: Collection[tuple[str, int]], ratings: Ratings
) -> Performance:
    known = [(ratings.get(opponent), half_points) for opponent, half_points in met]
    opponents = [rating for rating, _ in known if rating is not None]
    scored = sum(half_points for rating, half_points in known if rating is not None)
    fide = performance.fide(opponents, scored)
    linear = performance.linear(opponents, scored)
    if fide is None or linear is None:
        return Performance(own, len(met), 0, 0)
    true = performance.true(opponents, scored)
    return Performance(
        rating=own,
        games=len(met),
        counted=len(opponents),
        half_points=scored,
        average=fide.average,
        percent=fide.percent,
        dp=fide.dp,
        fide=fide.rating,
        linear=int(half_up(linear)),
        true=None if true is None else performance.shown(true),
    )
