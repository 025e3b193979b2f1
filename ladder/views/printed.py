"""The list of the federation's kind for the arbiter: on paper, and as a file."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ArbiterRequest, officer
from clubs.cells import Cell, csv_bytes, csv_table
from clubs.days import day_asked, shown_span
from clubs.downloads import CSV, TEXT, download
from clubs.models import Club
from clubs.roles import Permission
from clubs.services import audit
from events.queries import EventHead, heads_by_id
from events.words import KIND, TEMPO
from ladder.queries import Stamp, stamp_or_404
from ladder.queries.printed import (
    Competition,
    Printed,
    by_name,
    cells,
    printed_as_announced,
    printed_list,
)


class Used(NamedTuple):
    """A competition of the list, with what is known of the event."""

    head: EventHead
    days: str
    tempo: str
    kind: str
    entered: Competition


@officer(Permission.EDIT_PLAYERS)
@require_safe
def show(request: ArbiterRequest, ladder: str, day: str) -> HttpResponse:
    """The list for printing, by rank, or with `?order=name` by name."""
    state, found = _found(request.club, ladder, day)
    by_names = request.GET.get("order") == "name"
    context = {
        "state": state,
        "day": found.day,
        "by_name": by_names,
        "lines": by_name(found.lines) if by_names else found.lines,
        "competitions": _used(request.club, found),
        "system": found.system,
    }
    return render(request, "ladder/list_print.html", context)


@officer(Permission.EXPORT)
@require_POST
def export(request: ArbiterRequest, ladder: str, day: str) -> HttpResponse:
    """The same as a table, or with `format=txt` as text; it stands in the log."""
    club = request.club
    _state, found = _found(club, ladder, day)
    as_text = request.POST.get("format") == "txt"
    audit(
        "list.export", club=club, by=request.user, object_uid=ladder,
        details={"on": found.day.isoformat(), "format": "txt" if as_text else "csv"},
    )  # fmt: skip
    name = f"list-{ladder}-{found.day.isoformat()}.{'txt' if as_text else 'csv'}"
    if as_text:
        return download("\r\n".join(_text(club, found)), TEXT, name)
    return download(csv_bytes(csv_table(_table(club, found))), CSV, name)


def _found(club: Club, ladder: str, day: str) -> tuple[Stamp, Printed]:
    """The list that is asked for, or 404."""
    state, on = stamp_or_404(club, ladder), day_asked(day)
    found = on and (
        printed_list(club, state.ladder, on) or printed_as_announced(club, state.ladder, on)
    )
    if not found:
        raise Http404
    return state, found


def _used(club: Club, found: Printed) -> list[Used]:
    heads = heads_by_id(club, [one.event for one in found.competitions])
    return [
        Used(
            head,
            shown_span(head.start, head.date),
            str(TEMPO.get(head.tempo, head.tempo)),
            str(KIND.get(head.kind, head.kind)),
            one,
        )
        for one in found.competitions
        if (head := heads.get(one.event))
    ]


def _list_header(found: Printed) -> list[str]:
    number = found.system or _("OK")
    return [_("Rank"), _("Player"), _("Born"), number, _("Games"), _("Change")]


def _used_header() -> list[str]:
    return [
        _("Competition"), _("First day"), _("Last day"), _("Tempo"), _("Kind"),
        _("Games counted"), _("Players computed"), _("Players collecting"), _("Left out"),
    ]  # fmt: skip


def _used_cells(one: Used) -> list[Cell]:
    head, entered = one.head, one.entered
    return [
        head.name, head.start.isoformat(), head.date.isoformat(), one.tempo, one.kind,
        entered.games, entered.computed, entered.pooled, entered.left_out,
    ]  # fmt: skip


def _table(club: Club, found: Printed) -> Iterator[Sequence[Cell]]:
    """The list, an empty row, the competitions."""
    yield _list_header(found)
    yield from map(cells, found.lines)
    if found.system:
        return
    yield []
    yield _used_header()
    yield from map(_used_cells, _used(club, found))


def _text(club: Club, found: Printed) -> Iterator[str]:
    """The same in columns of one width, for a sheet or a mail."""
    yield f"{club.name}: {_('list of %(day)s') % {'day': found.day.isoformat()}}"
    yield ""
    yield from _aligned([_list_header(found), *map(cells, found.lines)])
    yield ""
    if found.system:
        return
    yield _("Competitions in this list")
    yield from _aligned([_used_header(), *map(_used_cells, _used(club, found))])
    yield ""


def _aligned(rows: Sequence[Sequence[Cell]]) -> Iterator[str]:
    said = [["" if cell is None else str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*said, strict=True)]
    for row in said:
        parts = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(parts).rstrip()
