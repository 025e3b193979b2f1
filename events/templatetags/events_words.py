"""Words of events in templates: {% load events_words %}."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from django import template
from django.utils.formats import date_format

from clubs.days import today
from clubs.models import Club
from clubs.uid import new_uid
from events import words

register = template.Library()


@register.filter
def kind_word(kind: str) -> str:
    """What kind of event it is, in the reader's language."""
    return str(words.KIND.get(kind, kind))


@register.filter
def tempo_word(tempo: str) -> str:
    return str(words.TEMPO.get(tempo, tempo))


@register.filter
def list_word(listing: str) -> str:
    """Into which list of the federation it goes."""
    return str(words.LISTING.get(listing, ""))


class _Change(Protocol):
    action: str
    press: str | None


@register.filter
def did(change: _Change) -> str:
    """What a revision did."""
    return words.did(change.action, change.press)


@register.filter
def at(mapping: Mapping[str, object], key: str) -> object:
    """The value that a mapping has for a key, or None."""
    return mapping.get(key)


@register.filter
def moment(when: datetime, club: Club) -> str:
    """Day and time on the clock of the club."""
    here = when.astimezone(ZoneInfo(club.time_zone))
    return f"{date_format(here, 'DATE_FORMAT')}, {here:%H:%M}"


@register.filter
def short_day(day: date, club: Club) -> str:
    """The day, with its year where that is not this one."""
    return date_format(day, "MONTH_DAY_FORMAT" if day.year == today(club).year else "DATE_FORMAT")


@register.simple_tag
def new_press() -> str:
    """What one press of a button is known by when it comes twice."""
    return new_uid()
