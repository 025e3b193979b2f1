"""Arbiters' pages about people: everybody the club knows, and one person with what can be changed.

One POST view for each button; every change stands in the log.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, fresh, officer
from clubs.models import Visibility
from clubs.queries import members_link
from clubs.roles import Permission, may
from clubs.services import Refusal
from clubs.templatetags.words import say
from events.queries import (
    Score,
    Seen,
    heads_by_id,
    lines_of_player,
    merged,
    scores,
    seen,
    spellings,
    who_is,
)
from ladder.queries import (
    Figures,
    Held,
    class_now,
    course,
    facts_in_words,
    figures,
    needed_facts,
    norms_asked,
    stamp_or_404,
    starts,
    starts_held,
)
from players import services
from players.forms import (
    ConsentForm,
    DisplayForm,
    GroupForm,
    LabelForm,
    SearchForm,
    StatusForm,
)
from players.models import ConsentFor, Display, Player, Status
from players.names import sort_key
from players.queries import Rostered, consents, known_players, person_or_404, roster
from players.search import search
from players.views.asked import asked_about

PEOPLE, EVENTS = 100, 12
EVERYBODY = "all"
GROUPS = {
    Status.MEMBER: gettext_lazy("Members"),
    Status.GUEST: gettext_lazy("Guests"),
    Status.FORMER: gettext_lazy("Former members"),
    Status.HIDDEN: gettext_lazy("Hidden"),
    EVERYBODY: gettext_lazy("All"),
}
UNPROCESSABLE = 422


class Row(NamedTuple):
    """A line of the roster."""

    person: Rostered
    figures: Figures | None
    seen: Seen | None
    start: Held | None  # the starting rating of somebody who has not played yet


@officer(Permission.VIEW_CLUB)
@require_safe
def index(request: ArbiterRequest) -> HttpResponse:
    """Everybody of one status, by name; members unless another is asked for."""
    wanted = request.GET.get("status", Status.MEMBER)
    if wanted not in GROUPS:
        raise Http404
    people = _people(request)
    shown = [one for one in people if wanted in (one.status, EVERYBODY)]
    groups, group = Counter(one.group for one in shown if one.group), request.GET.get("group", "")
    if group in groups:
        shown = [one for one in shown if one.group == group]
    page = Paginator(shown, PEOPLE).get_page(request.GET.get("page"))
    return _roster_page(
        request,
        people,
        page.object_list,
        page=page,
        wanted=wanted,
        groups=sorted(groups.items()),
        group=group,
    )


@officer(Permission.VIEW_CLUB)
@require_POST
def find(request: ArbiterRequest) -> HttpResponse:
    """People by a part of their name; POST, so that no name stands in an address."""
    form = SearchForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Type a part of a name to look for."))
        return redirect("players:index", request.club.slug)
    sought = form.cleaned_data["name"]
    people = _people(request)
    hits = search(people, spellings(request.club), sought)
    return _roster_page(request, people, hits, sought=sought)


def _people(request: ArbiterRequest) -> list[Rostered]:
    """The roster by name; somebody who was found to be another person stands there as that one."""
    gone, language = merged(request.club), get_language() or "en"
    people = [one for one in roster(request.club) if one.uid not in gone]
    return sorted(people, key=lambda one: (sort_key(one.name, language), one.uid))


def _roster_page(
    request: ArbiterRequest, people: list[Rostered], shown: Iterable[Rostered], **more: Any
) -> HttpResponse:
    state = stamp_or_404(request.club)
    rated, here = figures(state.ladder), seen(request.club)
    held = starts_held(state.ladder)
    numbers = Counter(one.status for one in people) | Counter({EVERYBODY: len(people)})
    context = {
        "rows": [Row(one, rated.get(one.id), here.get(one.id), held.get(one.uid)) for one in shown],
        "statuses": [(key, label, numbers[key]) for key, label in GROUPS.items() if numbers[key]],
        "total": len(people),
        "asks_facts": bool(needed_facts(request.club)),
        **more,
    }
    return render(request, "players/roster.html", context)


# -- One person ---------------------------------------------------------------------------------


@officer(Permission.VIEW_CLUB)
@require_safe
def show(request: ArbiterRequest, player: str) -> HttpResponse:
    """One person; the address of somebody who was found to be another person leads on."""
    person = person_or_404(request.club, player)
    if now := merged(request.club).get(person.uid):
        return redirect("players:player", request.club.slug, now)
    return person_page(request, person)


def person_page(
    request: ArbiterRequest,
    player: Player,
    wrong: forms.Form | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """The page of one person; `wrong` is a form that was refused."""
    known = known_players(request.club, [player.pk])[player.pk]
    written = spellings(request.club).get(player.uid, set()) - {player.name.text}
    entered = starts(request.club, player.pk)
    context = {
        "player": player,
        "public": known.public,
        "child": services.is_child(player),
        "held_back": services.held_back(player),
        "consents": consents(player),
        "consent_form": wrong if isinstance(wrong, ConsentForm) else ConsentForm(),
        "reader_url": _reader_url(request) if known.public.linked else "",
        "spellings": sorted(written),
        "starts": [start for start in entered if start.holds],
        "facts": facts_in_words(request.club, player.uid),
        "group_form": GroupForm(initial={"group": player.group}),
        "label_form": LabelForm(initial={"label": player.label}),
        "statuses": Status,
        "displays": Display,
        "who": who_is(request.club, player.uid),
        **asked_about(request, player),
        **_record(request, player),
        **more,
    }
    if isinstance(wrong, GroupForm | LabelForm):
        context["group_form" if isinstance(wrong, GroupForm) else "label_form"] = wrong
    return render(request, "players/player.html", context, status=status)


def _reader_url(request: ArbiterRequest) -> str:
    """Where the members' pages of the club begin; empty while nobody but arbiters may look."""
    club = request.club
    if club.visibility == Visibility.PUBLIC:
        return f"/p/{club.slug}/"
    if club.visibility == Visibility.LINK:
        link = members_link(club)
        return link.url if link else ""
    return ""


def _record(request: ArbiterRequest, player: Player) -> dict[str, Any]:
    """The person's events, the last first, and what they add up to."""
    way = course(stamp_or_404(request.club).ladder, player.pk)
    czech = norms_asked(request.club).czech
    lines = lines_of_player(request.club, player.pk)
    won = scores(request.club, player.pk)
    page = Paginator(lines, EVENTS).get_page(request.GET.get("page"))
    heads = heads_by_id(request.club, [line.event for line in page])
    last = heads_by_id(request.club, [line.event for line in lines[:1]])
    parts = way.parts() if way else {}
    return {
        "way": way if way and way.now.played else None,
        "czech": class_now(request.club, player.pk, player.uid) if czech else None,
        "all_games": way.now.played + way.taken_over if way else 0,
        "record": Score(*map(sum, zip(*won.values(), strict=True))) if won else Score(0, 0, 0),
        "page": page,
        "attended": len(lines),
        "last": next((head.date for head in last.values()), None),
        "events": [
            (
                heads[line.event],
                line.typed if line.typed != player.name.text else "",
                parts.get(line.event),
            )
            for line in page
        ],
    }


# -- Changes ------------------------------------------------------------------------------------

Change = Callable[[ArbiterRequest, Player, dict[str, Any]], None]
Sets = Callable[[dict[str, Any]], dict[str, Any]]


def _reveals(player: Player, changed: dict[str, Any]) -> bool:
    """Whether these fields choose a full name for the person, or show one to readers in any way, by
    which they did not see it before."""
    before = Display(player.display), player.label
    after = Display(changed.get("display", before[0])), changed.get("label", before[1])
    if after != before and services.lacks_consent(player, *after):
        return False  # is refused with words of its own
    chosen = services.tells_name(player, *after) and not services.tells_name(player, *before)
    shown = services.shows_name(player, **changed) and not services.shows_name(player)
    return chosen or shown


def _button(
    form_class: type[forms.Form], *, sets: Sets | None = None
) -> Callable[[Change], Callable[..., HttpResponse]]:
    """A POST view of one button: reads its form, makes the change, goes back to the person.

    `sets` is for buttons by which readers may see a full name: the fields of the person that the
    press sets. One that shows a name is as the club's own step to full names: for an administrator,
    with the password given again."""

    def decorate(change: Change) -> Callable[..., HttpResponse]:
        @officer(Permission.EDIT_PLAYERS)
        @require_POST
        @wraps(change)
        def view(request: ArbiterRequest, player: str) -> HttpResponse:
            person = person_or_404(request.club, player)
            if person.uid in merged(request.club):
                messages.error(request, _("This is one with another player now. Look again."))
                return redirect("players:player", request.club.slug, person.uid)
            form = form_class(request.POST)
            if not form.is_valid():
                messages.error(request, _unanswered(form))
                return person_page(request, person, form, status=UNPROCESSABLE)
            if isinstance(form, LabelForm) and (found := form.doubts(form.cleaned_data["label"])):
                form.fields["label"].widget.attrs["autofocus"] = True
                return ask_if_sure(request, person, form, label_doubts=found)
            if sets is None or not _reveals(person, sets(form.cleaned_data)):
                return _press(request, person, form, change)
            if not may(request.officer.role, Permission.CHANGE_NAMES):
                raise PermissionDenied
            return _revealing_press(request, person, form, change)

        view.fresh = sets is not None  # type: ignore[attr-defined]
        return view

    return decorate


def ask_if_sure(
    request: ArbiterRequest, person: Player, wrong: forms.Form | None = None, **typed: Any
) -> HttpResponse:
    """The page once more, with what looks wrong with a name, and a press that saves it so."""
    messages.warning(request, _("Something looks wrong with the name. Nothing was saved yet."))
    return person_page(request, person, wrong, status=UNPROCESSABLE, **typed)


def _unanswered(form: forms.Form) -> str:
    """Which fields of a form that was refused to look at; buttons have none."""
    if not isinstance(form, ConsentForm | GroupForm | LabelForm):
        return _("That was no answer. Nothing was changed.")
    fields = " ".join(f"“{field.label}”" for field in form if field.errors)
    return _("Nothing was changed. Look at this again: %(fields)s") % {"fields": fields}


def _press(
    request: ArbiterRequest, person: Player, form: forms.Form, change: Change
) -> HttpResponse:
    try:
        change(request, person, form.cleaned_data)
    except Refusal as refusal:
        messages.error(request, say(refusal.message))
        asks = isinstance(form, DisplayForm | LabelForm)
        return person_page(request, person, status=UNPROCESSABLE, asks_consent=asks)
    messages.success(request, _("Saved."))
    return redirect("players:player", request.club.slug, person.uid)


_revealing_press = fresh()(_press)


@_button(StatusForm)
def status(request: ArbiterRequest, player: Player, said: dict[str, Any]) -> None:
    services.change_status(player, Status(said["status"]), by=request.user)


@_button(DisplayForm, sets=lambda said: {"display": said["display"]})
def display(request: ArbiterRequest, player: Player, said: dict[str, Any]) -> None:
    services.change_display(player, Display(said["display"]), by=request.user)


@_button(ConsentForm, sets=lambda said: {"consent": True, "consent_for": said["purpose"]})
def consent(request: ArbiterRequest, player: Player, said: dict[str, Any]) -> None:
    services.give_consent(
        player,
        ConsentFor(said["purpose"]),
        answers=(said["parents"], said["child"], said["rules"]),
        note=said["note"],
        by=request.user,
    )


@_button(forms.Form)
def withdraw(request: ArbiterRequest, player: Player, said: dict[str, Any]) -> None:
    services.withdraw_consent(player, by=request.user)


@_button(GroupForm)
def group(request: ArbiterRequest, player: Player, said: dict[str, Any]) -> None:
    services.change_group(player, said["group"], by=request.user)


@_button(LabelForm, sets=lambda said: {"label": said["label"]})
def label(request: ArbiterRequest, player: Player, said: dict[str, Any]) -> None:
    services.change_label(player, said["label"], by=request.user)
