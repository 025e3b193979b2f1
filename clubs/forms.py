"""Forms of clubs. None of them can set who sees a club, a role or an id as a by-catch."""

import unicodedata
from collections.abc import Iterable
from datetime import date
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from anyascii import anyascii
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from clubs.characters import can_be_seen, fault
from clubs.days import FIRST_YEAR
from clubs.models import Club, Visibility
from clubs.roles import Role

# What old programs wrote in each language: the first guess for a file without a mark.
CODE_PAGES = {"cs": "cp1250", "ru": "cp1251", "en": "cp1252"}
TIME_ZONES = {"cs": "Europe/Prague", "ru": "Europe/Moscow", "en": "Europe/London"}
DAY_FORMATS = ["%Y-%m-%d", "%d.%m.%Y", "%d. %m. %Y"]
ROLES = [(Role.ARBITER.value, _("arbiter")), (Role.OWNER.value, _("administrator of the club"))]


# Keyboards write them behind a symbol, to have it in colour; without them the symbol stays.
_SELECTORS = {0xFE0E: None, 0xFE0F: None}


class LineField(forms.CharField):
    """One line of text for people: composed, single spaces, nothing invisible."""

    def to_python(self, value: Any) -> str:
        text = (super().to_python(value) or "").translate(_SELECTORS)
        return " ".join(unicodedata.normalize("NFC", text).split())

    def validate(self, value: str) -> None:
        super().validate(value)
        for place, character in enumerate(value, 1):
            if fault(character):
                raise ValidationError(
                    _("Character %(place)s is invisible or not a letter. Type the text anew."),
                    params={"place": place},
                )
        if value and not can_be_seen(value):
            raise ValidationError(_("Nothing of this can be seen. Type a letter, at least."))


class DayField(forms.DateField):
    """A calendar day; `type=date` sends ISO, older browsers what is typed."""

    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            input_formats=DAY_FORMATS,
            validators=[MinValueValidator(date(FIRST_YEAR, 1, 1), _("Enter a day after 1849."))],
            **kwargs,
        )


class ClubForm(forms.Form):
    """A new club. `visibility` is asked only of somebody whose address is confirmed."""

    name = LineField(label=_("Name of the club"), max_length=100)
    slug = forms.SlugField(
        label=_("Address"),
        max_length=40,
        required=False,
        help_text=_("Letters, digits and hyphens, for arbiters. Empty: made from the name."),
    )
    language = forms.ChoiceField(
        label=_("Language of the members' pages"), choices=settings.LANGUAGES
    )
    time_zone = forms.ChoiceField(label=_("Time zone"))
    junior = forms.BooleanField(
        label=_("Children play here"),
        required=False,
        help_text=_("Search engines are never let in, and names stay initials by default."),
    )
    visibility = forms.ChoiceField(
        label=_("Who sees the ladder"),
        choices=[
            (Visibility.LINK.value, _("members with the link")),
            (Visibility.ARBITERS.value, _("arbiters only, for now")),
        ],
        widget=forms.RadioSelect,
        initial=Visibility.LINK.value,
    )

    def __init__(self, *args: Any, confirmed: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = (get_language() or "en")[:2]
        self.initial.setdefault("language", language)
        self.initial.setdefault("time_zone", TIME_ZONES.get(language, "Europe/London"))
        _choose_time_zone(self)
        if not confirmed:
            del self.fields["visibility"]

    def clean_slug(self) -> str:
        typed = str(self.cleaned_data["slug"]).lower()
        if not typed:
            return free_slug(str(self.cleaned_data.get("name", "")))
        if Club.objects.filter(slug=typed).exists():
            raise ValidationError(
                _("This address is taken. %(free)s is free."), params={"free": free_slug(typed)}
            )
        return typed


class SettingsForm(forms.Form):
    """The settings of a club that are no decision about anybody's name.

    Each field carries the value that the page showed: a page left open for long changes what was
    changed on it, never what somebody else changed meanwhile.
    """

    name = LineField(label=_("Name of the club"), max_length=100)
    language = forms.ChoiceField(
        label=_("Language of the members' pages"), choices=settings.LANGUAGES
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("Days of events are days in this zone.")
    )
    code_page = forms.ChoiceField(
        label=_("Encoding of old files"),
        choices=[
            ("cp1250", _("Central European (Windows-1250)")),
            ("cp1251", _("Cyrillic (Windows-1251)")),
            ("cp1252", _("Western European (Windows-1252)")),
        ],
        help_text=_("The first guess for a file that is not Unicode; you always see a preview."),
    )
    junior = forms.BooleanField(
        label=_("Children play here"),
        required=False,
        help_text=_("Search engines are never let in, and names stay initials by default."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choose_time_zone(self)
        for field in self.fields.values():
            field.show_hidden_initial = True

    def changes(self) -> dict[str, Any]:
        """What was changed on the page; only of a valid form."""
        return {name: self.cleaned_data[name] for name in self.changed_data}

    def overtaken(self) -> bool:
        """Whether what was changed on the page holds another value by now than the page showed."""
        for name, wanted in self.changes().items():
            field, key = self.fields[name], self.add_initial_prefix(name)
            now = self.get_initial_for_field(field, name)
            if key in self.data and field.to_python(self.data[key]) != now != wanted:
                return True
        return False

    def unmarks(self) -> bool:
        """Whether it says that no children play here, of a club that is marked."""
        return bool(self.initial.get("junior")) and self.changes().get("junior") is False

    def carried(self) -> list[tuple[str, str]]:
        """What was sent, by name of the field, for a page that asks once more."""
        fields = [name for one in self for name in (one.html_name, one.html_initial_name)]
        return [(name, self.data[name]) for name in fields if name in self.data]


class VisibilityForm(forms.Form):
    """One step: who sees the club from now on."""

    visibility = forms.ChoiceField(choices=Visibility.choices, widget=forms.RadioSelect)


class FullNamesForm(forms.Form):
    """The three questions before full names, and where the answers are kept."""

    parents = forms.BooleanField(label=_("The parents of every child agree."))
    children = forms.BooleanField(label=_("The children were asked too."))
    rules = forms.BooleanField(
        label=_("The school's or club's own rules allow it; they come first.")
    )
    reason = LineField(
        label=_("Where the consents are kept"),
        max_length=200,
        required=False,
        help_text=_("A folder, a cupboard. It stands in the log: write no person's name here."),
    )


class DeleteClubForm(forms.Form):
    """The name of the club, typed by whoever wants it gone: nobody does that by mistake."""

    name = LineField(label=_("Name of the club"), max_length=100)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._club = club

    def clean_name(self) -> str:
        typed = str(self.cleaned_data["name"])
        if typed.casefold() != " ".join(self._club.name.split()).casefold():
            raise ValidationError(
                _("This is not the name of the club. Type it as it stands above.")
            )
        return typed


class LinkForm(forms.Form):
    """Another link: to all members' pages, or to the results of one event (its uid)."""

    name = LineField(
        label=_("For whom"),
        max_length=60,
        required=False,
        help_text=_("For your own overview: parents, notice board, the Tuesday group."),
    )
    event = forms.CharField(
        label=_("What it opens"), required=False, max_length=40, widget=forms.Select
    )

    def __init__(self, *args: Any, events: Iterable[tuple[str, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("all pages for members")), *events]
        self.fields["event"].widget.choices = choices


class InvitationForm(forms.Form):
    """One more officer, by e-mail."""

    email = forms.EmailField(label=_("E-mail"))
    role = forms.ChoiceField(label=_("Role"), choices=ROLES, initial=Role.ARBITER.value)


class OfficerForm(forms.Form):
    """An officer, named by address: database ids never leave the server."""

    email = forms.EmailField()


class RoleForm(OfficerForm):
    """An officer and the role to have from now on."""

    role = forms.ChoiceField(choices=ROLES)


@cache
def time_zones() -> list[str]:
    """Zones named after places; historical and technical names are left out."""
    areas = ("Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
    return sorted(zone for zone in available_timezones() if zone.split("/")[0] in areas)


def free_slug(text: str) -> str:
    """An address made from the text that no club has yet."""
    base = slugify(anyascii(text))[:32].strip("-") or "club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    number, slug = 1, base
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug


def _choose_time_zone(form: forms.Form) -> None:
    choices = [*time_zones()]
    if (given := form.initial.get("time_zone")) and given not in choices:
        choices.insert(0, str(given))
    field = form.fields["time_zone"]
    assert isinstance(field, forms.ChoiceField)
    field.choices = [(zone, zone.replace("_", " ")) for zone in choices]
