"""Members who have not been here for long: arbiters are asked whether they still belong here."""

from typing import NamedTuple

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.access import ArbiterRequest, officer
from clubs.roles import Permission
from events.queries import Away, away
from players.models import Status
from players.queries import Rostered, roster

MOST = 100  # of each kind, those who have been away longest


class Row(NamedTuple):
    person: Rostered
    away: Away


@officer(Permission.EDIT_PLAYERS)
@require_safe
def index(request: ArbiterRequest) -> HttpResponse:
    """Members to be asked about, and below them those who were made former members."""
    people = {one.id: one for one in roster(request.club)}
    members, former = (
        [Row(people[one.player], one) for one in away(request.club, status)[:MOST]]
        for status in (Status.MEMBER, Status.FORMER)
    )
    context = {"members": members, "former": former, "months": settings.INACTIVE_MONTHS}
    return render(request, "players/away.html", context)
