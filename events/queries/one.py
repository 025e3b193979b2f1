"""One event: its players, its games, its order. Everything about people is an id or None."""

from collections.abc import Sequence
from datetime import date
from itertools import takewhile
from typing import NamedTuple

from clubs.messages import Message, gettext_noop
from clubs.models import Club
from events.models import Entry, EventRevision, Game
from events.results import GameKind, Result
from events.standings import Standings, standings
from events.words import points
from players.queries import public_players

UNKNOWN = Message(gettext_noop("player not known yet"))


class EntryRow(NamedTuple):
    """A line of the players' list; `player` is None while nobody knows who it is."""

    number: int
    player: int | None
    place: int | None
    half_points: int | None
    asked_out: bool  # asked that the list leave the event out for them


class GameRow(NamedTuple):
    """A pairing; `white` and `black` are numbers of entries, `black` is None for byes."""

    number: int
    round: int
    board: int | None
    white: int
    black: int | None
    result: Result
    board_result: Result
    kind: GameKind
    colours_known: bool
    day: date | None
    unrated: str
    rated: int | None


def entries(event_id: int) -> list[EntryRow]:
    """The players' list, by start number."""
    rows = Entry.objects.filter(event=event_id).order_by("number")
    columns = ("number", "player", "place", "half_points", "asked_out")
    return [EntryRow(*row) for row in rows.values_list(*columns)]


def games(event_id: int) -> list[GameRow]:
    """All pairings, by round and board."""
    rows = Game.objects.filter(event=event_id).values_list(
        "number", "round", "board", "white__number", "black__number", "result", "board_result",
        "kind", "colours_known", "day", "unrated", "rated",
    )  # fmt: skip
    found = [
        GameRow(*row[:5], Result(row[5]), Result(row[6]), GameKind(row[7]), *row[8:])
        for row in rows
    ]
    found.sort(key=lambda game: (game.round, game.board or 10_000, game.number))
    return found


def final_order(
    event_id: int, listed: Sequence[EntryRow], pairings: Sequence[GameRow]
) -> Standings:
    """The order of the event: as its file states it, unless a result was corrected since."""
    actions = (
        EventRevision.objects.filter(event=event_id)
        .order_by("-number")
        .values_list("action", flat=True)
    )
    corrected = "correct" in takewhile(lambda action: action in _KEEPS_PLACES, actions)
    return standings(listed, pairings, use_stated=not corrected)


# After anything else places and points are stated anew, with the results they rest on.
_KEEPS_PLACES = ("correct", "unrate", "rate", "resolve", "delete", "restore")


class Placed(NamedTuple):
    """One of the first of an event."""

    place: int
    label: str | Message
    points: str


def podium(club: Club, event_id: int, *, junior: bool = False) -> list[Placed]:
    """The first three of an event, in their order; `junior`: the event is marked."""
    listed = entries(event_id)
    first = final_order(event_id, listed, games(event_id)).rows[:3]
    players = {entry.number: entry.player for entry in listed}
    ids = [players[row.number] for row in first]
    found = [player for player in ids if player is not None]
    shown = public_players(club, found, junior=junior)
    return [
        Placed(
            row.place,
            UNKNOWN if player is None else shown[player].label,
            points(row.half_points),
        )
        for player, row in zip(ids, first, strict=True)
    ]
