"""What a person is called, and in which other ways the name is written. Changes no rating."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubs.access import ArbiterRequest, officer
from clubs.roles import Permission
from clubs.templatetags.words import tell
from events.forms import NumberForm, RenameForm, SpellingForm
from events.queries import who_is
from events.services import identity
from events.views.common import UNPROCESSABLE
from events.views.who import done, no_answer, now, to_person
from players.identity import DecisionRefused
from players.models import Player
from players.names import NameRefused, clean_name
from players.queries import person_or_404
from players.views.arbiter import ask_if_sure, person_page


@officer(Permission.EDIT_PLAYERS)
@require_POST
def rename(request: ArbiterRequest, player: str) -> HttpResponse:
    """Another name; the one before stays a spelling."""
    person, form = person_or_404(request.club, player), RenameForm(request.POST)
    typed = {field: request.POST.get(field, "") for field in ("name", "why")}
    if not form.is_valid():
        return _typed_again(request, person, "renaming", _first_error(form, "name"), **typed)
    said = form.cleaned_data
    if said["was"] != person.name.text:
        text = _("Somebody else renamed this player meanwhile. Look at the name again.")
        messages.warning(request, text)
        return to_person(request, person.uid)

    def change() -> None:
        identity.rename(person, said["name"], by=request.user, why=said["why"])

    try:
        name = clean_name(said["name"])
    except NameRefused as refused:
        return _typed_again(request, person, "renaming", tell(refused.problem.message), **typed)
    if doubts := form.doubts(name):
        return ask_if_sure(request, person, renaming={**said, "name": name, "doubts": doubts})
    return _changed(request, person, change, _("Renamed. The name before stays a spelling."))


def _first_error(form: Form, field: str) -> str:
    wrong = form.errors.get(field)
    return str(wrong[0]) if wrong else _("Try again.")


def _typed_again(
    request: ArbiterRequest, person: Player, form: str, error: str, **typed: str
) -> HttpResponse:
    """The page once more, with what was typed into a form of it and why it is no name."""
    messages.error(request, error)
    more: dict[str, Any] = {form: {**typed, "error": error}}
    return person_page(request, person, status=UNPROCESSABLE, **more)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def add(request: ArbiterRequest, player: str) -> HttpResponse:
    """One more way in which the name is written: proposed first from now on."""
    person, form = person_or_404(request.club, player), SpellingForm(request.POST)
    typed = request.POST.get("spelling", "")
    if not form.is_valid():
        return _typed_again(request, person, "adding", _first_error(form, "spelling"), name=typed)
    try:
        spelling = clean_name(form.cleaned_data["spelling"])
    except NameRefused as refused:
        return _typed_again(request, person, "adding", tell(refused.problem.message), name=typed)

    def change() -> None:
        identity.add_spelling(person, spelling, by=request.user)

    if doubts := form.doubts(spelling):
        return ask_if_sure(request, person, adding={"name": spelling, "doubts": doubts})
    return _changed(request, person, change, _("Saved: it is proposed first the next time."))


@officer(Permission.EDIT_PLAYERS)
@require_POST
def remove(request: ArbiterRequest, player: str) -> HttpResponse:
    """A spelling is taken away: the undo of the decision that confirmed it."""
    person, form = person_or_404(request.club, player), NumberForm(request.POST)
    if not form.is_valid():
        no_answer(request)
        return to_person(request, person.uid)
    number = form.cleaned_data["number"]
    spellings = {one.about: one.last for one in who_is(request.club, person.uid).spellings}
    if number not in spellings:
        raise Http404

    def change() -> None:
        identity.undo(request.club, spellings[number], by=request.user)

    return _changed(request, person, change, _("The spelling is removed."))


def _changed(
    request: ArbiterRequest, person: Player, change: Callable[[], None], said: str
) -> HttpResponse:
    """Make the change and go back to the person, with what came of it."""
    if now(request, person.uid) != person.uid:
        messages.error(request, _("This is one with another player now. Look again."))
        return to_person(request, person.uid)
    try:
        change()
    except DecisionRefused as refused:
        messages.error(request, tell(refused.message))
    except NameRefused as refused:
        messages.error(request, tell(refused.problem.message))
    else:
        return done(request, "", person.uid, said)
    return to_person(request, person.uid)
