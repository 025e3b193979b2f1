"""Figures of ladders in templates: {% load figures %}."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from ladder import shown

register = template.Library()

register.filter("rating", shown.rating)
register.filter("decimals", shown.decimals)


@register.filter
def change_text(value: float) -> str:
    """A change with its sign and one decimal, as plain text."""
    return shown.change(value).text


@register.filter
def delta(value: float | None) -> SafeString:
    """A change with its sign and one decimal; None is that of somebody who did not play."""
    text, tone = shown.change(value)
    return format_html('<span class="delta {}">{}</span>', tone, text)
