"""Measures of a comparison in templates: {% load measures %}."""

from django import template

from ladder import shown

register = template.Library()


@register.filter
def measure(value: float | None, digits: int) -> str:
    """A number with so many decimals; a dash where nothing was measured."""
    return shown.DID_NOT_PLAY.text if value is None else shown.decimals(value, digits)


@register.filter
def percent(value: float | None) -> str:
    """A part of 1 as per cent with one decimal."""
    # The no-break space stands there in every language of the product.
    return shown.DID_NOT_PLAY.text if value is None else f"{shown.decimals(value * 100, 1)}\u00a0%"
