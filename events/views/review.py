"""The name review of a draft: five answers a name, each saved as it is given."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.roles import Permission
from events.drafts import (
    Answer,
    DraftEntry,
    DraftEvent,
    joined,
    sharing_a_round,
    undecided,
    with_answer,
)
from events.forms import AnswerForm, BulkForm, JoinForm, SearchForm
from events.models import Draft
from events.services import drafts
from events.services.reading import doubtful_names
from events.services.review import Bulk, Review, may_be_one, review, token
from events.services.roster import Person, people, search
from events.views.common import find_draft, frame, is_fragment, to_draft
from events.views.evidence import about, about_proposed

PER_PAGE = 40
DECIDED_PER_PAGE = 300


@officer(Permission.EDIT_EVENTS)
@require_safe
def show(request: ArbiterRequest, draft: str) -> HttpResponse:
    found = find_draft(request, draft)
    content = drafts.content_of(found)
    state = review(request.club, content)
    page = Paginator(state.open, PER_PAGE).get_page(request.GET.get("page"))
    context = frame(
        request,
        found,
        "review",
        content=content,
        doubtful=doubtful_names(content),
        page=page,
        decided=Paginator(_decided(content, state), DECIDED_PER_PAGE).get_page(
            request.GET.get("decided")
        ),
        roster=sorted({one.name for one in state.people.values()}),
        **about_proposed(request.club, page, state.tonight),
        **_counts(content, state),
    )
    return render(request, "events/review.html", context)


def _counts(content: DraftEvent, state: Review) -> dict[str, Any]:
    return {
        "open": len(state.open),
        "total": len(content.entries),
        "whole": state.whole,
        "strangers": state.strangers,
        "twice": state.twice,
    }


def _decided(content: DraftEvent, state: Review) -> list[tuple[DraftEntry, str, Person | None]]:
    return [
        (entry, token(entry), state.people.get(entry.player))
        for entry in content.entries
        if entry.answer is not Answer.NONE
    ]


@officer(Permission.EDIT_EVENTS)
@require_POST
def answer(request: ArbiterRequest, draft: str) -> HttpResponse:
    """Store one answer, or take it back, unless somebody answered otherwise meanwhile."""
    found = find_draft(request, draft)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("That was no answer. Nothing was changed."))
        return to_draft(request, found, "review")
    said = form.cleaned_data
    if said["player"] and not request.club.players.filter(uid=said["player"], erased=None).exists():
        raise Http404
    try:
        content = drafts.change(found, partial(_answered, said=said), by=request.user)
    except drafts.DraftChanged:
        text = _("Somebody else answered for this name meanwhile. Look at it again.")
        messages.warning(request, text)
        return _back(request, found, said["number"], reload=True)
    if is_fragment(request):
        return _fragment(request, found, content, said["number"])
    following = next((e.number for e in undecided(content)), 0)
    return _back(request, found, said["number"] if not said["answer"] else following)


def _answered(content: DraftEvent, said: dict[str, Any]) -> DraftEvent:
    entry = next((one for one in content.entries if one.number == said["number"]), None)
    if entry is None or (said["seen"] and said["seen"] != token(entry)):
        raise drafts.DraftChanged
    return with_answer(content, [entry.number], Answer(said["answer"]), said["player"])


def _fragment(
    request: ArbiterRequest, draft: Draft, content: DraftEvent, number: int
) -> HttpResponse:
    """The line as it stands now, and the figures of the page beside it."""
    state = review(request.club, content)
    entry = next(one for one in content.entries if one.number == number)
    name = next((one for one in state.open if one.entry.number == number), None)
    context = frame(
        request,
        draft,
        "review",
        content=content,
        name=name,
        entry=entry,
        seen=token(entry),
        person=state.people.get(entry.player),
        fragment=True,
        **about_proposed(request.club, [name] if name else [], state.tonight),
        **_counts(content, state),
    )
    return render(request, "events/_answered.html", context)


def _back(
    request: ArbiterRequest, draft: Draft, number: int = 0, *, reload: bool = False
) -> HttpResponse:
    url = reverse("events:review", args=[request.club.slug, draft.uid])
    if reload and is_fragment(request):
        return HttpResponse(headers={"HX-Redirect": url})
    return redirect(f"{url}#n{number}" if number else url)


@officer(Permission.EDIT_EVENTS)
@require_POST
def find(request: ArbiterRequest, draft: str) -> HttpResponse:
    """Members who may be meant, each with a button; POST, so that no name stands in an address."""
    found = find_draft(request, draft)
    form = SearchForm(request.POST)
    content = drafts.content_of(found)
    if not form.is_valid():
        messages.error(request, _("Type a name to look for."))
        return to_draft(request, found, "review")
    number = form.cleaned_data["number"]
    entry = next((one for one in content.entries if one.number == number), None)
    if entry is None:
        raise Http404
    everybody = people(request.club)
    hits = search(everybody, form.cleaned_data["name"])
    context = frame(
        request,
        found,
        "review",
        content=content,
        entry=entry,
        seen=token(entry),
        sought=form.cleaned_data["name"],
        hits=hits,
        answer_url=reverse("events:answer", args=[request.club.slug, found.uid]),
        search_url=reverse("events:search", args=[request.club.slug, found.uid]),
        back_url=reverse("events:review", args=[request.club.slug, found.uid]),
        roster=sorted({one.name for one in everybody.values()}),
        **about(request.club, hits, {one.player for one in content.entries if one.player}),
    )
    return render(request, "events/search.html", context)


@officer(Permission.EDIT_EVENTS)
@require_POST
def confirm_whole(request: ArbiterRequest, draft: str) -> HttpResponse:
    """Join the names that match exactly one member whole, as many as the button said."""
    return _bulk(request, draft, "whole")


@officer(Permission.EDIT_EVENTS)
@require_POST
def all_new(request: ArbiterRequest, draft: str) -> HttpResponse:
    """Make new members of all names that resemble nobody, as many as the button said."""
    return _bulk(request, draft, "strangers")


def _bulk(request: ArbiterRequest, uid: str, which: str) -> HttpResponse:
    found = find_draft(request, uid)
    form = BulkForm(request.POST)
    promised = form.cleaned_data["digest"] if form.is_valid() else ""
    done = 0

    def edit(content: DraftEvent) -> DraftEvent:
        nonlocal done
        bulk: Bulk = getattr(review(request.club, content), which)
        if bulk.digest != promised:
            raise drafts.DraftChanged
        done = len(bulk)
        for number, player in bulk.answers.items():
            answer = Answer.MEMBER if player else Answer.NEW
            content = with_answer(content, [number], answer, player)
        return content

    try:
        drafts.change(found, edit, by=request.user)
    except drafts.DraftChanged:
        text = _(
            "The list has changed since the page was opened, so nothing was confirmed. Look again."
        )
        messages.warning(request, text)
    else:
        text = ngettext("%d name has its answer.", "%d names have their answer.", done) % done
        messages.success(request, text)
    return _back(request, found)


@officer(Permission.EDIT_EVENTS)
@require_POST
def join(request: ArbiterRequest, draft: str) -> HttpResponse:
    """Make one line of two that are one person and never met."""
    found = find_draft(request, draft)
    form = JoinForm(request.POST)
    if not form.is_valid():
        raise Http404
    keep, drop = form.cleaned_data["keep"], form.cleaned_data["drop"]

    def edit(content: DraftEvent) -> DraftEvent:
        if sharing_a_round(content.games, keep, drop):
            raise ValueError
        if not may_be_one(content, keep, drop):
            raise drafts.DraftChanged
        return joined(content, keep, drop)

    try:
        drafts.change(found, edit, by=request.user)
    except drafts.DraftChanged:
        messages.warning(request, _("These two lines are not one player (any more). Look again."))
    except ValueError:
        messages.error(request, _("Both lines are paired in one round: they are two people."))
    else:
        messages.success(request, _("The two lines are one now."))
    return _back(request, found)
