"""Pages of instance admins: how every ladder was built, and a button for each way to do it again.

Clubs stand here by their slug; nothing on these pages names a club, an event or a person.
"""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import StaffRequest, fresh, staff
from clubs.services import audit
from ladder.jobs import Asked, ask_rebuild, ask_verify
from ladder.models import Ladder
from ladder.queries.builds import all_ladders, builds, state_counts
from ladder.verify import Verdict

PER_PAGE = 25


@staff
@require_safe
def home(request: StaffRequest) -> HttpResponse:
    return redirect("ladder:staff_ladders")


@staff
@require_safe
def index(request: StaffRequest) -> HttpResponse:
    """Every ladder of every club, those that wait for somebody first. The page asks for itself
    again while one on it waits or is being rebuilt."""
    page = Paginator(all_ladders(), PER_PAGE).get_page(request.GET.get("page"))
    found = builds(page.object_list)
    context = {
        "page": page,
        "builds": found,
        "counts": state_counts(),
        "pending": [build.anchor for build in found if build.pending],
    }
    return render(request, "ladder/staff_ladders.html", context)


@staff
@require_POST
def rebuild(request: StaffRequest, club: str, ladder: str) -> HttpResponse:
    """Rebuild from the first change on."""
    return _rebuild(request, club, ladder, full=False)


@staff
@require_POST
@fresh()
def rebuild_full(request: StaffRequest, club: str, ladder: str) -> HttpResponse:
    """Rebuild from the first event on, trusting no mark; asks for the password."""
    return _rebuild(request, club, ladder, full=True)


@staff
@require_POST
def verify(request: StaffRequest, club: str, ladder: str) -> HttpResponse:
    """Recompute beside the stored rows and compare; changes nothing but the verdict."""
    found = _find(club, ladder)
    came = ask_verify(found.pk)
    if isinstance(came, Verdict):
        _say_verdict(request, came)
    else:
        _say(request, found, came)
    return redirect("ladder:staff_ladders")


def _find(club: str, ladder: str) -> Ladder:
    found = Ladder.objects.select_related("club").filter(club__slug=club, slug=ladder).first()
    if found is None:
        raise Http404
    return found


def _rebuild(request: StaffRequest, club: str, ladder: str, *, full: bool) -> HttpResponse:
    found = _find(club, ladder)
    came = ask_rebuild(found.pk, full=full)
    if came not in (Asked.BUSY, Asked.NOTHING, Asked.DIFFERS):
        audit(
            "ladder.rebuild",
            club=found.club,
            by=request.user,
            object_uid=found.slug,
            details={"full": full, "came": came.value},
        )
    _say(request, found, came)
    return redirect("ladder:staff_ladders")


def _say(request: StaffRequest, ladder: Ladder, came: Asked) -> None:
    name = {"ladder": f"{ladder.club.slug}/{ladder.slug}"}
    texts = {
        Asked.DONE: (messages.SUCCESS, _("%(ladder)s was rebuilt.")),
        Asked.NOTHING: (messages.INFO, _("%(ladder)s is up to date: nothing to do.")),
        Asked.DIFFERS: (
            messages.WARNING,
            _("%(ladder)s is not what its history gives: rebuild it from the first event."),
        ),
        Asked.BUSY: (
            messages.INFO,
            _("%(ladder)s is being worked on at this moment. Look again in a while."),
        ),
        Asked.FAILED: (messages.ERROR, _("%(ladder)s cannot be built: see at which event.")),
        Asked.SENT: (messages.INFO, _("%(ladder)s was given to the workers.")),
        Asked.LEFT: (
            messages.INFO,
            _("%(ladder)s is too long for a request: it is rebuilt within a minute."),
        ),
        Asked.TOO_LONG: (
            messages.WARNING,
            _("%(ladder)s is too long to compare here. Run: manage.py verify_ladders %(club)s"),
        ),
    }
    level, text = texts[came]
    messages.add_message(request, level, text % {**name, "club": ladder.club.slug})


def _say_verdict(request: StaffRequest, verdict: Verdict) -> None:
    name = {"ladder": f"{verdict.club}/{verdict.ladder}", "rows": verdict.rows}
    if verdict.stale:
        text = _("%(ladder)s is behind its history: rebuild it first. Nothing was compared.")
        messages.warning(request, text % name)
    elif verdict.drift:
        messages.error(request, _("%(ladder)s is not what its history gives.") % name)
    else:
        messages.success(request, _("%(ladder)s is right: %(rows)d rows compared.") % name)
