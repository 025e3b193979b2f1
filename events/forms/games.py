"""Games one by one, and changes of a published event."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.forms import DayField, LineField
from clubs.templatetags.words import say
from events.outcomes import outcome
from events.results import BYES, UNFINISHED, GameKind, Result, bye_result
from events.revisions import GameContent


class ReasonForm(forms.Form):
    """Why something is done: kept with it, so no person's name belongs here."""

    why = LineField(
        label=_("Reason"),
        max_length=500,
        required=False,
        help_text=_("It stays in the history. Do not write names here."),
    )


class PressForm(forms.Form):
    """Which press of a button it is: the same again is the same revision."""

    press = forms.RegexField(r"\A[0-9a-z-]{8,40}\Z", widget=forms.HiddenInput)


class ChangeForm(ReasonForm, PressForm):
    """A change of a published event: what it was made from, and which press it is."""

    based_on = forms.IntegerField(min_value=1, max_value=2**31 - 1, widget=forms.HiddenInput)


class RoundDayForm(forms.Form):
    """The day of one round."""

    day = DayField(label=_("Day of this round"), required=False)


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


def game_outcomes() -> list[tuple[str, str]]:
    """(key, words) of everything that a game between two people may come out as."""
    return [(_key(*one), _said(*one)) for one in _OUTCOMES]


def outcome_of(key: str) -> tuple[Result, GameKind]:
    """What a key of `game_outcomes` says."""
    result, _slash, kind = key.rpartition("|")
    return Result(result), GameKind(kind)


def _key(result: Result, kind: GameKind) -> str:
    return f"{result.value}|{kind.value}"


def _said(result: Result, kind: GameKind) -> str:
    return say(outcome(result, kind))
