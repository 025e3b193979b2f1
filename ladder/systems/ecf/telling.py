"""How explanations of ECF grades are worded, from the numbers that were computed."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from clubs.messages import Message, gettext_noop
from ladder.systems.ecf.formulas import SWING, Graded
from ladder.systems.rounding import exact, half_up
from ladder.systems.unrated import NO_OPPONENT, Meeting, Telling

OUTCOMES = (
    gettext_noop("lost against %(opponent)s: %(counted)s − 50 = %(points)s"),
    gettext_noop("drawn with %(opponent)s: %(counted)s"),
    gettext_noop("won against %(opponent)s: %(counted)s + 50 = %(points)s"),
)
CUT_NOTE = Message(
    gettext_noop(
        "Opponents who are more than 40 points away from the own grade count as 40 points away."
    )
)
WAITS = gettext_noop(
    "The points of %(games)s games, %(points)s together, wait for the list of the cycle in which "
    "the event ends."
)
MEAN = gettext_noop("Points of the games of this cycle: %(points)s in %(games)s games")
FILLED = gettext_noop("Points of the latest games before, to have 30: %(points)s in %(games)s")
GRADE = gettext_noop("%(points)s / %(games)s = %(mean)s, as a grade %(grade)s")
NEW = gettext_noop("The mean of the points of %(games)s games is the new grade: %(grade)s.")
NOT_YET = gettext_noop("%(games)s games so far; %(needed)s are needed for the first grade.")


def game_telling(
    own: Decimal | None,
    met: Sequence[Meeting],
    counts: Mapping[str, float],
    points: Sequence[Fraction | None],
) -> Telling:
    """An event: the points of each game."""
    lines, total = [], Fraction(0)
    far = False
    for one, scored in zip(met, points, strict=True):
        if scored is None:
            continue
        opponent = exact(counts[one.opponent])
        counted = scored - SWING * (one.half_points - 1)
        far = far or counted != Fraction(opponent)
        total += scored
        numbers = {
            "opponent": half_up(opponent, 1),
            "counted": half_up(counted, 1),
            "points": half_up(scored, 1),
        }
        lines.append(Message(OUTCOMES[one.half_points], numbers))
    if not lines:
        return Telling(NO_OPPONENT)
    sentence = Message(WAITS, {"games": len(lines), "points": half_up(total, 1)})
    return Telling(sentence, lines, note=CUT_NOTE if far else None)


def list_telling(
    waiting: Sequence[float], told: Graded, own: Decimal | None, needed: int
) -> Telling:
    """A list: the mean that became the grade."""
    games = len(waiting)
    total = sum((Fraction(exact(points)) for points in waiting), Fraction(0))
    lines = [Message(MEAN, {"points": half_up(total, 1), "games": games})]
    if told.exact is None or not told.games:
        return Telling(Message(NOT_YET, {"games": games, "needed": needed}), lines)
    if told.games > games:
        earlier = {
            "points": half_up(told.exact * told.games - total, 1),
            "games": told.games - games,
        }
        lines.append(Message(FILLED, earlier))
    numbers = {
        "points": half_up(told.exact * told.games, 1),
        "games": told.games,
        "mean": half_up(told.exact, 2),
        "grade": told.grade,
    }
    lines.append(Message(GRADE, numbers))
    return Telling(Message(NEW, numbers), lines)
