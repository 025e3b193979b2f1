"""Forms of arbiters' pages about events. Texts come clean out of them, numbers bounded."""

import datetime as dt
from typing import Any

from django import forms
from django.core.validators import MinValueValidator
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from clubs.forms import LineField
from clubs.templatetags.words import say
from clubs.uid import LENGTH as UID_LENGTH
from events.checks import FIRST_DAY, LAST_SEQUENCE, LONGEST_DAYS
from events.drafts import Answer, DraftEvent
from events.importers.encoding import LABELS
from events.outcomes import outcome
from events.results import BYES, UNFINISHED, GameKind, Result, bye_result
from events.revisions import NOT_COUNTED_BY_DEFAULT, EventKind, GameContent, Steps, Tempo
from events.words import KIND, STEPS, TEMPO

DAY_FORMATS = ["%Y-%m-%d", "%d.%m.%Y", "%d. %m. %Y"]
COUNTS = [("yes", _("yes")), ("no", _("no"))]
OTHER_DAY = "other"


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


class DetailsForm(VersionForm):
    """What an event is, beside its players and games."""

    name = LineField(label=_("Name"), max_length=120, help_text=_("Without the names of players."))
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
    sequence = number_field(
        _("Order on the day"),
        1,
        LAST_SEQUENCE,
        help_text=_("Among events that end on the same day. Empty: the last."),
    )
    steps = forms.ChoiceField(label=_("How it enters the ladder"), choices=list(STEPS.items()))

    def __init__(
        self,
        data: Any = None,
        *,
        content: DraftEvent,
        today: dt.date,
        offered: dt.date | None = None,
    ) -> None:
        self.content, self.today = content, today
        names = ("name", "start", "date", "kind", "tempo", "minutes", "counts_reason", "rounds")
        initial: dict[str, Any] = {name: getattr(content, name) for name in names}
        initial |= {
            "counts": "yes" if content.counts else "no",
            "sequence": content.sequence,
            "steps": content.steps,
            "rounds": content.rounds or None,
        }
        readings = content.source.date_readings
        asked = bool(readings) and content.date is None
        if not readings and content.date is None:
            initial["date"] = offered
        if content.start == content.date:
            initial["start"] = None
        super().__init__(data, initial=initial)
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
            "sequence": said["sequence"],
            "steps": Steps(said["steps"]),
        }


def _span(first: dt.date, last: dt.date) -> str:
    """A span of days with the month as a word: it is asked because figures can be swapped."""
    if first == last:
        return date_format(first, "DATE_FORMAT")
    return f"{date_format(first, 'DATE_FORMAT')} – {date_format(last, 'DATE_FORMAT')}"


class AnswerForm(forms.Form):
    """One answer about one name, as the button says it: "member-<uid>", "new", "guest", "unknown",
    or nothing to take an answer back. `seen` tells what the page showed of the line."""

    number = forms.IntegerField(min_value=1, max_value=9_999)
    seen = forms.RegexField(r"\A[0-9a-f]{1,16}\Z", required=False)
    answer = forms.RegexField(
        rf"\A(member-[0-9a-z]{{{UID_LENGTH}}}|new|guest|unknown)\Z", required=False
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        answer, _dash, uid = str(cleaned.get("answer", "")).partition("-")
        return cleaned | {"answer": Answer(answer), "player": uid}


class SearchForm(forms.Form):
    """A member looked for by name."""

    number = forms.IntegerField(min_value=1, max_value=9_999)
    name = LineField(max_length=100)


class JoinForm(forms.Form):
    """Two lines that are one person."""

    keep = forms.IntegerField(min_value=1, max_value=9_999)
    drop = forms.IntegerField(min_value=1, max_value=9_999)


class BulkForm(forms.Form):
    """A press for many names: `digest` of the answers that the button promised."""

    digest = forms.RegexField(r"\A[0-9a-f]{16}\Z")


class ReasonForm(forms.Form):
    """Why something is done: kept with it, so no person's name belongs here."""

    why = LineField(
        label=_("Reason"),
        max_length=500,
        required=False,
        help_text=_("It stays in the history. Do not write names here."),
    )


class ChangeForm(ReasonForm):
    """A change of a published event: what it was made from, and which press it is."""

    based_on = forms.IntegerField(min_value=1, max_value=2**31 - 1, widget=forms.HiddenInput)
    press = forms.RegexField(r"\A[0-9a-z-]{8,40}\Z", widget=forms.HiddenInput)


_PLAYED = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.BOTH_LOSE)
_OUTCOMES = (
    *((result, GameKind.PLAYED) for result in _PLAYED),
    (Result.WHITE_WINS, GameKind.FORFEIT),
    (Result.BLACK_WINS, GameKind.FORFEIT),
    (Result.BOTH_LOSE, GameKind.FORFEIT),
    *((Result.NONE, kind) for kind in (GameKind.OPEN, GameKind.ADJOURNED, GameKind.POSTPONED)),
    (Result.WHITE_WINS, GameKind.SHORT),
    (Result.DRAW, GameKind.SHORT),
    (Result.BLACK_WINS, GameKind.SHORT),
    (Result.WHITE_HALF, GameKind.PLAYED),
    (Result.BLACK_HALF, GameKind.PLAYED),
)
_BYES = tuple(
    (bye_result(kind), kind)
    for kind in (GameKind.PAIRING_BYE, GameKind.FULL_BYE, GameKind.HALF_BYE, GameKind.ZERO_BYE)
)


class GameForm(forms.Form):
    """One game: its result, and what a grid has no room for."""

    outcome = forms.ChoiceField(label=_("Result"))
    board_result = forms.ChoiceField(
        label=_("Result on the board"),
        required=False,
        choices=[
            ("", _("the same")),
            (Result.WHITE_WINS.value, "1 : 0"),
            (Result.DRAW.value, "½ : ½"),
            (Result.BLACK_WINS.value, "0 : 1"),
        ],
        help_text=_("Where a decision after the game gave another result. Ratings use this one."),
    )
    colours_known = forms.BooleanField(label=_("The colours are known"), required=False)
    day = DayField(
        label=_("Played on"), required=False, help_text=_("Only if not on the day of the round.")
    )
    unrated = LineField(
        label=_("Leave it out of the ratings, because"),
        max_length=200,
        required=False,
        help_text=_("Empty: it is rated like every other game."),
    )

    def __init__(self, data: Any = None, *, game: GameContent, **kwargs: Any) -> None:
        initial = {
            "outcome": _key(game.result, game.kind),
            "board_result": game.board_result.value,
            "colours_known": game.colours_known,
            "day": game.day,
            "unrated": game.unrated,
            **kwargs.pop("initial", {}),
        }
        super().__init__(data, initial=initial, **kwargs)
        self.game = game
        wanted = _BYES if game.kind in BYES else _OUTCOMES
        possible = dict.fromkeys([*wanted, (game.result, game.kind)])
        field = self.fields["outcome"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(_key(*one), _said(*one)) for one in possible]
        if game.kind in BYES:
            for name in ("board_result", "colours_known", "unrated"):
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        result, _slash, kind = str(cleaned.get("outcome", "")).rpartition("|")
        if kind in UNFINISHED and cleaned.get("board_result"):
            self.add_error("board_result", _("A game without a result has none on the board."))
        elif cleaned.get("board_result") == result:
            cleaned["board_result"] = ""
        return cleaned

    def changes(self) -> dict[str, Any]:
        """The fields of `GameContent` as they were entered."""
        said = self.cleaned_data
        result, _slash, kind = said["outcome"].rpartition("|")
        found = {"result": Result(result), "kind": GameKind(kind), "day": said["day"]}
        if self.game.kind not in BYES:
            found["board_result"] = Result(said["board_result"])
            found["colours_known"] = said["colours_known"]
            found["unrated"] = said["unrated"]
        return found


class CorrectForm(GameForm, ChangeForm):
    """A game of a published event, corrected."""

    field_order = ["outcome", "board_result", "why"]


def _key(result: Result, kind: GameKind) -> str:
    return f"{result.value}|{kind.value}"


def _said(result: Result, kind: GameKind) -> str:
    return say(outcome(result, kind))


class RoundDayForm(forms.Form):
    """The day of one round."""

    day = DayField(label=_("Day of this round"), required=False)
