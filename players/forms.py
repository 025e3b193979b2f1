"""Forms of arbiters' pages about people: one for each thing that can be changed."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.forms import DayField, LineField
from clubs.messages import Message
from players.models import AskedBy, ConsentFor, Display, RequestEnd, RequestKind, Status
from players.names import MAX_LENGTH, doubts
from players.opening.base import GROUP_LENGTH


class SearchForm(forms.Form):
    """A part of a name. It travels in the body of a POST, so that no name stands in an address."""

    name = forms.CharField(label=_("Name"), max_length=MAX_LENGTH)


class StatusForm(forms.Form):
    status = forms.ChoiceField(choices=Status.choices)


class JuniorForm(forms.Form):
    junior = forms.ChoiceField(choices=[("yes", _("yes")), ("no", _("no"))])


class DisplayForm(forms.Form):
    display = forms.ChoiceField(choices=Display.choices)


class ConsentForm(forms.Form):
    """The three questions before more than initials is shown, and what for."""

    purpose = forms.ChoiceField(
        label=_("What was agreed to"),
        choices=ConsentFor.choices,
        widget=forms.RadioSelect,
        initial=ConsentFor.FULL.value,
    )
    parents = forms.BooleanField(
        label=_("The parents agree."), help_text=_("An adult agrees in person.")
    )
    child = forms.BooleanField(label=_("The child was asked too."))
    rules = forms.BooleanField(
        label=_("The school's or club's own rules allow it; they come first.")
    )
    note = LineField(
        label=_("Where the consent is kept"),
        max_length=200,
        required=False,
        help_text=_("A folder, a cupboard. No name."),
    )


class GroupForm(forms.Form):
    group = LineField(
        label=_("Group"),
        max_length=GROUP_LENGTH,
        required=False,
        help_text=_("Beginners, Tuesday: the club's own word, for arbiters only. No name."),
    )


class NameForm(forms.Form):
    """What a person is called. `sure` is what the page warned about, as it is saved then."""

    sure = forms.CharField(
        required=False, max_length=MAX_LENGTH, strip=False, widget=forms.HiddenInput
    )

    def doubts(self, name: str) -> tuple[Message, ...]:
        """What looks wrong with the name, and has not been shown to whoever presses."""
        if name == self.cleaned_data["sure"]:
            return ()
        return tuple(found.message for found in doubts(name))


class LabelForm(NameForm):
    label = LineField(
        label=_("Label"),
        max_length=60,
        required=False,
        help_text=_("What the family or the player agreed to: a first name, a nickname."),
    )


class RequestForm(forms.Form):
    """Somebody asked for something about a person: what, who, when."""

    kind = forms.ChoiceField(
        label=_("What is asked for"), choices=RequestKind.choices, widget=forms.RadioSelect
    )
    asked_by = forms.ChoiceField(
        label=_("Who asked for it?"), choices=AskedBy.choices, widget=forms.RadioSelect
    )
    asked_on = DayField(label=_("On which day?"))


class CloseRequestForm(forms.Form):
    """How a request ends: one button says done, the other refused, with the reason."""

    outcome = forms.ChoiceField(choices=RequestEnd.choices)
    why = LineField(
        label=_("Why it is refused"),
        max_length=200,
        required=False,
        help_text=_("What whoever asked is told. Write no name here."),
    )
