"""The log: who did what, when and why."""

from zoneinfo import ZoneInfo

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs import queries
from clubs.access import ArbiterRequest, officer
from clubs.log_words import describe
from clubs.roles import Permission
from clubs.views.log_details import details
from events.queries import event_names
from ladder.queries import ladder_names, lists_to_undo

ROWS = 50
LADDERS = ("ladder.", "list.")  # what is done to them, or with their lists


@officer(Permission.VIEW_AUDIT)
@require_safe
def index(request: ArbiterRequest) -> HttpResponse:
    page = Paginator(queries.audit_log(request.club), ROWS).get_page(request.GET.get("page"))
    events = event_names(request.club, [entry.object_uid for entry in page])
    lists = lists_to_undo(request.club)
    told = details(request.club, page)
    ladders = ladder_names(request.club)
    rows = [
        {
            "at": timezone.make_naive(entry.at, ZoneInfo(request.club.time_zone)),
            "by": entry.by.email if entry.by else "",
            "what": describe(entry.action),
            "told": told[entry.pk],
            "event": entry.object_uid if entry.object_uid in events else "",
            "event_name": events.get(entry.object_uid, ""),
            "ladder": ladders.get(entry.object_uid, "") if entry.action.startswith(LADDERS) else "",
            "opening": entry.object_uid
            if entry.action == "opening.save" and entry.object_uid in lists
            else "",
            "reason": entry.reason,
        }
        for entry in page
    ]
    return render(request, "clubs/log.html", {"page": page, "rows": rows})
