"""How a number came from one system of a ladder to the next, for the page of the first step after a
change. Web layer.

Source: docs/rules/conventions.md, "When a ladder changes its system". The number goes over as it
is between systems on Elo's scale; else by the formulas of docs/rules/ingo.md and docs/rules/ecf.md.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from ladder import shown
from ladder.replay import Timeline
from ladder.systems import RatingSystem, Standing, exact, get, half_up
from ladder.systems.base import OF
from ladder.systems.ecf import formulas as ecf
from ladder.systems.ingo import elo_of, ingo_of


class TakenOver(NamedTuple):
    """`system`: the title of the one that left the number; `how`: the number, or the arithmetic of
    it; `taken`: what a rule about whole numbers made of that, "" where it is the same."""

    system: str
    how: str
    taken: str


class Scale(NamedTuple):
    """A scale that is not Elo's: the arithmetic to it and from it, with the number as {}."""

    to_elo: str
    elo: Callable[[Any], Fraction]
    from_elo: str
    own: Callable[[Any], Fraction]


SCALES: Final[Mapping[str, Scale]] = {
    "ingo": Scale("2840 − 8 × {}", elo_of, "(2840 − {}) / 8", ingo_of),
    "ecf": Scale("{factor} × {} + 700", ecf.elo_of, "({} − 700) / {factor}", ecf.grade_of),
}


def left_by(state: Standing, timeline: Timeline, place: int) -> RatingSystem[Any] | None:
    """The system that has left a state which stands before a place; None when it is not known."""
    of = (state.extra or {}).get(OF)
    if of:
        return get(of)
    before = timeline.before(place)
    return next((rules.system for rules in before if rules.system.mark is None), None)


def taken_over(
    left: RatingSystem[Any], old: float, system: RatingSystem[Any], new: float
) -> TakenOver:
    """How `old`, a number of the system that was left, became `new` in the one that followed."""
    value: Fraction | Decimal = exact(old)
    steps = []
    if scale := SCALES.get(left.id):
        step = _filled(scale.to_elo, value)
        value = scale.elo(value)
        steps.append(f"{step} = {_figure(value)}")
    if scale := SCALES.get(system.id):
        step = _filled(scale.from_elo, value)
        value = scale.own(value)
        steps.append(f"{step} = {_figure(value)}")
    figure, taken = _figure(value), _figure(exact(new))
    how = "; ".join(steps) or figure
    return TakenOver(_(left.title), how, "" if taken == figure else taken)


def _filled(formula: str, value: Fraction | Decimal) -> str:
    return formula.format(_figure(value), factor=_figure(Decimal("7.5")))


def _figure(value: Fraction | Decimal) -> str:
    tenths = half_up(value, 1)
    return shown.decimals(tenths, 0 if tenths == tenths.to_integral_value() else 1)
