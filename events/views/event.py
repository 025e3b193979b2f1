"""The arbiters' page of a published event, its history, and going on with it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import ArbiterRequest, fresh, officer
from clubs.messages import Message
from clubs.queries import event_links
from clubs.roles import Permission
from clubs.templatetags.words import tell
from clubs.uid import new_uid
from events.forms import ChangeForm, ReasonForm
from events.models import Event, EventRevision
from events.queries import taken_back
from events.services import drafts
from events.services.comparing import compare, history
from events.services.projection import current_content
from events.services.revising import Conflict, Refused, delete, restore
from events.services.shown import ShownEvent, shown
from events.views.common import UNPROCESSABLE, find_event, is_fragment, to_draft, to_event
from events.views.edit import what_will_change
from ladder.queries import (
    Done,
    Effect,
    done,
    effects,
    ladders,
    norms_asked,
    offer_in_words,
    publish_effect,
)

MOST_GAMES = 600  # on one page
_NUMBER = re.compile(r"[0-9]{1,9}")


class Change(NamedTuple):
    """A revision on the page of the history. `undone`: the version that took it back."""

    revision: EventRevision
    changes: Sequence[Message]
    done: Sequence[Done]
    undone: int | None
    newest: bool

    @property
    def moved(self) -> bool:
        return any(done.summary.moved for done in self.done)


@officer(Permission.VIEW_CLUB)
@require_safe
def show(request: ArbiterRequest, event: str) -> HttpResponse:
    found = find_event(request, event)
    all_of_it = shown(found)
    context = {
        "event": found,
        "shown": all_of_it,
        **_rounds(request, all_of_it),
        **_panel(request, found),
        "drafts": found.drafts.select_related("by").order_by("-changed"),
        "revisions": found.revisions.select_related("by").order_by("-number")[:3],
        "offered": offer_in_words(request.club, found),
        "links": event_links(request.club, found.uid),
        "asks_norms": bool(norms_asked(request.club)),
    }
    return render(request, "events/event.html", context)


def _rounds(request: ArbiterRequest, event: ShownEvent) -> dict[str, object]:
    """All rounds on one page, or of a large event the one that is asked for, else the last."""
    if sum(len(games) for _, games in event.rounds) <= MOST_GAMES:
        return {"rounds": event.rounds}
    numbers = [number for number, _ in event.rounds]
    asked = request.GET.get("round", "")
    chosen = next((n for n in numbers if str(n) == asked), event.finished or numbers[-1])
    rounds = [(number, games) for number, games in event.rounds if number == chosen]
    return {"rounds": rounds, "chosen": chosen}


@officer(Permission.VIEW_CLUB)
@require_safe
def effect(request: ArbiterRequest, event: str) -> HttpResponse:
    """The panel alone: asked for again and again until the ladder has followed. With `?version=`
    who was moved by a version: a page, or the list alone into the page of the history."""
    found = find_event(request, event)
    if _NUMBER.fullmatch(version := request.GET.get("version", "")):
        return _who_moved(request, found, int(version))
    return render(request, "events/_effect.html", {"event": found, **_panel(request, found)})


def _who_moved(request: ArbiterRequest, event: Event, number: int) -> HttpResponse:
    revision = get_object_or_404(event.revisions.defer("content"), number=number)
    did = effects(request.club, event, number)
    named = len(ladders(request.club)) > 1
    context = {"event": event, "revision": revision, "effects": did, "named": named}
    template = "_moved_lists" if is_fragment(request) else "moved"
    response = render(request, f"events/{template}.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _panel(request: ArbiterRequest, event: Event) -> dict[str, object]:
    """What the newest change moved; where nothing that stood was moved, what the event gives."""
    effect = publish_effect(request.club, event.pk)
    panel: dict[str, object] = {"effect": effect}
    newest = event.revisions.defer("content").latest("number")
    if newest.number > 1 and (did := done(request.club, event, [newest.number])):
        panel["last"] = _last(effect, did[newest.number], newest)
    return panel


def _last(effect: Effect, did: Sequence[Done], newest: EventRevision) -> dict[str, object]:
    """What the newest change moved, ladder by ladder; `still`: those on which it moved nobody."""
    moved = [one for one in did if one.summary.moved]
    named = {one.ladder for one in moved}
    still = [one.ladder for one in effect.changes if one.ladder not in named]
    return {"moved": moved, "still": still, "first": did[0], "revision": newest}


@officer(Permission.VIEW_CLUB)
@require_safe
def revisions(request: ArbiterRequest, event: str) -> HttpResponse:
    """Who changed what, when and why."""
    found = find_event(request, event)
    before = request.GET.get("before", "")
    shown = history(found, before=int(before) if _NUMBER.fullmatch(before) else None)
    did = done(request.club, found, [revision.number for revision, _ in shown])
    undone = taken_back(request.club, [found.pk]).get(found.pk, {})
    newest = found.revisions.latest("number").number
    rows = [
        Change(
            revision,
            changes,
            did.get(revision.number, []),
            undone.get(revision.number),
            revision.number == newest,
        )
        for revision, changes in shown
    ]
    last = shown[-1][0].number if shown else 1
    context = {
        "event": found,
        "history": rows,
        "older": last if last > 1 else None,
        "named": len(ladders(request.club)) > 1,
    }
    return render(request, "events/history.html", context)


@officer(Permission.EDIT_EVENTS)
@require_POST
def go_on(request: ArbiterRequest, event: str) -> HttpResponse:
    """A draft that starts from what is published: for the next rounds, and for corrections."""
    found = find_event(request, event)
    if found.deleted:
        messages.error(request, _("This event is deleted. Restore it first."))
        return to_event(request, found)
    return to_draft(request, drafts.of_event(found, by=request.user))


@officer(Permission.PUBLISH)
@require_http_methods(["GET", "HEAD", "POST"])
@fresh()
def remove(request: ArbiterRequest, event: str) -> HttpResponse:
    """Asks first. The event leaves the ladder, and can be restored at any time."""
    found = find_event(request, event)
    newest = found.revisions.latest("number").number
    form = ChangeForm(request.POST or None, initial={"based_on": newest, "press": new_uid()})
    if request.method != "POST" or not form.is_valid():
        status = UNPROCESSABLE if request.method == "POST" else 200
        return _remove_page(request, found, form, status=status)
    if found.deleted:
        return to_event(request, found)
    said = form.cleaned_data
    try:
        delete(found, by=request.user, why=said["why"], based_on=said["based_on"])
    except Conflict as conflict:
        since = compare(found, min(said["based_on"], newest), conflict.newest.number)
        again = ChangeForm(initial={**said, "based_on": conflict.newest.number})
        return _remove_page(request, found, again, since=since, status=409)
    return to_event(request, found)


def _remove_page(
    request: ArbiterRequest, event: Event, form: ChangeForm, *, status: int, since: object = None
) -> HttpResponse:
    context = {
        "event": event,
        "form": form,
        "since": since,
        "games": event.games.count(),
        **what_will_change(event, replace(current_content(event), deleted=True)),
    }
    return render(request, "events/remove.html", context, status=status)


@officer(Permission.PUBLISH)
@require_POST
def bring_back(request: ArbiterRequest, event: str) -> HttpResponse:
    found = find_event(request, event)
    form = ReasonForm(request.POST)
    if found.deleted and form.is_valid():
        try:
            restore(found, by=request.user, why=form.cleaned_data["why"])
        except Refused as refused:
            for problem in refused.problems:
                messages.error(request, tell(problem.message))
    return to_event(request, found)
