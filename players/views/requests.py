"""What people ask of the club about a person: the list with its due days, noting and closing."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.roles import Permission
from clubs.services import Refusal
from clubs.templatetags.words import say
from players.forms import CloseRequestForm, RequestForm
from players.models import AskedBy, RequestEnd, RequestKind
from players.queries import person_or_404, requests_closed, requests_open
from players.requests import close_request, note_request
from players.views.arbiter import UNPROCESSABLE, person_page

CLOSED = 50  # the last ones


@officer(Permission.EDIT_PLAYERS)
@require_safe
def index(request: ArbiterRequest) -> HttpResponse:
    """Everything that waits for an answer, and what was answered last."""
    return _page(request)


def _page(
    request: ArbiterRequest, wrong: Mapping[str, CloseRequestForm] | None = None, status: int = 200
) -> HttpResponse:
    context = {
        "open": [
            (one, (wrong or {}).get(one.request.uid) or CloseRequestForm())
            for one in requests_open(request.club)
        ],
        "closed": requests_closed(request.club, CLOSED),
    }
    return render(request, "players/requests.html", context, status=status)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def note(request: ArbiterRequest, player: str) -> HttpResponse:
    """Somebody asked: it is due in a month."""
    person = person_or_404(request.club, player)
    form = RequestForm(request.POST)
    if form.is_valid():
        said: dict[str, Any] = form.cleaned_data
        try:
            asked = note_request(
                person,
                RequestKind(said["kind"]),
                asked_by=AskedBy(said["asked_by"]),
                asked_on=said["asked_on"],
                by=request.user,
            )
        except Refusal as refusal:
            form.add_error("asked_on", say(refusal.message))
        else:
            messages.success(request, _("Noted. It is due on %(day)s.") % {"day": say(asked.due)})
            return redirect("players:player", request.club.slug, person.uid)
    return person_page(request, person, status=UNPROCESSABLE, request_form=form)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def close(request: ArbiterRequest, asked: str) -> HttpResponse:
    """Done, or refused with the reason."""
    found = request.club.person_requests.filter(uid=asked).first()
    if found is None:
        raise Http404
    form = CloseRequestForm(request.POST, auto_id=f"{found.uid}-%s")
    if form.is_valid():
        said = form.cleaned_data
        try:
            close_request(
                request.club, asked, RequestEnd(said["outcome"]), by=request.user, why=said["why"]
            )
        except Refusal as refusal:
            if found.closed_at:
                messages.error(request, say(refusal.message))
            form.add_error("why", say(refusal.message))
        else:
            messages.success(request, _("Closed. It stands among the answered ones."))
            return redirect("players:requests", request.club.slug)
    return _page(request, {asked: form}, UNPROCESSABLE)
