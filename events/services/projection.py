"""Entries and games as the current revision and the identity decisions state them.

The rows are a copy kept for speed: whoever changes them behind the services is noticed by a
trigger, and the next rebuild puts them back and reports the drift.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.db import connection

from events.models import Entry, Event, EventRevision, Game
from events.queries.identities import identities
from events.results import half_points, rated_result
from events.revisions import EventContent, GameContent
from events.stored import from_json, to_json
from players.identity import Identities, Line, twice
from players.models import Player

Rows = dict[int, dict[str, Any]]
"""Columns of rows, by their number in the event."""

EVENT_COLUMNS = (
    "name", "start", "date", "sequence", "tempo", "minutes", "kind", "counts", "counts_reason",
    "steps", "rounds", "junior", "listing", "deleted",
)  # fmt: skip
ENTRY_COLUMNS = (
    "typed_name_id", "confirmed_id", "player_id", "place", "half_points", "asked_out",
)  # fmt: skip
COPIED_COLUMNS = (
    "round", "result", "kind", "board", "board_result", "colours_known", "unrated",
)  # fmt: skip
SAID_COLUMNS = (*COPIED_COLUMNS, "day", "rated")
GAME_COLUMNS = (*SAID_COLUMNS, "white_id", "black_id")
CHUNK = 200


@dataclass(frozen=True, slots=True)
class People:
    """Who is who in a club: players' ids by uid, and who plays at which line."""

    ids: Mapping[str, int]
    who: Identities

    def player(self, line: Line) -> int | None:
        """The id of the player at a line; None for nobody. Raises KeyError."""
        uid = self.who.at(line)
        return self.ids[uid] if uid else None

    def confirmed(self, uid: str) -> int | None:
        """The id of the very player with this uid. Raises KeyError."""
        return self.ids[uid] if uid else None


def people(club_id: int, lines: Iterable[Line] | None = None) -> People:
    """Everybody in the club, or those who were confirmed and those who play at these lines."""
    who = identities(club_id)
    players = Player.objects.filter(club=club_id)
    if lines is not None:
        wanted = {uid for line in lines for uid in (line.confirmed, who.at(line))}
        players = players.filter(uid__in=wanted)
    return People(dict(players.values_list("uid", "id")), who)


def lines(event: str, content: EventContent) -> list[Line]:
    """The lines of an event's list of players, as identity decisions name them."""
    return [Line(event, entry.number, entry.confirmed) for entry in content.entries]


def current_content(event: Event) -> EventContent:
    """What the newest revision of the event states."""
    newest = EventRevision.objects.filter(event=event).order_by("-number").only("content")[0]
    return from_json(EventContent, newest.content)


# -- What should be there, and what is -----------------------------------------------------------


def _event_columns(content: EventContent) -> dict[str, Any]:
    return {name: getattr(content, name) for name in EVENT_COLUMNS}


class Twice(ValueError):
    """One person at two lines of an event; `lines` are their numbers."""

    def __init__(self, one: int, other: int) -> None:
        super().__init__(f"lines {one} and {other} are one player")
        self.lines = (one, other)


def entry_rows(event: str, content: EventContent, who: People) -> Rows:
    """Columns of the lines. Nobody plays at those of a deleted event. Raises Twice, KeyError."""
    if not content.deleted:
        for one, other in twice(lines(event, content), who.who):
            raise Twice(one.number, other.number)
    return {
        entry.number: {
            "typed_name_id": entry.typed_name,
            "confirmed_id": who.confirmed(entry.confirmed),
            "player_id": None
            if content.deleted
            else who.player(Line(event, entry.number, entry.confirmed)),
            "place": entry.place,
            "half_points": entry.half_points,
            "asked_out": entry.asked_out,
        }
        for entry in content.entries
    }


def game_rows(content: EventContent, entry_ids: Mapping[int, int]) -> Rows:
    return {
        number: _game_columns(content, game)
        | {
            "white_id": entry_ids[game.white],
            "black_id": None if game.black is None else entry_ids[game.black],
        }
        for number, game in enumerate(content.games, 1)
    }


def _game_columns(content: EventContent, game: GameContent) -> dict[str, Any]:
    """What a row says of a game, but for who plays it."""
    return {name: getattr(game, name) for name in COPIED_COLUMNS} | {
        "day": content.day_of(game),
        "rated": _rated(game),
    }


def _rated(game: GameContent) -> int | None:
    """White's half points where a rating system may use the game."""
    result = rated_result(game.kind, game.result, game.board_result)
    if not result or game.unrated or game.black is None:
        return None
    return half_points(result)[0]


def differing(club_id: int) -> Iterator[Event]:
    """The club's events whose rows are not what their newest revision states. Writes nothing."""
    who = people(club_id)
    events = Event.objects.filter(club=club_id).order_by("date", "sequence", "pk").iterator(CHUNK)
    while chunk := list(islice(events, CHUNK)):
        yield from _differing(chunk, who)


def _differing(events: Sequence[Event], who: People) -> Iterator[Event]:
    contents = {
        revision.event_id: revision.content
        for revision in EventRevision.objects.filter(event__in=events)
        .order_by("event", "-number")
        .distinct("event")
        .only("event_id", "content")
    }
    entries = _stored(Entry, events, ("id", *ENTRY_COLUMNS))
    games = _stored(Game, events, GAME_COLUMNS)
    for event in events:
        lines_there, games_there = entries.get(event.pk, {}), games.get(event.pk, {})
        if not _equal(
            event, from_json(EventContent, contents[event.pk]), who, lines_there, games_there
        ):
            yield event


def _equal(event: Event, content: EventContent, who: People, entries: Rows, games: Rows) -> bool:
    """Whether the rows of an event state what its content does."""
    ids = {number: row.pop("id") for number, row in entries.items()}
    try:
        return (
            {name: getattr(event, name) for name in EVENT_COLUMNS} == _event_columns(content)
            and entries == entry_rows(event.uid, content, who)
            and games == game_rows(content, ids)
        )
    except (Twice, LookupError):  # decisions written by hand: no rows can state that
        return False


def _stored(
    model: type[Entry] | type[Game], events: Sequence[Event], columns: Sequence[str]
) -> dict[int, Rows]:
    found: dict[int, Rows] = {}
    rows = model.objects.filter(event__in=events).values("event_id", "number", *columns)
    for row in rows:
        found.setdefault(row.pop("event_id"), {})[row.pop("number")] = row
    return found


# -- Bringing it in line --------------------------------------------------------------------------


def project(
    event: Event, content: EventContent | None = None, before: Mapping[str, Any] | None = None
) -> bool:
    """Bring the event's row, entries and games in line with its newest revision.

    Returns whether anything differed. Rows that are right are not written, so that a correction
    of one result writes one game. `before` is what the rows are known to state so far, as a
    revision stores it: then they need not be read to find what differs. `event` is as the database
    has it. Raises KeyError for an entry that names nobody of the club.
    """
    content = content or current_content(event)
    changed = _sync_event(event, content)
    moved = None if before is None else _games_moved(before, to_json(content))
    if moved is None:
        changed |= _sync_people_and_games(event, content)
    else:
        _write_games(event, content, moved)
        changed |= bool(moved)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE events_event SET projected = version WHERE id = %s", [event.pk])
    return changed


# In SQL, for every correction of a result waits for it.
_SAID = ", ".join(f"{name} = %({name})s" for name in SAID_COLUMNS)
_GAME = f"""
    UPDATE events_game SET {_SAID} WHERE event_id = %(event)s AND number = %(number)s
"""  # noqa: S608 (the columns are ours)


def _write_games(event: Event, content: EventContent, numbers: Iterable[int]) -> None:
    """What the content says of these games, but for who plays them."""
    with connection.cursor() as cursor:
        for number in numbers:
            row = _game_columns(content, content.games[number - 1])
            cursor.execute(_GAME, row | {"event": event.pk, "number": number})


def _sync_event(event: Event, content: EventContent) -> bool:
    wanted = _event_columns(content)
    if all(getattr(event, name) == value for name, value in wanted.items()):
        return False
    Event.objects.filter(pk=event.pk).update(**wanted)
    for name, value in wanted.items():
        setattr(event, name, value)
    return True


def _sync_people_and_games(event: Event, content: EventContent) -> bool:
    who = people(event.club_id, lines(event.uid, content))
    changed = _sync(Entry, event, ENTRY_COLUMNS, entry_rows(event.uid, content, who))
    ids = dict(Entry.objects.filter(event=event).values_list("number", "id"))
    return _sync(Game, event, GAME_COLUMNS, game_rows(content, ids)) or changed


_PAIRING = ("white", "black")


def _games_moved(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[int] | None:
    """Numbers of the games that two stored contents state otherwise; None when they differ in
    entries, pairings or days, on which the rows of other games depend."""
    if any(before.get(name) != after.get(name) for name in ("entries", "round_days", "deleted")):
        return None
    games, others = before.get("games", []), after.get("games", [])
    if len(games) != len(others):
        return None
    pairs = enumerate(zip(games, others, strict=True), 1)
    moved = [(number, old, new) for number, (old, new) in pairs if old != new]
    if any(old[name] != new[name] for _, old, new in moved for name in _PAIRING):
        return None
    return [number for number, _, _ in moved]


def _sync(
    model: type[Entry] | type[Game], event: Event, columns: Sequence[str], wanted: Rows
) -> bool:
    """Insert, update and delete rows of the event, by number, until they equal `wanted`."""
    stored = _stored(model, [event], columns).get(event.pk, {})
    gone = stored.keys() - wanted.keys()
    moved = {n: row for n, row in wanted.items() if n in stored and stored[n] != row}
    new = {n: row for n, row in wanted.items() if n not in stored}
    if gone:
        model.objects.filter(event=event, number__in=gone).delete()
    if moved:
        _update(model, event, columns, moved)
    if new:
        rows: list[Any] = [
            model(club_id=event.club_id, event=event, number=n, **row) for n, row in new.items()
        ]
        model.objects.bulk_create(rows)
    return bool(gone or moved or new)


def _update(
    model: type[Entry] | type[Game], event: Event, columns: Sequence[str], rows: Rows
) -> None:
    changed: list[Any] = []
    for row in model.objects.filter(event=event, number__in=rows).only("pk", "number"):
        for name, value in rows[row.number].items():
            setattr(row, name, value)
        changed.append(row)
    model.objects.bulk_update(changed, [name.removesuffix("_id") for name in columns])
