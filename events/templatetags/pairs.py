"""Open pairs in templates, for pages of apps below this one too: {% load pairs %}."""

from django import template

from clubs.models import Club
from events.models import Event
from events.services import duplicates

register = template.Library()


@register.simple_tag
def open_pairs(club: Club, event: Event | None = None) -> int:
    """How many pairs of people may be one person; with `event`, of those who were there."""
    return duplicates.open_pairs(club, event)
