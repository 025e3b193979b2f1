"""A change of a published event undone by one press; the undo is itself a revision."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubs.access import ArbiterRequest, officer
from clubs.roles import Permission
from clubs.templatetags.words import tell
from events.forms import PressForm
from events.inverse import InTheWay
from events.models import EventRevision
from events.services.revising import Conflict, Refused
from events.services.uncovering import uncovered
from events.services.undoing import undo, undone_content
from events.undos import press_of_undo
from events.views.common import find_event, to_event


@officer(Permission.PUBLISH)
@require_POST
def now(request: ArbiterRequest, event: str, number: int) -> HttpResponse:
    """To the event, with what moved; where it cannot be undone alone, or would show children more
    openly, to the page that says so."""
    found = find_event(request, event)
    form = PressForm(request.POST)
    why_not = redirect("events:edit", request.club.slug, found.uid, "undo", number)
    if not form.is_valid():
        return why_not
    press = form.cleaned_data["press"]
    try:
        if uncovered(found, undone_content(found, number)):
            return why_not
        revision = undo(found, number, by=request.user, press=press)
    except EventRevision.DoesNotExist:
        raise Http404 from None
    except InTheWay:
        return why_not
    except Refused as refused:
        for problem in refused.problems:
            messages.error(request, tell(problem.message))
        return why_not
    except Conflict:
        messages.error(request, _("The event was changed meanwhile, so nothing was saved."))
        return why_not
    if revision.press != press_of_undo(number, press):
        messages.info(request, _("Nothing was changed: it is undone already."))
    return to_event(request, found)
