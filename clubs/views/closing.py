"""Deleting a club: the question, and the way back while its thirty days last."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs import services
from clubs.access import ArbiterRequest, fresh, officer
from clubs.forms import DeleteClubForm
from clubs.models import CLOSING
from clubs.roles import Permission


@officer(Permission.DELETE_CLUB)
@require_http_methods(["GET", "HEAD", "POST"])
@fresh()
def close(request: ArbiterRequest) -> HttpResponse:
    """Asks first: what goes, and the name of the club typed by hand."""
    form = DeleteClubForm(request.POST or None, club=request.club)
    if request.method == "POST" and form.is_valid():
        club = services.close(request.club, by=request.user)
        messages.success(request, _("Readers see nothing of the club any more."))
        return redirect("clubs:club", club.slug)
    if request.method == "POST" and not form.is_bound:
        form = DeleteClubForm({}, club=request.club)
    context = {
        "form": form,
        "days": CLOSING.days,
        "events": request.club.events.count(),
        "players": request.club.players.count(),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "clubs/delete.html", context, status=status)


@officer(Permission.DELETE_CLUB)
@require_POST
def keep(request: ArbiterRequest) -> HttpResponse:
    """The club stays, as it was."""
    services.keep(request.club, by=request.user)
    messages.success(request, _("The club stays. Readers see it as before."))
    return redirect("clubs:club", request.club.slug)
