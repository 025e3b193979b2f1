"""The Czech list (LOK) as a rating system. Rules, examples, sources: docs/rules/lok.md.

Events change no OK: what they contribute waits for the list that they enter, and the list computes
a new OK from everything that came into it. OKs are whole numbers from 1001 on; who has none has the
rating 0.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, ClassVar

from clubs.messages import Message, gettext_noop
from ladder.systems.base import (
    Change,
    Explanation,
    Row,
    Standing,
    State,
    Step,
    known_of,
    players_of,
    register,
    row_of,
)
from ladder.systems.lok import shown, words
from ladder.systems.lok.event import read
from ladder.systems.lok.formulas import expected_percent
from ladder.systems.lok.lists import issued_in, next_list
from ladder.systems.lok.settings import LokSettings
from ladder.systems.lok.starting import first_listing, is_skipping_day
from ladder.systems.lok.values import FRL, ID, REMOVED, listed, ok_of
from ladder.systems.lok.waiting import (
    Closing,
    closing,
    contribution,
    games_in,
    games_towards,
    row_after,
    state_after,
    sum_of,
)
from ladder.systems.places import decode
from ladder.systems.rounding import exact, half_up
from ladder.systems.stateful import StatefulSystem
from ladder.systems.stateful import waits as waits_for


@register
class Lok(StatefulSystem[LokSettings]):
    """The rules at the head of this module."""

    id: ClassVar[str] = ID
    version: ClassVar[int] = 4
    title: ClassVar[str] = gettext_noop("Czech list (LOK)")
    whole: ClassVar[bool] = True
    settings_class = LokSettings
    waits_in: ClassVar[tuple[str, ...]] = ("waits", "skip")
    needs: ClassVar[tuple[str, ...]] = (
        "birth",
        "lok_standard",
        "lok_rapid",
        "fide_standard",
        "fide_rapid",
        "national",
        "foreigner",
        "class",
        # No OK depends on these two, but the classes that go with the list do (2.4).
        "sex",
        "title_norm",
    )
    needs_event: ClassVar[bool] = True
    chosen_lists: ClassVar[bool] = True

    def enter(self, settings: LokSettings) -> State:
        return State(0.0)

    def is_rated(self, state: Standing) -> bool:
        return listed(state) is not None

    def value_of(self, state: Standing, settings: LokSettings) -> float | None:
        """The OK that a player starts with."""
        return ok_of(state, settings)

    def is_provisional(self, games: int, settings: LokSettings) -> bool:
        return False

    def expected(self, own: float, opponent: float) -> float:
        """Table II, as a part of 1."""
        return expected_percent(exact(own) - exact(opponent)) / 100

    def started(self, now: Row, rating: float, games: int | None) -> Row:
        """A whole OK; a number below 1001 is none."""
        whole = super().started(now, float(half_up(exact(rating))), games)
        own = whole._replace(extra=self.keep(whole, {}))
        return own if self.is_rated(own) else own._replace(rating=0.0)

    # -- Facts ----------------------------------------------------------------------------------

    def fact_rows(self, step: Step, current: Mapping[str, Row], settings: LokSettings) -> list[Row]:
        """Facts; and a first listing at FIDE of somebody who plays here already (3.7)."""
        name = FRL[settings.which]
        rows = super().fact_rows(step, current, settings)
        return [
            self._listed_by_fide(row, decode(step.place).day, settings)
            if _is_new(name, step.known.get(row.uid), current.get(row.uid))
            else row
            for row in rows
        ]

    def _listed_by_fide(self, row: Row, day: date, settings: LokSettings) -> Row:
        which = settings.which
        frl = known_of(row)[FRL[which]]
        before = row._replace(extra=self._without_frl(row, FRL[which]))
        found = first_listing(ok_of(before, settings), frl, is_skipping_day(day, which))
        if not found.taken:
            return row
        state = {name: value for name, value in self.state(row).items() if name != REMOVED}
        if found.skip_next:
            state["skip"] = next_list(which, day).isoformat()
        return row._replace(rating=float(frl), extra=self.keep(row, state))

    @staticmethod
    def _without_frl(row: Row, name: str) -> dict[str, Any]:
        known = {key: value for key, value in known_of(row).items() if key != name}
        return dict(row.extra or {}) | {"known": known}

    # -- Events ---------------------------------------------------------------------------------

    def compute(
        self, step: Step, before: Mapping[str, Standing], settings: LokSettings
    ) -> Sequence[Change]:
        reading = read(step, before, settings)
        return [
            Change(
                uid,
                0.0,
                reading.credits[uid].games,
                len(games),
                contribution(uid, reading, step),
            )
            for uid, games in reading.played.items()
        ]

    def after(
        self, state: Mapping[str, Any], change: Change, step: Step, settings: LokSettings
    ) -> Mapping[str, Any]:
        if change.extra is None:
            return state
        return {**state, "waits": [*state.get("waits", ()), dict(change.extra)]}

    def waiting(
        self, state: Standing, settings: LokSettings, due: date | None = None
    ) -> Message | None:
        kept = self.state(state)
        waits = kept.get("waits", ())
        if ok_of(state, settings) is None:
            return words.towards(games_towards(kept))
        if not waits:
            return None
        day = min(each["list"] for each in waits)
        number = sum_of(each for each in waits if each["list"] == day).games
        return waits_for(number, date.fromisoformat(day))

    def waiting_games(self, state: Standing, day: date) -> int:
        waits = self.state(state).get("waits", ())
        return sum_of(each for each in waits if each["list"] <= day.isoformat()).games

    # -- Lists ----------------------------------------------------------------------------------

    def list_dates(self, settings: LokSettings, first: date, last: date) -> Sequence[date]:
        years = range(first.year, last.year + 1)
        days = (day for year in years for day in issued_in(settings.which, year))
        return [day for day in days if first <= day <= last]

    def closing_rows(
        self, step: Step, current: Mapping[str, Row], settings: LokSettings
    ) -> list[Row]:
        issued = decode(step.place).day
        rows = []
        for uid in sorted(current):
            now = current[uid]
            done = closing(now, self.state(now), issued, settings)
            if done is not None:
                rows.append(self._row_after(now, done))
        return rows

    def _row_after(self, now: Row, done: Closing) -> Row:
        row = row_after(now, done)
        return row._replace(extra=self.keep(now, state_after(self.state(now), done)))

    # -- Explanations ---------------------------------------------------------------------------

    def explain(
        self,
        step: Step,
        before: Mapping[str, Standing],
        uid: str,
        settings: LokSettings,
        now: Standing | None = None,
    ) -> Explanation:
        if step.closes:
            return self._explain_list(step, before, uid, settings)
        if uid not in players_of(step.games):
            raise KeyError(f"{uid} has no rated game in the step at place {step.place}")
        reading = read(step, before, settings)
        read_from = before.get(uid) or self.enter(settings)
        added_to = row_of(uid, now or read_from)
        change = Change(uid, 0.0, 0, 0, contribution(uid, reading, step))
        after = self.apply(added_to, change, step, settings)
        credit = reading.credits[uid]
        return Explanation(
            uid=uid,
            place=step.place,
            read_at=step.read_at,
            rating=read_from.rating,
            games=read_from.games,
            provisional=False,
            k=None,
            played=shown.of_event(uid, step, reading),
            counted=credit.games,
            half_points=int(2 * credit.points),
            expected=None,
            change=0.0,
            added_to=added_to.rating,
            rating_after=after.rating,
            sentence=self._event_sentence(after, change, settings),
            workings=words.of_event(uid, reading),
            rated=self.is_rated(after),
            enters=date.fromisoformat(change.extra["list"]) if change.extra else None,
        )

    def _event_sentence(self, after: Row, change: Change, settings: LokSettings) -> Message:
        if change.extra is None:
            return words.NOTHING
        if ok_of(after, settings) is None:
            return self.waiting(after, settings) or words.NOTHING
        return words.counted(len(games_in(change.extra)))

    def _explain_list(
        self, step: Step, before: Mapping[str, Standing], uid: str, settings: LokSettings
    ) -> Explanation:
        standing = before[uid]
        now = row_of(uid, standing)
        done = closing(now, self.state(now), decode(step.place).day, settings)
        if done is None:
            raise KeyError(f"nothing of {uid} enters the list at place {step.place}")
        after, outcome, totals = row_after(now, done), done.outcome, done.totals
        return Explanation(
            uid=uid,
            place=step.place,
            read_at=step.read_at,
            rating=now.rating,
            games=now.games,
            provisional=False,
            k=None if outcome.k is None else float(outcome.k),
            played=shown.of_list(done),
            counted=totals.games,
            half_points=int(2 * totals.points),
            expected=None if outcome.expected is None else float(outcome.expected),
            change=after.change,
            added_to=now.rating,
            rating_after=after.rating,
            sentence=words.sentence(done),
            workings=words.of_list(done),
            rated=self.is_rated(after),
            first=self.is_rated(after) and not self.is_rated(now),
        )


def _is_new(name: str, facts: Mapping[str, Any] | None, now: Row | None) -> bool:
    """Whether a fact becomes known for the first time of somebody who has played here."""
    told = bool(facts and facts.get(name) is not None)
    return told and now is not None and bool(now.played) and name not in known_of(now)
