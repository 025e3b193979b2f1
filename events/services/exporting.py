"""An event as files for arbiters carry it, with the names that people have now."""

from events.exporters.event import ExportedEvent, ExportedPlayer
from events.models import Event
from events.services.projection import current_content
from events.services.shown import shown


def exported(event: Event) -> ExportedEvent:
    """What the newest revision states, with full names; whoever is not known yet goes out as
    typed, whoever was erased as a fixed word."""
    content = current_content(event)
    names = {entry.number: entry.name or entry.typed for entry in shown(event).entries}
    players = tuple(
        ExportedPlayer(entry.number, names[entry.number], entry.place, entry.half_points)
        for entry in content.entries
    )
    return ExportedEvent(
        name=content.name,
        players=players,
        games=content.games,
        start=content.start,
        end=content.date,
        rounds=content.rounds,
        round_days=content.round_days,
    )
