"""Vectors of the German systems: Ingo and DWZ."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ladder.systems import exact, half_up
from ladder.systems.dwz.formulas import evaluated
from ladder.systems.ingo import elo_of, ingo_of, performance, renewed
from tests.vectors.ecf import exactly, halves


def ingo(given: Mapping[str, Any]) -> dict[str, Any]:
    """`ingo.update`: without games, the old number stays."""
    new = old = None if given.get("old") is None else exactly(given["old"])
    performed: Fraction | None = None
    if given["games"]:
        performed = performance(exactly(given["average"]), halves(given["score"]), given["games"])
        new = renewed(old, performed, exactly(given.get("weight", 1)))
    return {
        "new": None if new is None else float(new),
        "new_rounded": None if new is None else int(half_up(new)),
        "performance": None if performed is None else float(performed),
    }


def ingo_elo(given: Mapping[str, Any]) -> dict[str, Any]:
    """`ingo.elo`, in both directions."""
    if given.get("ingo") is not None:
        return {"elo": float(elo_of(exactly(given["ingo"])))}
    return {"ingo": float(ingo_of(exactly(given["elo"])))}


def dwz(given: Mapping[str, Any]) -> dict[str, Any]:
    """`dwz.update`. A performance is no part of this rule: a DWZ is moved, not replaced."""
    if given.get("old") is None:
        return {"new": None, "new_rounded": None}
    index = given.get("index") or 0
    told = evaluated(float(given["old"]), given.get("age"), index, given["opps"], given["score"])
    return {"new": told.rating, "new_rounded": int(half_up(exact(told.rating)))}
