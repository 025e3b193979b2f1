"""Who sees a club, and with which names: two explicit steps, each in the log."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs import services
from clubs.access import ArbiterRequest, fresh, officer
from clubs.forms import FullNamesForm, VisibilityForm
from clubs.models import NameDisplay, Visibility
from clubs.queries import decision
from clubs.roles import Permission
from clubs.templatetags.words import say
from clubs.views.clubs import confirmation
from clubs.who_sees import choices, names_before_and_after


@officer(Permission.CHANGE_VISIBILITY)
@require_safe
def index(request: ArbiterRequest) -> HttpResponse:
    return _page(request)


def _opens(request: ArbiterRequest) -> bool:
    """Whether more people would see the club than do; closing it asks nothing."""
    levels, wanted = list(Visibility), request.POST.get("visibility")
    return wanted in levels and levels.index(Visibility(wanted)) > levels.index(
        Visibility(request.club.visibility)
    )


@officer(Permission.CHANGE_VISIBILITY)
@require_POST
@fresh(only_if=_opens)
def change(request: ArbiterRequest) -> HttpResponse:
    form = VisibilityForm(request.POST)
    if not form.is_valid():
        return _page(request, status=422)
    try:
        services.change_visibility(request.club, form.cleaned_data["visibility"], by=request.user)
    except services.Refusal as refusal:
        messages.error(request, say(refusal.message))
        return _page(request, status=422)
    messages.success(request, _("Saved. It holds from this moment."))
    return redirect("clubs:visibility", request.club.slug)


@officer(Permission.CHANGE_NAMES)
@require_POST
@fresh()
def full_names(request: ArbiterRequest) -> HttpResponse:
    """Show full names: the three questions answered, the password given a moment ago."""
    form = FullNamesForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    answers = tuple(bool(form.cleaned_data[name]) for name in ("parents", "children", "rules"))
    try:
        services.change_names(
            request.club,
            NameDisplay.FULL,
            by=request.user,
            reason=form.cleaned_data["reason"],
            answers=answers,
        )
    except services.Refusal as refusal:
        form.add_error("reason", say(refusal.message))
        return _page(request, form, status=422)
    messages.success(request, _("Readers see full names from now on."))
    return redirect("clubs:visibility", request.club.slug)


@officer(Permission.CHANGE_NAMES)
@require_POST
def initials(request: ArbiterRequest) -> HttpResponse:
    """Back to initials: needs no question."""
    services.change_names(request.club, NameDisplay.INITIALS, by=request.user)
    messages.success(request, _("Readers see initials from now on."))
    return redirect("clubs:visibility", request.club.slug)


def _page(
    request: ArbiterRequest, form: FullNamesForm | None = None, status: int = 200
) -> HttpResponse:
    club, full = request.club, request.club.names == NameDisplay.FULL
    context = {
        "form": form or FullNamesForm(),
        "choices": choices(club),
        "full": full,
        "names": names_before_and_after(full),
        "decided": {
            "visibility": decision(club, "club.visibility"),
            "names": decision(club, "club.names"),
        },
        **confirmation(request.user),
    }
    return render(request, "clubs/visibility.html", context, status=status)
