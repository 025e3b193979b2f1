"""The players' list of a draft, typed: one line for each, one empty line, and a box for a list."""

from collections.abc import Mapping

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.messages import Message
from clubs.roles import Permission
from events.forms import VersionForm
from events.lists import NamesRefused, names_in, with_names
from events.models import Draft
from events.services import drafts
from events.services.roster import roster
from events.views.common import UNPROCESSABLE, find_draft, frame

PER_PAGE = 500  # far below the limit of fields in a form
MOST_AT_ONCE = 2_000
LONGEST_LIST = 200_000  # characters


@officer(Permission.EDIT_EVENTS)
@require_safe
def show(request: ArbiterRequest, draft: str) -> HttpResponse:
    return _page(request, find_draft(request, draft), {})


@officer(Permission.EDIT_EVENTS)
@require_POST
def save(request: ArbiterRequest, draft: str) -> HttpResponse:
    """Store corrected, emptied and new names, all or none."""
    found = find_draft(request, draft)
    version = VersionForm(request.POST)
    if not version.is_valid():
        return _page(request, found, {}, status=UNPROCESSABLE)
    changed = {
        int(key[1:]): str(text)
        for key, text in request.POST.items()
        if key.startswith("n") and key[1:].isdecimal() and len(key) <= 5
    }
    new = names_in(request.POST.get("new", "") + "\n" + request.POST.get("list", "")[:LONGEST_LIST])
    if version.cleaned_data["version"] != found.version:
        return _page(request, found, {}, changed, changed=True, status=409)
    try:
        content = with_names(drafts.content_of(found), changed, new[:MOST_AT_ONCE])
        drafts.save(found, content, version=found.version, by=request.user)
    except NamesRefused as refused:
        return _page(request, found, refused.problems, changed, status=UNPROCESSABLE)
    except drafts.DraftChanged:
        return _page(request, find_draft(request, draft), {}, changed, changed=True, status=409)
    if len(new) > MOST_AT_ONCE:
        messages.warning(request, _("Only the first %d names were taken.") % MOST_AT_ONCE)
    if "go_on" in request.POST and content.entries:
        return redirect("events:round", request.club.slug, found.uid, 1)
    here = reverse("events:players", args=[request.club.slug, found.uid])
    page = "" if new else request.POST.get("page", "")
    return redirect(f"{here}?page={page}" if page.isdecimal() else here)


def _page(
    request: ArbiterRequest,
    draft: Draft,
    problems: Mapping[int | str, Message],
    typed: Mapping[int, str] | None = None,
    *,
    changed: bool = False,
    status: int = 200,
) -> HttpResponse:
    """The list as stored, or, when it could not be saved, as it was typed."""
    content = drafts.content_of(draft)
    typed = typed or {}
    pages = Paginator(content.entries, PER_PAGE)
    page = pages.get_page(request.POST.get("page") or request.GET.get("page") or pages.num_pages)
    rows = [
        (entry, typed.get(entry.number, entry.name), problems.get(entry.number)) for entry in page
    ]
    context = frame(
        request,
        draft,
        "players",
        content=content,
        rows=rows,
        page=page,
        wrong=[(text, why) for text, why in problems.items() if isinstance(text, str)],
        new=request.POST.get("new", ""),
        pasted=request.POST.get("list", ""),
        roster=roster(request.club),
        changed=changed,
    )
    return render(request, "events/players.html", context, status=status)
