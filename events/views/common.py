"""What the pages of drafts and events share: the way to the object, and the frame around it."""

from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.access import ArbiterRequest
from events.drafts import DraftEvent, undecided
from events.grid import last_round
from events.models import Draft, Event, EventRevision
from events.services.drafts import content_of

UNPROCESSABLE = 422


class Step(NamedTuple):
    """One page of the way from a file to the ladder."""

    key: str
    label: str | Promise
    url: str
    done: bool


def find_draft(request: ArbiterRequest, uid: str) -> Draft:
    """The club's draft, or 404."""
    draft = get_object_or_404(request.club.drafts.select_related("event", "by"), uid=uid)
    draft.club = request.club
    return draft


def find_event(request: ArbiterRequest, uid: str) -> Event:
    """The club's event, deleted ones included, or 404."""
    event = get_object_or_404(request.club.events, uid=uid)
    event.club = request.club
    return event


def published_as(request: ArbiterRequest, draft_uid: str) -> Event | None:
    """The event that a draft which is gone became: its button may be pressed twice."""
    revision = EventRevision.objects.filter(club=request.club, press=f"draft:{draft_uid}").first()
    return revision.event if revision else None


def to_event(request: ArbiterRequest, event: Event) -> HttpResponse:
    return redirect("events:event", request.club.slug, event.uid)


def to_draft(request: ArbiterRequest, draft: Draft, page: str = "draft") -> HttpResponse:
    return redirect(f"events:{page}", request.club.slug, draft.uid)


def frame(request: ArbiterRequest, draft: Draft, at: str, **more: Any) -> dict[str, Any]:
    """What every page of a draft wants: the draft, its content, and the steps with where we are."""
    content = more.pop("content", None) or content_of(draft)
    return {
        "draft": draft,
        "content": content,
        "steps": steps(request, draft, content),
        "at": at,
        **more,
    }


def steps(request: ArbiterRequest, draft: Draft, content: DraftEvent) -> list[Step]:
    """The pages in their order; a typed event is typed after its details are known."""

    def url(page: str, *more: object) -> str:
        return reverse(f"events:{page}", args=[request.club.slug, draft.uid, *more])

    round_number = max(last_round(content), 1)
    return [
        Step("details", _("Details"), url("draft"), content.date is not None),
        Step("players", _("Players"), url("players"), bool(content.entries)),
        Step("rounds", _("Rounds"), url("round", round_number), bool(content.games)),
        Step(
            "review",
            _("Who is who"),
            url("review"),
            bool(content.entries) and not undecided(content),
        ),
        Step("publish", _("Write"), url("publish"), False),
    ]


def within(number: int, most: int) -> int:
    """A number from the address that must be from 1 to `most`, or 404."""
    if not 1 <= number <= most:
        raise Http404
    return number


def is_fragment(request: HttpRequest) -> bool:
    """Whether htmx asks for a part of the page; going back gets the whole page."""
    return bool(request.htmx) and not request.htmx.history_restore_request  # type: ignore[attr-defined]
