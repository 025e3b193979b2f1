"""Vectors of the performance ratings. Opponents without a rating do not count."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from ladder.calculators import performance
from ladder.calculators.performance import Model
from ladder.systems import exact, half_up


def fide(given: Mapping[str, Any]) -> dict[str, Any]:
    """`perf.fide`."""
    found = performance.fide(_opponents(given), _half_points(given))
    if found is None:
        return {"Rc": None, "p": None, "dp": None, "Rp": None, "Rp_rounded": None}
    rating = found.rating
    return {
        "Rc": found.average,
        "p": found.percent,
        "dp": found.dp,
        "Rp": rating,
        "Rp_rounded": rating,
    }


def linear(given: Mapping[str, Any]) -> dict[str, Any]:
    """`perf.linear`."""
    opponents, score = _opponents(given), _half_points(given)
    found = performance.linear(opponents, score)
    if found is None:
        return {"Rc": None, "Rp": None, "Rp_rounded": None}
    average = performance.average_of(opponents, score)
    assert average is not None
    return {"Rc": float(average), "Rp": float(found), "Rp_rounded": int(half_up(found))}


def true(given: Mapping[str, Any]) -> dict[str, Any]:
    """`perf.true`."""
    model = Model(given.get("model") or "logistic")
    found = performance.true(_opponents(given), _half_points(given), model)
    return {"Rp": found, "Rp_rounded": None if found is None else performance.shown(found)}


def _opponents(given: Mapping[str, Any]) -> list[Decimal]:
    return [exact(rating) for rating in given["opponents"] if rating is not None]


def _half_points(given: Mapping[str, Any]) -> int:
    doubled = exact(given["score"]) * 2
    if doubled != int(doubled):
        raise ValueError(f"{given['score']} is not a score")
    return int(doubled)
