"""Template words that every page may use (built in: no {% load %} needed)."""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from django import template
from django.utils.formats import date_format, localize
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from clubs.messages import MINUS, Message, Signed

register = template.Library()

_PLACE = re.compile(r"%\((\w+)\)[sd]|%(%)")


@register.filter
def say(message: object) -> str:
    """A `Message` of a pure module in the reader's language; anything else as text."""
    if isinstance(message, int | float | Decimal) and not isinstance(message, bool):
        return str(localize(message)).replace("-", MINUS)  # 1.8, and in Czech 1,8
    if isinstance(message, Signed):
        return f"{message.sign}{say(abs(message.number))}"
    if isinstance(message, date):
        return date_format(message, "DATE_FORMAT")
    if not isinstance(message, Message):
        return "" if message is None else str(message)
    text = gettext(message.template)
    if not message.params:
        return text
    # Counts stay numbers: a template may say %(count)d.
    return text % {
        name: value if isinstance(value, int) and value >= 0 else say(value)
        for name, value in message.params.items()
    }


@register.filter
def tell(message: object) -> str:
    """The same for a sentence that names people: no name turns the rest of the line around."""
    if not isinstance(message, Message) or not message.params:
        return say(message)
    return format_html_join("", "{}", ((part,) for part in _parts(message)))


def _parts(message: Message) -> Iterator[str]:
    """The pieces of the sentence in their order; texts that were put in stand in <bdi>."""
    text, at = gettext(message.template), 0
    for place in _PLACE.finditer(text):
        yield text[at : place.start()]
        at = place.end()
        value = message.params[place[1]] if place[1] else "%"
        named = isinstance(value, str) and any(letter.isalpha() for letter in value)
        yield _isolated(value) if named else tell(value)
    yield text[at:]


def _isolated(text: object) -> SafeString:
    return format_html("<bdi>{}</bdi>", text)
