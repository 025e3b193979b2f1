"""How explanations of a DWZ are worded, from the numbers that were computed."""

import math
from collections.abc import Sequence

from clubs.messages import Message, Signed, gettext_noop
from ladder.systems.base import Row
from ladder.systems.dwz.formulas import Evaluated
from ladder.systems.unrated import NO_OPPONENT, Telling, points_of, shown

EXPECTED = gettext_noop(
    "%(expected)s of %(games)s points were expected; you scored %(score)s. The rating moves by "
    "%(change)s."
)
DEVELOPMENT = gettext_noop("How slowly the rating moves: E = %(development)s")
FACTOR = gettext_noop("800 / (%(development)s + %(games)s) = %(factor)s")
GAMES = gettext_noop("%(factor)s × (%(score)s − %(expected)s) = %(change)s")
LATE = Message(
    gettext_noop(
        "The event began before there was a rating: it is evaluated from the rating at its end."
    )
)
POOL = gettext_noop("Points so far: %(score)s of %(games)s, against a mean of %(average)s")
FIRST = gettext_noop("These results would be expected at %(new)s, which is the first DWZ.")
NOT_YET = gettext_noop(
    "Games towards the first DWZ: %(games)s; it needs %(needed)s, neither all won nor all lost."
)


def telling(
    told: Evaluated, results: Sequence[Sequence[float]], row: Row, began_rated: bool
) -> Telling:
    """An evaluation of a rated player."""
    expected, games = math.fsum(told.expected), len(results)
    numbers = {
        "expected": shown(expected, 2),
        "games": games,
        "score": points_of(int(sum(half for _, half in results))),
        "change": Signed(shown(row.change)),
        "development": shown(told.development),
        "factor": shown(told.factor),
    }
    lines = [Message(line, numbers) for line in (DEVELOPMENT, FACTOR, GAMES)]
    note = None if began_rated else LATE
    return Telling(Message(EXPECTED, numbers), lines, note, told.factor, expected)


def first_telling(
    pool: Sequence[Sequence[float]],
    row: Row,
    rated: bool,
    needed: int,
    results: Sequence[Sequence[float]],
) -> Telling:
    """Games towards the first DWZ."""
    if not results:
        return Telling(NO_OPPONENT)
    numbers = {
        "games": len(pool),
        "score": points_of(int(sum(half for _, half in pool))),
        "average": shown(math.fsum(rating for rating, _ in pool) / len(pool)),
        "needed": needed,
        "new": shown(row.rating),
    }
    sentence = Message(FIRST if rated else NOT_YET, numbers)
    return Telling(sentence, [Message(POOL, numbers)])
