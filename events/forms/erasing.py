"""The form of the step that cannot be undone."""

from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from clubs.forms import DayField
from players.models import AskedBy, PersonRequest


class EraseForm(forms.Form):
    """Who asked for it and when, and a tick that it was read what goes. `today` is the club's;
    `asked` is the open request that would be answered, if there is one."""

    asked_by = forms.ChoiceField(
        label=_("Who asked for it?"), choices=AskedBy.choices, widget=forms.RadioSelect
    )
    asked_on = DayField(label=_("On which day?"))
    answers = forms.BooleanField(required=False, initial=True)
    sure = forms.BooleanField(
        label=_("I know that nobody can bring this back."),
        error_messages={"required": _("Tick this, or keep the player.")},
    )

    def __init__(
        self, *args: Any, today: date, asked: PersonRequest | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["asked_on"].initial = asked.asked_on if asked else today
        self.fields["asked_by"].initial = asked.asked_by if asked else None
        if asked is None:
            del self.fields["answers"]
        else:
            day = date_format(asked.asked_on, "DATE_FORMAT")
            said = _("This answers the request of %(day)s: close it.") % {"day": day}
            self.fields["answers"].label = said
        self._today = today

    def clean_asked_on(self) -> date:
        day: date = self.cleaned_data["asked_on"]
        if day > self._today:
            raise ValidationError(_("This day lies ahead. Enter the day on which they asked."))
        return day
