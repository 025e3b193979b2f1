"""Forms about the rules of ladders, made from what each system says of its settings."""

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field, fields
from typing import Any

from anyascii import anyascii
from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator, RegexValidator
from django.forms.boundfield import BoundField
from django.utils.text import slugify
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from clubs.forms import LineField
from clubs.models import Club
from clubs.templatetags.words import say
from events.words import KIND, TEMPO
from ladder.forms import FromDayField
from ladder.models import Ladder
from ladder.queries.beginnings import opens_empty
from ladder.rulebook import Filters
from ladder.sources import BEGINNING
from ladder.systems import BadSetting, RatingSystem

ADDRESS = re.compile(r"\A[A-Za-z0-9-]+\Z")  # of a ladder, as the help of the form says
SET = "set_"  # before the name of a setting, so that none collides with a field of the page


class SystemForm(forms.Form):
    """The settings of one system; which one is said by the hidden `system`."""

    system = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, system: RatingSystem[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rating_system = system
        self.initial["system"] = system.id
        own = {SET + field.name: _field(field) for field in fields(system.settings_class)}
        self.fields = {"system": self.fields.pop("system"), **own, **self.fields}
        self._own = list(own)

    @property
    def system_id(self) -> str:
        """The id of the system whose settings these are."""
        return self.rating_system.id

    def clean(self) -> dict[str, Any]:
        said = super().clean() or self.cleaned_data
        if not any(name in self.errors for name in self._own):
            try:
                self.rating_system.settings(self.parameters())
            except BadSetting as error:
                self.add_error(SET + error.name, say(error.message))
        return said

    def parameters(self) -> dict[str, Any]:
        """The settings, as `RatingSystem.settings` takes them; what was left empty is left out."""
        said = {name.removeprefix(SET): self.cleaned_data[name] for name in self._own}
        return {name: value for name, value in said.items() if value is not None}

    def opens_empty(self) -> bool:
        """Whether nobody has a rating to begin with, as the form stands."""
        name = SET + "start"
        start = self[name].value() if name in self.fields else None
        return str(start) in ("0", "0.0") and opens_empty(self.rating_system, 0)

    def needed(self) -> tuple[str, ...]:
        """The facts that the system asks for, by its defaults."""
        return self.rating_system.needed(self.rating_system.settings())

    def of_system(self) -> list[BoundField]:
        """The fields of the settings."""
        return [self[name] for name in self._own]


def _field(setting: Field[Any]) -> forms.Field:
    said = setting.metadata
    kind: type[forms.Field] = forms.IntegerField if setting.type is int else forms.FloatField
    about: dict[str, Any] = {
        "label": _now(said["label"]),
        "help_text": _now(said["help"]) if "help" in said else "",
        "initial": None if setting.default is MISSING else _shown(setting.default),
        "required": setting.default is not None,
    }
    if setting.type is bool:
        return forms.BooleanField(**about | {"required": False})
    if "choices" in said:
        choices = [(value, _now(word)) for value, word in said["choices"].items()]
        return forms.ChoiceField(choices=choices, **about)
    return kind(widget=forms.NumberInput(attrs={"step": "any"}), **about)


def _shown(value: Any) -> Any:
    """A number as somebody would type it."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


class RulesForm(SystemForm):
    """A system with its settings, what it is asked about, from which day on, and why."""

    tempos = forms.MultipleChoiceField(
        label=_("Only events played as"),
        choices=list(TEMPO.items()),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_("None ticked: all."),
    )
    kinds = forms.MultipleChoiceField(
        label=_("Only events of the kind"),
        choices=list(KIND.items()),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_("None ticked: all."),
    )
    juniors = forms.BooleanField(label=_("Only events that are marked as juniors'"), required=False)
    group = forms.ChoiceField(
        label=_("The list shows"),
        required=False,
        help_text=_("Who is left off the list is computed all the same."),
    )
    only_juniors = forms.BooleanField(label=_("The list shows only juniors"), required=False)
    day = FromDayField(
        validators=[MinValueValidator(BEGINNING)],
        help_text=_(
            "Events that ended before this day stay as they are. Empty: from the beginning, which "
            "corrects every number there has been."
        ),
    )
    # "on": from the beginning and no others, as a comparison has it.
    alone = forms.BooleanField(widget=forms.HiddenInput, required=False)
    why = LineField(
        label=_("Reason"),
        max_length=500,
        help_text=_("It stands in the history and in the log: write no name here."),
    )

    def __init__(
        self, *args: Any, groups: Iterable[str] = (), today: dt.date, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._today = today
        group = self.fields["group"]
        assert isinstance(group, forms.ChoiceField)
        group.choices = [("", _now("everybody"))] + [(name, name) for name in groups]
        if self.is_alone:
            del self.fields["day"]

    @property
    def is_alone(self) -> bool:
        """Whether the rules of later days are taken back with it."""
        return bool(self["alone"].value())

    def clean_day(self) -> dt.date | None:
        day: dt.date | None = self.cleaned_data["day"]
        if day and day > self._today:
            raise ValidationError(_("This day has not come yet. Change the rules when it has."))
        return day

    def filters(self) -> Filters:
        """What was chosen."""
        said = self.cleaned_data
        return Filters(
            tempos=tuple(said["tempos"]),
            kinds=tuple(said["kinds"]),
            juniors=said["juniors"],
            group=said["group"],
            only_juniors=said["only_juniors"],
        )

    def since(self) -> dt.date:
        """The day, or that of the beginning."""
        return self.cleaned_data.get("day") or BEGINNING

    def of_filters(self) -> list[BoundField]:
        """The fields about events and people."""
        return [self[name] for name in ("tempos", "kinds", "juniors", "group", "only_juniors")]

    def narrowed(self) -> bool:
        """Whether events or people are left out, as the form stands."""
        return any(field.value() for field in self.of_filters())


NEW_LADDERS = (
    ("standard", _("Standard")),
    ("rapid", _("Rapid")),
    ("blitz", _("Blitz")),
    ("juniors", _("Juniors")),
)


def preset(name: str, system: RatingSystem[Any]) -> dict[str, Any]:
    """What a new ladder of this kind begins with; nothing for a name that is none of them."""
    if name == "juniors":
        return {"name": _now("Juniors"), "juniors": True, "only_juniors": True}
    titles = dict(NEW_LADDERS)
    if name not in titles:
        return {}
    said: dict[str, Any] = {"name": str(titles[name]), "tempos": [name]}
    for setting in fields(system.settings_class):
        # Which of FIDE's three ratings, which of the Czech lists.
        if name in setting.metadata.get("choices", {}):
            said[SET + setting.name] = name
    return said


class NewLadderForm(RulesForm):
    """Another ladder of the club."""

    name = LineField(label=_("Name"), max_length=100)
    slug = forms.CharField(
        validators=[
            RegexValidator(ADDRESS, _("Letters, digits and hyphens. Empty: made from the name."))
        ],
        label=_("Address"),
        max_length=40,
        required=False,
        help_text=_("Letters, digits and hyphens. Empty: made from the name."),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._club = club
        del self.fields["day"], self.fields["why"], self.fields["alone"]

    def clean_slug(self) -> str:
        typed = str(self.cleaned_data["slug"]).lower()
        taken = set(Ladder.objects.filter(club=self._club).values_list("slug", flat=True))
        if typed in taken:
            raise ValidationError(_("The club has a ladder with this address."))
        return typed or free_slug(str(self.cleaned_data.get("name", "")), taken)

    def of_name(self) -> list[BoundField]:
        """What it is called."""
        return [self["name"], self["slug"]]


def free_slug(name: str, taken: Iterable[str]) -> str:
    """An address for a ladder, made from its name, that the club does not have yet."""
    base = slugify(anyascii(name))[:32].strip("-") or "ladder"
    used, number, slug = set(taken), 1, base
    while slug in used:
        number += 1
        slug = f"{base}-{number}"
    return slug


class NameForm(forms.Form):
    """What a ladder is called."""

    name = LineField(label=_("Name"), max_length=100)


def initial_of(system: str, settings: Mapping[str, Any], filters: Filters) -> dict[str, Any]:
    """A form as the rules stand."""
    own = {SET + name: _shown(value) for name, value in settings.items()}
    return {"system": system, **own, **filters.as_dict()}
