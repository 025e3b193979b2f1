"""The category of a closed tournament, by the average rating of its players.

Source: the encyclopedia text on rating systems, table of categories (docs/rules/performance.md).
"""

from collections.abc import Sequence
from fractions import Fraction

from ladder.systems.rounding import Exact, half_up
from ladder.tables import Bands, rows

UNRATED = 1400  # what a player without a rating may be counted as


def average_rating(
    ratings: Sequence[Exact | None], *, unrated_as: Exact | None = None
) -> int | None:
    """The average rating of all players, half up. None without players, and when somebody has no
    rating, unless a number is given that such a player counts as (`UNRATED`)."""
    known = [unrated_as if rating is None else rating for rating in ratings]
    found = [Fraction(rating) for rating in known if rating is not None]
    if not found or len(found) < len(known):
        return None
    return int(half_up(sum(found, Fraction()) / len(found)))


def category(average: Exact, *, women: bool = False) -> int | None:
    """The category for an average rating (rounded half up); None below the first one.

    Above the last row of the table the steps go on as in the table (25 points each).
    """
    low, high = ("women_from", "women_to") if women else ("avg_from", "avg_to")
    whole = int(half_up(average))
    row = Bands("fide_categories", low, high).at(whole)
    if row is not None:
        return int(row["category"])
    last = max(rows("fide_categories"), key=lambda row: int(row["category"]))
    above = whole - int(last[high])
    step = int(last[high]) - int(last[low]) + 1
    return int(last["category"]) - (-above // step) if above > 0 else None
