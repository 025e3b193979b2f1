"""The rules of a ladder in words: what holds, how it came about, and what others would do."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _

from clubs.models import Club
from events.checks import FIRST_DAY
from events.words import KIND, TEMPO
from ladder import preview, shown
from ladder.models import Ladder, LadderSettings
from ladder.queries.moves import Preview
from ladder.queries.moves import shown as with_names
from ladder.queries.stamps import stamp
from ladder.queries.units import title_of
from ladder.rule_history import can_be_taken_back, gone, takes_back
from ladder.rulebook import Filters, Said, planned, rulebook
from ladder.sources import PoisonEvent, games_from
from ladder.systems import Settings, choices, get
from ladder.systems.facts import FACTS
from ladder.told import HOW


@dataclass(frozen=True, slots=True)
class Ruling:
    """A system with its settings, and what it is asked about, in words."""

    id: str
    system: str
    how: str  # the formula in a few sentences
    settings: Sequence[tuple[str, str]]  # (label, value)
    filters: Sequence[str]
    needs: Sequence[str]  # what has to be entered about people
    unofficial: bool  # somebody else's formula, computed from the club's games
    off_lists: str = ""  # it followed this system, which issued lists on days


@dataclass(frozen=True, slots=True)
class Change:
    """One entry of the history. `ruling` None: it takes the day's rules back. `day` None: from the
    beginning. `gone`: "undone" or "replaced" when it holds no longer. `back`: the number of the
    entry that it took back."""

    number: int
    day: date | None
    ruling: Ruling | None
    by: str
    at: datetime
    why: str
    gone: str
    back: int | None
    undoable: bool


def ruling(system: str, parameters: Mapping[str, Any], filters: Filters) -> Ruling:
    """Rules in words. Raises BadSetting."""
    found = get(system)
    settings = found.settings(parameters)
    return Ruling(
        id=system,
        system=_(found.title),
        how=_(HOW[system]),
        settings=list(_settings(settings)),
        filters=_filters(filters),
        needs=[_(FACTS[name].label) for name in found.needed(settings)],
        unofficial=found.unofficial,
    )


def _settings(settings: Settings) -> Iterator[tuple[str, str]]:
    for field in fields(settings):
        value, said = getattr(settings, field.name), field.metadata
        if value is not None:
            label = _(said["label"]) if "label" in said else field.name
            yield label, _(said["choices"][value]) if "choices" in said else figure(value)


def figure(value: object) -> str:
    """A setting that is a number: without decimals that say nothing."""
    if isinstance(value, float) and not value.is_integer():
        return shown.decimals(value, 6).rstrip("0")
    return str(int(value)) if isinstance(value, float) else str(value)


def _filters(filters: Filters) -> list[str]:
    said = []
    if filters.tempos:
        said.append(_("only events played as: %s") % _listed(TEMPO, filters.tempos))
    if filters.kinds:
        said.append(_("only events of the kind: %s") % _listed(KIND, filters.kinds))
    if filters.juniors:
        said.append(_("only events that are marked as juniors'"))
    if filters.group:
        said.append(_("the list shows only the group %s") % filters.group)
    if filters.only_juniors:
        said.append(_("the list shows only juniors"))
    return said


def _listed(words: Mapping[str, object], values: Sequence[str]) -> str:
    return ", ".join(str(words.get(value, value)) for value in values)


def in_force(ladder: Ladder) -> list[tuple[date | None, Ruling]]:
    """What holds from which day on, in the order of the days; None: from the beginning."""
    book = rulebook(ladder)
    off_lists = {day: title_of(rules.system.id) for day, rules in book.timeline.off_lists()}
    found = []
    for day, rules, filters in zip(book.days, book.timeline.rules, book.filters, strict=True):
        since = date.fromordinal(day)
        said = ruling(rules.system.id, rules.settings.as_dict(), filters)
        said = replace(said, off_lists=off_lists.get(since, ""))
        found.append((None if since <= FIRST_DAY else since, said))
    return found


def changes(ladder: Ladder) -> list[Change]:
    """The history of the rules, the newest first."""
    rows = list(LadderSettings.objects.filter(ladder=ladder).select_related("by").order_by("pk"))
    numbers = {row.pk: number for number, row in enumerate(rows, 1)}
    found = []
    for row in rows:
        of_day = [one for one in rows if one.valid_from == row.valid_from]
        at = of_day.index(row)
        back = numbers[of_day[at - 1].pk] if takes_back(of_day, at, rows[0]) else None
        found.append(
            Change(
                number=numbers[row.pk],
                day=None if row.valid_from <= FIRST_DAY else row.valid_from,
                ruling=_said(row),
                by=row.by.email if row.by else "",
                at=row.at,
                why=row.why,
                gone=gone(of_day, rows[0])[at],
                back=back,
                undoable=can_be_taken_back(row, rows),
            )
        )
    return found[::-1]


def _said(row: LadderSettings) -> Ruling | None:
    filters = Filters.read(row.filters)
    return ruling(row.system, row.parameters, filters) if row.system else None


def taken_by_switch(ladder: Ladder) -> list[Change]:
    """The entries that a switch would take back: those that hold from a later day on."""
    return [one for one in changes(ladder)[::-1] if one.day and not one.back and not one.gone]


def change_of(ladder: Ladder, number: int) -> LadderSettings | None:
    """An entry of the history by its number, from 1; None when there is none."""
    rows = LadderSettings.objects.filter(ladder=ladder).order_by("pk")
    return rows[number - 1 : number].first() if 0 < number < 100_000 else None


MOST_GAMES = 200_000


class TooLong(Exception):
    """More games would be computed than somebody can wait for."""


def rules_preview(ladder: Ladder, said: Sequence[Said]) -> Preview | None:
    """What the ladder would be with this said of some days. None when it cannot be said now: the
    ladder is being recomputed, or stopped at an event. Raises TooLong and BadSetting."""
    club: Club = ladder.club
    if stamp(club, ladder.slug, hidden=True).stale:
        return None
    if games_from(club.pk, FIRST_DAY, MOST_GAMES + 1) > MOST_GAMES:
        raise TooLong
    book = planned(ladder, said)
    try:
        outcome = preview.preview_rules(ladder, book, min(one.day for one in said))
    except PoisonEvent:
        return None
    return with_names(club, ladder.name, outcome)


def system_choices() -> list[tuple[str, str]]:
    """(id, title) of every system, the club's own first."""
    found = [(id_, _(title)) for id_, title in choices()]
    return sorted(found, key=lambda one: (one[0] != "club_elo", one[1]))
