"""Erasing a person for ever: a page that says what goes and what stays, then the step itself."""

from collections.abc import Collection

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import ArbiterRequest, fresh, officer
from clubs.days import today
from clubs.roles import Permission
from clubs.services import Refusal
from clubs.templatetags.words import say
from events.forms.erasing import EraseForm
from events.queries import merged
from events.services.erasing import erase_person, what_goes
from events.views.common import UNPROCESSABLE
from ladder.queries import facts_staying
from players.identity import group
from players.models import AskedBy, PersonRequest, Player, RequestKind
from players.queries import person_or_404, requests_open
from players.requests import close_answered


@officer(Permission.ERASE_PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
@fresh(looking=True)
def erase(request: ArbiterRequest, player: str) -> HttpResponse:
    """Asks first, with the password given a moment ago. It cannot be undone."""
    person = person_or_404(request.club, player)
    if now := merged(request.club).get(person.uid):
        return redirect("erase_player", request.club.slug, now)
    uids = group(person.uid, merged(request.club))
    form = EraseForm(
        request.POST or None, today=today(request.club), asked=asked_for(request, uids)
    )
    if request.method != "POST" or not form.is_valid():
        return _page(request, person, form, 200 if request.method != "POST" else UNPROCESSABLE)
    said = form.cleaned_data
    try:
        erase_person(
            person,
            by=request.user,
            asked_by=AskedBy(said["asked_by"]),
            asked_on=said["asked_on"],
        )
    except Refusal as refusal:
        form.add_error(None, say(refusal.message))
        return _page(request, person, form, UNPROCESSABLE)
    if said.get("answers"):
        close_answered(request.club, uids, RequestKind.ERASURE, by=request.user)
    messages.success(request, _("Erased. The name is gone; the games stay, without it."))
    return redirect("players:index", request.club.slug)


def asked_for(request: ArbiterRequest, uids: Collection[str]) -> PersonRequest | None:
    """The request that erasing would answer."""
    open_ones = (one.request for one in requests_open(request.club, uids))
    return next((one for one in open_ones if one.kind == RequestKind.ERASURE), None)


def _page(request: ArbiterRequest, person: Player, form: EraseForm, status: int) -> HttpResponse:
    context = {
        "player": person,
        "form": form,
        "going": what_goes(person),
        "facts": facts_staying(request.club, person.uid),
    }
    return render(request, "events/erase.html", context, status=status)
