"""My clubs, a new club, the settings of a club."""

from typing import Any

from allauth.account.internal.flows.email_verification import send_verification_email_for_user
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import mail, queries, services
from clubs.access import ArbiterRequest, SignedInRequest, fresh, officer, signed_in
from clubs.forms import CODE_PAGES, ClubForm, SettingsForm
from clubs.models import Club, User, Visibility
from clubs.roles import Permission
from clubs.templatetags.words import say
from clubs.uncovering import agreed, seal
from players.queries import without_the_mark


@signed_in
@require_safe
def home(request: SignedInRequest) -> HttpResponse:
    """The clubs of the person; with one club, straight there unless the list is asked for."""
    offices = list(queries.offices(request.user))
    if len(offices) == 1 and "all" not in request.GET:
        return redirect("clubs:club", offices[0].club.slug)
    return render(request, "clubs/home.html", {"offices": offices, **confirmation(request.user)})


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: SignedInRequest) -> HttpResponse:
    asked = confirmation(request.user)
    form = ClubForm(request.POST or None, confirmed=bool(asked["confirmed"]))
    if request.method == "POST" and form.is_valid():
        try:
            club = _create(request.user, dict(form.cleaned_data))
        except IntegrityError:
            form.add_error("slug", _("This address was taken a moment ago. Choose another."))
        else:
            messages.success(request, _("The club is there. Bring in your first event."))
            return redirect("clubs:club", club.slug)
    return render(request, "clubs/new.html", {"form": form, **asked})


@transaction.atomic
def _create(user: User, chosen: dict[str, object]) -> Club:
    visibility = str(chosen.pop("visibility", Visibility.ARBITERS))
    page = CODE_PAGES.get(str(chosen["language"]), "cp1252")
    club = services.create_club(by=user, code_page=page, **chosen)  # type: ignore[arg-type]
    services.create_link(club, by=user)
    return services.change_visibility(club, visibility, by=user)


@signed_in
@require_POST
def confirm_address(request: SignedInRequest) -> HttpResponse:
    """Send the confirmation of one's own address once more, and come back."""
    if queries.address_confirmed(request.user):
        messages.info(request, _("Your address is confirmed already."))
    elif not send_verification_email_for_user(request, request.user):
        messages.warning(request, _("The link was sent a moment ago. Wait a little, please."))
    return redirect("clubs:home")


@officer(Permission.VIEW_CLUB)
@require_safe
def settings(request: ArbiterRequest) -> HttpResponse:
    """The settings: a form for administrators, facts for arbiters."""
    return _settings_page(request, _settings_form(request))


def _settings_form(request: ArbiterRequest, data: Any = None) -> SettingsForm:
    initial = {name: getattr(request.club, name) for name in services.SETTINGS}
    return SettingsForm(data, initial=initial)


def _settings_page(request: ArbiterRequest, form: SettingsForm, status: int = 200) -> HttpResponse:
    return render(request, "clubs/settings.html", {"form": form}, status=status)


@officer(Permission.EDIT_CLUB)
@require_POST
def change_settings(request: ArbiterRequest) -> HttpResponse:
    """Save what was changed on the page. Where the mark goes that children play here, a page says
    first who will see what, and the yes to it needs the password given again."""
    form = _settings_form(request, request.POST)
    if not form.is_valid():
        return _settings_page(request, form, status=422)
    if form.overtaken():
        text = _("Somebody else changed the same meanwhile. Look at the settings as they are now.")
        messages.warning(request, text)
        return redirect("clubs:settings", request.club.slug)
    if not form.unmarks():
        return _save_settings(request, form)
    names = without_the_mark(request.club)
    if not agreed(request, names):
        context = {"names": names, "uncover": seal(names), "carried": form.carried()}
        return render(request, "clubs/uncover.html", context, status=422)
    return _uncovering_save(request, form)


change_settings.fresh = True  # type: ignore[attr-defined]


def _save_settings(request: ArbiterRequest, form: SettingsForm) -> HttpResponse:
    try:
        changed = services.change_club(request.club, by=request.user, **form.changes())
    except services.Refusal as refusal:
        form.add_error(None, say(refusal.message))
        return _settings_page(request, form, status=422)
    messages.success(request, _("Saved."))
    if "names" in changed:
        messages.info(request, _("Readers see initials from now on."))
    return redirect("clubs:settings", request.club.slug)


_uncovering_save = fresh()(_save_settings)


def confirmation(user: User) -> dict[str, object]:
    """What a page needs to ask for the confirmation of an address, in words."""
    return {
        "confirmed": queries.address_confirmed(user),
        "mail_in_console": mail.goes_to_console(),
    }
