"""Harkness, the first national rating of the United States. docs/rules/harkness.md.

Source: the encyclopedia text on rating systems; Wikipedia, Harkness system. Per event:

    new = mean of the opponents + 10 * (100 * S / n - 50)

It replaces the old rating. Not rounded inside. Opponents without a rating are left out.

What it does not do: no memory (only the last event counts), no floor, no account of how certain a
rating is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any, ClassVar, Final

from clubs.messages import Message, gettext_noop
from ladder.systems.base import Change, Explanation, Row, Settings, Standing, Step, register
from ladder.systems.checking import number
from ladder.systems.rounding import Exact, exact, stored
from ladder.systems.unrated import (
    NO_OPPONENT,
    NOTHING_YET,
    RATED,
    START_HELP,
    START_LABEL,
    Meeting,
    OpensUnrated,
    Telling,
    explained,
    meetings,
    points_of,
    shown,
)

PER_CENT: Final = 10
"""Points for each per cent above one half."""

AVERAGE = gettext_noop("Mean rating of the opponents: %(total)s / %(games)s = %(average)s")
PERCENTAGE = gettext_noop("Score in per cent: 100 × %(score)s / %(games)s = %(percent)s")
PERFORMANCE = gettext_noop("%(average)s + 10 × (%(percent)s − 50) = %(new)s")
SENTENCE = gettext_noop(
    "You scored %(score)s of %(games)s against a mean of %(average)s. The result of the event, "
    "%(new)s, is the new rating."
)


def performance(average: Exact, half_points: int, games: int) -> Fraction:
    """The new rating of somebody with games; without any, a ZeroDivisionError."""
    return Fraction(average) + PER_CENT * (Fraction(100 * half_points, 2 * games) - 50)


@dataclass(frozen=True)
class HarknessSettings(Settings):
    """Raises BadSetting for values that make no sense."""

    start: float = field(default=1200.0, metadata={"label": START_LABEL, "help": START_HELP})

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", number("start", self.start, 0, 4000))


@register
class Harkness(OpensUnrated[HarknessSettings]):
    """The rules at the head of this module."""

    id: ClassVar[str] = "harkness"
    version: ClassVar[int] = 1
    title: ClassVar[str] = gettext_noop("Harkness")
    settings_class = HarknessSettings

    def expected(self, own: float, opponent: float) -> float:
        """Where the line of the rule has its height: 1000 points from end to end."""
        return min(1.0, max(0.0, 0.5 + (own - opponent) / 1000.0))

    def waiting(
        self, state: Standing, settings: HarknessSettings, due: date | None = None
    ) -> Message | None:
        return None if self.is_rated(state) else NOTHING_YET

    def compute(
        self, step: Step, before: Mapping[str, Standing], settings: HarknessSettings
    ) -> Sequence[Change]:
        played = meetings(step.games)
        counts = self.counts_as(played, before, settings.start)
        return [self._change(uid, met, before, counts) for uid, met in played.items()]

    def _change(
        self,
        uid: str,
        met: Sequence[Meeting],
        before: Mapping[str, Standing],
        counts: Mapping[str, float],
    ) -> Change:
        counted = [meeting for meeting in met if meeting.opponent in counts]
        if not counted:
            return Change(uid, 0.0, 0, len(met))
        halves = sum(meeting.half_points for meeting in counted)
        new = stored(float(performance(_mean(counted, counts), halves, len(counted))))
        old = before.get(uid)
        moved = new - old.rating if old and self.is_rated(old) else 0.0
        return Change(uid, moved, len(counted), len(met), {"new": new})

    def after(
        self, state: Mapping[str, Any], change: Change, step: Step, settings: HarknessSettings
    ) -> Mapping[str, Any]:
        return {RATED: True} if change.extra else state

    def apply(self, now: Row, change: Change, step: Step, settings: HarknessSettings) -> Row:
        row = self.unmoved(now, change, step, settings)
        if not change.extra:
            return row
        new = change.extra["new"]
        return row._replace(rating=new, change=new - now.rating if self.is_rated(now) else 0.0)

    def explain(
        self,
        step: Step,
        before: Mapping[str, Standing],
        uid: str,
        settings: HarknessSettings,
        now: Standing | None = None,
    ) -> Explanation:
        change = self.change_of(step, before, uid, settings)
        played = meetings(step.games)
        counts = self.counts_as(played, before, settings.start)
        current = self.now_of(before, uid, settings, now)
        row = self.apply(current, change, step, settings)
        games = [explained(met, counts.get(met.opponent)) for met in played[uid]]
        telling = self._telling(played[uid], counts, row)
        return self.told(step, before, row, current, games, telling, settings)

    def _telling(self, met: Sequence[Meeting], counts: Mapping[str, float], row: Row) -> Telling:
        counted = [meeting for meeting in met if meeting.opponent in counts]
        if not counted:
            return Telling(NO_OPPONENT)
        halves, games = sum(meeting.half_points for meeting in counted), len(counted)
        average = _mean(counted, counts)
        numbers = {
            "total": shown(average * games),
            "games": games,
            "average": shown(average),
            "score": points_of(halves),
            "percent": shown(Fraction(100 * halves, 2 * games)),
            "new": shown(row.rating),
        }
        lines = [Message(line, numbers) for line in (AVERAGE, PERCENTAGE, PERFORMANCE)]
        return Telling(Message(SENTENCE, numbers), lines)


def _mean(met: Sequence[Meeting], counts: Mapping[str, float]) -> Fraction:
    ratings = [Fraction(exact(counts[meeting.opponent])) for meeting in met]
    return sum(ratings, Fraction(0)) / len(ratings)
