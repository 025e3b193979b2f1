"""An event as a file: for readers its crosstable, for arbiters the pairings and the TRF with full
names."""

from collections.abc import Iterator
from decimal import Decimal

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST

from clubs.access import ArbiterRequest, Reader, ReaderRequest, event_reader, officer
from clubs.cells import Cell
from clubs.downloads import CSV, TEXT, download
from clubs.pages import reader_file
from clubs.roles import Permission
from clubs.services import audit
from clubs.templatetags.words import say
from events import queries
from events.exporters.crosstable import Words, crosstable
from events.exporters.csv_pairings import pairings_csv
from events.exporters.trf16 import trf16
from events.outcomes import HOW
from events.queries import EventHead
from events.rounds import side
from events.services.exporting import exported
from events.views.common import find_event, to_event
from ladder.queries import (
    Gave,
    Stamp,
    event_changes,
    headings,
    ladder_asked,
    rounded_change,
    stamp_or_404,
)
from players.queries import public_players


@event_reader
def event_file(request: ReaderRequest, event: str) -> HttpResponse:
    """What `events.views.reader.event_page` shows, as one table: the standings, and beside each
    player the games of all rounds."""
    who, ladder = request.reader, ladder_asked(request)

    def rows(state: Stamp) -> Iterator[list[Cell]]:
        head = queries.find_event(who.club, event)
        if head is None:
            raise Http404
        return _sheet(who, state, head)

    return reader_file(
        request,
        f"event-{event}.csv",
        stamp=lambda: stamp_or_404(who.club, ladder),
        rows=rows,
        query={"ladder": ladder or None},
        shown=f"{_('event')}-{event}.csv",
    )


def _sheet(who: Reader, state: Stamp, head: EventHead) -> Iterator[list[Cell]]:
    entries, games = queries.entries(head.id), queries.games(head.id)
    ids = {entry.number: entry.player for entry in entries}
    shown = public_players(who.club, filter(None, ids.values()), junior=head.junior)
    computed = [] if who.event_uid else event_changes(state.ladder, head.id)
    # What waits for a list changes nothing by itself: beside other systems its column stays empty.
    changes = computed if len(computed) > 1 else [one for one in computed if not one.kind.lists]
    titles = [one.kind.title for one in changes]
    order = queries.final_order(head.id, entries, games)
    rounds = max((game.round for game in games), default=0)
    numbers = [row.number for row in order.rows]
    cells = crosstable(numbers, games, rounds, _words())
    columns = [_("No."), _("Place"), _("Player")]
    columns += [_("Round %(number)s") % {"number": number} for number in range(1, rounds + 1)]
    columns += [_("Points"), *([] if order.stated else [_("Buchholz")])]
    yield [*columns, *headings(_("Change"), titles, named=len(computed) > 1)]
    for line, row in enumerate(order.rows, 1):
        player = ids[row.number]
        label = say(side(shown.get(player or 0)).label)
        tail: list[Cell] = [_points(row.half_points)]
        tail += [] if order.stated else [_points(row.buchholz)]
        tail += [None if one.kind.lists else _given(one.by.get(player or 0)) for one in changes]
        yield [line, row.place, label, *cells[row.number], *tail]


def _given(gave: Gave | None) -> Decimal | None:
    """The change as a number; a first rating is none."""
    return gave and rounded_change(gave.change)


def _words() -> Words:
    return Words(
        white=pgettext("white, in a crosstable", "w"),
        black=pgettext("black, in a crosstable", "b"),
        kinds={kind: _(how) for kind, how in HOW.items()},
    )


def _points(half: int) -> Decimal:
    return Decimal(half) / 2


@officer(Permission.EXPORT)
@require_POST
def export(request: ArbiterRequest, event: str) -> HttpResponse:
    """The event with full names, as our importers read it again: a table of pairings, or with
    `format=trf` a TRF16. A POST: it stands in the log."""
    found = find_event(request, event)
    as_trf = request.POST.get("format") == "trf"
    content = exported(found)
    try:
        data = trf16(content) if as_trf else pairings_csv(content)
    except ValueError:
        messages.error(
            request, _("A TRF has no room for start numbers above 9999. Take the table (CSV).")
        )
        return to_event(request, found)
    ending, kind = ("trf", TEXT) if as_trf else ("csv", CSV)
    audit(
        "event.export",
        club=request.club,
        by=request.user,
        object_uid=found.uid,
        details={"format": ending},
    )
    which = f"{found.date.isoformat()}-{found.sequence}.{ending}"
    return download(data, kind, f"event-{which}", shown=f"{_('event')}-{which}")
