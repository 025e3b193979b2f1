"""One game of a published event corrected: a new revision, and the ladder is replayed."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.messages import Message
from clubs.roles import Permission
from clubs.templatetags.words import tell
from clubs.uid import new_uid
from events.edits import change_game
from events.forms import CorrectForm
from events.models import Event, EventRevision
from events.revisions import EventContent, GameContent
from events.services.comparing import compare, names_of
from events.services.projection import current_content
from events.services.revising import Conflict, Refused, correct_game
from events.views.common import UNPROCESSABLE, find_event, is_fragment, to_event, within
from events.views.edit import what_will_change


@officer(Permission.EDIT_EVENTS)
@require_safe
def show(request: ArbiterRequest, event: str, number: int) -> HttpResponse:
    found = find_event(request, event)
    if found.deleted:
        return to_event(request, found)
    content = current_content(found)
    form = CorrectForm(game=_game(content, number))
    form.initial.update(based_on=_newest(found), press=new_uid())
    return _page(request, found, content, number, form)


def _game(content: EventContent, number: int) -> GameContent:
    return content.games[within(number, len(content.games)) - 1]


def _newest(event: Event) -> int:
    return int(event.revisions.latest("number").number)


@officer(Permission.EDIT_EVENTS)
@require_POST
def preview(request: ArbiterRequest, event: str, number: int) -> HttpResponse:
    """What saving the correction would change. Nothing is saved."""
    found = find_event(request, event)
    content = current_content(found)
    form = CorrectForm(request.POST, game=_game(content, number))
    edited = change_game(content, number, **form.changes()) if form.is_valid() else None
    what = what_will_change(found, edited)
    if is_fragment(request):
        return render(request, "events/_preview.html", what)
    status = 200 if edited else UNPROCESSABLE
    return _page(request, found, content, number, form, status=status, what=what)


@officer(Permission.PUBLISH)
@require_POST
def save(request: ArbiterRequest, event: str, number: int) -> HttpResponse:
    found = find_event(request, event)
    content = current_content(found)
    if found.deleted:
        messages.error(request, _("This event is deleted. Restore it first."))
        return to_event(request, found)
    game = _game(content, number)
    form = CorrectForm(request.POST, game=game)
    if not form.is_valid():
        return _page(request, found, content, number, form, status=UNPROCESSABLE)
    said = form.cleaned_data
    if replace(game, **form.changes()) == game and said["based_on"] == _newest(found):
        messages.info(request, _("Nothing was changed."))
        return to_event(request, found)
    try:
        correct_game(
            found,
            number,
            form.changes(),
            by=request.user,
            why=said["why"],
            based_on=said["based_on"],
            press=said["press"],
        )
    except Refused as refused:
        for problem in refused.problems:
            form.add_error(None, tell(problem.message))
        return _page(request, found, content, number, form, status=UNPROCESSABLE)
    except Conflict as conflict:
        return _conflict(request, found, number, form, conflict.newest)
    return to_event(request, found)


def _conflict(
    request: ArbiterRequest, event: Event, number: int, form: CorrectForm, newest: EventRevision
) -> HttpResponse:
    """What changed since, and what was typed, ready to be saved on top of it."""
    based_on = min(form.cleaned_data["based_on"], newest.number)
    data = request.POST.copy()
    data["based_on"], data["press"] = str(newest.number), new_uid()
    content = current_content(event)
    again = CorrectForm(data, game=_game(content, number))
    edited = change_game(content, number, **again.changes()) if again.is_valid() else None
    what = what_will_change(event, edited)
    since = compare(event, based_on, newest.number)
    return _page(
        request, event, content, number, again, since=since, newest=newest, what=what, status=409
    )


def _page(
    request: ArbiterRequest,
    event: Event,
    content: EventContent,
    number: int,
    form: CorrectForm,
    *,
    since: list[Message] | None = None,
    newest: EventRevision | None = None,
    status: int = 200,
    what: dict[str, Any] | None = None,
) -> HttpResponse:
    game = _game(content, number)
    names = names_of(event, content)
    context = {
        "event": event,
        "game": game,
        "number": number,
        "white": names.get(game.white),
        "black": names.get(game.black) if game.black is not None else None,
        "form": form,
        "since": since,
        "newest": newest,
        **(what or {}),
    }
    return render(request, "events/correct.html", context, status=status)
