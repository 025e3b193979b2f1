"""What somebody at the door may ask for: to be hidden, to be a member, to be no junior any more, to
see what is stored.

One press each; what shows more than before asks first. Erasing for ever is a page of its own
(`events.views.person`).
"""

import json
from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import ArbiterRequest, fresh, officer
from clubs.context import club_root
from clubs.downloads import JSON, download
from clubs.models import Visibility
from clubs.roles import Permission, may
from clubs.services import Refusal
from clubs.templatetags.words import say
from clubs.uncovering import agreed, seal
from events.queries import merged
from ladder.queries import everything_about
from players import services
from players.forms import JuniorForm
from players.identity import group
from players.models import Player, RequestKind, Status
from players.queries import person_or_404, readers_see
from players.requests import close_answered
from players.views.arbiter import UNPROCESSABLE, person_page

Change = Callable[[ArbiterRequest, Player], str]


def _press(change: Change) -> Callable[..., HttpResponse]:
    """A POST view of one button: makes the change, says it, goes back to where it was pressed."""

    @officer(Permission.EDIT_PLAYERS)
    @require_POST
    @wraps(change)
    def view(request: ArbiterRequest, player: str) -> HttpResponse:
        person = person_or_404(request.club, player)
        if person.uid in merged(request.club):
            messages.error(request, _("This is one with another player now. Look again."))
            return _back(request, person)
        try:
            messages.success(request, change(request, person))
        except Refusal as refusal:
            messages.error(request, say(refusal.message))
        return _back(request, person)

    return view


def _back(request: ArbiterRequest, player: Player) -> HttpResponse:
    """To the page of this club where the button was, else to the person."""
    back = request.POST.get("back", "")
    if back.startswith(club_root(request.club)) and _is_page(back.partition("?")[0]):
        return HttpResponseRedirect(back)
    return redirect("players:player", request.club.slug, player.uid)


def _is_page(path: str) -> bool:
    """Whether we have such an address as it is written: one with `..`, which leads a browser
    elsewhere, is none."""
    try:
        resolve(path)
    except Resolver404:
        return False
    return True


@_press
def hide(request: ArbiterRequest, player: Player) -> str:
    services.hide(player, by=request.user)
    return _("Hidden. From this moment readers see “hidden player”.")


@officer(Permission.EDIT_PLAYERS)
@require_http_methods(["GET", "HEAD", "POST"])
@fresh()
def show_again(request: ArbiterRequest, player: str) -> HttpResponse:
    """Says first who will see what of somebody hidden."""
    person = person_or_404(request.club, player)
    if person.uid in merged(request.club) or person.status != Status.HIDDEN:
        messages.info(request, _("This player is not hidden."))
    elif request.method == "POST":
        shown = services.show_again(person, by=request.user)
        text = _("Shown again, as before: %(status)s.")
        messages.success(request, text % {"status": shown.get_status_display()})
    else:
        status = Status(person.status_before or Status.MEMBER)
        context = {
            "player": person,
            "status": status.label,
            "public": readers_see(person, status=status),
        }
        return render(request, "players/show_again.html", context)
    return redirect("players:player", request.club.slug, person.uid)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def junior(request: ArbiterRequest, player: str) -> HttpResponse:
    """Mark a junior, in one press. Before the mark goes a page says who will see what."""
    person, form = person_or_404(request.club, player), JuniorForm(request.POST)
    if person.uid in merged(request.club):
        messages.error(request, _("This is one with another player now. Look again."))
        return redirect("players:player", request.club.slug, person.uid)
    if not form.is_valid():
        messages.error(request, _("That was no answer. Nothing was changed."))
        return person_page(request, person, status=UNPROCESSABLE)
    if form.cleaned_data["junior"] == "yes" or not person.junior:
        return _mark(request, person, form.cleaned_data["junior"] == "yes")
    whole = services.shows_name(person, junior=False) and not services.shows_name(person)
    if whole and not may(request.officer.role, Permission.CHANGE_NAMES):
        raise PermissionDenied
    shown = _without_mark(person)
    if not agreed(request, shown):
        context = {"player": person, "uncover": seal(shown), **shown}
        return render(request, "players/unmark.html", context, status=UNPROCESSABLE)
    return _uncovering_mark(request, person, False)


junior.fresh = True  # type: ignore[attr-defined]


def _without_mark(player: Player) -> dict[str, object]:
    """What readers see now and would see then; of somebody hidden, once shown again."""
    hidden = player.status == Status.HIDDEN
    status = Status(player.status_before or Status.MEMBER) if hidden else player.status
    club = player.club
    return {
        "now": readers_see(player, status=status),
        "then": readers_see(player, status=status, junior=False),
        "days": club.visibility == Visibility.PUBLIC and not club.junior,
    }


def _mark(request: ArbiterRequest, player: Player, junior: bool) -> HttpResponse:
    services.mark_junior(player, junior, by=request.user)
    messages.success(request, _("Saved."))
    return redirect("players:player", request.club.slug, player.uid)


_uncovering_mark = fresh()(_mark)


@_press
def make_member(request: ArbiterRequest, player: Player) -> str:
    services.change_status(player, Status.MEMBER, by=request.user)
    return _("A member now, with all games played until today.")


@_press
def make_former(request: ArbiterRequest, player: Player) -> str:
    services.change_status(player, Status.FORMER, by=request.user)
    return _("A former member now: on no list, with all games. One press makes a member again.")


@officer(Permission.EDIT_PLAYERS)
@require_POST
@fresh()
def everything(request: ArbiterRequest, player: str) -> HttpResponse:
    """Everything that is stored about one person, as a file. A POST: it stands in the log."""
    person = person_or_404(request.club, player)
    person = person_or_404(request.club, merged(request.club).get(person.uid, person.uid))
    services.write_down_export(person, by=request.user)
    if request.POST.get("answers"):
        uids = group(person.uid, merged(request.club))
        close_answered(request.club, uids, RequestKind.ACCESS, by=request.user)
    text = json.dumps(everything_about(person), ensure_ascii=False, indent=2)
    return download(text + "\n", JSON, f"player-{person.uid}.json")
