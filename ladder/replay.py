"""Replaying a history: from steps in the order of their places to what everybody has after each.

    for done in replay(steps, timeline):
        done.step, done.rows, done.mark

Deterministic and without a database. A step whose ratings are read earlier than its changes are
added (an event that lasts) is computed from what its players had at `read_at`, whatever has ended
since, and added to what they have at `place`. The system is that of the place, so none takes back
what another one has: where the system has changed in between, it takes over what was read.

A replay can start in the middle. The caller then says from which place (`since`), what the players
of the coming steps have there (`states`), what was read at the start of each event that is open
across it (`opened`), and the mark of the last step before it (`previous`). The rows, keys and
results are then the same, bit for bit, as those of a replay of everything.
"""

import datetime as dt
from bisect import bisect_right
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from ladder.fingerprint import NOTHING_YET, Mark, key_of, result_of, stamp_of
from ladder.systems.base import (
    RatingSystem,
    Row,
    Settings,
    Standing,
    Step,
    get,
    people_of,
    players_of,
    row_of,
)
from ladder.systems.places import day_number, decode

VERSION: Final = 2
"""Raise it when the same steps by the same rules give other rows (see `ladder.arithmetic`)."""

END: Final = 1 << 62
"""After every place."""

SOME_YEAR: Final = (dt.date(2025, 1, 1), dt.date(2025, 12, 31))
"""Any: who issues lists issues one in it."""


class Rules(NamedTuple):
    """The system and settings in force on a day, and what a key says of them."""

    system: RatingSystem[Any]
    settings: Settings
    stamp: bytes

    @property
    def issues_lists(self) -> bool:
        """Whether numbers change on the days of lists only."""
        return bool(self.system.list_dates(self.settings, *SOME_YEAR))

    def compares_with(self, other: "Rules") -> bool:
        """Whether a number of these rules and one of others are on one scale."""
        both = self.system, other.system
        return both[0].id == both[1].id or all(system.elo_scale for system in both)


@dataclass(frozen=True, slots=True)
class SettingsChange:
    """From this day on these settings of this system are in force."""

    valid_from: dt.date
    system: str
    settings: Settings


class Timeline:
    """Settings as dated history.

    The first change also holds for the days before it; of several on one day the one given last
    holds. An event that lasts is computed by the system in force when it ends; by the settings of
    its first day where that was the same system and issued lists or none alike, since K and
    provisional status are read there.
    Raises ValueError without any change, KeyError for an unknown system.
    """

    def __init__(self, changes: Iterable[SettingsChange]) -> None:
        ordered = sorted(changes, key=lambda change: change.valid_from)
        if not ordered:
            raise ValueError("a ladder needs settings to be computed by")
        self._days = [change.valid_from.toordinal() for change in ordered]
        self.rules = [_rules(change) for change in ordered]
        self.mixed: Final = len({change.system for change in ordered}) > 1  # of systems

    @classmethod
    def of(cls, system_id: str, settings: Settings | None = None) -> "Timeline":
        """One system for the whole history, with its defaults unless said otherwise."""
        settings = settings or get(system_id).settings()
        return cls([SettingsChange(dt.date.min, system_id, settings)])

    def at(self, place: int, read_at: int | None = None) -> Rules:
        """The rules of a step at a place, which is read at another one if it lasts."""
        rules = self._at(place)
        if read_at is None or read_at == place:
            return rules
        begun = self._at(read_at)
        if begun is rules or begun.system is not rules.system:
            return rules
        return begun if begun.issues_lists == rules.issues_lists else rules

    def _at(self, place: int) -> Rules:
        """Those in force on the day of a place."""
        return self.rules[max(0, bisect_right(self._days, day_number(place)) - 1)]

    def other_at(self, place: int) -> bool:
        """Whether a system is in force on the day of a place that has been changed since."""
        return self.mixed and self.at(place).system.id != self.rules[-1].system.id

    def before(self, place: int) -> list[Rules]:
        """The rules that were in force before those of a place, the last ones first."""
        return self.rules[: max(0, bisect_right(self._days, day_number(place)) - 1)][::-1]

    def left_after(self, place: int, until: dt.date) -> dt.date | None:
        """The first day after that of a place, and not after `until`, on which another system is in
        force than at the place: what waited for a list by `until` was let go of then."""
        system = self.at(place).system.id
        first = dt.date.fromordinal(day_number(place))
        cut = self.stretches(first, until)
        return next((since for since, _, rules in cut if rules.system.id != system), None)

    def turns(self) -> list[tuple[dt.date, Rules, Rules]]:
        """The days on which another system followed: (day, the rules before it, those from it)."""
        found = []
        for day in map(dt.date.fromordinal, dict.fromkeys(self._days[1:])):
            before, after = self.on(day - dt.timedelta(days=1)), self.on(day)
            if before.system.id != after.system.id:
                found.append((day, before, after))
        return found

    def list_dates(self, first: dt.date, last: dt.date) -> list[dt.date]:
        """The days on which a list is issued, both ends included. Where settings of a system end
        its lists, the first day without them has a last one, which takes in what waits."""
        found: list[dt.date] = []
        for since, until, (system, settings, _) in self.stretches(first, last):
            if self._ends_lists(since):
                found.append(since)
            found += system.list_dates(settings, since, until)
        return found

    def _ends_lists(self, day: dt.date) -> bool:
        if day.toordinal() not in self._days[1:]:
            return False
        before, after = self.on(day - dt.timedelta(days=1)), self.on(day)
        listing = before.issues_lists and not after.issues_lists
        return listing and before.system is after.system

    def off_lists(self) -> list[tuple[dt.date, Rules]]:
        """The days on which a system that had issued lists was left for another, and its rules:
        what waits then for a list enters none."""
        listing = {rules.system.id for rules in self.rules if rules.issues_lists}
        return [(day, before) for day, before, _ in self.turns() if before.system.id in listing]

    def taken_on(self, day: dt.date, rating: float, system: str) -> float:
        """A rating of a system (its id; "" for the one in force) as the system in force on a day
        takes it over."""
        own = self.on(day).system
        if system in ("", own.id):
            return rating
        return own.from_elo(get(system).to_elo(rating))

    def on(self, day: dt.date) -> Rules:
        """The rules in force on a day."""
        return self.rules[max(0, bisect_right(self._days, day.toordinal()) - 1)]

    def stretches(self, first: dt.date, last: dt.date) -> Iterator[tuple[dt.date, dt.date, Rules]]:
        """The days from `first` to `last` cut where the rules change: (first, last, rules)."""
        since = first
        while since <= last:
            number = max(0, bisect_right(self._days, since.toordinal()) - 1)
            until = last
            if number + 1 < len(self._days):
                # Never before `since`: of several changes on one day the last one holds.
                until = min(last, dt.date.fromordinal(self._days[number + 1] - 1))
            yield since, until, self.rules[number]
            since = until + dt.timedelta(days=1)


def arrived(
    states: Mapping[str, Standing], people: Iterable[str], rules: Rules
) -> Mapping[str, Any]:
    """States as the system in force takes them: what another one has left becomes what a player
    enters with."""
    found: dict[str, Standing] = {}
    for uid in people:
        state = states.get(uid)
        row = state and rules.system.arriving(uid, state, rules.settings)
        if row:
            found[uid] = row
    return ChainMap(found, states) if found else states  # type: ignore[arg-type]  # never written


def seen(state: Standing, rules: Rules) -> Standing:
    """One state as the system in force takes it."""
    return rules.system.arriving("", state, rules.settings) or state


def rating_of(state: Standing | None, rules: Rules) -> float | None:
    """What somebody has earned or was given, as the rules take it. None for who has no rating:
    where a newcomer enters with a number, that of somebody who has never played nor been given one
    is no rating either."""
    state = state and seen(state, rules)
    if state is None or not rules.system.is_rated(state):
        return None
    given = state.played or state.games or state.rating != rules.system.enter(rules.settings).rating
    return state.rating if given else None


def _rules(change: SettingsChange) -> Rules:
    system = get(change.system)
    if not isinstance(change.settings, system.settings_class):
        kind = type(change.settings).__name__
        raise ValueError(f"{kind} are not settings of the system {system.id!r}")
    return Rules(system, change.settings, stamp_of(system, change.settings))


class Done(NamedTuple):
    """A step that has been computed. `rows` are in uid order; one that concerns everybody, and has
    no row, leaves the mark as it was."""

    step: Step
    rows: list[Row]
    mark: Mark


class _Snapshots:
    """What the players of longer events had where they start, kept until the events end."""

    def __init__(self, steps: Sequence[Step], since: int) -> None:
        lasting = [step for step in steps if since <= step.read_at < step.place]
        self._coming = sorted(lasting, key=lambda step: step.read_at, reverse=True)
        self._kept: dict[int, dict[str, Row]] = {}
        self.next = self._coming[-1].read_at if lasting else END

    def take(self, place: int, current: Mapping[str, Row]) -> None:
        """Keep what is read before `place`; until there, everybody has what is in `current`."""
        while self.next < place:
            step = self._coming.pop()
            players = players_of(step.games)
            self._kept[step.place] = {uid: current[uid] for uid in players if uid in current}
            self.next = self._coming[-1].read_at if self._coming else END

    def pop(self, step: Step) -> Mapping[str, Row]:
        """What the step is computed from; it is let go of here."""
        return self._kept.pop(step.place)


def replay(
    steps: Iterable[Step],
    timeline: Timeline,
    *,
    since: int = 0,
    states: Mapping[str, Standing] | None = None,
    opened: Mapping[int, Mapping[str, Standing]] | None = None,
    previous: Mark = NOTHING_YET,
) -> Iterator[Done]:
    """Compute steps, given in the order of their places, one by one.

    For a replay that starts in the middle: `since`, no step lies before this place; `states`, what
    the players of the steps have just before it (who is missing is new to the ladder); `opened`,
    for each step that is read before `since`, by its `read_at`, what its players had there (who is
    missing was new then); `previous`, the mark of the last step before.

    Raises ValueError for steps out of order or two at one place, and when what a step was read
    from is not known.
    """
    steps = list(steps)
    snapshots = _Snapshots(steps, since)
    opened = opened or {}
    current = {uid: row_of(uid, state) for uid, state in (states or {}).items()}
    last = since - 1
    key, result = previous
    for step in steps:
        place = step.place
        if not last < place >= step.read_at:
            raise ValueError(_out_of_order(step, last))
        if snapshots.next < place:
            snapshots.take(place, current)
        before: Mapping[str, Standing] = current
        if step.read_at < since:
            before = _opened(step, opened)
        elif step.read_at < place:
            before = snapshots.pop(step)
        rules = timeline.at(place, step.read_at)
        system, settings, stamp = rules
        now: Mapping[str, Any] = current
        if timeline.mixed:
            people = current.keys() if step.of_all else people_of(step)
            now = arrived(current, people, rules)
            before = now if before is current else arrived(before, people, rules)
        rows = system.rows(step, before, now, settings)
        last = place
        if step.of_all and not rows:
            # A list that nothing waited for is no part of the history: it leaves no mark.
            yield Done(step, rows, Mark(key, result))
            continue
        for row in rows:
            current[row[0]] = row
        key = key_of(key, stamp, step)
        result = result_of(result, key, rows)
        yield Done(step, rows, Mark(key, result))


def _opened(step: Step, opened: Mapping[int, Mapping[str, Standing]]) -> Mapping[str, Standing]:
    try:
        return opened[step.read_at]
    except KeyError:
        raise ValueError(f"nothing given of what was read at {decode(step.read_at)}") from None


def _out_of_order(step: Step, last: int) -> str:
    if step.read_at > step.place:
        return f"a step at {decode(step.place)} is read later, at {decode(step.read_at)}"
    return f"a step at {decode(step.place)} does not come after place {last}"
