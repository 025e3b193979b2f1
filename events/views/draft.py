"""A draft's own page: what was read, the details, the encoding; and throwing it away."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.messages import Problem
from clubs.roles import Permission
from events.forms import DetailsForm, EncodingForm, UploadForm, VersionForm
from events.importers import ImportRefused
from events.models import Draft, Upload
from events.notes import from_notes
from events.queries import names_in_title
from events.services import drafts, reading
from events.services.counting import counted
from events.services.revising import today
from events.services.twins import twins_of_draft
from events.views.common import (
    UNPROCESSABLE,
    find_draft,
    frame,
    published_as,
    to_draft,
    to_event,
)
from ladder.queries import asks_for_lists


@officer(Permission.EDIT_EVENTS)
@require_safe
def show(request: ArbiterRequest, draft: str) -> HttpResponse:
    if event := published_as(request, draft):
        return to_event(request, event)
    found = find_draft(request, draft)
    return _page(request, found, _form(request, found))


@officer(Permission.EDIT_EVENTS)
@require_POST
def save(request: ArbiterRequest, draft: str) -> HttpResponse:
    """Store the details and go on to the first page where something is missing."""
    found = find_draft(request, draft)
    content = drafts.content_of(found)
    form = _form(request, found, request.POST)
    if not form.is_valid():
        return _page(request, found, form, status=UNPROCESSABLE)
    saved = drafts.with_round_days(replace(content, **form.details()))
    try:
        drafts.save(found, saved, version=form.cleaned_data["version"], by=request.user)
    except drafts.DraftChanged:
        return _changed(request, draft)
    if form.counts_set:
        text = _("Events of this kind do not count by default. Set it to yes again if yours does.")
        messages.info(request, text)
        return to_draft(request, found)
    if not saved.entries:
        return to_draft(request, found, "players")
    if not saved.games and found.event is None:
        return redirect("events:round", request.club.slug, found.uid, 1)
    return to_draft(request, found, "review")


def _changed(request: ArbiterRequest, uid: str) -> HttpResponse:
    """Somebody saved another version: show what was typed here, ready to replace it."""
    found = find_draft(request, uid)
    data = request.POST.copy()
    data["version"] = str(found.version)
    return _page(request, found, _form(request, found, data), changed=True, status=409)


def _form(
    request: ArbiterRequest, draft: Draft, data: Mapping[str, Any] | None = None
) -> DetailsForm:
    form = DetailsForm(
        data,
        content=drafts.content_of(draft),
        today=today(request.club),
        offered=drafts.offered_day(request.club),
        lists=asks_for_lists(request.club),
        marked=bool(draft.event and draft.event.junior),
    )
    form.initial["version"] = draft.version
    return form


def _page(
    request: ArbiterRequest, draft: Draft, form: DetailsForm, status: int = 200, **more: Any
) -> HttpResponse:
    content = drafts.content_of(draft)
    source = content.source
    encodings = reading.encodings(draft)
    doubtful = reading.doubtful_names(content)
    context = frame(
        request,
        draft,
        "details",
        content=content,
        form=form,
        counted=counted(content),
        warnings=from_notes(source.warnings),
        skipped=from_notes(source.skipped),
        encodings=encodings,
        doubtful=doubtful,
        suspicious=bool(doubtful)
        or any(one.suspicious for one in encodings if one.encoding == source.encoding),
        upload_form=UploadForm(),
        titled=names_in_title(request.club, content.name),
        twins=[] if draft.event_id else twins_of_draft(request.club, content, draft),
        **more,
    )
    return render(request, "events/draft.html", context, status=status)


@officer(Permission.EDIT_EVENTS)
@require_POST
def encoding(request: ArbiterRequest, draft: str) -> HttpResponse:
    """Read the file once more in the encoding that was chosen."""
    found = find_draft(request, draft)
    form = EncodingForm(request.POST)
    if not form.is_valid():
        return to_draft(request, found)
    chosen, version = form.cleaned_data["encoding"], form.cleaned_data["version"]
    try:
        reading.reread(found, chosen, version=version, by=request.user)
    except ImportRefused as refused:
        return _refused(request, found, refused.problems)
    except Upload.DoesNotExist:
        messages.warning(request, _("The file is no longer here. Bring it in again."))
    except drafts.DraftChanged:
        messages.warning(request, _("The draft was changed in another tab meanwhile. Look again."))
    else:
        messages.success(request, _("The file was read again. Look at the names."))
    return to_draft(request, found)


@officer(Permission.EDIT_EVENTS)
@require_POST
def newer_file(request: ArbiterRequest, draft: str) -> HttpResponse:
    """Replace players and games by those of a newer file of the same event."""
    found = find_draft(request, draft)
    form, version = UploadForm(request.POST, request.FILES), VersionForm(request.POST)
    if not (form.is_valid() and version.is_valid()):
        messages.error(request, _("Choose the file first."))
        return to_draft(request, found)
    try:
        reading.bring_in_newer(
            found,
            form.cleaned_data["file"].read(),
            form.filename(),
            version=version.cleaned_data["version"],
            by=request.user,
            encoding=form.cleaned_data["encoding"],
        )
    except ImportRefused as refused:
        return _refused(request, found, refused.problems)
    except drafts.DraftChanged:
        messages.warning(request, _("The draft was changed in another tab meanwhile. Look again."))
    else:
        messages.success(request, _("Players and games are now those of the new file."))
    return to_draft(request, found)


def _refused(request: ArbiterRequest, draft: Draft, problems: tuple[Problem, ...]) -> HttpResponse:
    context = {"problems": problems, "draft": draft, "form": UploadForm()}
    return render(request, "events/refused.html", context, status=UNPROCESSABLE)


@officer(Permission.EDIT_EVENTS)
@require_http_methods(["GET", "HEAD", "POST"])
def drop(request: ArbiterRequest, draft: str) -> HttpResponse:
    """Asks first; what is thrown away is gone."""
    found = find_draft(request, draft)
    if request.method != "POST":
        context = {"draft": found, "content": drafts.content_of(found)}
        return render(request, "events/draft_drop.html", context)
    event = found.event
    drafts.drop(found)
    messages.success(request, _("The draft is thrown away."))
    return to_event(request, event) if event else redirect("events:index", request.club.slug)
