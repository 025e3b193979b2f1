"""Forms of arbiters' pages about ladders."""

import datetime as dt
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from clubs.forms import DAY_FORMATS, LineField
from events.importers.encoding import LABELS
from ladder.sources import BEGINNING
from ladder.systems import choices
from players.opening.base import MOST_GAMES

LEAST, MOST = 0, 4000
LAST_DAY = dt.date(9998, 12, 31)


class FromDayField(forms.DateField):
    """From which day on something holds; empty: from the beginning."""

    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("validators", [MinValueValidator(BEGINNING), MaxValueValidator(LAST_DAY)])
        super().__init__(label=_("Holds from"), required=False, input_formats=DAY_FORMATS, **kwargs)


class LadderForm(forms.Form):
    """Which ladder of the club is meant; asked only where there are several."""

    ladder = forms.ChoiceField(label=_("Ladder"), required=False)

    def __init__(self, *args: Any, ladders: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["ladder"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = ladders
        if len(ladders) == 1:
            field.widget = forms.HiddenInput()
        self.first = ladders[0][0]

    def slug(self) -> str:
        """The ladder that was chosen, the club's first if none was."""
        return str(self.cleaned_data["ladder"] or self.first)


class SystemField(forms.ChoiceField):
    """A rating system. Its choices are what is offered; what was once entered may be of another."""

    def valid_value(self, value: object) -> bool:
        return str(value) in dict(choices())


class StartForm(LadderForm):
    """A rating with which somebody enters a ladder."""

    rating = forms.FloatField(label=_("Starting rating"), min_value=LEAST, max_value=MOST)
    system = SystemField(
        label=_("A number of"),
        required=False,
        help_text=_("Where another system is in force on the day, it is taken over there."),
    )
    why = LineField(
        label=_("Reason"),
        max_length=500,
        help_text=_("Where the number comes from. It stands in the log: write no name here."),
    )
    day = FromDayField(
        help_text=_("Empty: before the first game, which is nearly always right."),
    )
    games = forms.IntegerField(
        label=_("Games taken over"),
        min_value=0,
        max_value=MOST_GAMES,
        required=False,
        help_text=_(
            "How many counted games of an earlier list stand behind the rating. With enough of them"
            " the player is established from the start; nearly always empty."
        ),
    )
    field_order = ["ladder", "rating", "system", "why", "day", "games"]

    def __init__(self, *args: Any, systems: list[tuple[str, str]], **kwargs: Any) -> None:
        """`systems`: (id, title) of those whose number it may be; asked only if there are several,
        where none chosen is that of the ladder's system today."""
        super().__init__(*args, **kwargs)
        field = self.fields["system"]
        assert isinstance(field, forms.ChoiceField)
        if len(systems) > 1:
            field.choices = [("", _("the ladder's system today")), *systems]
        else:
            field.choices = systems
            field.widget = forms.HiddenInput()


class TakeBackForm(LadderForm):
    """Taking back the starting rating that holds from a day."""

    day = forms.DateField(required=False, input_formats=["%Y-%m-%d"])
    why = LineField(label=_("Reason"), max_length=500)


# -- Opening lists --------------------------------------------------------------------------------

MOST_LETTERS = 2_000_000


class PasteForm(forms.Form):
    """An opening list as somebody pastes it."""

    text = forms.CharField(
        label=_("One player on a line"),
        max_length=MOST_LETTERS,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "class": "code", "spellcheck": "false"}),
        help_text=_(
            "Copied from a spreadsheet, or with semicolons or commas: the name, then the starting"
            " rating if there is one."
        ),
    )

    def clean_text(self) -> str:
        text = str(self.cleaned_data["text"])
        if not text.strip():
            raise forms.ValidationError(_("The list is empty. Paste one player on a line."))
        return text


class ListFileForm(forms.Form):
    """An opening list as a file."""

    file = forms.FileField(
        label=_("A file"),
        allow_empty_file=True,
        max_length=1000,
        help_text=_("CSV or XLSX, as a spreadsheet saves it; of a workbook the first sheet."),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,text/csv,text/plain"}),
    )

    def filename(self) -> str:
        """The name of the file, for showing it: never used as a path."""
        name = str(self.cleaned_data["file"].name)
        return "".join(c for c in name if c.isprintable())[:200] or "file"


class ListEncodingForm(forms.Form):
    """The encoding in which a file is read again."""

    encoding = forms.ChoiceField(
        label=_("Encoding of the file"),
        choices=[(key, _(label)) for key, label in LABELS.items()],
    )


class ReasonForm(forms.Form):
    """Why the people of a list start with these ratings."""

    why = LineField(
        label=_("Reason for the starting ratings"),
        max_length=500,
        help_text=_("For those that state none in the list. Write no name here."),
    )
