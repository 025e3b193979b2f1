"""Replaying a history: from steps in the order of their places to what everybody has after each.

    for done in replay(steps, timeline):
        done.step, done.rows, done.mark

Deterministic and without a database. A step whose ratings are read earlier than its changes are
added (an event that lasts) is computed from what its players had at `read_at`, whatever has ended
since, and added to what they have at `place`.

A replay can start in the middle. The caller then says from which place (`since`), what the players
of the coming steps have there (`states`), what was read at the start of each event that is open
across it (`opened`), and the mark of the last step before it (`previous`). The rows, keys and
results are then the same, bit for bit, as those of a replay of everything.
"""

import datetime as dt
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ladder.fingerprint import NOTHING_YET, Mark, key_of, result_of, stamp_of
from ladder.systems.base import RatingSystem, Row, Settings, State, Step, get
from ladder.systems.places import day_number, decode


class Rules(NamedTuple):
    """The system and settings in force on a day, and what a key says of them."""

    system: RatingSystem[Any]
    settings: Settings
    stamp: bytes


@dataclass(frozen=True, slots=True)
class SettingsChange:
    """From this day on these settings of this system are in force."""

    valid_from: dt.date
    system: str
    settings: Settings


class Timeline:
    """Settings as dated history.

    The first change also holds for the days before it; of several on one day the one given last
    holds. An event that lasts is computed under the rules of its first day, since K and provisional
    status are read there. Raises ValueError without any change, KeyError for an unknown system.
    """

    def __init__(self, changes: Iterable[SettingsChange]) -> None:
        ordered = sorted(changes, key=lambda change: change.valid_from)
        if not ordered:
            raise ValueError("a ladder needs settings to be computed by")
        self._days = [change.valid_from.toordinal() for change in ordered]
        self._rules = [_rules(change) for change in ordered]

    @classmethod
    def of(cls, system_id: str, settings: Settings | None = None) -> "Timeline":
        """One system for the whole history, with its defaults unless said otherwise."""
        settings = settings or get(system_id).settings()
        return cls([SettingsChange(dt.date.min, system_id, settings)])

    def at(self, place: int) -> Rules:
        """The rules in force on the day of a place."""
        return self._rules[max(0, bisect_right(self._days, day_number(place)) - 1)]

    def on(self, day: dt.date) -> Rules:
        """The rules in force on a day."""
        return self._rules[max(0, bisect_right(self._days, day.toordinal()) - 1)]


def _rules(change: SettingsChange) -> Rules:
    system = get(change.system)
    if not isinstance(change.settings, system.settings_class):
        kind = type(change.settings).__name__
        raise ValueError(f"{kind} are not settings of the system {system.id!r}")
    return Rules(system, change.settings, stamp_of(system, change.settings))


class Done(NamedTuple):
    """A step that has been computed. `rows` are in uid order."""

    step: Step
    rows: list[Row]
    mark: Mark


class _Past:
    """What each player had at earlier places of this replay."""

    def __init__(self, states: Mapping[str, State]) -> None:
        self.current: dict[str, State] = dict(states)
        self._at_start = states
        self._places: dict[str, list[int]] = {}
        self._states: dict[str, list[State]] = {}

    def add(self, place: int, rows: Sequence[Row]) -> None:
        """Remember the rows of a step; places come in rising order."""
        current, places, states = self.current, self._places, self._states
        new = tuple.__new__  # a NamedTuple made without its slow constructor
        for uid, rating, games, played, _, extra in rows:
            state = new(State, (rating, games, played, extra))
            current[uid] = state
            if uid in places:
                places[uid].append(place)
                states[uid].append(state)
            else:
                places[uid] = [place]
                states[uid] = [state]

    def before(self, step: Step) -> dict[str, State]:
        """What the players of a step had at the place where it is read."""
        found: dict[str, State] = {}
        for uid in {uid for game in step.games for uid in game[:2]}:
            earlier = bisect_left(self._places.get(uid, ()), step.read_at)
            if earlier:
                found[uid] = self._states[uid][earlier - 1]
            elif uid in self._at_start:
                found[uid] = self._at_start[uid]
        return found


def replay(
    steps: Iterable[Step],
    timeline: Timeline,
    *,
    since: int = 0,
    states: Mapping[str, State] | None = None,
    opened: Mapping[int, Mapping[str, State]] | None = None,
    previous: Mark = NOTHING_YET,
) -> Iterator[Done]:
    """Compute steps, given in the order of their places, one by one.

    `since`: no step lies before this place; everything before it is in `states` and `previous`.
    `states`: what the players have just before `since`; who is missing is new to the ladder.
    `opened`: for each step that is read before `since`, by its `read_at`, what its players had
    there; who is missing was new then.

    Raises ValueError for steps out of order or two at one place, and for a missing `opened`.
    """
    past = _Past(states or {})
    opened = opened or {}
    last = since - 1
    key, result = previous
    for step in steps:
        place = step.place
        if not last < place >= step.read_at:
            raise ValueError(_out_of_order(step, last))
        if step.read_at == place:
            before: Mapping[str, State] = past.current
        elif step.read_at >= since:
            before = past.before(step)
        elif step.read_at in opened:
            before = opened[step.read_at]
        else:
            raise ValueError(f"nothing given of what was read at {decode(step.read_at)}")
        system, settings, stamp = timeline.at(step.read_at)
        rows = system.rows(step, before, past.current, settings)
        past.add(place, rows)
        key = key_of(key, stamp, step)
        result = result_of(result, key, rows)
        last = place
        yield Done(step, rows, Mark(key, result))


def _out_of_order(step: Step, last: int) -> str:
    if step.read_at > step.place:
        return f"a step at {decode(step.place)} is read later, at {decode(step.read_at)}"
    return f"a step at {decode(step.place)} does not come after place {last}"
