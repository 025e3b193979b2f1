"""A tournament file, and the encoding it is read in."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from events.forms.fields import VersionForm
from events.importers.encoding import LABELS


class UploadForm(forms.Form):
    """A tournament file, and its encoding where somebody knows better."""

    file = forms.FileField(
        label=_("Tournament file"),
        allow_empty_file=True,
        max_length=1000,
        help_text=_("TRF from your pairing program, or CSV with round, white, black, result."),
        widget=forms.FileInput(attrs={"accept": ".trf,.trfx,.csv,.txt,.tunx,text/plain,text/csv"}),
    )
    encoding = forms.ChoiceField(label=_("Encoding of the file"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["encoding"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("find out"))] + [(key, _(label)) for key, label in LABELS.items()]

    def filename(self) -> str:
        """The name of the file, for showing it: never used as a path."""
        name = str(self.cleaned_data["file"].name)
        return "".join(c for c in name if c.isprintable())[:200] or "file"


class EncodingForm(VersionForm):
    encoding = forms.ChoiceField(choices=[(key, label) for key, label in LABELS.items()])
