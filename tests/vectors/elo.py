"""Vectors of Elo's formula and of his linear approximation."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ladder.systems import exact
from ladder.systems.elo_linear import formulas


def update(given: Mapping[str, Any]) -> dict[str, Any]:
    """`elo.update`: from a score and its expectation."""
    old, k, score, expected = (exact(given[name]) for name in ("old", "K", "W", "We"))
    return {"new": float(formulas.updated(old, k, score, expected))}


def linear(given: Mapping[str, Any]) -> dict[str, Any]:
    """`elo_linear.update`: from the opponents, or from the sum of D, which cannot be cut."""
    old, won, lost = (exact(given[name]) for name in ("old", "W", "L"))
    k, c = exact(given.get("K", formulas.K)), exact(given.get("C", formulas.C))
    if "sum_D" in given:
        total = Fraction(exact(given["sum_D"]))
    else:
        cap = given.get("cap", float(2 * c))
        limit = None if cap is None else exact(cap)
        gaps = (Fraction(exact(opponent)) - Fraction(old) for opponent in given["opponents"])
        total = sum((formulas.cut(gap, limit) for gap in gaps), Fraction())
    return {"new": float(formulas.linear(old, won, lost, total, k, c)), "sum_D": float(total)}
