"""The arithmetic of a FIDE title norm, and of nothing else.

Checked: number of games, score, average of the opponents, performance. Not checked: titles and
federations of the opponents, kind and dates of the tournament, the arbiters (`NOT_CHECKED`).

Source: the encyclopedia text on rating systems; FIDE Title Regulations effective 1 January 2024,
1.4 (docs/rules/performance.md).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from clubs.messages import Message, gettext_noop
from ladder.calculators.performance import fide
from ladder.systems.rounding import Exact
from ladder.tables import rows

LEAST_GAMES = 9
LEAST_PERCENT = 35
UNRATED = 1400  # what an opponent without a rating counts as
NORMS_NEEDED = 3

NOT_CHECKED = Message(
    gettext_noop(
        "Arithmetic of the norm only: titles and federations of the opponents, the kind of the "
        "tournament and its arbiters are not checked."
    )
)
FEW_GAMES = gettext_noop("%(games)s games; at least %(least)s are needed")
LOW_SCORE = gettext_noop("the score is below %(percent)s %%")
WEAK = gettext_noop("the average of the opponents is %(average)s; at least %(least)s is needed")
LOW = gettext_noop("the performance is %(rating)s; at least %(least)s is needed")


class Norm(StrEnum):
    """The titles that norms lead to."""

    GM = "GM"
    IM = "IM"
    WGM = "WGM"
    WIM = "WIM"


@dataclass(frozen=True, slots=True)
class NormResult:
    """A norm attempted: its numbers, and in words what is missing. None without a game."""

    norm: Norm
    games: int
    average: int | None  # of the opponents, after the changes below, half up
    percent: int | None
    dp: int | None
    rating: int | None  # performance
    raised: Exact | None  # the rating of the lowest opponent before it was raised to the floor
    missing: tuple[Message, ...]

    @property
    def floor(self) -> int:
        """To what the lowest opponent is raised."""
        return int(_needs(self.norm)["opponent_floor"])

    @property
    def achieved(self) -> bool:
        return not self.missing


def norm_result(norm: Norm, opponents: Sequence[Exact | None], half_points: int) -> NormResult:
    """The arithmetic of one norm. `opponents`: one for each game played, None = unrated.

    An unrated opponent counts as 1400; then the lowest one, if below the floor of the norm, is
    raised to it, once. Raises ValueError for an impossible score.
    """
    needs = _needs(norm)
    ratings: list[Exact] = [UNRATED if rating is None else rating for rating in opponents]
    raised: Exact | None = None
    floor = int(needs["opponent_floor"])
    if ratings and (lowest := min(ratings)) < floor:
        ratings[ratings.index(lowest)] = floor
        raised = lowest
    games = len(ratings)
    missing = []
    if games < LEAST_GAMES:
        missing.append(Message(FEW_GAMES, {"games": games, "least": LEAST_GAMES}))
    found = fide(ratings, half_points)
    if found is None:
        return NormResult(norm, games, None, None, None, None, None, tuple(missing))
    if Fraction(50 * half_points, games) < LEAST_PERCENT:
        missing.append(Message(LOW_SCORE, {"percent": LEAST_PERCENT}))
    least_average, least_rating = int(needs["min_avg"]), int(needs["min_rp_rounded"])
    if found.average < least_average:
        missing.append(Message(WEAK, {"average": found.average, "least": least_average}))
    if found.rating < least_rating:
        missing.append(Message(LOW, {"rating": found.rating, "least": least_rating}))
    return NormResult(
        norm,
        games,
        found.average,
        found.percent,
        found.dp,
        found.rating,
        raised,
        tuple(missing),
    )


def title_reached(norm: Norm, norms: int, highest_rating: Exact) -> bool:
    """Whether norms and the highest rating the player ever had are enough for the title."""
    return norms >= NORMS_NEEDED and highest_rating >= int(_needs(norm)["title_rating"])


def _needs(norm: Norm) -> Mapping[str, str]:
    return next(row for row in rows("fide_norms") if row["norm"] == norm)
