"""The arbiters' home: what waits for them, what was last played, how the ladder stands."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs import queries
from clubs.access import ArbiterRequest, officer
from clubs.models import Visibility
from clubs.qr import qr_path
from clubs.roles import Permission, may
from clubs.views.clubs import confirmation
from events.queries import (
    away,
    find_event,
    last_changes,
    latest_events,
    open_drafts,
    waiting_events,
)
from ladder.queries import differences, stamp, stopped_at
from players.queries import requests_open

EVENTS, DRAFTS, WAITING, CHANGES, ASKED = 6, 5, 8, 5, 8


@officer(Permission.VIEW_CLUB)
@require_safe
def home(request: ArbiterRequest) -> HttpResponse:
    """Everything an arbiter may want to press next."""
    club = request.club
    edits = may(request.officer.role, Permission.EDIT_PLAYERS)
    link = queries.members_link(club)
    context = {
        "events": latest_events(club, EVENTS),
        "drafts": open_drafts(club, DRAFTS),
        "waiting": waiting_events(club, WAITING),
        "changes": last_changes(club, CHANGES),
        "differences": [
            (found, find_event(club, found.event_uid) if found.event_uid else None)
            for found in differences(club)
        ],
        "asked": requests_open(club)[:ASKED] if edits else [],
        "away": len(away(club)) if edits else 0,
        "link": link,
        "qr": qr_path(link.url) if link else None,
        "open": club.visibility != Visibility.ARBITERS,
        **_state(request),
        **confirmation(request.user),
    }
    return render(request, "clubs/club.html", context)


@officer(Permission.VIEW_CLUB)
@require_safe
def state(request: ArbiterRequest) -> HttpResponse:
    """The part of the home that says whether the ladder is up to date."""
    return render(request, "clubs/_state.html", _state(request))


def _state(request: ArbiterRequest) -> dict[str, object]:
    return {"ladder": stamp(request.club), "stopped_at": stopped_at(request.club)}
