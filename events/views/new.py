"""Events of the club in one list, and the start of a new one: a file, or typed."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.roles import Permission
from events.drafts import DraftEvent
from events.forms import UploadForm
from events.importers import ImportRefused
from events.models import Entry, Game
from events.results import UNFINISHED
from events.services import drafts, reading
from events.views.common import UNPROCESSABLE, to_draft, to_event

PER_PAGE = 50


@officer(Permission.VIEW_CLUB)
@require_safe
def index(request: ArbiterRequest) -> HttpResponse:
    """Drafts first, then what is in the ladder, then what was deleted."""
    deleted = "deleted" in request.GET
    entries = Entry.objects.filter(event=OuterRef("pk")).order_by().values("event")
    unfinished = Game.objects.filter(event=OuterRef("pk"), kind__in=UNFINISHED).order_by()
    events = (
        request.club.events.filter(deleted=deleted)
        .order_by("-date", "-sequence")
        .annotate(
            players=Coalesce(Subquery(entries.annotate(n=Count("pk")).values("n")), 0),
            unknown=Coalesce(
                Subquery(entries.annotate(n=Count("pk", filter=Q(confirmed=None))).values("n")),
                0,
            ),
            waiting=Coalesce(
                Subquery(unfinished.values("event").annotate(n=Count("pk")).values("n")), 0
            ),
        )
    )
    page = Paginator(events, PER_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "deleted": deleted, "drafts": _drafts(request)}
    return render(request, "events/index.html", context)


def _drafts(request: ArbiterRequest) -> list[dict[str, object]]:
    rows = request.club.drafts.select_related("by", "event").order_by("-changed")
    return [{"draft": draft, "content": drafts.content_of(draft)} for draft in rows[:PER_PAGE]]


@officer(Permission.EDIT_EVENTS)
@require_safe
def new(request: ArbiterRequest) -> HttpResponse:
    return render(request, "events/new.html", {"form": UploadForm()})


@officer(Permission.EDIT_EVENTS)
@require_POST
def upload(request: ArbiterRequest) -> HttpResponse:
    """A file becomes a draft, or is refused whole with every reason."""
    form = UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "events/new.html", {"form": form}, status=UNPROCESSABLE)
    data = form.cleaned_data["file"].read()
    event, draft = reading.seen_before(request.club, data)
    if event and not event.deleted and "again" not in request.POST:
        text = _("This very file was already imported as the event below. Nothing was changed.")
        messages.info(request, text)
        return to_event(request, event)
    if draft and "again" not in request.POST:
        messages.info(request, _("This very file was brought in before: here is its draft."))
        return to_draft(request, draft)
    try:
        draft = reading.bring_in(
            request.club,
            data,
            form.filename(),
            by=request.user,
            encoding=form.cleaned_data["encoding"],
        )
    except ImportRefused as refused:
        context = {"form": form, "problems": refused.problems, "filename": form.filename()}
        return render(request, "events/refused.html", context, status=UNPROCESSABLE)
    return to_draft(request, draft)


@officer(Permission.EDIT_EVENTS)
@require_POST
def typed(request: ArbiterRequest) -> HttpResponse:
    """An empty draft, to be filled by hand."""
    draft = drafts.start(request.club, DraftEvent(), by=request.user)
    return to_draft(request, draft)
