"""Names of a published event that were not known yet: the same five answers, each a revision."""

from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.roles import Permission
from clubs.templatetags.words import tell
from events.drafts import Answer, DraftEntry, DraftEvent
from events.forms import AnswerForm, SearchForm
from events.models import Event
from events.services.drafts import as_draft
from events.services.projection import current_content
from events.services.resolving import resolve_name
from events.services.review import review, token
from events.services.revising import Conflict, Refused
from events.services.roster import people, search
from events.views.common import find_event, to_event
from events.views.evidence import about, about_proposed


@officer(Permission.EDIT_EVENTS)
@require_safe
def show(request: ArbiterRequest, event: str) -> HttpResponse:
    found = find_event(request, event)
    state = review(request.club, _as_open(found))
    context = {
        "event": found,
        "names": state.open,
        "roster": sorted({one.name for one in state.people.values()}),
        **about_proposed(request.club, state.open, state.tonight),
    }
    return render(request, "events/resolve.html", context)


def _as_open(event: Event) -> DraftEvent:
    """The event as a draft in which exactly the names that nobody knows are open."""
    content = as_draft(event.club, current_content(event))
    return replace(content, entries=tuple(_open(entry) for entry in content.entries))


def _open(entry: DraftEntry) -> DraftEntry:
    unknown = entry.answer is Answer.UNKNOWN
    return replace(entry, answer=Answer.NONE) if unknown else entry


@officer(Permission.PUBLISH)
@require_POST
def answer(request: ArbiterRequest, event: str) -> HttpResponse:
    found = find_event(request, event)
    form = AnswerForm(request.POST)
    here = redirect("events:resolve", request.club.slug, found.uid)
    if found.deleted or not form.is_valid() or not form.cleaned_data["answer"]:
        return here
    said = form.cleaned_data
    entry = _entry(found, said["number"])
    if entry.answer is not Answer.NONE or (said["seen"] and said["seen"] != token(entry)):
        text = _("Somebody else answered for this name meanwhile. Look at it again.")
        messages.warning(request, text)
        return here
    try:
        resolve_name(found, said["number"], Answer(said["answer"]), said["player"], by=request.user)
    except Refused as refused:
        for problem in refused.problems:
            messages.error(request, tell(problem.message))
        return here
    except Conflict:
        messages.warning(request, _("The event was changed this very moment. Press once more."))
        return here
    messages.success(request, _("It is known now who played; the games enter the ladder."))
    still_open = found.entries.filter(confirmed=None).exists()
    return here if still_open else to_event(request, found)


def _entry(event: Event, number: int) -> DraftEntry:
    entry = next((one for one in _as_open(event).entries if one.number == number), None)
    if entry is None:
        raise Http404
    return entry


@officer(Permission.EDIT_EVENTS)
@require_POST
def find(request: ArbiterRequest, event: str) -> HttpResponse:
    """Members who may be meant, each with a button."""
    found = find_event(request, event)
    form = SearchForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Type a name to look for."))
        return redirect("events:resolve", request.club.slug, found.uid)
    entry = _entry(found, form.cleaned_data["number"])
    if entry.answer is not Answer.NONE:
        return redirect("events:resolve", request.club.slug, found.uid)
    everybody = people(request.club)
    hits = search(everybody, form.cleaned_data["name"])
    here = {one.player for one in _as_open(found).entries if one.player}
    context = {
        "event": found,
        "entry": entry,
        "seen": token(entry),
        "sought": form.cleaned_data["name"],
        "hits": hits,
        "answer_url": reverse("events:resolve_answer", args=[request.club.slug, found.uid]),
        "search_url": reverse("events:resolve_search", args=[request.club.slug, found.uid]),
        "back_url": reverse("events:resolve", args=[request.club.slug, found.uid]),
        "roster": sorted({one.name for one in everybody.values()}),
        **about(request.club, hits, here),
    }
    return render(request, "events/search.html", context)
