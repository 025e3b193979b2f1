"""What an event is, beside its players and games."""

import datetime as dt
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.forms import DayField, LineField
from events.checks import LAST_SEQUENCE, LONGEST_DAYS
from events.drafts import DraftEvent
from events.forms.fields import VersionForm, number_field
from events.revisions import NOT_COUNTED_BY_DEFAULT, EventKind, Steps, Tempo
from events.words import KIND, LISTING, STEPS, TEMPO

COUNTS = [("yes", _("yes")), ("no", _("no"))]

OTHER_DAY = "other"


class DetailsForm(VersionForm):
    """What an event is, beside its players and games."""

    name = LineField(
        label=pgettext_lazy("of an event", "Name"),
        max_length=120,
        help_text=_("Without the names of players."),
    )
    reading = forms.ChoiceField(label=_("Which days are meant?"), required=False)
    start = DayField(label=_("First day"), required=False, help_text=_("Empty: one day only."))
    date = DayField(label=_("Last day"), required=False, help_text=_("So far, if it goes on."))
    kind = forms.ChoiceField(label=_("Kind"), choices=list(KIND.items()))
    tempo = forms.ChoiceField(label=_("Tempo"), choices=list(TEMPO.items()))
    minutes = number_field(_("Minutes for a player"), 1, 999)
    counts = forms.ChoiceField(
        label=_("Counts for the ladder"), choices=COUNTS, widget=forms.RadioSelect
    )
    counts_reason = LineField(label=_("Why not"), max_length=200, required=False)
    rounds = number_field(
        _("Rounds"), 0, 200, help_text=_("As many as are planned; empty: as many as have pairings.")
    )
    junior = forms.BooleanField(
        label=_("Children play in it"),
        required=False,
        help_text=_("On readers' pages of it everybody is shown as a child is."),
    )
    sequence = number_field(
        _("Order on the day"),
        1,
        LAST_SEQUENCE,
        help_text=_("Among events that end on the same day. Empty: the last."),
    )
    steps = forms.ChoiceField(label=_("How it enters the ladder"), choices=list(STEPS.items()))
    listing = forms.ChoiceField(
        label=_("Which list it enters"), choices=list(LISTING.items()), required=False
    )

    def __init__(
        self,
        data: Any = None,
        *,
        content: DraftEvent,
        today: dt.date,
        offered: dt.date | None = None,
        lists: bool = False,
        marked: bool = False,
    ) -> None:
        """`lists`: a ladder of the club asks into which list an event goes. `marked`: the event of
        the draft is published with the mark that children play in it."""
        self.content, self.today = content, today
        names = (
            "name",
            "start",
            "date",
            "kind",
            "tempo",
            "minutes",
            "counts_reason",
            "rounds",
            "junior",
            "listing",
        )
        initial: dict[str, Any] = {name: getattr(content, name) for name in names}
        initial |= {
            "counts": "yes" if content.counts else "no",
            "sequence": content.sequence,
            "steps": content.steps,
            "rounds": content.rounds or None,
        }
        readings = content.source.date_readings
        asked = bool(readings) and content.date is None
        # A file may be of any day: nobody presses on over one that was filled in for him.
        self.undated = bool(content.source.filename) and content.date is None and not readings
        self.suggested = offered if self.undated else None
        if not readings and content.date is None and not self.undated:
            initial["date"] = offered
        if content.start == content.date:
            initial["start"] = None
        super().__init__(data, initial=initial)
        if not lists:
            del self.fields["listing"]
        if marked:
            self.fields["junior"].disabled = self.initial["junior"] = True
            self.fields["junior"].help_text = _(
                "Taken away on the event's own page, which says who will see what."
            )
        reading = self.fields["reading"]
        assert isinstance(reading, forms.ChoiceField)
        reading.choices = [
            *((str(at), _span(*days)) for at, days in enumerate(readings)),
            (OTHER_DAY, _("another day, entered below")),
        ]
        reading.widget = forms.RadioSelect(choices=reading.choices)
        if not asked:
            del self.fields["reading"]
            self.fields["date"].required = True
            self.fields["date"].error_messages["required"] = _("Say on which day it was.")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        chosen = cleaned.get("reading")
        if chosen and chosen != OTHER_DAY:
            cleaned["start"], cleaned["date"] = self.content.source.date_readings[int(chosen)]
        self._check_days(cleaned)
        self._not_by_default(cleaned)
        return cleaned

    def _check_days(self, cleaned: dict[str, Any]) -> None:
        if self.errors.keys() & {"start", "date"}:
            return
        last = cleaned.get("date")
        if last is None:
            self.add_error("reading", _("Say on which day it was."))
            return
        first = cleaned["start"] = cleaned.get("start") or last
        if first > last:
            self.add_error("start", _("The first day is after the last day."))
        elif (last - first).days > LONGEST_DAYS:
            self.add_error("start", _("An event lasts three years at most. Check the days."))
        elif last > self.today:
            self.add_error(
                "date", _("This day is still to come. Enter the day of the last round so far.")
            )

    def _not_by_default(self, cleaned: dict[str, Any]) -> None:
        """Who makes a simul of an event has not said yet that simuls count here."""
        kind = cleaned.get("kind")
        became = kind in NOT_COUNTED_BY_DEFAULT and kind != self.content.kind
        self.counts_set = bool(became and cleaned.get("counts") == "yes" and self.content.counts)
        if self.counts_set:
            cleaned["counts"] = "no"

    def details(self) -> dict[str, Any]:
        """The fields of `DraftEvent` as they were entered."""
        said = self.cleaned_data
        return {
            "name": said["name"],
            "start": said["start"],
            "date": said["date"],
            "kind": EventKind(said["kind"]),
            "tempo": Tempo(said["tempo"]),
            "minutes": said["minutes"],
            "counts": said["counts"] == "yes",
            "counts_reason": "" if said["counts"] == "yes" else said["counts_reason"],
            "rounds": said["rounds"] or 0,
            "junior": said["junior"],
            "sequence": said["sequence"],
            "steps": Steps(said["steps"]),
            "listing": said.get("listing", self.content.listing),
        }


def _span(first: dt.date, last: dt.date) -> str:
    """A span of days with the month as a word: it is asked because figures can be swapped."""
    if first == last:
        return date_format(first, "DATE_FORMAT")
    return f"{date_format(first, 'DATE_FORMAT')} – {date_format(last, 'DATE_FORMAT')}"
