"""Decisions about who is who: which of two remains, which lines go to whom, what is taken back."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.forms import LineField
from clubs.uid import LENGTH as UID_LENGTH
from events.forms.games import ReasonForm
from players.forms import NameForm
from players.models import Status
from players.names import MAX_LENGTH

_UID = rf"[0-9a-z]{{{UID_LENGTH}}}"
_LINE = re.compile(rf"\A({_UID})-([1-9][0-9]{{0,4}})\Z")
MOST_DECISIONS = 2**31 - 1


class LinesField(forms.MultipleChoiceField):
    """Ticked lines of events, each "<uid of the event>-<number>"; comes out as (uid, number)."""

    def valid_value(self, value: str) -> bool:
        return _LINE.fullmatch(value) is not None

    def clean(self, value: Any) -> Any:
        found = [_LINE.fullmatch(one) for one in super().clean(value)]
        return [(one[1], int(one[2])) for one in found if one]


def line_key(event: str, number: int) -> str:
    """How a page writes a line."""
    return f"{event}-{number}"


class DecisionForm(ReasonForm):
    """A decision: `based_on` is the newest one that the page knew of; `back` where to go then."""

    based_on = forms.IntegerField(min_value=0, max_value=MOST_DECISIONS, widget=forms.HiddenInput)
    back = forms.ChoiceField(
        choices=[("pairs", "pairs"), ("decisions", "decisions")],
        required=False,
        widget=forms.HiddenInput,
    )


class MergeForm(DecisionForm):
    """Two people are one; `keep` is the uid of the one whose page remains."""

    keep = forms.RegexField(rf"\A{_UID}\Z")


class PairForm(forms.Form):
    """Two people, by uid."""

    one = forms.RegexField(rf"\A{_UID}\Z")
    other = forms.RegexField(rf"\A{_UID}\Z")


class SomebodyForm(forms.Form):
    """A part of a name to look for."""

    name = LineField(label=_("Part of a name"), max_length=MAX_LENGTH)


class SplitForm(DecisionForm):
    """Lines that belong to somebody else, and to whom: somebody new, or a uid."""

    lines = LinesField(required=False)
    to = forms.RegexField(rf"\A({Status.MEMBER}|{Status.GUEST}|{_UID})\Z")
    name = LineField(max_length=MAX_LENGTH, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not cleaned["lines"]:
            self.add_error("lines", _("Tick at least one event that belongs to somebody else."))
        return cleaned


class UndoForm(DecisionForm):
    """What is taken back: `last`, as the page knew it. `asked` are the lines that the page asked
    about, `belong` those of them that are the source's."""

    last = forms.IntegerField(min_value=1, max_value=MOST_DECISIONS, widget=forms.HiddenInput)
    asked = LinesField(required=False)
    belong = LinesField(required=False)


class RenameForm(NameForm, ReasonForm):
    """Another name for a person; `was` is the one that the page showed."""

    name = LineField(label=_("Name"), max_length=MAX_LENGTH)
    was = forms.CharField(max_length=MAX_LENGTH, strip=False, widget=forms.HiddenInput)


class SpellingForm(NameForm):
    """Another way in which a name is written."""

    spelling = LineField(label=_("Another spelling"), max_length=MAX_LENGTH)


class NumberForm(forms.Form):
    """A decision, by its number."""

    number = forms.IntegerField(min_value=1, max_value=MOST_DECISIONS)
