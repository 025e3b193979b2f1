"""What pages read of events. Reads only; rows are plain tuples, for long pages are made of them."""

from events.queries.attendance import Line, Seen, lines_of_player, seen, spellings
from events.queries.identities import confirmed_spellings, identities, merged
from events.queries.lists import (
    EventHead,
    PublicEvent,
    event_names,
    events_of_season,
    find_event,
    heads_by_id,
    latest_events,
    public_event,
    public_events,
    seasons,
)
from events.queries.one import (
    UNKNOWN,
    EntryRow,
    GameRow,
    Placed,
    entries,
    final_order,
    games,
    podium,
)
from events.queries.people import Score, events_of_player, scores
from events.queries.work import (
    LastChange,
    OpenDraft,
    Waiting,
    last_changes,
    open_drafts,
    waiting_events,
)

__all__ = [
    "UNKNOWN",
    "EntryRow",
    "EventHead",
    "GameRow",
    "Line",
    "OpenDraft",
    "Placed",
    "PublicEvent",
    "Score",
    "Seen",
    "Waiting",
    "confirmed_spellings",
    "entries",
    "event_names",
    "events_of_player",
    "events_of_season",
    "final_order",
    "find_event",
    "games",
    "heads_by_id",
    "identities",
    "LastChange",
    "last_changes",
    "latest_events",
    "lines_of_player",
    "merged",
    "open_drafts",
    "podium",
    "public_event",
    "public_events",
    "scores",
    "seasons",
    "seen",
    "spellings",
    "waiting_events",
]
