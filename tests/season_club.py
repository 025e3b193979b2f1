"""The season of the demo as a club's history, published by the services: quicker than the demo,
which goes through files and the review of names."""

from collections import Counter
from datetime import date

from clubs.models import Club
from config.demo.season import PUBLISHED_TWICE, SeasonEvent, season_events
from events.drafts import Answer, DraftEntry, DraftEvent
from events.importers import read_event
from events.revisions import EventKind, GameContent, Tempo
from events.services.publishing import publish

TODAY = date(2026, 6, 1)


def publish_season(club: Club, at_most: int = 1000) -> None:
    """The events in the order of their last days; people are told apart by their names."""
    events = [event for event in season_events() if event.key not in PUBLISHED_TWICE]
    events.sort(key=lambda event: (event.end, event.start))
    sequences: Counter[date] = Counter()
    for event in events[:at_most]:
        sequences[event.end] += 1
        publish(club, _draft(club, event, sequences[event.end]), by=None)


def _draft(club: Club, event: SeasonEvent, sequence: int) -> DraftEvent:
    read = read_event(event.pairings_csv(), filename=f"{event.key}.csv", today=TODAY)
    known = dict(club.players.values_list("name__text", "uid"))
    closed = "robin" in event.system.casefold()
    words = event.name.casefold()
    tempo = next((t for t in (Tempo.BLITZ, Tempo.RAPID) if t in words), Tempo.STANDARD)
    return DraftEvent(
        name=event.name,
        start=event.start,
        date=event.end,
        sequence=sequence,
        kind=EventKind.ROUND_ROBIN if closed else EventKind.SWISS,
        tempo=tempo,
        entries=tuple(
            DraftEntry(
                player.number,
                player.name,
                answer=Answer.MEMBER if player.name in known else Answer.NEW,
                player=known.get(player.name, ""),
            )
            for player in read.players
        ),
        games=tuple(
            GameContent(
                game.round, game.white, game.black, game.result, game.kind, board=game.board
            )
            for game in read.games
        ),
    )
