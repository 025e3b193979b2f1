"""The FIDE rating as a ladder. Rules, rulings and worked examples: docs/rules/fide.md.

A tournament is read at its start, when both players' ratings are taken. By default it then waits in
its players' states until the list of the first of the next month takes it in; or it is computed at
its end, when the club wants that.

State: `waits`, tournaments for the next list; `pool`, of an unrated player, those that past lists
have taken in; `begun`, an unrated player has had a first event; `high`, the highest rating, once it
was 2300 or more.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from clubs.messages import Message, gettext_noop
from ladder.systems.base import (
    Change,
    Explanation,
    Row,
    Standing,
    State,
    Step,
    register,
    row_of,
)
from ladder.systems.fide import explaining
from ladder.systems.fide.career import career_of, with_high
from ladder.systems.fide.formulas import (
    Career,
    RatedGame,
    Why,
    development,
    differences_used,
    expected_hundredths,
    tournament,
)
from ladder.systems.fide.rules import Chapter, Cut, far_games_unrated
from ladder.systems.fide.seen import Seen, seen_games, whole
from ladder.systems.fide.settings import FideSettings
from ladder.systems.fide.settling import (
    Entry,
    Outcome,
    entry_of,
    first_outcome,
    rated_outcome,
)
from ladder.systems.places import decode
from ladder.systems.stateful import StatefulSystem
from ladder.systems.stateful import waits as waits_for


@register
class Fide(StatefulSystem[FideSettings]):
    """The rules at the head of this module."""

    id: ClassVar[str] = "fide"
    version: ClassVar[int] = 1
    title: ClassVar[str] = gettext_noop("FIDE")
    whole: ClassVar[bool] = True
    settings_class = FideSettings
    waits_in: ClassVar[tuple[str, ...]] = ("waits",)
    needs: ClassVar[tuple[str, ...]] = (
        "birth",
        "fide_standard",
        "fide_rapid",
        "fide_blitz",
        "fide_2400",
        "fide_2300",
    )

    def enter(self, settings: FideSettings) -> State:
        return State(float(settings.start))

    def is_rated(self, state: Standing) -> bool:
        return state.rating > 0

    def is_provisional(self, games: int, settings: FideSettings) -> bool:
        return False

    def expected(self, own: float, opponent: float) -> float:
        """PD of table 8.1.2, with every difference cut to 400."""
        used = differences_used(whole(own), [whole(opponent)], Cut.ALWAYS, Chapter.STANDARD)
        return expected_hundredths(used[0]) / 100

    def list_dates(
        self, settings: FideSettings, first: dt.date, last: dt.date
    ) -> Sequence[dt.date]:
        """The first days of months, when ratings change by the month."""
        if not settings.monthly:
            return ()
        months = range(first.year * 12 + first.month - 1, last.year * 12 + last.month)
        days = (dt.date(month // 12, month % 12 + 1, 1) for month in months)
        return [day for day in days if first <= day <= last]

    def waiting(
        self, state: Standing, settings: FideSettings, due: dt.date | None = None
    ) -> Message | None:
        waits, pool = (
            sum(len(entry.games) for entry in self._entries(state, name))
            for name in ("waits", "pool")
        )
        entering = self.waiting_games(state, due) if due else 0
        dated = waits_for(entering, due) if due and entering else None
        return explaining.waiting(self.is_rated(state), waits, pool, dated)

    def waiting_games(self, state: Standing, day: dt.date) -> int:
        waits = self._entries(state, "waits")
        return sum(len(entry.games) for entry in waits if entry.end < day)

    # -- Steps with games -----------------------------------------------------------------------

    def compute(
        self, step: Step, before: Mapping[str, Standing], settings: FideSettings
    ) -> Sequence[Change]:
        seen = self._seen(step, before, settings)
        return [self._change(uid, mine, step, before, settings) for uid, mine in seen.items()]

    def _seen(
        self, step: Step, before: Mapping[str, Standing], settings: FideSettings
    ) -> dict[str, list[Seen]]:
        far = far_games_unrated(Chapter(settings.chapter), decode(step.read_at).day)
        return seen_games(step.games, before, self.enter(settings), far=far)

    def _change(
        self,
        uid: str,
        seen: Sequence[Seen],
        step: Step,
        before: Mapping[str, Standing],
        settings: FideSettings,
    ) -> Change:
        games = sorted((g.opponent, g.opponent_rating, g.half_points) for g in seen if g.counts)
        if not games:
            return Change(uid, 0.0, 0, len(seen), {})
        start, end = decode(step.read_at).day, decode(step.place).day
        rules, own = settings.rules_on(start), seen[0].own
        entry = Entry(start, end, rules.id, settings.chapter, own, tuple(games))
        extra: dict[str, Any] = {"entry": entry.as_json()}
        change = 0
        if own and not settings.monthly:
            career = self._career(before.get(uid, self.enter(settings)), settings)
            why = development(career, start.year, len(games))
            extra["k"] = list(why)
            change = rated_outcome(own, [entry], rules, why, start.year).change
        return Change(uid, float(change), len(games), len(seen), extra)

    def after(
        self, state: Mapping[str, Any], change: Change, step: Step, settings: FideSettings
    ) -> Mapping[str, Any]:
        """The state of somebody whose tournament waits for the next list."""
        if not change.extra:
            return state
        return {**state, "waits": [*state.get("waits", ()), change.extra["entry"]]}

    def apply(self, now: Row, change: Change, step: Step, settings: FideSettings) -> Row:
        if change.extra and self._disregarded(now, change):
            state = {**self.state(now), "begun": True}
            row = now._replace(played=now.played + change.played, change=0.0)
            return row._replace(extra=self.keep(now, state))
        if settings.monthly or not change.extra:
            return super().apply(now, change, step, settings)
        settled, outcome = self._at_once(now, change, step, settings)
        row = self._settled(settled, outcome)
        moved = settled.change + outcome.change
        games, played = now.games + change.counted, now.played + change.played
        return row._replace(games=games, played=played, change=float(moved))

    def _disregarded(self, now: Standing, change: Change) -> bool:
        """A score of zero in the very first event of a player without a rating."""
        state = self.state(now)
        if self.is_rated(now) or any(state.get(name) for name in ("begun", "waits", "pool")):
            return False
        entry = entry_of((change.extra or {})["entry"])
        return not entry.own and not entry.half_points

    def _at_once(
        self, now: Row, change: Change, step: Step, settings: FideSettings
    ) -> tuple[Row, Outcome]:
        """An event computed at its end: the row before it, in which nothing waits any more, and
        what the event comes to."""
        day = decode(step.place).day
        due = self._due(now, day, settings)
        settled = self._settled(now, due) if due else now._replace(change=0.0)
        extra = change.extra or {}
        entry, base = entry_of(extra["entry"]), whole(settled.rating)
        rules = settings.rules_on(entry.start)
        if base:
            career = Why(*extra["k"]) if "k" in extra else self._career(settled, settings)
            return settled, rated_outcome(base, [entry], rules, career, entry.start.year)
        pool = [*self._entries(settled, "pool"), entry]
        return settled, first_outcome(pool, rules, day)

    # -- Lists ------------------------------------------------------------------------------------

    def closing_rows(
        self, step: Step, current: Mapping[str, Row], settings: FideSettings
    ) -> list[Row]:
        """The list of a month: it takes in every tournament that has ended before it."""
        last = decode(step.place).day - dt.timedelta(days=1)
        rows = []
        for uid in sorted(current):
            outcome = self._due(current[uid], last, settings)
            if outcome is not None:
                rows.append(self._settled(current[uid], outcome))
        return rows

    def _due(self, now: Standing, last: dt.date, settings: FideSettings) -> Outcome | None:
        """What the waiting tournaments come to by the rules of the period's last day; None when
        nothing waits."""
        waits = self._entries(now, "waits")
        if not waits:
            return None
        rules, base = settings.rules_on(last), whole(now.rating)
        if not base:
            return first_outcome([*self._entries(now, "pool"), *waits], rules, last)
        taken = sum(len(entry.games) for entry in waits)
        career = self._career(now, settings, taken)
        return rated_outcome(base, waits, rules, career, last.year)

    def _settled(self, now: Row, outcome: Outcome) -> Row:
        """The row with an outcome taken in."""
        state = {k: v for k, v in self.state(now).items() if k not in ("waits", "pool", "begun")}
        if outcome.rating:
            state = with_high(state, outcome.rating)
        else:
            state["begun"] = True
            if outcome.first:
                state["pool"] = [entry.as_json() for entry in outcome.entries]
        return now._replace(
            rating=float(outcome.rating),
            change=float(outcome.change),
            extra=self.keep(now, state),
        )

    def _entries(self, now: Standing, name: str) -> list[Entry]:
        return [entry_of(value) for value in self.state(now).get(name, ())]

    # -- Facts ------------------------------------------------------------------------------------

    def _career(self, now: Standing, settings: FideSettings, waiting: int = 0) -> Career:
        return career_of(now, self.state(now), settings.chapter, waiting)

    def fact_rows(
        self, step: Step, current: Mapping[str, Row], settings: FideSettings
    ) -> list[Row]:
        """A starting rating, or a FIDE rating known of somebody who has none here, is the rating
        from that day on: whole, and none below the floor."""
        floor = settings.rules_on(decode(step.place).day).floor
        rows = []
        for row in super().fact_rows(step, current, settings):
            old = current.get(row.uid) or row_of(row.uid, self.enter(settings))
            started = row.uid in step.facts and not old.played
            official = step.known.get(row.uid, {}).get(f"fide_{settings.chapter}")
            if started:
                rows.append(self._entered(row, whole(row.rating), floor))
            elif official and not (self.is_rated(row) and row.played):
                rows.append(self._entered(row, official, floor))
            else:
                rows.append(row)
        return rows

    def _entered(self, row: Row, rating: int, floor: int) -> Row:
        if rating < floor:
            return row._replace(rating=0.0)
        kept = {k: v for k, v in self.state(row).items() if k not in ("pool", "begun")}
        return row._replace(rating=float(rating), extra=self.keep(row, with_high(kept, rating)))

    # -- Words ------------------------------------------------------------------------------------

    def explain(
        self,
        step: Step,
        before: Mapping[str, Standing],
        uid: str,
        settings: FideSettings,
        now: Standing | None = None,
    ) -> Explanation:
        then = before.get(uid, self.enter(settings))
        current = row_of(uid, then if now is None else now)
        if step.closes:
            return self._explain_list(step, current, settings)
        seen = self._seen(step, before, settings).get(uid)
        if seen is None:
            raise KeyError(f"{uid} has no rated game in the step at place {step.place}")
        change = self._change(uid, seen, step, before, settings)
        row = self.apply(current, change, step, settings)
        if not change.extra:
            return explaining.of_event(step, then, current, row, seen)
        if self._disregarded(current, change):
            return explaining.of_event(step, then, current, row, seen, zero=True)
        if settings.monthly:
            rated = self._rated(seen, seen[0].own, step, settings)
            told = explaining.of_event(step, then, current, row, seen, rated=rated)
            return replace(told, enters=_next_list(decode(step.place).day))
        settled, outcome = self._at_once(current, change, step, settings)
        own = (seen[0].own or whole(settled.rating)) if outcome.period else 0
        rated, waited = self._rated(seen, own, step, settings), int(settled.change)
        return explaining.of_event(
            step, then, current, row, seen, rated=rated, outcome=outcome, settled=waited
        )

    def _explain_list(self, step: Step, now: Row, settings: FideSettings) -> Explanation:
        outcome = self._due(now, decode(step.place).day - dt.timedelta(days=1), settings)
        if outcome is None:
            raise KeyError(f"nothing of {now.uid} waited for the list at place {step.place}")
        return explaining.of_list(step, now, self._settled(now, outcome), outcome)

    def _rated(
        self, seen: Sequence[Seen], own: int, step: Step, settings: FideSettings
    ) -> list[RatedGame | None] | None:
        """Each game as it is rated for a player with a rating; None for one without."""
        if not own:
            return None
        start = decode(step.read_at).day
        games = [game.played for game in seen]
        chapter = Chapter(settings.chapter)
        return tournament(own, games, settings.rules_on(start), chapter, start)


def _next_list(ended: dt.date) -> dt.date:
    """The first of the month after a tournament's last day."""
    return (ended.replace(day=1) + dt.timedelta(days=31)).replace(day=1)
