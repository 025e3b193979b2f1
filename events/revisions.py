"""What an event says: the content of one revision, and how it is written down.

A revision is the truth; entries and games in the database are its projection. Content names
people by typed-name ids and player uids, never by text, so that erasing a person rewrites no
revision (docs/adr/0001-revisions-hold-ids-of-typed-names.md).
"""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

from events.results import GameKind, Result


class Tempo(StrEnum):
    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"
    OTHER = "other"


class EventKind(StrEnum):
    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    KNOCKOUT = "knockout"
    CASUAL = "casual"
    TEAM = "team"
    SIMUL = "simul"
    BUGHOUSE = "bughouse"
    VARIANT = "variant"


NOT_COUNTED_BY_DEFAULT = frozenset({EventKind.SIMUL, EventKind.BUGHOUSE, EventKind.VARIANT})


class Steps(StrEnum):
    """How a long event enters the history (docs/rules/conventions.md)."""

    EVENT = "event"  # read at its start, added at its end
    DAY = "day"  # each playing day is a step
    FINISHED = "finished"  # counted only when every game has its result


@dataclass(frozen=True, slots=True)
class EntryContent:
    """One line of the players' list. `number` is the start number and the key inside the event."""

    number: int
    typed_name: int  # id of the name as it was typed
    confirmed: str = ""  # uid of the player; "" is "not known yet"
    place: int | None = None  # as stated by the file
    half_points: int | None = None  # as stated by the file
    asked_out: bool = False  # asked, as a winner, that the list leave the event out for them


@dataclass(frozen=True, slots=True)
class GameContent:
    """One pairing. `black` is None for byes; without known colours the order means nothing."""

    round: int
    white: int  # entry number
    black: int | None
    result: Result = Result.NONE
    kind: GameKind = GameKind.OPEN
    board: int | None = None
    board_result: Result = Result.NONE  # where it differs from the standings
    colours_known: bool = True
    day: dt.date | None = None  # where it differs from the round's day
    unrated: str = ""  # reason given by an arbiter for taking one game out of the ratings


@dataclass(frozen=True, slots=True)
class EventContent:
    """The whole event as one revision states it."""

    name: str
    start: dt.date
    date: dt.date  # last day; of an event still open, the day of its last round with a result
    sequence: int
    tempo: Tempo = Tempo.STANDARD
    minutes: int | None = None
    kind: EventKind = EventKind.SWISS
    counts: bool = True
    counts_reason: str = ""
    steps: Steps = Steps.EVENT
    rounds: int = 0  # planned; 0 = as many as have pairings
    junior: bool = False  # on readers' pages of this event everybody counts as a child
    listing: str = ""  # for systems with lists: "next" the list after that of its day, "none" none
    round_days: tuple[dt.date | None, ...] = ()  # day of round 1, 2, ...
    deleted: bool = False
    entries: tuple[EntryContent, ...] = ()
    games: tuple[GameContent, ...] = ()

    def day_of(self, game: GameContent) -> dt.date | None:
        """The day a game was played on, where it is known: its own, else its round's."""
        known = game.round <= len(self.round_days)
        return game.day or (self.round_days[game.round - 1] if known else None)
