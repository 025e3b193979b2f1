"""ECF grades as a ladder. docs/rules/ecf.md.

The points of a game are those of the grades at the start of its event; they wait for the list of
the cycle in which the event ends. Who has no grade does not count as an opponent, and meets
opponents whose grades are not cut.

What it does not do: no minimum of games against different opponents, no adjustment of juniors, none
of the Elo system that England has used since 2020.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar

from clubs.messages import Message, gettext_noop
from ladder.systems.base import (
    Change,
    Explanation,
    Row,
    Settings,
    Standing,
    Step,
    register,
    row_of,
)
from ladder.systems.checking import choice, count, number
from ladder.systems.ecf.formulas import (
    CUT,
    FULL,
    Graded,
    elo_of,
    game_points,
    grade_of,
    graded,
)
from ladder.systems.ecf.telling import game_telling, list_telling
from ladder.systems.places import decode
from ladder.systems.rounding import exact, half_up, stored
from ladder.systems.stateful import waits
from ladder.systems.unrated import (
    NOTHING_YET,
    RATED,
    START_HELP,
    START_LABEL,
    Meeting,
    OpensUnrated,
    Telling,
    explained,
    meetings,
)

EVENT = "event"
PERIODS = {
    "half-year": gettext_noop("on 1 January and 1 July"),
    "year": gettext_noop("on 1 July"),
    EVENT: gettext_noop("after every event"),
}
MONTHS = {"half-year": (1, 7), "year": (7,), EVENT: ()}
WAITING, EARLIER = "waiting", "earlier"
WAIT = gettext_noop("games that wait for the next list: %(games)s")
TOWARDS = gettext_noop("%(games)s of %(needed)s games towards the first grade")


@dataclass(frozen=True)
class EcfSettings(Settings):
    """Raises BadSetting for values that make no sense."""

    period: str = field(
        default="half-year",
        metadata={"label": gettext_noop("New grades are computed"), "choices": PERIODS},
    )
    first_games: int = field(
        default=1, metadata={"label": gettext_noop("Games needed for the first grade")}
    )
    start: float = field(default=67.0, metadata={"label": START_LABEL, "help": START_HELP})

    def __post_init__(self) -> None:
        choice("period", self.period, PERIODS)
        count("first_games", self.first_games, 1, FULL)
        object.__setattr__(self, "start", number("start", self.start, 0, 300))


@register
class Ecf(OpensUnrated[EcfSettings]):
    """A state: `rated`; the points of games that wait for a list, and of up to 30 earlier ones, the
    newest first. Of one event those with more points come first, since nobody says which game was
    played last."""

    id: ClassVar[str] = "ecf"
    version: ClassVar[int] = 1
    title: ClassVar[str] = gettext_noop("ECF grades (Clarke)")
    settings_class = EcfSettings
    waits_in: ClassVar[tuple[str, ...]] = (WAITING,)
    elo_scale: ClassVar[bool] = False
    whole: ClassVar[bool] = True

    def to_elo(self, rating: float) -> float:
        return stored(float(elo_of(exact(rating))))

    def from_elo(self, elo: float) -> float:
        """A whole grade, as grades are published."""
        return max(0.0, float(half_up(grade_of(exact(elo)))))

    def expected(self, own: float, opponent: float) -> float:
        """Where the line of the rule has its height: 100 points from end to end, cut at 40."""
        return 0.5 + max(-CUT, min(own - opponent, CUT)) / 100.0

    def waiting(
        self, state: Standing, settings: EcfSettings, due: date | None = None
    ) -> Message | None:
        kept = self.state(state)
        if games := len(kept.get(WAITING, ())):
            return waits(games, due) if due else Message(WAIT, {"games": games})
        if self.is_rated(state):
            return None
        if kept.get(EARLIER):
            numbers = {"games": len(kept[EARLIER]), "needed": settings.first_games}
            return Message(TOWARDS, numbers)
        return NOTHING_YET

    def waiting_games(self, state: Standing, day: date) -> int:
        return len(self.state(state).get(WAITING, ()))

    def list_dates(self, settings: EcfSettings, first: date, last: date) -> Sequence[date]:
        days = (
            date(year, month, 1)
            for year in range(first.year, last.year + 1)
            for month in MONTHS[settings.period]
        )
        return [day for day in days if first <= day <= last]

    def compute(
        self, step: Step, before: Mapping[str, Standing], settings: EcfSettings
    ) -> Sequence[Change]:
        played = meetings(step.games)
        counts = self.counts_as(played, before, settings.start)
        changes = []
        for uid, met in played.items():
            points = [
                float(one) for one in self._points(uid, met, before, counts) if one is not None
            ]
            points = sorted(map(stored, points), reverse=True)
            changes.append(Change(uid, 0.0, len(points), len(met), {"points": points}))
        return changes

    def _points(
        self,
        uid: str,
        met: Sequence[Meeting],
        before: Mapping[str, Standing],
        counts: Mapping[str, float],
    ) -> list[Fraction | None]:
        """The points of each game; None for one that does not count."""
        own = self._own(before.get(uid))
        return [
            game_points(own, exact(counts[one.opponent]), one.half_points)
            if one.opponent in counts
            else None
            for one in met
        ]

    def _own(self, standing: Standing | None) -> Decimal | None:
        return exact(standing.rating) if standing and self.is_rated(standing) else None

    def after(
        self, state: Mapping[str, Any], change: Change, step: Step, settings: EcfSettings
    ) -> Mapping[str, Any]:
        assert change.extra is not None
        waiting = [*change.extra["points"], *state.get(WAITING, ())]
        return {**state, WAITING: waiting} if waiting else state

    def apply(self, now: Row, change: Change, step: Step, settings: EcfSettings) -> Row:
        row = self.unmoved(now, change, step, settings)
        return self._closed(row, settings) if settings.period == EVENT else row

    def closing_rows(
        self, step: Step, current: Mapping[str, Row], settings: EcfSettings
    ) -> list[Row]:
        return [
            self._closed(current[uid], settings)
            for uid in sorted(current)
            if self.state(current[uid]).get(WAITING)
        ]

    def _closed(self, row: Row, settings: EcfSettings) -> Row:
        """What waited has become a grade, or games towards the first one."""
        state = self.state(row)
        told = self._graded(row, settings)
        kept = [*state.get(WAITING, ()), *state.get(EARLIER, ())][:FULL]
        new: dict[str, Any] = {EARLIER: kept} if kept else {}
        if told.grade is None:
            return row._replace(extra=self.keep(row, new))
        change = float(told.grade) - row.rating if self.is_rated(row) else 0.0
        extra = self.keep(row, new | {RATED: True})
        if not state.get(WAITING):
            return row._replace(extra=extra)
        return row._replace(rating=float(told.grade), change=change, extra=extra)

    def _graded(self, row: Row, settings: EcfSettings) -> Graded:
        state = self.state(row)
        waiting, earlier = (
            [Fraction(exact(points)) for points in state.get(name, ())]
            for name in (WAITING, EARLIER)
        )
        return graded(self._own(row), waiting, earlier, least=settings.first_games)

    def explain(
        self,
        step: Step,
        before: Mapping[str, Standing],
        uid: str,
        settings: EcfSettings,
        now: Standing | None = None,
    ) -> Explanation:
        if step.closes:
            return self._explain_list(step, before, uid, settings)
        change = self.change_of(step, before, uid, settings)
        played = meetings(step.games)
        counts = self.counts_as(played, before, settings.start)
        current = self.now_of(before, uid, settings, now)
        row = self.apply(current, change, step, settings)
        own, points = self._own(before.get(uid)), self._points(uid, played[uid], before, counts)
        telling = game_telling(own, played[uid], counts, points)
        if settings.period == EVENT and change.counted:
            with_games = self.unmoved(current, change, step, settings)
            closing = self._list_telling(with_games, row, settings)
            telling = closing._replace(workings=[*telling.workings, *closing.workings])
        games = [explained(met, counts.get(met.opponent)) for met in played[uid]]
        told = self.told(step, before, row, current, games, telling, settings)
        return replace(told, enters=self._next_list(step, settings)) if change.counted else told

    def _next_list(self, step: Step, settings: EcfSettings) -> date | None:
        """The first list after an event; None where each event is one."""
        ended = decode(step.place).day
        days = self.list_dates(settings, ended, date(min(ended.year + 1, date.max.year), 12, 31))
        return next((day for day in days if day > ended), None)

    def _explain_list(
        self, step: Step, before: Mapping[str, Standing], uid: str, settings: EcfSettings
    ) -> Explanation:
        if uid not in before or not self.state(before[uid]).get(WAITING):
            raise KeyError(f"nothing of {uid} has waited for the list at place {step.place}")
        now = row_of(uid, before[uid])
        row = self._closed(now, settings)
        telling = self._list_telling(now, row, settings)
        return self.told(step, before, row, now, (), telling, settings)

    def _list_telling(self, now: Row, row: Row, settings: EcfSettings) -> Telling:
        state = self.state(now)
        return list_telling(
            state.get(WAITING, ()),
            self._graded(now, settings),
            self._own(now),
            settings.first_games,
        )
