"""What waits for a list in a player's state, and what the list makes of it.

The state holds `waits`, one mapping for each event: `list` and `day` (days as text), `place` of the
step, `total` (a fraction as text), `met` (the games that count, as short text), `won`; where the
total is not the sum of `met` also `sum`, what it was before the 400-point rule, `own`, what the
player counted as, and after formula (4) `ra` and `size`, its result and its players; `pool`, such
events of earlier periods, of a player without an OK; `skip`, the day of the list that leaves the
player out after a first listing at FIDE; `removed`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from ladder.systems.base import Row, Standing, Step
from ladder.systems.lok.event import Reading
from ladder.systems.lok.period import (
    NO_GAMES,
    Competition,
    Outcome,
    Totals,
    Way,
    period,
    totals_of,
)
from ladder.systems.lok.settings import LokSettings
from ladder.systems.lok.values import REMOVED, age_of, listed, ok_of

Kept = Mapping[str, Any]


def contribution(uid: str, reading: Reading, step: Step) -> dict[str, Any] | None:
    """What an event leaves waiting for a player; None when no game counts."""
    credit = reading.credits[uid]
    if not credit.games:
        return None
    assert reading.entered is not None
    totals = totals_of(credit)
    return {
        "list": reading.entered.isoformat(),
        "day": reading.ended.isoformat(),
        "place": step.place,
        "total": str(totals.total),
        "met": _met(uid, reading),
        "won": uid in reading.winners,
        **_made_of(uid, reading),
    }


def _made_of(uid: str, reading: Reading) -> dict[str, Any]:
    """What explains a total that is not the sum of the opponents' OKs."""
    credit, own = reading.credits[uid], reading.oks[uid]
    by_ra = reading.table is not None and reading.table.tournament is not None
    if not by_ra and credit.total_400 == credit.total:
        return {}
    said: dict[str, Any] = {"sum": str(credit.total), "own": str(own or credit.performance)}
    if by_ra:
        assert reading.table is not None
        said |= {"ra": str(reading.table.tournament), "size": len(reading.table.credits)}
    return said


def _met(uid: str, reading: Reading) -> str:
    """The games that count, as "opponent OK half points" one after the other, with 0 for no OK. In
    an order of their own: that of the boards makes no difference. Text, since states are written
    and read again after each event, and text is quick."""
    met = sorted(each for each in reading.played[uid] if reading.counts(uid, each[0]))
    return " ".join(f"{opponent} {reading.values[opponent] or 0} {half}" for opponent, half in met)


def games_in(kept: Kept) -> list[tuple[str, int, int]]:
    """The games of an event that waits: (opponent, their OK or 0, the player's half points)."""
    parts = kept["met"].split()
    return [
        (uid, int(ok), int(half))
        for uid, ok, half in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    ]


def totals_in(kept: Kept) -> Totals:
    """The totals of one event that waits."""
    games = games_in(kept)
    half_points = sum(half for _, _, half in games)
    return Totals(Fraction(kept["total"]), len(games), Fraction(half_points, 2))


def sum_of(events: Iterable[Kept]) -> Totals:
    """The totals of several."""
    return sum(map(totals_in, events), start=NO_GAMES)


def games_towards(state: Kept) -> int:
    """How many games are collected towards a first OK."""
    return sum(len(games_in(kept)) for kept in [*state.get("pool", ()), *state.get("waits", ())])


@dataclass(frozen=True, slots=True)
class Closing:
    """What a list does to one player. `was` is the listed OK, `start` the R0 of the computation.
    `pool` are events of earlier periods; `taken` enter this list and `skipped` (places) of them are
    left out; `left` wait on. `dropped`: the list leaves the player out, and deletes the games."""

    was: int | None
    start: int | None
    age: int | None
    taken: Sequence[Kept]
    skipped: Sequence[int]
    left: Sequence[Kept]
    pool: Sequence[Kept]
    outcome: Outcome
    dropped: bool = False

    @property
    def computed(self) -> bool:
        """Whether the list gives a number, or takes the player off."""
        return not self.dropped and self.outcome.way not in (Way.NONE, Way.POOL)

    @property
    def ok(self) -> int | None:
        """The listed OK afterwards: unchanged where nothing was computed."""
        return self.outcome.ok if self.computed else self.was

    @property
    def used(self) -> list[Kept]:
        """The events that were computed from, or are collected."""
        counted = [kept for kept in self.taken if kept["place"] not in self.skipped]
        return [] if self.dropped else [*self.pool, *counted]

    @property
    def unused(self) -> list[Kept]:
        """The events that were left out, or whose games are deleted."""
        used = {kept["place"] for kept in self.used}
        return [kept for kept in (*self.pool, *self.taken) if kept["place"] not in used]

    @property
    def totals(self) -> Totals:
        return sum_of(self.used)


def closing(now: Standing, state: Kept, issued: date, settings: LokSettings) -> Closing | None:
    """What the list of a day does to a player; None when nothing of theirs enters it."""
    day = issued.isoformat()
    waits = state.get("waits", ())
    taken = [kept for kept in waits if kept["list"] <= day]
    left = [kept for kept in waits if kept["list"] > day]
    dropped = bool(state.get("skip")) and state["skip"] <= day
    if not taken and not dropped:
        return None
    start, age, pool = ok_of(now, settings), age_of(now, issued), state.get("pool", ())
    competitions = [Competition(str(kept["place"]), totals_in(kept), kept["won"]) for kept in taken]
    outcome, skipped = period(start, age, competitions, sum_of(pool))
    if dropped:
        outcome, skipped = Outcome(start, None, Way.NONE), []
    places = [int(place) for place in skipped]
    return Closing(listed(now), start, age, taken, places, left, pool, outcome, dropped)


def state_after(state: Kept, done: Closing) -> dict[str, Any]:
    """What is kept after a list."""
    kept: dict[str, Any] = {"waits": list(done.left)} if done.left else {}
    if not done.dropped and "skip" in state:
        kept["skip"] = state["skip"]
    if done.used and not done.computed:
        kept["pool"] = [dict(event) for event in done.used]
    if done.outcome.removed or (state.get(REMOVED) and done.ok is None):
        kept[REMOVED] = True
    return kept


def row_after(now: Row, done: Closing) -> Row:
    """A player's rating after a list, its change (0 for a first OK, which comes from none), and the
    counted games without those that the list has left out."""
    now = now._replace(games=now.games - sum(len(games_in(kept)) for kept in done.unused))
    if not done.computed:
        return now._replace(change=0.0)
    rating = float(done.ok or 0)
    return now._replace(rating=rating, change=0.0 if done.was is None else rating - now.rating)
