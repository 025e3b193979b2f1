"""The ladders of a club: which there are, another one, their names, their order, hiding one."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.days import today
from clubs.roles import Permission
from ladder import services
from ladder.models import Ladder
from ladder.queries.beginnings import nobody_begins
from ladder.queries.ruling import in_force, system_choices
from ladder.rule_forms import NEW_LADDERS, NameForm, NewLadderForm, preset
from ladder.systems import RatingSystem, choices, get
from players.queries import roster

UNPROCESSABLE = 422
Systems = list[tuple[str, str]]


@officer(Permission.VIEW_CLUB)
@require_safe
def index(request: ArbiterRequest) -> HttpResponse:
    """Every ladder with the rules that hold today."""
    found = [(one, in_force(one)[-1][1]) for one in ordered(request)]
    context = {
        "ladders": [pair for pair in found if not pair[0].hidden],
        "hidden": [pair for pair in found if pair[0].hidden],
    }
    return render(request, "ladder/ladders.html", context)


@officer(Permission.EDIT_RULES)
@require_safe
def new(request: ArbiterRequest) -> HttpResponse:
    """The form for another ladder; `?preset=rapid&system=fide` fills it in."""
    system = chosen(request.GET.get("system", ""))
    form = _form(request, system, initial=preset(request.GET.get("preset", ""), system))
    return _new_page(request, form, system)


@officer(Permission.EDIT_RULES)
@require_POST
def make(request: ArbiterRequest) -> HttpResponse:
    """Make it, and show its rules."""
    system = chosen(request.POST.get("system", ""))
    form = _form(request, system, request.POST)
    if not form.is_valid():
        return _new_page(request, form, system, status=UNPROCESSABLE)
    ladder = services.create_ladder(
        request.club,
        by=request.user,
        slug=form.cleaned_data["slug"],
        name=form.cleaned_data["name"],
        system=system.id,
        parameters=form.parameters(),
        filters=form.filters(),
    )
    messages.success(request, _("The ladder was made and is being computed from all events."))
    return redirect("ladder:rules", request.club.slug, ladder.slug)


@officer(Permission.EDIT_RULES)
@require_POST
def rename(request: ArbiterRequest, ladder: str) -> HttpResponse:
    """Call it otherwise."""
    found, form = ladder_or_404(request, ladder), NameForm(request.POST)
    if form.is_valid():
        services.rename_ladder(found, form.cleaned_data["name"], by=request.user)
        messages.success(request, _("Saved."))
    else:
        messages.error(request, _("A ladder needs a name of at most 100 letters."))
    return redirect("ladder:rules", request.club.slug, ladder)


@officer(Permission.EDIT_RULES)
@require_POST
def up(request: ArbiterRequest, ladder: str) -> HttpResponse:
    """Put it before the one above it."""
    services.move_up(ladder_or_404(request, ladder), by=request.user)
    return redirect("ladder:ladders", request.club.slug)


@officer(Permission.EDIT_RULES)
@require_POST
def hide(request: ArbiterRequest, ladder: str) -> HttpResponse:
    """Take it off all pages; nothing is deleted."""
    try:
        services.hide_ladder(ladder_or_404(request, ladder), by=request.user)
    except services.LastLadder:
        messages.error(request, _("A club shows at least one ladder."))
    else:
        messages.success(request, _("Hidden. It can be shown again at any time."))
    return redirect("ladder:ladders", request.club.slug)


@officer(Permission.EDIT_RULES)
@require_POST
def show(request: ArbiterRequest, ladder: str) -> HttpResponse:
    """Put it back on all pages."""
    services.show_ladder(ladder_or_404(request, ladder), by=request.user)
    return redirect("ladder:ladders", request.club.slug)


def ordered(request: ArbiterRequest) -> list[Ladder]:
    """All ladders of the club, those that are hidden too."""
    return list(request.club.ladders.select_related("club").order_by("position", "pk"))


def ladder_or_404(request: ArbiterRequest, slug: str) -> Ladder:
    """One of the club's ladders, also one that is hidden."""
    return get_object_or_404(Ladder.objects.select_related("club"), club=request.club, slug=slug)


def chosen(system: str, otherwise: str = "club_elo") -> RatingSystem[Any]:
    """The system that was asked for, or another one where there is none of this id."""
    return get(system if system in dict(choices()) else otherwise)


def groups(request: ArbiterRequest) -> list[str]:
    """The groups into which the club's people are put."""
    return sorted({one.group for one in roster(request.club) if one.group})


def _form(
    request: ArbiterRequest, system: RatingSystem[Any], *args: object, **kwargs: object
) -> NewLadderForm:
    return NewLadderForm(
        *args, system=system, club=request.club, groups=groups(request), today=today(request.club),
        **kwargs,
    )  # fmt: skip


def _new_page(
    request: ArbiterRequest, form: NewLadderForm, system: RatingSystem[Any], status: int = 200
) -> HttpResponse:
    context = {
        "form": form,
        "needs_first": form.opens_empty() and nobody_begins(request.club, form.needed()),
        "system": system.id,
        "systems": system_choices(),
        "presets": NEW_LADDERS,
        "preset": request.GET.get("preset", ""),
    }
    return render(request, "ladder/ladder_new.html", context, status=status)
