"""The links that open a club's members' pages: showing, adding, replacing, revoking."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs import queries, services
from clubs.access import ArbiterRequest, officer
from clubs.forms import LinkForm
from clubs.models import Club, ShareLink
from clubs.qr import qr_path
from clubs.roles import Permission


@officer(Permission.VIEW_LINKS)
@require_safe
def index(request: ArbiterRequest) -> HttpResponse:
    links = [(link, qr_path(link.url)) for link in queries.active_links(request.club)]
    return render(request, "clubs/links.html", {"links": links, "form": LinkForm()})


@officer(Permission.VIEW_LINKS)
@require_safe
def wall(request: ArbiterRequest, link: str) -> HttpResponse:
    """A sheet to hang up: the club, the QR code, the address."""
    found = queries.shown(_active(request.club, link))
    return render(request, "clubs/wall.html", {"link": found, "qr": qr_path(found.url)})


@officer(Permission.MANAGE_LINKS)
@require_POST
def create(request: ArbiterRequest) -> HttpResponse:
    form = LinkForm(request.POST)
    if not form.is_valid():
        links = [(link, qr_path(link.url)) for link in queries.active_links(request.club)]
        return render(request, "clubs/links.html", {"links": links, "form": form}, status=422)
    services.create_link(request.club, by=request.user, name=form.cleaned_data["name"])
    messages.success(request, _("One more link is ready."))
    return redirect("clubs:links", request.club.slug)


@officer(Permission.MANAGE_LINKS)
@require_safe
def change(request: ArbiterRequest, link: str) -> HttpResponse:
    """What replacing and revoking mean, with a button for each."""
    found = queries.shown(_active(request.club, link))
    return render(request, "clubs/link_change.html", {"link": found})


@officer(Permission.MANAGE_LINKS)
@require_POST
def replace(request: ArbiterRequest, link: str) -> HttpResponse:
    services.replace_link(_active(request.club, link), by=request.user)
    messages.success(request, _("The old link is dead. Hand out the new one."))
    return redirect("clubs:links", request.club.slug)


@officer(Permission.MANAGE_LINKS)
@require_POST
def revoke(request: ArbiterRequest, link: str) -> HttpResponse:
    services.revoke_link(_active(request.club, link), by=request.user)
    messages.success(request, _("The link is dead: whoever opens it sees nothing."))
    return redirect("clubs:links", request.club.slug)


def _active(club: Club, uid: str) -> ShareLink:
    found = club.links.filter(uid=uid, revoked=None).first()
    if found is None:
        raise Http404
    return found
