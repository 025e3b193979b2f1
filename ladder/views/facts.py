"""What rating systems need to know of a person: what is known, a new entry, taking one back."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.days import today
from clubs.roles import Permission
from events.queries import merged, person_now_or_404
from ladder import services
from ladder.fact_forms import FactsForm, TakeBackFactForm
from ladder.queries import Preview, facts_in_words, needed_facts
from ladder.queries.facts import entered_facts, facts_preview, new_ones
from ladder.sources import BEGINNING
from ladder.systems.facts import Fact
from players.models import Player
from players.queries import person_or_404

UNPROCESSABLE = 422


class Asked(NamedTuple):
    """What somebody wants to know before pressing the button; no previews: not to be said now."""

    previews: list[Preview] | None


@officer(Permission.EDIT_PLAYERS)
@require_safe
def show(request: ArbiterRequest, player: str) -> HttpResponse:
    """What is known, its history, and a form for more."""
    person = person_or_404(request.club, player)
    if now := merged(request.club).get(person.uid):
        return redirect("ladder:facts", request.club.slug, now)
    return _page(request, person, _form(request))


@officer(Permission.EDIT_PLAYERS)
@require_POST
def preview(request: ArbiterRequest, player: str) -> HttpResponse:
    """What saving would change. Nothing is saved."""
    person = person_now_or_404(request.club, player)
    form = _form(request, request.POST)
    asked = None
    if form.is_valid():
        asked = Asked(facts_preview(request.club, {person.pk: form.facts()}, form.from_day()))
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "ladder/_facts_preview.html", {"asked": asked})
    return _page(request, person, form, asked=asked, status=200 if asked else UNPROCESSABLE)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def save(request: ArbiterRequest, player: str) -> HttpResponse:
    """Enter what was filled in; what holds already is not written again."""
    person = person_now_or_404(request.club, player)
    form = _form(request, request.POST)
    if not form.is_valid():
        return _page(request, person, form, status=UNPROCESSABLE)
    day = form.from_day()
    new = new_ones(request.club, {person: form.facts()}, day).get(person)
    if new:
        services.give_facts(
            person, new, by=request.user, valid_from=day or BEGINNING,
            why=form.cleaned_data["why"],
        )  # fmt: skip
        messages.success(request, _("Saved. The ladders that need it are recomputed."))
    else:
        messages.info(request, _("Nothing was changed: this is what holds already."))
    return redirect("ladder:facts", request.club.slug, person.uid)


@officer(Permission.EDIT_PLAYERS)
@require_POST
def take_back(request: ArbiterRequest, player: str) -> HttpResponse:
    """Take back what holds of one fact from one day: it is known no longer from there on."""
    person = person_now_or_404(request.club, player)
    form = TakeBackFactForm(request.POST, facts=_needed(request))
    if not form.is_valid():
        return _page(request, person, _form(request), status=UNPROCESSABLE)
    name, day = form.cleaned_data["name"], form.cleaned_data["day"]
    entered = entered_facts(request.club, person.uid)
    if any(one.holds and (one.fact.name, one.day) == (name, day) for one in entered):
        services.give_facts(person, {name: None}, by=request.user, valid_from=day or BEGINNING)
    messages.success(request, _("Taken back. The ladders that need it are recomputed."))
    return redirect("ladder:facts", request.club.slug, person.uid)


def _form(request: ArbiterRequest, data: QueryDict | None = None) -> FactsForm:
    """The form of what the club's ladders need."""
    return FactsForm(data, facts=_needed(request), today=today(request.club))


def _needed(request: ArbiterRequest) -> tuple[Fact, ...]:
    """What the club's ladders need; where that is nothing there is no such page."""
    facts = needed_facts(request.club)
    if not facts:
        raise Http404
    return facts


def _page(
    request: ArbiterRequest,
    person: Player,
    form: FactsForm,
    *,
    asked: Asked | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "player": person,
        "form": form,
        "asked": asked,
        "known": facts_in_words(request.club, person.uid),
        "entered": entered_facts(request.club, person.uid),
    }
    return render(request, "ladder/facts.html", context, status=status)
