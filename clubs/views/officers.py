"""Who works in the club: the list, invitations, roles, leaving."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs import queries, services, sessions
from clubs.access import ArbiterRequest, SignedInRequest, fresh, officer, signed_in
from clubs.forms import ROLES, InvitationForm, OfficerForm, RoleForm
from clubs.models import Invitation, User
from clubs.roles import Permission, Role
from clubs.templatetags.words import say
from clubs.views.clubs import confirmation


@officer(Permission.VIEW_CLUB)
@require_safe
def index(request: ArbiterRequest) -> HttpResponse:
    return _page(request, InvitationForm())


def _to_owner(request: ArbiterRequest) -> bool:
    """Whether the press gives the whole club to somebody."""
    return request.POST.get("role") == Role.OWNER


@officer(Permission.INVITE)
@require_POST
@fresh(only_if=_to_owner)
def invite(request: ArbiterRequest) -> HttpResponse:
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    email, role = form.cleaned_data["email"], Role(form.cleaned_data["role"])
    try:
        services.invite(request.club, email, role, by=request.user)
    except services.Refusal as refusal:
        form.add_error(None, say(refusal.message))
        return _page(request, form, status=422)
    messages.success(request, _("The invitation is on its way to %(email)s.") % {"email": email})
    return redirect("clubs:officers", request.club.slug)


@officer(Permission.INVITE)
@require_POST
def cancel(request: ArbiterRequest) -> HttpResponse:
    form = OfficerForm(request.POST)
    if form.is_valid():
        services.cancel_invitation(request.club, form.cleaned_data["email"], by=request.user)
    return redirect("clubs:officers", request.club.slug)


@officer(Permission.MANAGE_OFFICERS)
@require_POST
@fresh(only_if=_to_owner)
def role(request: ArbiterRequest) -> HttpResponse:
    form = RoleForm(request.POST)
    user = _officer(request, form)
    new = Role(form.cleaned_data["role"])
    try:
        services.change_role(request.club, user, new, by=request.user)
    except services.Refusal as refusal:
        messages.error(request, say(refusal.message))
    if user == request.user:
        sessions.keep(request)
    return redirect(
        "clubs:home" if user == request.user else "clubs:officers", *_back(request, user)
    )


@officer(Permission.MANAGE_OFFICERS)
@require_POST
@fresh()
def remove(request: ArbiterRequest) -> HttpResponse:
    user = _officer(request, OfficerForm(request.POST))
    try:
        services.remove_officer(request.club, user, by=request.user)
    except services.Refusal as refusal:
        messages.error(request, say(refusal.message))
    if user == request.user:
        sessions.keep(request)
    return redirect(
        "clubs:home" if user == request.user else "clubs:officers", *_back(request, user)
    )


@officer(Permission.VIEW_CLUB)
@require_POST
def leave(request: ArbiterRequest) -> HttpResponse:
    """Give up one's own office."""
    try:
        services.remove_officer(request.club, request.user, by=request.user)
    except services.Refusal as refusal:
        messages.error(request, say(refusal.message))
        return redirect("clubs:officers", request.club.slug)
    sessions.keep(request)
    messages.success(request, _("You no longer work in this club."))
    return redirect("clubs:home")


@signed_in
@require_safe
def invitation(request: SignedInRequest, token: str) -> HttpResponse:
    found = queries.find_invitation(token)
    if found is None:
        return _gone(request)
    return _offer(request, found)


@signed_in
@require_POST
def accept(request: SignedInRequest, token: str) -> HttpResponse:
    try:
        office = services.accept_invitation(token, by=request.user)
    except services.Refusal:
        found = queries.find_invitation(token)
        return _offer(request, found) if found else _gone(request)
    if office is None:
        return _gone(request)
    messages.success(request, _("Welcome. You can work in this club from now on."))
    return redirect("clubs:club", office.club.slug)


def _offer(request: SignedInRequest, found: Invitation) -> HttpResponse:
    """The offer; 403 and no club's name for anybody but the invited."""
    own = found.email == request.user.email.lower()
    context = {"invitation": found if own else None}
    return render(request, "clubs/invitation.html", context, status=200 if own else 403)


def _gone(request: SignedInRequest) -> HttpResponse:
    return render(request, "clubs/invitation_gone.html", status=404)


def _page(request: ArbiterRequest, form: InvitationForm, status: int = 200) -> HttpResponse:
    context = {
        "officers": queries.officers(request.club),
        "invitations": queries.open_invitations(request.club),
        "form": form,
        "roles": dict(ROLES),
        **confirmation(request.user),
    }
    return render(request, "clubs/officers.html", context, status=status)


def _officer(request: ArbiterRequest, form: OfficerForm) -> User:
    """Who is meant: an officer of this very club, else 404."""
    if not form.is_valid():
        raise Http404
    held = request.club.officers.filter(user__email__iexact=form.cleaned_data["email"]).first()
    if held is None:
        raise Http404
    return held.user


def _back(request: ArbiterRequest, user: User) -> list[str]:
    return [] if user == request.user else [request.club.slug]
