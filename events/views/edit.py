"""Changes of a published event: a form, what will change, and a new revision."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, fresh, officer
from clubs.roles import Permission, may
from clubs.templatetags.words import tell
from clubs.uid import new_uid
from clubs.uncovering import agreed, seal
from events.forms.edits import EDITS, EditForm, Subject
from events.inverse import InTheWay
from events.models import Event, EventRevision
from events.revisions import EventContent
from events.services.comparing import compare, differences, names_of
from events.services.projection import current_content
from events.services.revising import Conflict, Refused, all_problems, earlier_content, revise
from events.services.uncovering import uncovered
from events.services.undoing import undone_content
from events.views.common import UNPROCESSABLE, find_event, is_fragment, to_event
from events.words import did
from ladder.queries import asks_for_lists, previews


@officer(Permission.EDIT_EVENTS)
@require_safe
def show(request: ArbiterRequest, event: str, edit: str, number: int) -> HttpResponse:
    """The form; where there is nothing to fill in, what will change is already there."""
    found = find_event(request, event)
    newest = found.revisions.latest("number").number
    form = _form(found, edit, number, initial={"based_on": newest, "press": new_uid()})
    return _page(request, found, edit, number, form)


@officer(Permission.EDIT_EVENTS)
@require_POST
def preview(request: ArbiterRequest, event: str, edit: str, number: int) -> HttpResponse:
    """What saving would change. Nothing is saved."""
    found = find_event(request, event)
    form = _form(found, edit, number, request.POST)
    content = form.edited() if form.is_valid() else None
    if is_fragment(request):
        context = what_will_change(found, content)
        context["agreed"] = agreed(request, context.get("uncovers"))
        return render(request, "events/_preview.html", context)
    status = 200 if content else UNPROCESSABLE
    return _page(request, found, edit, number, form, content=content, status=status)


@officer(Permission.PUBLISH)
@require_POST
def save(request: ArbiterRequest, event: str, edit: str, number: int) -> HttpResponse:
    """Append the revision; the ladder follows. Where a child would be shown more openly than now
    somebody who may has to say yes to what the page showed, with the password given again."""
    found = find_event(request, event)
    form = _form(found, edit, number, request.POST)
    if not form.is_valid():
        return _page(request, found, edit, number, form, status=UNPROCESSABLE)
    content = form.edited()
    uncovers = uncovered(found, content)
    if uncovers is None:
        return _save(request, found, edit, number, form, content)
    if uncovers.whole and not may(request.officer.role, Permission.CHANGE_NAMES):
        raise PermissionDenied
    if not agreed(request, uncovers):
        messages.warning(request, _("Nothing was saved yet. Look who will see what, and say yes."))
        return _page(request, found, edit, number, form, content=content, status=UNPROCESSABLE)
    return _uncovering_save(request, found, edit, number, form, content)


save.fresh = True  # type: ignore[attr-defined]


def _save(
    request: ArbiterRequest,
    found: Event,
    edit: str,
    number: int,
    form: EditForm,
    content: EventContent,
) -> HttpResponse:
    said = form.cleaned_data
    try:
        saved = revise(
            found,
            content,
            action=form.action,
            by=request.user,
            why=said["why"],
            based_on=said["based_on"],
            press=form.pressed(),
        )
    except Refused as refused:
        for problem in refused.problems:
            form.add_error(None, tell(problem.message))
        return _page(request, found, edit, number, form, status=UNPROCESSABLE)
    except Conflict as conflict:
        return _conflict(request, found, edit, number, said["based_on"], conflict.newest)
    if saved.press != form.pressed():
        messages.info(request, _("Nothing was changed."))
    return to_event(request, found)


_uncovering_save = fresh()(_save)


def what_will_change(event: Event, content: EventContent | None) -> dict[str, Any]:
    """For the panel: the difference in sentences, and what the ladders would make of it."""
    if content is None:
        return {"asked": False}
    problems = all_problems(event.club, content, event)
    uncovers = uncovered(event, content)
    return {
        "asked": True,
        "problems": problems,
        "changes": differences(event, current_content(event), content),
        "uncovers": uncovers,
        "uncover": uncovers and seal(uncovers),
        "previews": None if problems else previews(event.club, event, content),
    }


def _form(event: Event, edit: str, number: int, data: Any = None, **kwargs: Any) -> EditForm:
    if edit not in EDITS or (event.deleted and edit not in _VERSIONS):
        raise Http404
    content = current_content(event)
    lists = asks_for_lists(event.club)
    subject = Subject(content, number, names_of(event, content), lists=lists)
    if edit in _VERSIONS:
        subject = _of_version(event, subject, _VERSIONS[edit])
    return EDITS[edit](data, subject=subject, **kwargs)


# What is done with a version of the event, not with what it says now.
_VERSIONS: dict[str, Callable[[Event, int], EventContent]] = {
    "revert": earlier_content,
    "undo": undone_content,
}


def _of_version(
    event: Event, subject: Subject, wanted: Callable[[Event, int], EventContent]
) -> Subject:
    """The subject with what comes back, or with what stands in the way. Raises Http404."""
    revision = get_object_or_404(event.revisions, number=subject.number)
    subject = replace(subject, what=did(revision.action, revision.press))
    try:
        return replace(subject, earlier=wanted(event, subject.number))
    except EventRevision.DoesNotExist:
        raise Http404 from None
    except InTheWay as found:
        return replace(subject, obstacles=found.obstacles)


def _conflict(
    request: ArbiterRequest,
    event: Event,
    edit: str,
    number: int,
    based_on: int,
    newest: EventRevision,
) -> HttpResponse:
    """What changed since, and what was typed, ready to be saved on top of it."""
    data = request.POST.copy()
    since = compare(event, min(based_on, newest.number), newest.number)
    data["based_on"], data["press"] = str(newest.number), new_uid()
    form = _form(event, edit, number, data)
    content = form.edited() if form.is_valid() else None
    more = {"since": since, "newest": newest}
    return _page(request, event, edit, number, form, content=content, status=409, **more)


def _page(
    request: ArbiterRequest,
    event: Event,
    edit: str,
    number: int,
    form: EditForm,
    *,
    content: EventContent | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    asks = [field for field in form.visible_fields() if field.name != "why"]
    obstacles = form.subject.obstacles
    if not asks and not obstacles and content is None:
        content = form.edited()
    context = {
        "event": event,
        "edit": edit,
        "number": number,
        "form": form,
        "asks": asks,
        "about": form.about(),
        "obstacles": obstacles,
        "back_to": number - 1,
        # With nothing to choose and nothing to change there is nothing to press.
        "nothing": not asks and content == current_content(event),
        **what_will_change(event, content),
        **more,
    }
    return render(request, "events/edit.html", context, status=status)
