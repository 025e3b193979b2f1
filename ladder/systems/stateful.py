"""Systems that keep more of a player than rating and games, and those whose lists have dates.

What a system keeps is a mapping of JSON values in the `extra` of a row: lists, whole numbers, text;
a float only as `stored(x)`, so that a database gives back the same bits. It is marked with the
system's id: what another system has kept is not read (a ladder may change its system on a day).

A step with games is computed from what was there when it was read, and added to what is there when
it ends; so `compute` gives in `Change.extra` what the step contributes, never the new state, and
`apply` adds it. Where lists have dates, the contributions wait in the state (nothing else changes)
until `closing_rows` takes them in, or `leaving_rows` lets go of them.
"""

from abc import abstractmethod
from collections.abc import Mapping
from datetime import date
from typing import Any, ClassVar

from clubs.messages import Message, gettext_noop
from ladder.systems.base import (
    KNOWN,
    OF,
    Change,
    RatingSystem,
    Row,
    S,
    Standing,
    Step,
    known_of,
    row_of,
)
from ladder.systems.rounding import stored

WAITS = gettext_noop("Games that wait for the list of %(day)s: %(games)s.")


def waits(games: int, day: date) -> Message:
    """So many games wait for the list of a day."""
    return Message(WAITS, {"games": games, "day": day})


class StatefulSystem(RatingSystem[S]):
    """A system with a state of its own beside rating and games."""

    id: ClassVar[str]
    waits_in: ClassVar[tuple[str, ...]] = ()  # names in a state of what is for the next list only

    @property
    def mark(self) -> str | None:
        return self.id

    def state(self, standing: Standing | None) -> Mapping[str, Any]:
        """What this system has kept of a player; empty when it has kept nothing yet."""
        extra = (standing.extra if standing else None) or {}
        return extra if extra.get(OF) == self.id else {}

    def keep(self, standing: Standing | None, state: Mapping[str, Any]) -> dict[str, Any]:
        """A state as `extra`, with what is known about the person."""
        known = known_of(standing)
        own = {name: value for name, value in state.items() if name not in (OF, KNOWN)}
        return own | {OF: self.id} | ({KNOWN: dict(known)} if known else {})

    @abstractmethod
    def after(
        self, state: Mapping[str, Any], change: Change, step: Step, settings: S
    ) -> Mapping[str, Any]:
        """The state with what a step with games contributes (`change.extra`)."""

    def apply(self, now: Row, change: Change, step: Step, settings: S) -> Row:
        """The row after a step with games: the change is added. A system whose new rating takes
        the old one's place says so here."""
        return Row(
            now.uid,
            stored(now.rating + change.change),
            now.games + change.counted,
            now.played + change.played,
            change.change,
            self.keep(now, self.after(self.state(now), change, step, settings)),
        )

    def game_rows(
        self,
        step: Step,
        before: Mapping[str, Standing],
        current: Mapping[str, Row],
        settings: S,
    ) -> list[Row]:
        entered = self.enter(settings)
        return [
            self.apply(
                current.get(change.uid) or row_of(change.uid, before.get(change.uid, entered)),
                change,
                step,
                settings,
            )
            for change in self.compute(step, before, settings)
        ]

    def leaving_rows(self, current: Mapping[str, Row]) -> list[Row]:
        rows = []
        for uid in sorted(current):
            now = current[uid]
            state = self.state(now)
            left = {name: value for name, value in state.items() if name not in self.waits_in}
            if len(left) < len(state):
                games = now.games - self.waiting_games(now, date.max)
                rows.append(now._replace(games=games, change=0.0, extra=self.keep(now, left)))
        return rows
