"""DWZ as a ladder. docs/rules/dwz.md.

Who has no DWZ collects games against rated opponents; five of them, neither all won nor all lost,
give the first one, at which they would be expected.

What it does not do: no list of the federation, no performance of the event, no acceleration beyond
the factor of the rule, no table of the normal curve.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, ClassVar

from clubs.messages import Message, gettext_noop
from ladder.systems.base import (
    Change,
    Explanation,
    Row,
    Settings,
    Standing,
    Step,
    known_of,
    register,
)
from ladder.systems.checking import count, number
from ladder.systems.dwz.formulas import (
    Evaluated,
    evaluated,
    first_rating,
    winning_expectancy,
    years_of_age,
)
from ladder.systems.dwz.telling import first_telling, telling
from ladder.systems.places import decode
from ladder.systems.rounding import stored
from ladder.systems.unrated import (
    NOTHING_YET,
    RATED,
    START_HELP,
    START_LABEL,
    Meeting,
    OpensUnrated,
    explained,
    meetings,
)

INDEX, RESULTS = "index", "results"
GAMES_OF_AN_EVENT = 5
"""A starting rating with games taken over counts as one evaluation for so many of them."""
TOWARDS = gettext_noop("%(games)s of %(needed)s games towards the first DWZ")
ONE_SIDED = gettext_noop(
    "games towards the first DWZ: %(games)s; it needs some that are neither all won nor all lost"
)

Result = Sequence[float]
"""An opponent's rating and the half points against him, in a list as JSON has it."""


@dataclass(frozen=True)
class DwzSettings(Settings):
    """Raises BadSetting for values that make no sense."""

    first_games: int = field(
        default=5, metadata={"label": gettext_noop("Games needed for the first DWZ")}
    )
    start: float = field(default=1200.0, metadata={"label": START_LABEL, "help": START_HELP})

    def __post_init__(self) -> None:
        count("first_games", self.first_games, 1, 100)
        object.__setattr__(self, "start", number("start", self.start, 0, 4000))


@register
class Dwz(OpensUnrated[DwzSettings]):
    """A state: `rated` and `index`, the number of evaluations; without a rating `results`, the
    games so far as [opponent's rating, half points]."""

    id: ClassVar[str] = "dwz"
    version: ClassVar[int] = 1
    title: ClassVar[str] = gettext_noop("DWZ")
    settings_class = DwzSettings
    needs: ClassVar[tuple[str, ...]] = ("birth",)

    def expected(self, own: float, opponent: float) -> float:
        return winning_expectancy(opponent - own)

    def taken_over(self, games: int) -> Mapping[str, Any]:
        return {INDEX: max(1, games // GAMES_OF_AN_EVENT)}

    def waiting(
        self, state: Standing, settings: DwzSettings, due: date | None = None
    ) -> Message | None:
        if self.is_rated(state):
            return None
        results = self.state(state).get(RESULTS, ())
        if not results:
            return NOTHING_YET
        words = TOWARDS if len(results) < settings.first_games else ONE_SIDED
        return Message(words, {"games": len(results), "needed": settings.first_games})

    def compute(
        self, step: Step, before: Mapping[str, Standing], settings: DwzSettings
    ) -> Sequence[Change]:
        played = meetings(step.games)
        counts = self.counts_as(played, before, settings.start)
        day = decode(step.read_at).day
        return [self._change(uid, met, before, counts, day) for uid, met in played.items()]

    def _change(
        self,
        uid: str,
        met: Sequence[Meeting],
        before: Mapping[str, Standing],
        counts: Mapping[str, float],
        day: date,
    ) -> Change:
        results = sorted(_results(met, counts))
        if not results:
            return Change(uid, 0.0, 0, len(met))
        old, age = before.get(uid), self._age(before.get(uid), day)
        if old is None or not self.is_rated(old):
            extra: dict[str, Any] = {RESULTS: results} | ({} if age is None else {"age": age})
            return Change(uid, 0.0, len(results), len(met), extra)
        told = self._evaluated(old, age, results)
        return Change(uid, _moved(told, results), len(results), len(met), {})

    def _age(self, standing: Standing | None, day: date) -> int | None:
        born = known_of(standing).get("birth")
        return years_of_age(date.fromisoformat(born), day) if born else None

    def _evaluated(self, own: Standing, age: int | None, results: Sequence[Result]) -> Evaluated:
        opponents, score = [one[0] for one in results], sum(one[1] for one in results) / 2
        return evaluated(own.rating, age, self.state(own).get(INDEX, 1), opponents, score)

    def after(
        self, state: Mapping[str, Any], change: Change, step: Step, settings: DwzSettings
    ) -> Mapping[str, Any]:
        """Of somebody with a rating one more evaluation; of somebody without, more results."""
        if change.extra is None:
            return state
        if state.get(RATED):
            return {RATED: True, INDEX: state.get(INDEX, 0) + 1}
        return {RESULTS: sorted([*state.get(RESULTS, ()), *change.extra.get(RESULTS, ())])}

    def apply(self, now: Row, change: Change, step: Step, settings: DwzSettings) -> Row:
        row = self.unmoved(now, change, step, settings)
        if change.extra is None:
            return row
        if self.is_rated(now):
            moved = change.change
            if RESULTS in change.extra:  # the event began before there was a rating
                results = change.extra[RESULTS]
                moved = _moved(self._evaluated(now, change.extra.get("age"), results), results)
            return row._replace(rating=stored(now.rating + moved), change=moved)
        first = first_rating(self.state(row)[RESULTS], settings.first_games)
        if first is None:
            return row
        return row._replace(rating=stored(first), extra=self.keep(row, {RATED: True, INDEX: 1}))

    def explain(
        self,
        step: Step,
        before: Mapping[str, Standing],
        uid: str,
        settings: DwzSettings,
        now: Standing | None = None,
    ) -> Explanation:
        change = self.change_of(step, before, uid, settings)
        met = meetings(step.games)
        counts = self.counts_as(met, before, settings.start)
        current = self.now_of(before, uid, settings, now)
        row = self.apply(current, change, step, settings)
        results = _results(met[uid], counts)
        if not results or not self.is_rated(current):
            games = [explained(one, counts.get(one.opponent)) for one in met[uid]]
            pool = self.state(self.unmoved(current, change, step, settings)).get(RESULTS, ())
            words = first_telling(pool, row, self.is_rated(row), settings.first_games, results)
            return self.told(step, before, row, current, games, words, settings)
        began_rated = RESULTS not in (change.extra or {})
        own = before[uid] if began_rated else current
        age = self._age(before.get(uid), decode(step.read_at).day)
        told = self._evaluated(own, age, results)
        each = iter(zip(told.expected, _moves(told, results), strict=True))
        games = []
        for one in met[uid]:
            rating = counts.get(one.opponent)
            expected, moved = (None, None) if rating is None else next(each)
            games.append(explained(one, rating, expected=expected, moved=moved))
        words = telling(told, results, row, began_rated)
        return self.told(step, before, row, current, games, words, settings)


def _results(met: Sequence[Meeting], counts: Mapping[str, float]) -> list[list[float]]:
    """The games that count, as they are kept."""
    return [[counts[one.opponent], one.half_points] for one in met if one.opponent in counts]


def _moves(told: Evaluated, results: Sequence[Result]) -> list[float]:
    pairs = zip(results, told.expected, strict=True)
    return [told.factor * (half_points / 2 - expected) for (_, half_points), expected in pairs]


def _moved(told: Evaluated, results: Sequence[Result]) -> float:
    """The very sum of what the games moved."""
    return math.fsum(_moves(told, results))
