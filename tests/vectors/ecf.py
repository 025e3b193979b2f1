"""Vectors of ECF grades."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from ladder.systems.ecf.formulas import FULL, elo_of, game_points, grade_of, graded


def grade(given: Mapping[str, Any]) -> dict[str, Any]:
    """`ecf.grade`: one cycle; a game with somebody ungraded is left out."""
    own = None if given.get("own") is None else exactly(given["own"])
    points = [
        game_points(own, exactly(game["opp"]), halves(game["score"]))
        for game in given["games"]
        if game["opp"] is not None
    ]
    earlier = [exactly(number) for number in given.get("previous_game_points") or []]
    told = graded(own, points, earlier, full=given.get("minimum", FULL))
    return {
        "points": [float(number) for number in points],
        "grade_exact": None if told.exact is None else float(told.exact),
        "grade": told.grade,
        "games": told.games,
    }


def elo(given: Mapping[str, Any]) -> dict[str, Any]:
    """`ecf.elo`, in both directions."""
    if given.get("grade") is not None:
        return {"elo": float(elo_of(exactly(given["grade"])))}
    return {"grade": float(grade_of(exactly(given["elo"])))}


def exactly(number: float) -> Fraction:
    """The decimal number that was written in the file."""
    return Fraction(Decimal(repr(number)))


def halves(score: float) -> int:
    """A score in half points."""
    return int(score * 2)
