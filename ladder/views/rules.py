"""The rules of one ladder: what holds, how it came about, and changing it with a preview."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.days import today
from clubs.roles import Permission
from ladder import services
from ladder.models import Ladder, LadderSettings
from ladder.queries import Preview
from ladder.queries.beginnings import nobody_begins
from ladder.queries.ruling import (
    TooLong,
    change_of,
    changes,
    in_force,
    rules_preview,
    system_choices,
    taken_by_switch,
)
from ladder.rule_forms import SET, NameForm, RulesForm, initial_of
from ladder.rulebook import Said, rulebook
from ladder.views.ladders import UNPROCESSABLE, chosen, groups, ladder_or_404, ordered


class Asked(NamedTuple):
    """What somebody wants to know before pressing the button. `undo`: the number of the entry that
    would be taken back; `preview` None: it cannot be said now."""

    undo: int | None
    preview: Preview | None
    too_long: bool = False


@officer(Permission.VIEW_CLUB)
@require_safe
def show(request: ArbiterRequest, ladder: str) -> HttpResponse:
    """What holds and the history; for who may change it a form, which the address may fill in:
    `?system=fide&set_chapter=rapid`."""
    found = ladder_or_404(request, ladder)
    return _page(request, found, _form(request, found))


@officer(Permission.EDIT_RULES)
@require_POST
def preview(request: ArbiterRequest, ladder: str) -> HttpResponse:
    """What saving the form, or with `undo` taking an entry back, would change."""
    found = ladder_or_404(request, ladder)
    if "undo" in request.POST:
        number = request.POST["undo"]
        row = _change(found, int(number) if number.isascii() and number.isdecimal() else 0)
        return _page(request, found, _form(request, found), asked=_asked_undo(row, number))
    form = _form(request, found, request.POST)
    form.fields["why"].required = False  # asked for when it is saved
    asked = None
    if form.is_valid():
        asked = _asked(found, None, _said(found, form))
    form.fields["why"].required = True
    if request.htmx:  # type: ignore[attr-defined]
        context = {"asked": asked, "form": form, **_taken(found, form)}
        return render(request, "ladder/_rules_preview.html", context)
    return _page(request, found, form, asked=asked, status=200 if asked else UNPROCESSABLE)


@officer(Permission.EDIT_RULES)
@require_POST
def save(request: ArbiterRequest, ladder: str) -> HttpResponse:
    """From this day on these rules hold."""
    found = ladder_or_404(request, ladder)
    form = _form(request, found, request.POST)
    if not form.is_valid():
        return _page(request, found, form, status=UNPROCESSABLE)
    if _holds_already(found, form):
        messages.info(request, _("These rules hold already: nothing was changed."))
    else:
        _change_rules(request, found, form)
        messages.success(request, _("Saved. The ladder is recomputed from there on."))
    return redirect("ladder:rules", request.club.slug, ladder)


@officer(Permission.EDIT_RULES)
@require_POST
def undo(request: ArbiterRequest, ladder: str, number: int) -> HttpResponse:
    """Take an entry of the history back: what was said of its day before it holds again."""
    found = ladder_or_404(request, ladder)
    row = _change(found, number)
    try:
        why = _("entry %(number)s taken back") % {"number": number}
        services.undo_rules(row, by=request.user, why=why)
    except ValueError:
        messages.error(request, _("This entry is not the newest of its day, or is the first one."))
    else:
        messages.success(request, _("Taken back. The ladder is recomputed from there on."))
    return redirect("ladder:rules", request.club.slug, ladder)


def _change(ladder: Ladder, number: int) -> LadderSettings:
    row = change_of(ladder, number)
    if row is None:
        raise Http404
    return row


def _asked_undo(row: LadderSettings, number: str) -> Asked | None:
    try:
        said = services.rules_before(row)
    except ValueError:
        return None
    return _asked(row.ladder, int(number), said)


def _said(ladder: Ladder, form: RulesForm) -> list[Said]:
    """What saving the form would say of which days."""
    rules = form.system_id, form.parameters(), form.filters().as_dict()
    return services.switched(ladder, *rules) if form.is_alone else [Said(form.since(), *rules)]


def _change_rules(request: ArbiterRequest, ladder: Ladder, form: RulesForm) -> None:
    rules: dict[str, Any] = {
        "by": request.user,
        "system": form.system_id,
        "parameters": form.parameters(),
        "filters": form.filters(),
        "why": form.cleaned_data["why"],
    }
    if form.is_alone:
        services.switch_rules(ladder, **rules)
    else:
        services.change_rules(ladder, valid_from=form.since(), **rules)


def _taken(ladder: Ladder, form: RulesForm) -> dict[str, Any]:
    """The entries that a switch takes back with it."""
    return {"taken": taken_by_switch(ladder) if form.is_alone else []}


def _asked(ladder: Ladder, undo: int | None, said: list[Said]) -> Asked:
    try:
        return Asked(undo, rules_preview(ladder, said))
    except TooLong:
        return Asked(undo, None, too_long=True)


def _holds_already(ladder: Ladder, form: RulesForm) -> bool:
    """Whether the very day of the form has these rules: a second press of the button."""
    held = ladder.settings.filter(valid_from=form.since()).order_by("-pk").first()
    if held is None or held.system != form.system_id:
        return False
    if form.is_alone and len(rulebook(ladder).days) > 1:
        return False
    settings = form.rating_system.settings
    same = settings(held.parameters) == settings(form.parameters())
    return same and held.filters == form.filters().as_dict()


def _form(request: ArbiterRequest, ladder: Ladder, data: Any = None) -> RulesForm:
    """With the rules of today, or those of another system with its defaults, or as sent."""
    book = rulebook(ladder)
    now, filters = book.timeline.rules[-1], book.filters[-1]
    asked = data if data is not None else request.GET
    system = chosen(asked.get("system", ""), now.system.id)
    settings = now.settings if system.id == now.system.id else system.settings()
    initial = initial_of(system.id, settings.as_dict(), filters)
    given = {name: value for name, value in request.GET.items() if name.startswith(SET)}
    initial |= {**given, "alone": "on" if "alone" in request.GET else ""}
    return RulesForm(
        data, system=system, groups=groups(request), today=today(request.club), initial=initial
    )


def _page(
    request: ArbiterRequest,
    ladder: Ladder,
    form: RulesForm,
    *,
    asked: Asked | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "ladder": ladder,
        "held": in_force(ladder),
        "changes": changes(ladder),
        "form": form,
        **_taken(ladder, form),
        "needs_first": form.opens_empty() and nobody_begins(request.club, form.needed(), ladder),
        "asked": asked,
        "system": form.system_id,
        "systems": system_choices(),
        "name_form": NameForm(initial={"name": ladder.name}),
        "others": sum(not one.hidden for one in ordered(request)) > 1,
    }
    return render(request, "ladder/rules.html", context, status=status)
