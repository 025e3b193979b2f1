"""The rules of a ladder as dated history: which system by which settings, and for which events.

Rows of `LadderSettings` are read once and worked out once; `Rulebook` is what the rest asks.
"""

import json
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.db import connection

from ladder.models import Ladder
from ladder.replay import SettingsChange, Timeline
from ladder.systems import get


@dataclass(frozen=True, slots=True)
class Filters:
    """Which events a ladder is made of, and whom its list shows. Empty: all.

    `tempos` and `kinds` are values of `events.revisions`; `juniors`: only events that are marked as
    juniors'. `group` and `only_juniors` leave people off the list; numbers do not depend on them.
    """

    tempos: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    juniors: bool = False
    group: str = ""
    only_juniors: bool = False

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> "Filters":
        """From kept JSON; what is missing has its default."""
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in kept.items()
        }
        return cls(**values)

    def as_dict(self) -> dict[str, Any]:
        """As JSON, without what says nothing."""
        return {name: value for name, value in asdict(self).items() if value}

    def accept(self, tempo: str, kind: str, junior: bool) -> bool:
        """Whether an event belongs to the ladder."""
        return (
            (not self.tempos or tempo in self.tempos)
            and (not self.kinds or kind in self.kinds)
            and (junior or not self.juniors)
        )


@dataclass(frozen=True, slots=True)
class Rulebook:
    """What holds on which day. Of the days before the first row, the first row."""

    timeline: Timeline
    days: tuple[int, ...]
    filters: tuple[Filters, ...]

    def filters_on(self, day: date) -> Filters:
        """The filters in force on a day; an event is asked about on its first."""
        return self.filters[max(0, bisect_right(self.days, day.toordinal()) - 1)]

    def until(self, day: date) -> tuple[object, ...]:
        """All that holds up to a day, to be compared with other rules."""
        found = zip(self.days, self.timeline.rules, self.filters, strict=True)
        held = [one for number, one in enumerate(found) if not number or one[0] <= day.toordinal()]
        return tuple((since, rules.stamp, filters) for since, rules, filters in held)

    @property
    def needs(self) -> frozenset[str]:
        """The facts about people that any of its rules uses."""
        return frozenset(
            name for rules in self.timeline.rules for name in rules.system.needed(rules.settings)
        )

    @property
    def needs_event(self) -> bool:
        """Whether any of its rules wants to know more of events than their games."""
        return any(rules.system.needs_event for rules in self.timeline.rules)

    @property
    def has_lists(self) -> bool:
        """Whether any of its rules issues lists on days."""
        return any(rules.issues_lists for rules in self.timeline.rules)


def rulebook(ladder: Ladder) -> Rulebook:
    """The rules of a ladder."""
    with connection.cursor() as cursor:
        cursor.execute(_RULES, [ladder.pk, NEWEST])
        return _rulebook(tuple(cursor.fetchall()))


def rulebook_at(ladder: Ladder, version: int) -> Rulebook | None:
    """The rules as they were when the club's history had this version; None before the first."""
    with connection.cursor() as cursor:
        cursor.execute(_RULES, [ladder.pk, version])
        rows = tuple(cursor.fetchall())
    return _rulebook(rows) if rows else None


def rulebook_when(ladder: Ladder, moment: datetime) -> Rulebook | None:
    """The rules as they were written at a moment; None before the first."""
    with connection.cursor() as cursor:
        cursor.execute(_RULES_WHEN, [ladder.pk, moment])
        rows = tuple(cursor.fetchall())
    return _rulebook(rows) if rows else None


class Said(NamedTuple):
    """What is said of a day: the rules from it on; without a system it has none of its own."""

    day: date
    system: str = ""
    parameters: Mapping[str, Any] = {}
    filters: Mapping[str, Any] = {}


def planned(ladder: Ladder, said: Iterable[Said]) -> Rulebook:
    """The rules as they would be with this said of some days. Raises BadSetting."""
    with connection.cursor() as cursor:
        cursor.execute(_RULES, [ladder.pk, NEWEST])
        rows = {row[0]: row for row in cursor.fetchall()}
    for day, system, parameters, filters in said:
        rows.pop(day, None)
        if system:
            rows[day] = (day, system, json.dumps(dict(parameters)), json.dumps(dict(filters)))
    return _rulebook(tuple(rows[day] for day in sorted(rows)))


def timeline(ladder: Ladder) -> Timeline:
    """Its systems and settings only."""
    return rulebook(ladder).timeline


def system_now(ladder: Ladder) -> str:
    """The id of the system by which a ladder is computed today."""
    return str(timeline(ladder).on(date.max).system.id)


def one_rule(system: str, settings: Mapping[str, Any], filters: Filters) -> Rulebook:
    """The rules of a ladder that has had no others, to try them out. Raises BadSetting."""
    rule = (date.min, system, json.dumps(dict(settings)), json.dumps(filters.as_dict()))
    return _rulebook((rule,))


# The newest row of a day holds; one without a system says that the day has no rules of its own.
_RULES = """
    SELECT valid_from, system, parameters::text, filters::text FROM (
        SELECT DISTINCT ON (valid_from) valid_from, system, parameters, filters
        FROM ladder_laddersettings WHERE ladder_id = %s AND version <= %s
        ORDER BY valid_from, id DESC
    ) newest
    WHERE system <> '' ORDER BY valid_from
"""
_RULES_WHEN = _RULES.replace("version <= %s", "at <= %s")
NEWEST = 2**63 - 1


@lru_cache(maxsize=256)
def _rulebook(rows: tuple[tuple[date, str, str, str], ...]) -> Rulebook:
    """Pages ask for the rules each time, so what rows say is worked out once."""
    changes = [
        SettingsChange(valid_from, system, get(system).settings(json.loads(parameters)))
        for valid_from, system, parameters, _ in rows
    ]
    return Rulebook(
        Timeline(changes),
        tuple(valid_from.toordinal() for valid_from, *_ in rows),
        tuple(Filters.read(json.loads(filters)) for *_, filters in rows),
    )
