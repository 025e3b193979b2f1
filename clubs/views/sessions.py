"""Where one is logged in, and the end of it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs import sessions
from clubs.access import SignedInRequest, fresh, signed_in


@signed_in
@require_safe
def index(request: SignedInRequest) -> HttpResponse:
    return render(request, "clubs/sessions.html", {"places": sessions.places(request)})


@signed_in
@require_POST
def end(request: SignedInRequest) -> HttpResponse:
    """End one of one's own; of anybody else's there is none."""
    if sessions.end_place(request.user, request.POST.get("session", "")):
        messages.success(request, _("Logged out there."))
    return redirect("clubs:sessions")


@signed_in
@require_POST
@fresh()
def end_others(request: SignedInRequest) -> HttpResponse:
    sessions.keep_only(request, request.user)
    messages.success(request, _("Logged out everywhere but here."))
    return redirect("clubs:sessions")
