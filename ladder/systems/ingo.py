"""Ingo, the first national rating of Germany. The lower the better. docs/rules/ingo.md.

Source: the encyclopedia text on rating systems; schachecke.de, Ingo-System. Per event:

    performance = mean of the opponents - (100 * S / n - 50)
    new = (1 - weight) * old + weight * performance                       not rounded inside

Weight 1 is the form of the text; 1/4 was later practice. In a round robin the mean is that of all
participants, the player among them. A newcomer counts as 230.

What it does not do: no account of how certain a number is, no floor; with weight 1 no memory.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Final

from clubs.messages import Message, gettext_noop
from ladder.systems.base import (
    Change,
    Explanation,
    Row,
    Settings,
    Standing,
    State,
    Step,
    register,
)
from ladder.systems.checking import choice, number
from ladder.systems.rounding import Exact, exact, stored
from ladder.systems.unrated import (
    RATED,
    Meeting,
    OpensUnrated,
    Telling,
    explained,
    meetings,
    points_of,
    shown,
)

CUT: Final = 40
ZERO_IN_ELO: Final = 2840
ELO_PER_POINT: Final = 8

CUTS = {"no": gettext_noop("as they are"), "yes": gettext_noop("at most 40 points away")}
OPPONENTS = gettext_noop("Mean of the opponents: %(total)s / %(number)s = %(average)s")
PARTICIPANTS = gettext_noop("Mean of all participants: %(total)s / %(number)s = %(average)s")
PERCENTAGE = gettext_noop("Score in per cent: 100 × %(score)s / %(games)s = %(percent)s")
PERFORMANCE = gettext_noop("Performance: %(average)s − (%(percent)s − 50) = %(performance)s")
WEIGHED = gettext_noop("%(rest)s × %(old)s + %(weight)s × %(performance)s = %(new)s")
SENTENCE = gettext_noop(
    "You scored %(score)s of %(games)s against a mean of %(average)s, a performance of "
    "%(performance)s. Your number is now %(new)s; the lower the better."
)


def cut(own: Exact, opponent: Exact) -> Fraction:
    """An opponent who is more than 40 points away, moved to 40 points (an option)."""
    return max(Fraction(own) - CUT, min(Fraction(opponent), Fraction(own) + CUT))


def performance(average: Exact, half_points: int, games: int) -> Fraction:
    """At most 50 points from the average. Without games, a ZeroDivisionError."""
    return Fraction(average) - (Fraction(100 * half_points, 2 * games) - 50)


def renewed(old: Exact | None, performed: Exact, weight: Exact = 1) -> Fraction:
    """The new number; of somebody without an old one it is the performance."""
    if old is None:
        return Fraction(performed)
    return (1 - Fraction(weight)) * Fraction(old) + Fraction(weight) * Fraction(performed)


def elo_of(ingo: Exact) -> Fraction:
    """The Elo number that an Ingo number stands for: 2840 - 8 * Ingo."""
    return ZERO_IN_ELO - ELO_PER_POINT * Fraction(ingo)


def ingo_of(elo: Exact) -> Fraction:
    """The Ingo number that an Elo number stands for."""
    return (ZERO_IN_ELO - Fraction(elo)) / ELO_PER_POINT


@dataclass(frozen=True)
class IngoSettings(Settings):
    """Raises BadSetting for values that make no sense."""

    start: float = field(
        default=230.0, metadata={"label": gettext_noop("Number of a player new to the ladder")}
    )
    weight: float = field(
        default=1.0,
        metadata={
            "label": gettext_noop("Weight of the last event"),
            "help": gettext_noop("1: it replaces the old number. 0.25 was later practice."),
        },
    )
    cut: str = field(
        default="no",
        metadata={"label": gettext_noop("Opponents far away count"), "choices": CUTS},
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", number("start", self.start, 0, 500))
        object.__setattr__(self, "weight", number("weight", self.weight, 0.01, 1))
        choice("cut", self.cut, CUTS)


@register
class Ingo(OpensUnrated[IngoSettings]):
    """The rules at the head of this module."""

    id: ClassVar[str] = "ingo"
    version: ClassVar[int] = 1
    title: ClassVar[str] = gettext_noop("Ingo")
    settings_class = IngoSettings
    lower_is_better: ClassVar[bool] = True
    elo_scale: ClassVar[bool] = False
    needs_event: ClassVar[bool] = True

    def enter(self, settings: IngoSettings) -> State:
        return State(settings.start)

    def to_elo(self, rating: float) -> float:
        return stored(float(elo_of(exact(rating))))

    def from_elo(self, elo: float) -> float:
        return stored((ZERO_IN_ELO - elo) / 8)

    def is_rated(self, state: Standing | None) -> bool:
        """A newcomer has the starting number; what another system has left is no Ingo number."""
        return state is None or self._has_own(state) or not state.played

    def _has_own(self, state: Standing | None) -> bool:
        return bool(self.state(state).get(RATED))

    def expected(self, own: float, opponent: float) -> float:
        """Where the line of the rule has its height: 100 points from end to end."""
        return min(1.0, max(0.0, 0.5 + (opponent - own) / 100.0))

    def compute(
        self, step: Step, before: Mapping[str, Standing], settings: IngoSettings
    ) -> Sequence[Change]:
        played = meetings(step.games)
        changes = []
        for uid, met in played.items():
            field_of = self._field(uid, played, step, before, settings)
            halves = sum(meeting.half_points for meeting in met)
            performed = performance(_mean(field_of), halves, len(met))
            old = self._number(before.get(uid), settings)
            moved = float(self._renewed(old, performed, settings)) - old
            # as text, since nothing may be rounded before the end
            changes.append(Change(uid, moved, len(met), len(met), {"performance": str(performed)}))
        return changes

    def _number(self, standing: Standing | None, settings: IngoSettings) -> float:
        """A newcomer counts with the starting number."""
        return standing.rating if standing and self._has_own(standing) else settings.start

    def _field(
        self,
        uid: str,
        played: Mapping[str, Sequence[Meeting]],
        step: Step,
        before: Mapping[str, Standing],
        settings: IngoSettings,
    ) -> list[Fraction]:
        """The numbers that the mean is of."""
        whose = list(played) if step.about.closed else [met.opponent for met in played[uid]]
        numbers = [Fraction(exact(self._number(before.get(one), settings))) for one in whose]
        if settings.cut == "no":
            return numbers
        own = exact(self._number(before.get(uid), settings))
        return [cut(own, one) for one in numbers]

    def _renewed(self, old: float, performed: Fraction, settings: IngoSettings) -> Fraction:
        return renewed(exact(old), performed, exact(settings.weight))

    def after(
        self, state: Mapping[str, Any], change: Change, step: Step, settings: IngoSettings
    ) -> Mapping[str, Any]:
        return {RATED: True}

    def apply(self, now: Row, change: Change, step: Step, settings: IngoSettings) -> Row:
        assert change.extra is not None
        old = self._number(now, settings)
        new = self._renewed(old, Fraction(change.extra["performance"]), settings)
        row = self.unmoved(now, change, step, settings)
        return row._replace(rating=stored(float(new)), change=float(new) - old)

    def explain(
        self,
        step: Step,
        before: Mapping[str, Standing],
        uid: str,
        settings: IngoSettings,
        now: Standing | None = None,
    ) -> Explanation:
        change = self.change_of(step, before, uid, settings)
        played = meetings(step.games)
        current = self.now_of(before, uid, settings, now)
        if not self._has_own(current):
            current = current._replace(rating=settings.start)
        row = self.apply(current, change, step, settings)
        games = [
            explained(met, self._number(before.get(met.opponent), settings)) for met in played[uid]
        ]
        numbers = self._field(uid, played, step, before, settings)
        telling = _telling(numbers, change, current, row, played[uid], step, settings)
        return self.told(step, before, row, current, games, telling, settings)


def _mean(numbers: Sequence[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0)) / len(numbers)


def _telling(
    numbers: Sequence[Fraction],
    change: Change,
    now: Row,
    row: Row,
    met: Sequence[Meeting],
    step: Step,
    settings: IngoSettings,
) -> Telling:
    assert change.extra is not None
    halves, games = sum(meeting.half_points for meeting in met), len(met)
    said = {
        "total": shown(sum(numbers, Fraction(0))),
        "number": len(numbers),
        "average": shown(_mean(numbers)),
        "score": points_of(halves),
        "games": games,
        "percent": shown(Fraction(100 * halves, 2 * games)),
        "performance": shown(Fraction(change.extra["performance"])),
        "old": shown(now.rating),
        "weight": exact(settings.weight),
        "rest": 1 - exact(settings.weight),
        "new": shown(row.rating),
    }
    lines = [PARTICIPANTS if step.about.closed else OPPONENTS, PERCENTAGE, PERFORMANCE]
    if settings.weight < 1:
        lines.append(WEIGHED)
    return Telling(Message(SENTENCE, said), [Message(line, said) for line in lines])
