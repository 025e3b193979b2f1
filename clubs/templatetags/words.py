"""Template words that every page may use (built in: no {% load %} needed)."""

from datetime import date
from decimal import Decimal

from django import template
from django.utils.formats import date_format, localize
from django.utils.translation import gettext

from clubs.messages import Message

register = template.Library()


@register.filter
def say(message: object) -> str:
    """A `Message` of a pure module in the reader's language; anything else as text."""
    if isinstance(message, int | float | Decimal) and not isinstance(message, bool):
        return str(localize(message))  # 1.8, and in Czech 1,8
    if isinstance(message, date):
        return date_format(message, "DATE_FORMAT")
    if not isinstance(message, Message):
        return "" if message is None else str(message)
    text = gettext(message.template)
    if not message.params:
        return text
    # Whole numbers stay numbers: a template may say %(count)d.
    return text % {
        name: value if isinstance(value, int) else say(value)
        for name, value in message.params.items()
    }
