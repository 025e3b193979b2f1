"""On the page of a person: what was asked about them and waits, and the form for one more."""

from typing import Any

from clubs.access import ArbiterRequest
from clubs.days import today
from events.queries import merged
from players.forms import RequestForm
from players.identity import group
from players.models import Player
from players.queries import requests_open


def asked_about(request: ArbiterRequest, player: Player) -> dict[str, Any]:
    """For the template; with what was asked about people merged into this one."""
    uids = group(player.uid, merged(request.club))
    return {
        "asked": requests_open(request.club, uids),
        "request_form": RequestForm(initial={"asked_on": today(request.club)}),
    }
