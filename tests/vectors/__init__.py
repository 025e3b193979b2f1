"""Vectors: worked examples of every rating system, as data, and the runner that checks them.

A vectors file is a JSON list of `{system, input, expected, tolerance, source}`. `expected` lists
only what to compare; numbers agree within `tolerance`. A system's adapter turns the input into calls
of the product and gives back an answer of the same shape as `expected`.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.vectors import (
    classes,
    club_elo,
    ecf,
    elo,
    fide,
    german,
    harkness,
    lok,
    performance,
    uscf,
)

Adapter = Callable[[Mapping[str, Any]], Mapping[str, Any]]

ADAPTERS: dict[str, Adapter] = {
    "club_elo.event": club_elo.event,
    "club_elo.replay": club_elo.replayed,
    "class": classes.labelled,
    "elo.update": elo.update,
    "elo_linear.update": elo.linear,
    "fide.category": fide.tournament_category,
    "fide.change": fide.change,
    "fide.expected": fide.expected,
    "fide.initial": fide.first,
    "fide.k": fide.development,
    "fide.norm": fide.norm,
    "fide.period": fide.period,
    "perf.fide": performance.fide,
    "perf.linear": performance.linear,
    "perf.true": performance.true,
    "dwz.update": german.dwz,
    "ecf.elo": ecf.elo,
    "ecf.grade": ecf.grade,
    "harkness.update": harkness.update,
    "ingo.elo": german.ingo_elo,
    "ingo.update": german.ingo,
    "uscf.calc": uscf.calc,
    "uscf.event": uscf.event,
    "uscf.floor": uscf.floor,
    "lok.class": lok.player_class,
    "lok.closed": lok.closed_event,
    "lok.frl": lok.first_frl,
    "lok.norm": lok.norm,
    "lok.norm_need": lok.norm_need,
    "lok.period": lok.whole_period,
    "lok.start": lok.start,
    "lok.table": lok.table,
    "lok.update": lok.update,
}


def is_built(vector: Mapping[str, Any]) -> bool:
    """Whether the product has the system that this vector is about."""
    return vector.get("system") in ADAPTERS


def check(vector: Any) -> list[str]:
    """What is wrong with the answer to one vector, in words; empty when it passes."""
    missing = [name for name in ("system", "input", "expected") if name not in vector]
    if missing:
        return [f"the vector has no {' and no '.join(missing)}"]
    adapter = ADAPTERS.get(vector["system"])
    if adapter is None:
        return [f"the system {vector['system']} is not built yet"]
    try:
        answer = adapter(vector["input"])
    except Exception as error:  # noqa: BLE001  (a crash fails this vector, not the run)
        return [f"{type(error).__name__}: {error}"]
    return list(differences(vector["expected"], answer, float(vector.get("tolerance", 0))))


def differences(expected: Any, found: Any, tolerance: float, path: str = "") -> list[str]:
    """Where an answer differs from what is expected; it may say more than that."""
    if isinstance(expected, Mapping):
        if not isinstance(found, Mapping):
            return [f"{path or 'answer'}: expected {expected!r}, got {found!r}"]
        lines = []
        for name, value in expected.items():
            place = f"{path}.{name}" if path else str(name)
            if name in found:
                lines += differences(value, found[name], tolerance, place)
            else:
                lines.append(f"{place}: missing")
        return lines
    if isinstance(expected, list) and isinstance(found, Sequence) and not isinstance(found, str):
        if len(expected) != len(found):
            return [f"{path}: expected {expected!r}, got {found!r}"]
        pairs = enumerate(zip(expected, found, strict=True))
        return [x for i, (a, b) in pairs for x in differences(a, b, tolerance, f"{path}[{i}]")]
    if _agree(expected, found, tolerance):
        return []
    return [f"{path or 'answer'}: expected {expected!r}, got {found!r}"]


def _agree(expected: Any, found: Any, tolerance: float) -> bool:
    if isinstance(expected, bool) or isinstance(found, bool):
        return expected is found
    if isinstance(expected, int | float) and isinstance(found, int | float):
        # a hair of slack: 1413.8 - 1413.75 is a little more than 0.05 in binary
        return math.isclose(expected, found, rel_tol=1e-12, abs_tol=tolerance + 1e-12)
    return bool(expected == found)
