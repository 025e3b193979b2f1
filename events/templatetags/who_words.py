"""Words of the pages about who is who: {% load who_words %}."""

from django import template
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _

from events import words
from events.queries.evidence import Evening
from players.queries import shown_name

register = template.Library()


@register.filter
def evening_word(evening: Evening) -> str:
    """The kind of event that somebody comes to: "Tuesday, rapid"."""
    day = str(WEEKDAYS[evening.weekday - 1]) if evening.weekday else _("several days")
    return f"{day}, {words.TEMPO.get(evening.tempo, evening.tempo)}"


@register.filter
def shown(name: str) -> str:
    """A stored name; in place of an erased one stand words."""
    return shown_name(name)
