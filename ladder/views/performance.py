"""What members see of an event in terms of strength: performances, the average, the category."""

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from clubs.access import Reader, ReaderRequest, reader
from clubs.pages import reader_page
from events.queries import entries, final_order, find_event, games, public_event
from events.rounds import side
from events.words import points
from ladder.calculators.event_figures import Performance
from ladder.queries import Stamp, kind, ladder_asked, shown_ladders, stamp_or_404
from ladder.queries.performance import event_figures
from players.queries import public_players


@reader
def performance_page(request: ReaderRequest, event: str) -> HttpResponse:
    """The three performances of everybody in an event; `?ladder=` names whose ratings they are
    by."""
    who, ladder = request.reader, ladder_asked(request)
    return reader_page(
        request,
        "ladder/reader_performance.html",
        stamp=lambda: stamp_or_404(who.club, ladder),
        build=lambda state: _performances(who, state, event),
        query={"ladder": ladder or None},
        section="events",
        title=_("Performances"),
    )


def _performances(who: Reader, state: Stamp, event: str) -> dict[str, object]:
    head = find_event(who.club, event)
    if head is None:
        raise Http404
    listed, pairings = entries(head.id), games(head.id)
    ids = {entry.number: entry.player for entry in listed}
    shown = public_players(who.club, [pk for pk in ids.values() if pk], junior=head.junior)
    figures = event_figures(state.ladder, head, listed, pairings)
    rows = []
    for row in final_order(head.id, listed, pairings).rows if figures else ():
        player = shown.get(ids[row.number] or 0)
        found = figures.by_player.get(ids[row.number] or 0) if figures else None
        if found and player and isinstance(player.label, str):  # of hidden people no figures
            rows.append({"place": row.place, "side": side(player), **_words(found)})
    return {
        "event": public_event(who, head),
        "kind": kind(state.ladder, head.start),
        "shown": shown_ladders(who.club, state),
        "figures": figures,
        "rows": rows,
    }


def _words(found: Performance) -> dict[str, object]:
    return {"found": found, "points": points(found.half_points) if found.counted else ""}
