"""Arbiters' pages of norms: those of an event, the sheet of one (a certificate where it was made),
and those to report of a time. With full names, and with facts that readers never see."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.cells import Cell, csv_bytes, csv_table
from clubs.days import day_asked, season_days, season_of, today
from clubs.downloads import CSV, download
from clubs.models import Club
from clubs.roles import Permission
from clubs.services import audit
from events.queries import EventHead, find_event
from events.words import points
from ladder.calculators.czech_classes import NORMS
from ladder.calculators.czech_norms import LEAST_MINUTES
from ladder.calculators.event_norms import CLASS_WORDS, no_czech_norms, no_title_norms
from ladder.calculators.title_norms import LEAST_GAMES, NOT_CHECKED
from ladder.norm_sheets import (
    class_words,
    coefficient_words,
    game_lines,
    names_of,
    norm_words,
    player_line,
)
from ladder.queries.norms import (
    Asked,
    PlayerNorms,
    ToReport,
    event_norms,
    norms_asked,
    norms_to_report,
)
from players.names import sort_key
from players.queries import full_names


@officer(Permission.VIEW_CLUB)
@require_safe
def event(request: ArbiterRequest, event: str) -> HttpResponse:
    """What everybody in an event comes to, with the best choice of what is left out."""
    asked, head = _asked(request.club), _event(request.club, event)
    found = event_norms(request.club, [head])
    names = names_of(request.club, found)
    language = get_language() or "en"
    lines = sorted(
        (player_line(one, names) for one in found), key=lambda line: sort_key(line.name, language)
    )
    context = {
        "head": head,
        "asked": asked,
        "no_czech": no_czech_norms(head.tempo, head.kind, head.minutes),
        "no_title": no_title_norms(head.tempo, head.kind),
        "least_minutes": LEAST_MINUTES,
        "least_games": LEAST_GAMES,
        "lines": lines,
        "without": [line for line in lines if not line.at_stake],
        "with_titles": [line for line in lines if line.titles],
        "not_checked": NOT_CHECKED,
    }
    return render(request, "ladder/norms_event.html", context)


@officer(Permission.VIEW_CLUB)
@require_safe
def sheet(request: ArbiterRequest, event: str, player: str, norm: str) -> HttpResponse:
    """How one norm of a player comes out, for A4. Where it was made it is a certificate."""
    asked, head = _asked(request.club), _event(request.club, event)
    found = next(iter(event_norms(request.club, [head], player)), None)
    if found is None:
        raise Http404
    names = names_of(request.club, [found])
    czech = next((one for one in found.czech if one.name == norm), None)
    title = next((one for one in found.titles if one.norm == norm), None)
    may_be = (norm in NORMS and asked.czech) or (norm in _TITLES and asked.title)
    if not may_be or player not in names:
        raise Http404
    words = norm_words(found, czech, names) if czech else None
    context = {
        "head": head,
        "norm": norm,
        "found": found,
        "name": names[player],
        "own": coefficient_words(found.own),
        "class_before": class_words(found.class_before),
        "games": game_lines(found, names, czech.best if czech else None),
        "points": points(sum(game.half_points for game in found.games)),
        "words": words,
        "is_title": norm in _TITLES,
        "title": title,
        "achieved": bool((czech and czech.achieved) or (title and title.achieved)),
        "not_checked": NOT_CHECKED,
        "today": today(request.club),
    }
    return render(request, "ladder/norm_sheet.html", context)


_TITLES = ("GM", "IM", "WGM", "WIM")


class Line(NamedTuple):
    """A norm to report, with the name of who made it."""

    name: str
    one: ToReport
    class_before: str

    @property
    def is_title(self) -> bool:
        return self.one.norm in _TITLES


@officer(Permission.VIEW_CLUB)
@require_safe
def report(request: ArbiterRequest) -> HttpResponse:
    """The norms made in a time; without days of one in the season that is on."""
    asked = _asked(request.club)
    first, last = _days(request.club, request.GET.get("from", ""), request.GET.get("until", ""))
    context = {
        "asked": asked,
        "first": first,
        "last": last,
        "lines": _lines(request.club, first, last),
        "not_checked": NOT_CHECKED,
    }
    return render(request, "ladder/norms_report.html", context)


@officer(Permission.EXPORT)
@require_POST
def export(request: ArbiterRequest) -> HttpResponse:
    """The same list as a file. A POST: it stands in the log."""
    _asked(request.club)
    first, last = _days(request.club, request.POST.get("from", ""), request.POST.get("until", ""))
    text = csv_table(_rows(_lines(request.club, first, last)))
    span = f"{first.isoformat()}-{last.isoformat()}"
    details = {"from": first.isoformat(), "until": last.isoformat()}
    audit("norms.export", club=request.club, by=request.user, details=details)
    return download(csv_bytes(text), CSV, f"norms-{span}.csv", shown=f"{_('norms')}-{span}.csv")


def _lines(club: Club, first: date, last: date) -> list[Line]:
    found = norms_to_report(club, first, last)
    names = full_names(club, [one.uid for one in found])
    return [
        Line(names[one.uid], one, class_words(one.found.class_before))
        for one in found
        if one.uid in names  # nobody reports who was erased
    ]


def _rows(lines: list[Line]) -> Iterator[list[Cell]]:
    yield [
        *(_("Day"), _("Event"), _("Player"), _("Norm"), _("Class before"), _("Games")),
        *(_("Points"), _("Note")),
    ]
    registered = _("computed, valid after registration")
    for name, one, before in lines:
        played: PlayerNorms = one.found
        scored = points(sum(game.half_points for game in played.games))
        note = registered if one.norm in CLASS_WORDS else _("arithmetic of the norm only")
        yield [
            *(one.event.date.isoformat(), one.event.name, name, one.norm, before),
            *(len(played.games), scored, note),
        ]


def _days(club: Club, first: str, last: str) -> tuple[date, date]:
    """The time that is asked about; without one the season that is on, up to today."""
    now = today(club)
    return day_asked(first) or season_days(season_of(now))[0], day_asked(last) or now


def _asked(club: Club) -> Asked:
    """Which norms the club has to do with; where these are none there are no such pages."""
    asked = norms_asked(club)
    if not asked:
        raise Http404
    return asked


def _event(club: Club, uid: str) -> EventHead:
    head = find_event(club, uid)
    if head is None:
        raise Http404
    return head
