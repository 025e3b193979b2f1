"""The last page of a draft: what will be written, who will see it, and the button."""

from collections.abc import Sequence

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.messages import Problem
from clubs.models import Club, NameDisplay, Visibility
from clubs.roles import Permission
from events.forms import VersionForm
from events.models import Draft, Event
from events.queries import names_in_title
from events.services import drafts
from events.services.comparing import compare
from events.services.counting import counted
from events.services.publishing import AlreadyHere, publish_draft, what_is_missing
from events.services.reading import doubtful_names
from events.services.revising import Conflict, Refused
from events.services.twins import Twin, twins_of_draft
from events.views.common import UNPROCESSABLE, find_draft, frame, published_as, to_draft, to_event


@officer(Permission.PUBLISH)
@require_safe
def show(request: ArbiterRequest, draft: str) -> HttpResponse:
    found, event = _draft_or_event(request, draft)
    if found is None:
        assert event
        return to_event(request, event)
    return _page(request, found)


def _draft_or_event(request: ArbiterRequest, uid: str) -> tuple[Draft | None, Event | None]:
    """The draft, or the event that it became, also when that happens between two looks."""
    try:
        return find_draft(request, uid), None
    except Http404:
        if event := published_as(request, uid):
            return None, event
        raise


def _page(
    request: ArbiterRequest,
    draft: Draft,
    problems: tuple[Problem, ...] = (),
    twins: Sequence[Twin] = (),
    status: int = 200,
) -> HttpResponse:
    content = drafts.content_of(draft)
    if draft.event is None and not twins:
        twins = twins_of_draft(request.club, content, draft)
    context = frame(
        request,
        draft,
        "publish",
        content=content,
        counted=counted(content),
        doubtful=doubtful_names(content),
        problems=problems or what_is_missing(request.club, content, draft.event),
        who_sees=who_sees(request.club),
        titled=names_in_title(request.club, content.name),
        twins=twins,
        published_twins=[twin for twin in twins if not twin.draft],
    )
    return render(request, "events/publish.html", context, status=status)


def who_sees(club: Club) -> str:
    """For the line below the button: who will see it, and how names are shown to them."""
    if club.visibility == Visibility.ARBITERS:
        return _("the arbiters of the club only")
    full = club.names == NameDisplay.FULL
    if club.visibility == Visibility.PUBLIC:
        return _("everybody, full names") if full else _("everybody, names as initials")
    if full:
        return _("members with the link, full names")
    return _("members with the link, names as initials")


@officer(Permission.PUBLISH)
@require_POST
def publish(request: ArbiterRequest, draft: str) -> HttpResponse:
    """Write into the ladder. Pressed twice, it is written once."""
    return _write(request, draft)


@officer(Permission.PUBLISH)
@require_POST
def publish_over(request: ArbiterRequest, draft: str) -> HttpResponse:
    """Write this draft over a newer revision whose differences were shown."""
    return _write(request, draft, over=True)


def _write(request: ArbiterRequest, uid: str, *, over: bool = False) -> HttpResponse:
    draft, event = _draft_or_event(request, uid)
    if draft is None:
        assert event
        return to_event(request, event)
    form = VersionForm(request.POST)
    if not form.is_valid() or form.cleaned_data["version"] != draft.version:
        text = _("The draft was changed in another tab meanwhile. Look once more, then press.")
        messages.warning(request, text)
        return to_draft(request, draft, "publish")
    try:
        with transaction.atomic():
            if over:
                drafts.rebase(draft)
            done = publish_draft(
                draft,
                drafts.content_of(draft),
                by=request.user,
                unless_here="another" not in request.POST,
            )
    except Refused as refused:
        return _page(request, draft, refused.problems, status=UNPROCESSABLE)
    except AlreadyHere as here:
        return _page(request, draft, twins=here.twins, status=409)
    except Conflict:
        return _conflict(request, draft)
    return to_event(request, done.event)


def _conflict(request: ArbiterRequest, draft: Draft) -> HttpResponse:
    """Somebody wrote a newer revision: what they changed, and what this draft would change."""
    event: Event | None = draft.event
    assert event and draft.based_on
    newest = event.revisions.select_related("by").latest("number")
    since = compare(event, draft.based_on, newest.number)
    context = frame(request, draft, "publish", event=event, newest=newest, since=since)
    context["over_url"] = reverse("events:publish_over", args=[request.club.slug, draft.uid])
    return render(request, "events/conflict.html", context, status=409)
