"""What if: the ladder under other rules, beside the ladder as it is. Nothing is saved."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.roles import Permission
from ladder import shown
from ladder.calibration import calibration_chart
from ladder.models import Ladder
from ladder.queries.comparison import Comparison, compare_rules
from ladder.queries.ruling import TooLong, in_force, system_choices
from ladder.rule_forms import SET, SystemForm, initial_of
from ladder.rulebook import rulebook
from ladder.slopes import MOST_RANKS, Slope, slope_chart
from ladder.sources import PoisonEvent
from ladder.views.ladders import UNPROCESSABLE, chosen, ladder_or_404


@officer(Permission.VIEW_CLUB)
@require_safe
def show(request: ArbiterRequest, ladder: str) -> HttpResponse:
    """Which rules to compare with."""
    found = ladder_or_404(request, ladder)
    return _page(request, found, _form(request, found))


@officer(Permission.VIEW_CLUB)
@require_POST
def result(request: ArbiterRequest, ladder: str) -> HttpResponse:
    """Both lists, how far they agree, and which foretells the club's games better."""
    found = ladder_or_404(request, ladder)
    form = _form(request, found, request.POST)
    if not form.is_valid():
        return _page(request, found, form, status=UNPROCESSABLE)
    said: dict[str, Any] = {}
    try:
        comparison = compare_rules(found, form.system_id, form.parameters())
    except TooLong:
        said = {"too_long": True}
    except PoisonEvent:
        said = {"stopped": True}
    else:
        said = {
            "found": comparison,
            "chart": _chart(comparison),
            "slopes": _slopes(comparison),
            "most_ranks": MOST_RANKS,
            "better": _better(comparison),
            "switch": _switch(form) if comparison.then.rated or not comparison.games else "",
            "needs_first": form.opens_empty(),
        }
    return _page(request, found, form, **said)


def _form(request: ArbiterRequest, ladder: Ladder, data: Any = None) -> SystemForm:
    """The settings of today, or those of another system with its defaults, or as sent."""
    now = rulebook(ladder).timeline.rules[-1]
    asked = data if data is not None else request.GET
    system = chosen(asked.get("system", ""), now.system.id)
    settings = now.settings if system.id == now.system.id else system.settings()
    own = initial_of(system.id, settings.as_dict(), rulebook(ladder).filters[-1])
    initial = {name: value for name, value in own.items() if name.startswith(SET)}
    return SystemForm(data, system=system, initial=initial)


def _switch(form: SystemForm) -> str:
    """The question of an address that fills in the form of the rules page."""
    # What was left empty is said too: otherwise the rules page would fill in what holds now.
    said = {one.name: "" for one in form.of_system()}
    said |= {SET + name: value for name, value in form.parameters().items() if value is not False}
    return urlencode({"system": form.system_id, "alone": "on", **said})


def _better(found: Comparison) -> str:
    """One sentence about which rules foretell the games better."""
    now, then = found.now.quality.log_loss, found.then.quality.log_loss
    if now is None or then is None:
        return ""
    if abs(now - then) < 0.0005:
        return _("Both foretell the club's games equally well.")
    if then < now:
        return _("The other rules foretell the club's games better.")
    return _("The present rules foretell the club's games better.")


def _chart(found: Comparison) -> SafeString:
    rows = [
        _("%(name)s: favourites expected to score %(expected)s %% scored %(scored)s %%.")
        % {
            "name": name,
            "expected": shown.decimals(one.expected * 100, 0),
            "scored": shown.decimals(one.scored * 100, 0),
        }
        for name, side in ((_("Now"), found.now), (_("Then"), found.then))
        for one in side.calibration
    ]
    chart = calibration_chart(
        found.now.calibration,
        found.then.calibration,
        title=_("What favourites were expected to score, and what they scored"),
        description=" ".join(rows),
        names=(_("Now"), _("Then")),
        axes=(_("expected of the favourite, %"), _("scored, %")),
    )
    return SafeString(chart)  # every word in it is escaped by calibration_chart


def _slopes(found: Comparison) -> SafeString:
    """How ranks move, by initials."""
    people = [
        Slope(one.label, one.now.rank if one.now else None, one.then.rank if one.then else None)
        for one in found.people
    ]
    moved = [
        _("%(player)s: from %(now)s to %(then)s.")
        % {"player": one.label, "now": one.now, "then": one.then}
        for one in people
        if one.moved
    ]
    chart = slope_chart(
        people,
        title=_("Ranks now and then"),
        description=" ".join(moved) or _("Nobody has another rank."),
        names=(_("Now"), _("Then")),
    )
    return SafeString(chart)  # every word in it is escaped by slope_chart


def _page(
    request: ArbiterRequest, ladder: Ladder, form: SystemForm, *, status: int = 200, **said: Any
) -> HttpResponse:
    context = {
        "ladder": ladder,
        "form": form,
        "held": in_force(ladder),
        "system": form.system_id,
        "systems": system_choices(),
        **said,
    }
    return render(request, "ladder/compare.html", context, status=status)
