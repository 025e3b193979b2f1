"""What an exporter needs to know about an event: plain values, no tables."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from events.revisions import GameContent


@dataclass(frozen=True, slots=True)
class ExportedPlayer:
    """One line of the players' list, under the name that the reader of the file may see."""

    number: int
    name: str
    place: int | None = None
    half_points: int | None = None


@dataclass(frozen=True, slots=True)
class ExportedEvent:
    """An event as it goes out. `round_days` by round, from round 1."""

    name: str
    players: tuple[ExportedPlayer, ...]
    games: tuple[GameContent, ...]
    start: date | None = None
    end: date | None = None
    rounds: int = 0
    round_days: tuple[date | None, ...] = field(default=())

    def day_of(self, game: GameContent) -> date | None:
        """The day a game was played: its own, else that of its round."""
        in_list = 0 < game.round <= len(self.round_days)
        return game.day or (self.round_days[game.round - 1] if in_list else None)


def distinct_names(players: Iterable[ExportedPlayer]) -> dict[int, str]:
    """A name for each number, with the number behind it where two players are called the same."""
    listed = list(players)
    taken: dict[str, int] = {}
    for player in listed:
        taken[player.name] = taken.get(player.name, 0) + 1
    return {
        player.number: f"{player.name} ({player.number})" if taken[player.name] > 1 else player.name
        for player in listed
    }
