"""Fields that several forms have: bounded numbers, the version that a page showed."""

from typing import Any

from django import forms


def number_field(label: Any, least: int, most: int, **kwargs: Any) -> forms.IntegerField:
    """A whole number that may be left empty."""
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, required=False, **kwargs
    )


class VersionForm(forms.Form):
    """The version of a draft that a page showed."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput)
