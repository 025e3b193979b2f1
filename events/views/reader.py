"""What members see of events: the seasons, and one event with its order and its rounds."""

from collections.abc import Sequence

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from clubs.access import ReaderRequest, event_reader, reader
from clubs.days import season_name
from clubs.models import Club
from clubs.pages import reader_page
from events import queries, words
from events.queries import EventHead
from events.rounds import rounds, side
from ladder.queries import (
    Changed,
    Stamp,
    event_changes,
    event_figures,
    ladder_asked,
    parts_of,
    shown_ladders,
    stamp_or_404,
)
from players.privacy import PublicPlayer
from players.queries import public_players


@reader
def event_list(request: ReaderRequest) -> HttpResponse:
    """The events of a season, the last first; `?season=2025` began in 2025."""
    who = request.reader
    asked = season_asked(request)

    def build(state: Stamp) -> dict[str, object]:
        seasons = queries.seasons(who.club)
        if asked is not None and asked not in seasons:
            raise Http404
        season = asked if asked is not None else next(iter(seasons), None)
        heads = queries.events_of_season(who.club, season) if season is not None else []
        return {
            "events": queries.public_events(who, heads),
            "seasons": [(year, season_name(year), year == season) for year in seasons],
        }

    return reader_page(
        request,
        "events/reader_events.html",
        stamp=lambda: stamp_or_404(who.club),
        build=build,
        query={"season": asked},
        section="events",
        title=_("Events"),
    )


def season_asked(request: ReaderRequest) -> int | None:
    """The season in the address; without one, or with nonsense, None."""
    text = request.GET.get("season", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) == 4 else None


@event_reader
def event_page(request: ReaderRequest, event: str) -> HttpResponse:
    """The final order of an event, its rounds, and what it changed.

    Whoever has this event's link only sees the results, and nothing of the ladder.
    """
    who, ladder = request.reader, ladder_asked(request)

    def build(state: Stamp) -> dict[str, object]:
        head = _event_or_404(who.club, event)
        entries, games = queries.entries(head.id), queries.games(head.id)
        ids = {entry.number: entry.player for entry in entries}
        known = [player for player in ids.values() if player]
        shown = public_players(who.club, known, junior=head.junior)
        links = not who.event_uid
        sides = {
            number: side(shown.get(player or 0), links=links) for number, player in ids.items()
        }
        changes = event_changes(state.ladder, head.id) if links else []
        figures = event_figures(state.ladder, head, entries, games) if links else None
        made = figures.by_player if figures else {}
        order = queries.final_order(head.id, entries, games)
        return {
            "event": queries.public_event(who, head),
            "stated": order.stated,
            "order": [
                {
                    "place": row.place,
                    "side": sides[row.number],
                    "points": words.points(row.half_points),
                    "buchholz": words.points(row.buchholz),
                    **_change(shown.get(ids[row.number] or 0), changes, ids[row.number]),
                    "performance": made.get(ids[row.number] or 0),
                }
                for row in order.rows
            ],
            "rounds": rounds(games, sides, entries),
            "unknown": sum(player is None for player in ids.values()),
            "in_ladder": bool(changes),
            "figures": figures,
            "kind": changes[0].kind if len(changes) == 1 else None,
            "kinds": [one.kind for one in changes],
            "shown": shown_ladders(who.club, state) if links else None,
        }

    return reader_page(
        request,
        "events/reader_event.html",
        stamp=lambda: stamp_or_404(who.club, ladder),
        build=build,
        query={"ladder": ladder or None},
        section="events",
        title=_("Event"),
    )


def _change(
    player: PublicPlayer | None, changes: Sequence[Changed], of: int | None
) -> dict[str, object]:
    """What the event changed for a player, and whose explanation it leads to."""
    return {
        "parts": parts_of(changes, of),
        "uid": player.uid if player and player.linked else "",
    }


def _event_or_404(club: Club, uid: str) -> EventHead:
    head = queries.find_event(club, uid)
    if head is None:
        raise Http404
    return head
