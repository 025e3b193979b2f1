"""US Chess as a ladder. docs/rules/uscf.md.

Each event is computed by the five steps of `event.py` from what was there at its start; the change
is added at its end. The multiplier of the bonus is that of the event's last day.

What it does not do: no titles, no conversion of other ratings, no limits of match changes over 180
days and three years.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, ClassVar

from clubs.messages import gettext_noop
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
from ladder.systems.checking import choice
from ladder.systems.places import decode
from ladder.systems.rounding import stored
from ladder.systems.unrated import RATED, Meeting, OpensUnrated, meetings
from ladder.systems.uscf.event import Entrant, Rated, rated_event, rated_match, together
from ladder.systems.uscf.floors import floor_of
from ladder.systems.uscf.special import Past
from ladder.systems.uscf.standard import (
    PROVISIONAL_GAMES,
    age_in_years,
    bonus_multiplier,
    initial_rating,
    winning_expectancy,
)
from ladder.systems.uscf.telling import Told, games_of, telling_of

DUAL = {"no": gettext_noop("as slow games"), "yes": gettext_noop("as slow and as quick games")}
MATCH = {"no": gettext_noop("as any other event"), "yes": gettext_noop("as matches")}
FLOOR_GAMES = 3
"""An event with so many games of a player counts for the absolute floor."""


@dataclass(frozen=True)
class UscfSettings(Settings):
    """Raises BadSetting for values that make no sense."""

    dual: str = field(
        default="no",
        metadata={
            "label": gettext_noop("Games are rated"),
            "choices": DUAL,
            "help": gettext_noop(
                "Games with 30 to 65 minutes for each player, increment included, are rated as "
                "both. They move players above 2200 less."
            ),
        },
    )

    match: str = field(
        default="no",
        metadata={
            "label": gettext_noop("Events in which only two players meet"),
            "choices": MATCH,
            "help": gettext_noop(
                "A match is rated only when both are established and at most 400 points apart; it "
                "has no bonus and moves nobody by more than 50 points."
            ),
        },
    )

    def __post_init__(self) -> None:
        choice("dual", self.dual, DUAL)
        choice("match", self.match, MATCH)


@register
class Uscf(OpensUnrated[UscfSettings]):
    """A state: `rated`; `games`, `wins`, `draws`, `losses` so far; `events` with three games or
    more; `peak`, the highest established rating."""

    id: ClassVar[str] = "uscf"
    version: ClassVar[int] = 1
    title: ClassVar[str] = gettext_noop("US Chess")
    settings_class = UscfSettings
    needs: ClassVar[tuple[str, ...]] = ("birth",)

    def expected(self, own: float, opponent: float) -> float:
        return winning_expectancy(opponent - own)

    def is_provisional(self, games: int, settings: UscfSettings) -> bool:
        return games <= PROVISIONAL_GAMES

    def taken_over(self, games: int) -> Mapping[str, Any]:
        return {"games": games} if games else {}

    def compute(
        self, step: Step, before: Mapping[str, Standing], settings: UscfSettings
    ) -> Sequence[Change]:
        played = meetings(step.games)
        after = self._rated(played, step, before, settings)
        return [
            self._change(uid, met, after[uid], before)
            if uid in after
            else Change(uid, 0.0, 0, len(met))
            for uid, met in played.items()
        ]

    def _rated(
        self,
        played: Mapping[str, object],
        step: Step,
        before: Mapping[str, Standing],
        settings: UscfSettings,
    ) -> dict[str, Rated]:
        last, dual = decode(step.place).day, settings.dual == "yes"
        entrants = {uid: self._entrant(before.get(uid), last) for uid in played}
        if settings.match == "yes" and len(played) == 2:
            return rated_match(entrants, step.games, dual=dual)
        return rated_event(entrants, step.games, multiplier=bonus_multiplier(last), dual=dual)

    def _entrant(self, standing: Standing | None, last: date) -> Entrant:
        state = self.state(standing)
        if standing is None or not state.get(RATED):
            born = known_of(standing).get("birth")
            age = age_in_years(date.fromisoformat(born), last) if born else None
            return Entrant(initial_rating(age))
        games = state.get("games", 0)
        past = Past.MIXED
        if games and games == state.get("wins", 0):
            past = Past.ALL_WON
        elif games and games == state.get("losses", 0):
            past = Past.ALL_LOST
        return Entrant(standing.rating, games, past)

    def _change(
        self, uid: str, met: Sequence[Meeting], rated: Rated, before: Mapping[str, Standing]
    ) -> Change:
        halves = [meeting.half_points for meeting in met]
        career = {
            "games": len(met),
            "wins": halves.count(2),
            "draws": halves.count(1),
            "losses": halves.count(0),
            "events": int(len(met) >= FLOOR_GAMES),
        }
        old = before.get(uid)
        if old is None or not self.is_rated(old):
            return Change(uid, 0.0, len(met), len(met), career | {"first": stored(rated.rating)})
        return Change(uid, _change_of(rated, old.rating), len(met), len(met), career)

    def after(
        self, state: Mapping[str, Any], change: Change, step: Step, settings: UscfSettings
    ) -> Mapping[str, Any]:
        """The career; a peak is added by `apply`, which knows the rating."""
        if change.extra is None:
            return state
        added = {name: number for name, number in change.extra.items() if name != "first"}
        career = {name: state.get(name, 0) + number for name, number in added.items()}
        return {**state, **career, RATED: True}

    def apply(self, now: Row, change: Change, step: Step, settings: UscfSettings) -> Row:
        if change.extra is None:
            return self.unmoved(now, change, step, settings)
        state = dict(self.after(self.state(now), change, step, settings))
        new, moved = self._new(now, change)
        floor = float(
            floor_of(state["wins"], state["draws"], state["events"], peak=state.get("peak"))
        )
        if new < floor:
            new, moved = floor, floor - now.rating if self.is_rated(now) else 0.0
        if state["games"] > PROVISIONAL_GAMES:
            state["peak"] = max(state.get("peak", 0.0), new)
        games, played = now.games + change.counted, now.played + change.played
        return Row(now.uid, new, games, played, moved, self.keep(now, state))

    def _new(self, now: Row, change: Change) -> tuple[float, float]:
        """The rating before floors, and what was added. Who was unrated at the start of an event
        and has a rating by its end has both, by the number of games."""
        assert change.extra is not None
        first = change.extra.get("first")
        if first is None:
            return stored(now.rating + change.change), change.change
        if not self.is_rated(now):
            return first, 0.0
        games = self.state(now).get("games", 0)
        new = together(now.rating, games, first, change.counted)
        return stored(new), new - now.rating

    def explain(
        self,
        step: Step,
        before: Mapping[str, Standing],
        uid: str,
        settings: UscfSettings,
        now: Standing | None = None,
    ) -> Explanation:
        change = self.change_of(step, before, uid, settings)
        played = meetings(step.games)
        rated = self._rated(played, step, before, settings).get(uid)
        entrant = self._entrant(before.get(uid), decode(step.place).day)
        current = self.now_of(before, uid, settings, now)
        row = self.apply(current, change, step, settings)
        told = Told(entrant, rated, change, current, row, first=not self.is_rated(current))
        games = games_of(
            played[uid],
            told,
            lambda uid: self._rating(before.get(uid)),
            lambda uid: self._provisional(before.get(uid)),
        )
        return self.told(step, before, row, current, games, telling_of(told), settings)

    def _rating(self, standing: Standing | None) -> float:
        return standing.rating if standing and self.is_rated(standing) else 0.0

    def _provisional(self, standing: Standing | None) -> bool:
        return int(self.state(standing).get("games", 0)) <= PROVISIONAL_GAMES


def _change_of(rated: Rated, before: float) -> float:
    """The very sum of what the games moved, unless the rating was cut (at 100, or in a match) or
    comes from the special formula."""
    if rated.standard is not None:
        total = math.fsum((*rated.moves, rated.standard.bonus))
        if abs(before + total - rated.rating) < 1e-6:
            return total
    return rated.rating - before
