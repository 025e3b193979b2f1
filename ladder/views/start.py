"""The starting ratings of a person: what holds, a new one, taking one back, and what it does."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.roles import Permission
from events.queries import merged, person_now_or_404
from ladder import services
from ladder.forms import StartForm, TakeBackForm
from ladder.models import Ladder
from ladder.queries import Preview, Start, ladders, start_preview, starts
from ladder.queries.starting import TakenAs, systems_of, taken_as
from ladder.rulebook import system_now
from ladder.sources import BEGINNING, StartRow
from players.models import Player
from players.queries import person_or_404

UNPROCESSABLE = 422


class Asked(NamedTuple):
    """What somebody wants to know before pressing the button."""

    back: bool  # taking back, not entering
    preview: Preview | None
    taken: TakenAs | None = None  # where the day has another system than the number


@officer(Permission.EDIT_PLAYERS)
@require_safe
def show(request: ArbiterRequest, player: str) -> HttpResponse:
    """The history of what was entered, and a form for a new one."""
    person = person_or_404(request.club, player)
    if now := merged(request.club).get(person.uid):
        return redirect("ladder:start", request.club.slug, now)
    return _page(request, person, _empty_form(request, person))


@officer(Permission.EDIT_PLAYERS)
@require_POST
def preview(request: ArbiterRequest, player: str) -> HttpResponse:
    """What saving, or with `back` taking back, would change. Nothing is saved."""
    person = person_now_or_404(request.club, player)
    back = "back" in request.POST
    form = _take_back_form(request) if back else _start_form(request)
    form.fields["why"].required = False  # asked for when it is saved
    asked = None
    if form.is_valid():
        start = _start(_ladder(request, form.slug()), person, form.cleaned_data)
        outcome = start_preview(request.club, form.slug(), start)
        asked = Asked(back, outcome, taken_as(request.club, form.slug(), start))
    form.fields["why"].required = True
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "ladder/_start_preview.html", {"asked": asked})
    shown = form if isinstance(form, StartForm) else _empty_form(request, person)
    return _page(request, person, shown, asked=asked, status=200 if asked else UNPROCESSABLE)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def save(request: ArbiterRequest, player: str) -> HttpResponse:
    """Let the person enter the ladder at this rating."""
    person = person_now_or_404(request.club, player)
    form = _start_form(request)
    if not form.is_valid():
        return _page(request, person, form, status=UNPROCESSABLE)
    said, ladder = form.cleaned_data, _ladder(request, form.slug())
    held, start = _held(request, person, form), _start(ladder, person, said)
    entered = (start.rating, start.games, start.system)
    if held is None or (held.rating, held.games, held.system) != entered:
        services.give_starting_rating(
            ladder,
            person,
            start.rating,
            by=request.user,
            why=said["why"],
            games=start.games,
            valid_from=start.valid_from,
            system=start.system,
        )
    messages.success(request, _("Saved. The ladder is recomputed from there on."))
    return redirect("players:player", request.club.slug, person.uid)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def take_back(request: ArbiterRequest, player: str) -> HttpResponse:
    """Take back the starting rating of a day: the person enters where everybody does."""
    person = person_now_or_404(request.club, player)
    form = _take_back_form(request)
    if not form.is_valid():
        messages.error(request, _("Say why it is taken back."))
        return _page(request, person, _empty_form(request, person), status=UNPROCESSABLE)
    if _held(request, person, form) is not None:
        services.give_starting_rating(
            _ladder(request, form.slug()),
            person,
            None,
            by=request.user,
            why=form.cleaned_data["why"],
            valid_from=form.cleaned_data["day"] or BEGINNING,
        )
    messages.success(request, _("Taken back. The ladder is recomputed from there on."))
    return redirect("players:player", request.club.slug, person.uid)


def _start_form(request: ArbiterRequest) -> StartForm:
    club = request.club
    return StartForm(request.POST, ladders=ladders(club), systems=systems_of(club))


def _take_back_form(request: ArbiterRequest) -> TakeBackForm:
    return TakeBackForm(request.POST, ladders=ladders(request.club))


def _start(ladder: Ladder, person: Player, said: dict[str, Any]) -> StartRow:
    """What a form says; one that takes back has no rating."""
    return StartRow(
        said["day"] or BEGINNING,
        person.pk,
        said.get("rating"),
        said.get("games"),
        said.get("system") or system_now(ladder),
    )


def _ladder(request: ArbiterRequest, slug: str) -> Ladder:
    return request.club.ladders.select_related("club").get(slug=slug)


def _held(request: ArbiterRequest, person: Player, form: StartForm | TakeBackForm) -> Start | None:
    """The starting rating that holds from the very day of the form, on its ladder."""
    day, ladder = form.cleaned_data["day"], form.slug()
    day = None if day == BEGINNING else day
    entered = starts(request.club, person.pk)
    found = (one for one in entered if (one.ladder, one.day) == (ladder, day))
    return next((one for one in found if one.holds), None)


def _empty_form(request: ArbiterRequest, person: Player) -> StartForm:
    """A form for a new rating; games that were taken over stay unless somebody empties them."""
    choices = ladders(request.club)
    entered = starts(request.club, person.pk)
    held = next((one for one in entered if one.holds and one.day is None), None)
    initial = {"games": held.games} if held and len(choices) == 1 else {}
    return StartForm(ladders=choices, systems=systems_of(request.club), initial=initial)


def _page(
    request: ArbiterRequest,
    person: Player,
    form: StartForm,
    *,
    asked: Asked | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "player": person,
        "form": form,
        "asked": asked,
        "starts": starts(request.club, person.pk),
        "ladders": ladders(request.club),
    }
    return render(request, "ladder/start.html", context, status=status)
