"""Forms of the facts that rating systems need: their fields are those that the ladders ask for."""

import datetime as dt
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.forms import LineField
from clubs.templatetags.words import say
from ladder.forms import MOST_LETTERS, FromDayField
from ladder.sources import BEGINNING
from ladder.systems.facts import BadFact, Fact, Value


class FromDayForm(forms.Form):
    """From which day on something holds, and why."""

    day = FromDayField(
        help_text=gettext_lazy(
            "Empty: from the beginning. Of a rating the day from which its list holds."
        ),
    )
    why = LineField(
        label=gettext_lazy("Where it comes from"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("For example which list. Write no name here."),
    )

    def from_day(self) -> dt.date | None:
        """None: from the beginning."""
        day: dt.date | None = self.cleaned_data["day"]
        return None if day == BEGINNING else day


class FactField(forms.CharField):
    """One fact as it is typed; what is left empty stays as it is."""

    def __init__(self, fact: Fact, today: dt.date) -> None:
        self.fact = fact
        self._today = today
        widget: forms.Widget = forms.TextInput(attrs={"autocomplete": "off"})
        if fact.choices:
            choices = [("", "–"), *((value, _(label)) for value, label in fact.choices)]
            widget = forms.Select(choices=choices)
        help_text = ""
        if fact.name == "birth":
            help_text = _("2010-05-31, 31. 5. 2010, or the year alone: then its first day counts.")
        super().__init__(
            label=_(fact.label), max_length=40, required=False, widget=widget, help_text=help_text
        )

    def clean(self, value: Any) -> Value | None:
        text = super().clean(value)
        if not text:
            return None
        try:
            return self.fact.read(text, self._today)
        except BadFact as wrong:
            raise forms.ValidationError(say(wrong.message).capitalize() + ".") from None


class FactsForm(FromDayForm):
    """What becomes known of one person from a day on."""

    def __init__(self, *args: Any, facts: Iterable[Fact], today: dt.date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asked = tuple(fact.name for fact in facts)
        for fact in facts:
            self.fields[fact.name] = FactField(fact, today)
        self.order_fields([*self.asked, "day", "why"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not any(cleaned.get(name) is not None for name in self.asked):
            raise forms.ValidationError(_("Fill in what is known; what is left empty stays."))
        return cleaned

    def facts(self) -> dict[str, Value]:
        """By name what was filled in."""
        said = self.cleaned_data
        return {name: said[name] for name in self.asked if said[name] is not None}


class TakeBackFactForm(forms.Form):
    """Taking back what was entered of one fact for one day."""

    name = forms.ChoiceField()
    day = forms.DateField(required=False, input_formats=["%Y-%m-%d"])

    def __init__(self, *args: Any, facts: Iterable[Fact], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["name"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(fact.name, fact.label) for fact in facts]


class FactTableForm(FromDayForm):
    """Facts of many people, pasted or in a file."""

    text = forms.CharField(
        label=gettext_lazy("One person on a line"),
        max_length=MOST_LETTERS,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "class": "code", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "Copied from a spreadsheet, or with semicolons or commas. The first line names the"
            " columns."
        ),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        required=False,
        max_length=1000,
        help_text=gettext_lazy(
            "CSV or XLSX, as a spreadsheet saves it; of a workbook the first sheet. The file is not"
            " kept."
        ),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,text/csv,text/plain"}),
    )
    press = forms.CharField(max_length=30, required=False, widget=forms.HiddenInput)
    field_order = ["text", "file", "day", "why", "press"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        file = cleaned.get("file")
        if file and file.size > MOST_LETTERS:
            self.add_error("file", _("The file is too large for a table of members."))
        if not self.errors and not file and not str(cleaned.get("text", "")).strip():
            self.add_error("text", _("The list is empty. Paste one person on a line."))
        return cleaned
