"""Fields that several forms have: days, bounded numbers, the version that a page showed."""

from typing import Any

from django import forms
from django.core.validators import MinValueValidator
from django.utils.translation import gettext_lazy as _

from events.checks import FIRST_DAY

DAY_FORMATS = ["%Y-%m-%d", "%d.%m.%Y", "%d. %m. %Y"]


class DayField(forms.DateField):
    """A calendar day; `type=date` sends ISO, older browsers what is typed."""

    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            input_formats=DAY_FORMATS,
            validators=[MinValueValidator(FIRST_DAY, _("Enter a day after 1849."))],
            **kwargs,
        )


def number_field(label: Any, least: int, most: int, **kwargs: Any) -> forms.IntegerField:
    """A whole number that may be left empty."""
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, required=False, **kwargs
    )


class VersionForm(forms.Form):
    """The version of a draft that a page showed."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput)
