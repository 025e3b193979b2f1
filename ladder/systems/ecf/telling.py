"""How explanations of ECF grades are worded, from the numbers that were computed."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from clubs.messages import Message, gettext_noop
from ladder.systems.ecf.formulas import SWING, Graded
from ladder.systems.rounding import exact
from ladder.systems.unrated import NO_OPPONENT, Meeting, Telling, shown

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
WAITS = gettext_noop("These games (%(games)s) gave %(points)s points in all.")
MEAN = gettext_noop("Games of this cycle: %(games)s, with %(points)s points in all")
FILLED = gettext_noop("The latest games before, up to 30: %(games)s, with %(points)s points in all")
GRADE = gettext_noop("%(points)s / %(games)s = %(mean)s, as a grade %(grade)s")
NEW = gettext_noop(
    "The new grade is %(grade)s, the mean of the points of the games that count (%(games)s)."
)
NOT_YET = gettext_noop("Games so far: %(games)s; needed for the first grade: %(needed)s.")


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
            "opponent": shown(opponent),
            "counted": shown(counted),
            "points": shown(scored),
        }
        lines.append(Message(OUTCOMES[one.half_points], numbers))
    if not lines:
        return Telling(NO_OPPONENT)
    sentence = Message(WAITS, {"games": len(lines), "points": shown(total)})
    return Telling(sentence, lines, note=CUT_NOTE if far else None)


def list_telling(
    waiting: Sequence[float], told: Graded, own: Decimal | None, needed: int
) -> Telling:
    """A list: the mean that became the grade."""
    games = len(waiting)
    total = sum((Fraction(exact(points)) for points in waiting), Fraction(0))
    lines = [Message(MEAN, {"points": shown(total), "games": games})]
    if told.exact is None or not told.games:
        return Telling(Message(NOT_YET, {"games": games, "needed": needed}), lines)
    if told.games > games:
        earlier = {
            "points": shown(told.exact * told.games - total),
            "games": told.games - games,
        }
        lines.append(Message(FILLED, earlier))
    numbers = {
        "points": shown(told.exact * told.games),
        "games": told.games,
        "mean": shown(told.exact, 2),
        "grade": told.grade,
    }
    lines.append(Message(GRADE, numbers))
    return Telling(Message(NEW, numbers), lines)
