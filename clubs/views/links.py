"""The links that open a club's members' pages: showing, adding, replacing, revoking."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs import queries, services
from clubs.access import ArbiterRequest, fresh, officer
from clubs.forms import LinkForm
from clubs.models import Club, ShareLink
from clubs.qr import qr_path
from clubs.roles import Permission
from events.queries import event_names, find_event, latest_events

EVENTS = 30  # to choose from; the page of every event has a button of its own


@officer(Permission.VIEW_LINKS)
@require_safe
def index(request: ArbiterRequest) -> HttpResponse:
    return _page(request, LinkForm(events=_choices(request.club)))


@officer(Permission.VIEW_LINKS)
@require_safe
def wall(request: ArbiterRequest, link: str) -> HttpResponse:
    """A sheet to hang up: the club, the QR code, the address."""
    found = queries.shown(_active(request.club, link))
    context = {"link": found, "qr": qr_path(found.url), "event": _event(request.club, found)}
    return render(request, "clubs/wall.html", context)


@officer(Permission.MANAGE_LINKS)
@require_POST
@fresh()
def create(request: ArbiterRequest) -> HttpResponse:
    form = LinkForm(request.POST, events=_choices(request.club))
    event = form.cleaned_data.get("event") if form.is_valid() else ""
    if event and find_event(request.club, event) is None:
        form.add_error("event", _("There is no such event (any more). Choose another."))
    if not form.is_valid():
        return _page(request, form, status=422)
    said = form.cleaned_data
    link, _token = services.create_link(
        request.club, by=request.user, name=said["name"], event_uid=said["event"]
    )
    messages.success(request, _("One more link is ready."))
    return redirect(f"{reverse('clubs:links', args=[request.club.slug])}#{link.uid}")


@officer(Permission.MANAGE_LINKS)
@require_safe
def change(request: ArbiterRequest, link: str) -> HttpResponse:
    """What replacing and revoking mean, with a button for each."""
    found = queries.shown(_active(request.club, link))
    context = {"link": found, "event": _event(request.club, found)}
    return render(request, "clubs/link_change.html", context)


@officer(Permission.MANAGE_LINKS)
@require_POST
@fresh()
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


def _page(request: ArbiterRequest, form: LinkForm, status: int = 200) -> HttpResponse:
    found = queries.active_links(request.club)
    names = event_names(request.club, [link.event_uid for link in found if link.event_uid])
    links = [(link, qr_path(link.url), names.get(link.event_uid, "")) for link in found]
    return render(request, "clubs/links.html", {"links": links, "form": form}, status=status)


def _choices(club: Club) -> list[tuple[str, str]]:
    """The newest events, to make a link for one of them."""
    return [
        (event.uid, _("only: %(event)s") % {"event": f"{event.name}, {date_format(event.date)}"})
        for event in latest_events(club, EVENTS)
    ]


def _event(club: Club, link: queries.Link) -> str:
    """The name of the one event that the link opens."""
    return event_names(club, [link.event_uid]).get(link.event_uid, "") if link.event_uid else ""


def _active(club: Club, uid: str) -> ShareLink:
    found = club.links.filter(uid=uid, revoked=None).first()
    if found is None:
        raise Http404
    return found
