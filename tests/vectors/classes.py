"""Vectors of the class tables."""

from collections.abc import Mapping
from typing import Any

from ladder.calculators.classes import ClassTable, label
from ladder.systems import exact


def labelled(given: Mapping[str, Any]) -> dict[str, Any]:
    """`class`."""
    return {"label": label(ClassTable(given["table"]), exact(given["rating"]))}
