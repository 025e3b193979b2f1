"""Changes of a published event, one form each: what is asked for, and what comes out of it.

Adding one: a class here with `@edit`, its action in `events.words.ACTION` and `clubs.log_words`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django import forms
from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubs.forms import DayField, LineField
from clubs.messages import Message
from events import edits
from events.checks import LAST_SEQUENCE
from events.forms.details import COUNTS
from events.forms.fields import number_field
from events.forms.games import ChangeForm, game_outcomes, outcome_of
from events.revisions import EventContent, EventKind, GameContent, Steps, Tempo
from events.undos import press_of_undo
from events.words import KIND, LISTING, STEPS, TEMPO


@dataclass(frozen=True, slots=True)
class Subject:
    """What an edit is about. `number` is that of a game, an entry or a revision; 0: the event."""

    content: EventContent
    number: int
    names: Mapping[int, str]  # by entry number
    earlier: EventContent | None = None  # what comes back, of a revert or an undo
    lists: bool = False  # a ladder of the club asks into which list an event goes
    what: str = ""  # what revision `number` did
    obstacles: Sequence[Message] = ()  # why its change cannot be taken back alone

    def game(self) -> GameContent:
        try:
            return edits.game_of(self.content, self.number)
        except edits.NoSuchGame:
            raise Http404 from None

    def pair(self, game: GameContent) -> str:
        """Both names of a game."""
        names = [self.names.get(n, "") for n in (game.white, game.black) if n is not None]
        return " – ".join(names)


class EditForm(ChangeForm):
    """One kind of change. `action` is what the revision is called."""

    action: ClassVar[str]
    title: ClassVar[str | Promise]

    def __init__(self, data: Any = None, *, subject: Subject, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.subject = subject
        self.order_fields([*(name for name in self.fields if name != "why"), "why"])
        self.set_up()

    def set_up(self) -> None:
        """Look at the subject: raise Http404 if it is not there, fill in choices."""

    def about(self) -> str:
        """Which game or player it is."""
        return ""

    def edited(self) -> EventContent:
        """The content as the valid form wants it."""
        raise NotImplementedError

    def pressed(self) -> str:
        """The press of the valid form: what its revision is known by when it comes twice."""
        return str(self.cleaned_data["press"])


EDITS: dict[str, type[EditForm]] = {}


def edit(name: str) -> Callable[[type[EditForm]], type[EditForm]]:
    """Class decorator: the form under its word in addresses; a word that is taken is refused."""

    def decorate(form: type[EditForm]) -> type[EditForm]:
        if name in EDITS:
            raise ValueError(f"two edits called {name!r}")
        EDITS[name] = form
        return form

    return decorate


class _GameEdit(EditForm):
    def set_up(self) -> None:
        self.subject.game()

    def about(self) -> str:
        return self.subject.pair(self.subject.game())


@edit("swap")
class SwapForm(_GameEdit):
    action = "swap"
    title = _("Swap the colours")

    def set_up(self) -> None:
        if self.subject.game().black is None:
            raise Http404

    def edited(self) -> EventContent:
        return edits.swap_colours(self.subject.content, self.subject.number)


@edit("remove")
class RemoveGameForm(_GameEdit):
    action = "remove-game"
    title = _("Take this game out")

    def edited(self) -> EventContent:
        return edits.remove_game(self.subject.content, self.subject.number)


@edit("add")
class AddGameForm(EditForm):
    action = "add-game"
    title = _("Add a game that is missing")

    round = forms.IntegerField(label=_("Round"), min_value=1, max_value=200)
    white = forms.TypedChoiceField(label=_("White"), coerce=int)
    outcome = forms.ChoiceField(label=_("Result"))
    black = forms.TypedChoiceField(label=_("Black"), coerce=int)
    day = DayField(
        label=_("Played on"), required=False, help_text=_("Only if not on the day of the round.")
    )

    def set_up(self) -> None:
        people = sorted(self.subject.names.items(), key=lambda pair: pair[1])
        choices = [("", _("choose")), *((str(n), name) for n, name in people)]
        for name in ("white", "black"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]
        self.fields["outcome"].choices = game_outcomes()  # type: ignore[attr-defined]

    def edited(self) -> EventContent:
        said = self.cleaned_data
        result, kind = outcome_of(said["outcome"])
        game = GameContent(
            round=said["round"],
            white=said["white"],
            black=said["black"],
            result=result,
            kind=kind,
            day=said["day"],
        )
        return edits.add_game(self.subject.content, game)


@edit("take-out")
class TakeOutForm(EditForm):
    action = "take-out"
    title = _("Take this player out of the event")

    def set_up(self) -> None:
        if self.subject.number not in self.subject.names:
            raise Http404

    def about(self) -> str:
        return self.subject.names[self.subject.number]

    def edited(self) -> EventContent:
        return edits.take_out(self.subject.content, self.subject.number)


@edit("details")
class EventForm(EditForm):
    action = "details"
    title = _("Days, order and how it counts")

    name = LineField(label=pgettext_lazy("of an event", "Name"), max_length=120)
    start = DayField(label=_("First day"))
    date = DayField(label=_("Last day"))
    sequence = forms.IntegerField(label=_("Order on the day"), min_value=1, max_value=LAST_SEQUENCE)
    kind = forms.ChoiceField(label=_("Kind"), choices=list(KIND.items()))
    tempo = forms.ChoiceField(label=_("Tempo"), choices=list(TEMPO.items()))
    minutes = number_field(_("Minutes for a player"), 1, 999)
    counts = forms.ChoiceField(
        label=_("Counts for the ladder"), choices=COUNTS, widget=forms.RadioSelect
    )
    counts_reason = LineField(label=_("Why not"), max_length=200, required=False)
    steps = forms.ChoiceField(label=_("How it enters the ladder"), choices=list(STEPS.items()))
    listing = forms.ChoiceField(
        label=_("Which list it enters"), choices=list(LISTING.items()), required=False
    )
    asked_out = forms.TypedMultipleChoiceField(
        label=_("Asks that the list leave the event out"),
        required=False,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("For themselves. Only the winner, or who is equal on points, may ask for it."),
        error_messages={
            "invalid_choice": _(
                "Only the winner, or who is equal on points with the winner, may ask that the event"
                " be left out: of others it is refused."
            )
        },
    )
    junior = forms.BooleanField(
        label=_("Children play in it"),
        required=False,
        help_text=_("On readers' pages of it everybody is shown as a child is."),
    )

    def set_up(self) -> None:
        content = self.subject.content
        self._offer_lists()
        for name in self.fields.keys() - {"why", "based_on", "press", "asked_out"}:
            self.initial.setdefault(name, getattr(content, name))
        self.initial["counts"] = "yes" if content.counts else "no"

    def _offer_lists(self) -> None:
        """What only lists ask: which of them, and whom it leaves out. Who has asked may take it
        back, also when others have won it by now."""
        content = self.subject.content
        asked = {entry.number for entry in content.entries if entry.asked_out}
        self.initial["asked_out"] = asked
        offered = sorted(edits.may_ask_out(content) | asked)
        names = self.subject.names
        self.fields["asked_out"].choices = [(n, names.get(n, "")) for n in offered]  # type: ignore[attr-defined]
        if not self.subject.lists:
            del self.fields["listing"]
        if not self.subject.lists or not offered:
            del self.fields["asked_out"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("counts") == "no" and not cleaned.get("counts_reason"):
            self.add_error("counts_reason", _("Say why it does not count."))
        return cleaned

    def edited(self) -> EventContent:
        said = self.cleaned_data
        counts = said["counts"] == "yes"
        content = self.subject.content
        if "asked_out" in said:
            content = edits.ask_out(content, said["asked_out"])
        return replace(
            content,
            name=said["name"],
            start=said["start"],
            date=said["date"],
            sequence=said["sequence"],
            kind=EventKind(said["kind"]),
            tempo=Tempo(said["tempo"]),
            minutes=said["minutes"],
            counts=counts,
            counts_reason="" if counts else said["counts_reason"],
            steps=Steps(said["steps"]),
            listing=said.get("listing", content.listing),
            junior=said["junior"],
        )


@edit("revert")
class RevertForm(EditForm):
    action = "revert"
    title = _("Bring back an earlier version")

    def set_up(self) -> None:
        if self.subject.earlier is None:
            raise Http404

    def about(self) -> str:
        return gettext("Version %(number)s") % {"number": self.subject.number}

    def edited(self) -> EventContent:
        assert self.subject.earlier is not None
        return self.subject.earlier


@edit("undo")
class UndoForm(RevertForm):
    action = "undo"
    title = _("Undo a change")

    def set_up(self) -> None:
        if not self.subject.obstacles:
            super().set_up()

    def about(self) -> str:
        return f"{super().about()}: {self.subject.what}"

    def clean(self) -> dict[str, Any]:
        if self.subject.obstacles:
            raise forms.ValidationError(gettext("This change cannot be undone alone."))
        return super().clean() or {}

    def pressed(self) -> str:
        return press_of_undo(self.subject.number, super().pressed())
