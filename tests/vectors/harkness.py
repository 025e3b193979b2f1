"""Vectors of the Harkness system."""

from collections.abc import Mapping
from typing import Any

from ladder.systems import half_up
from ladder.systems.harkness import performance
from tests.vectors.ecf import exactly, halves


def update(given: Mapping[str, Any]) -> dict[str, Any]:
    """`harkness.update`: an event replaces the rating; without games it stays."""
    old = given.get("old")
    performed = None
    new = None if old is None else exactly(old)
    if given["games"]:
        performed = performance(exactly(given["average"]), halves(given["score"]), given["games"])
        new = performed
    return {
        "new": None if new is None else float(new),
        "new_rounded": None if new is None else int(half_up(new)),
        "performance": None if performed is None else float(performed),
    }
