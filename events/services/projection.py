"""Entries and games as the current revision and the identity decisions state them.

The rows are a copy kept for speed: whoever changes them behind the services is noticed by a
trigger, and the next rebuild puts them back and reports the drift.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from events.models import Entry, Event, EventRevision, Game, IdentityDecision
from events.results import half_points, rated_result
from events.revisions import EventContent, GameContent
from events.stored import from_json
from players.identity import Decision, resolve
from players.models import Player

EVENT_COLUMNS = (
    "name", "start", "date", "sequence", "tempo", "minutes", "kind", "counts", "counts_reason",
    "steps", "rounds", "deleted",
)  # fmt: skip


def current_content(event: Event) -> EventContent:
    """What the newest revision of the event states."""
    newest = (
        EventRevision.objects.filter(event=event).order_by("-number").only("content")[0]
    )
    return from_json(EventContent, newest.content)


def resolver(club_id: int) -> Mapping[str, str]:
    """uid -> uid that stands for it now; uids that stand for themselves are left out."""
    rows = IdentityDecision.objects.filter(
        club=club_id, kind__in=("merge", "undo", "split")
    ).values_list("id", "kind", "player__uid", "other__uid", "undoes_id")
    return resolve(Decision(*row) for row in rows)


def project(event: Event, content: EventContent | None = None) -> bool:
    """Bring the event's row, entries and games in line with its newest revision.

    Returns whether anything differed. Rows that are right are not written, so that a correction
    of one result writes one game.
    """
    content = content or current_content(event)
    entries = _entries(event, content)
    changed = _sync_event(event, content)
    changed |= _sync(Entry, event, entries)
    ids = dict(Entry.objects.filter(event=event).values_list("number", "id"))
    return _sync(Game, event, _games(event, content, ids)) or changed


def _sync_event(event: Event, content: EventContent) -> bool:
    wanted = {name: getattr(content, name) for name in EVENT_COLUMNS}
    stored = Event.objects.filter(pk=event.pk).values(*EVENT_COLUMNS).get()
    if stored == wanted:
        return False
    Event.objects.filter(pk=event.pk).update(**wanted)
    for name, value in wanted.items():
        setattr(event, name, value)
    return True


def _entries(event: Event, content: EventContent) -> dict[int, dict[str, Any]]:
    uids = {entry.confirmed for entry in content.entries if entry.confirmed}
    now = resolver(event.club_id)
    wanted = uids | {now.get(uid, uid) for uid in uids}
    ids = dict(
        Player.objects.filter(club=event.club_id, uid__in=wanted).values_list(
            "uid", "id"
        )
    )
    return {
        entry.number: {
            "typed_name_id": entry.typed_name,
            "confirmed_id": ids[entry.confirmed] if entry.confirmed else None,
            "player_id": (
                ids[now.get(entry.confirmed, entry.confirmed)]
                if entry.confirmed
                else None
            ),
            "place": entry.place,
            "half_points": entry.half_points,
        }
        for entry in content.entries
    }


def _games(
    event: Event, content: EventContent, ids: Mapping[int, int]
) -> dict[int, dict[str, Any]]:
    return {
        number: _game_columns(game)
        | {
            "white_id": ids[game.white],
            "black_id": ids[game.black] if game.black is not None else None,
        }
        for number, game in enumerate(content.games, 1)
    }


def _game_columns(game: GameContent) -> dict[str, Any]:
    result = rated_result(game.kind, game.result, game.board_result)
    columns = asdict(game) | {
        "rated": half_points(result)[0]
        if result and not game.unrated and game.black
        else None
    }
    del columns["white"], columns["black"]
    return columns


def _sync(
    model: type[Entry] | type[Game], event: Event, wanted: Mapping[int, dict[str, Any]]
) -> bool:
    """Insert, update and delete rows of the event, by number, until they equal `wanted`."""
    columns = list(next(iter(wanted.values()))) if wanted else []
    stored = {
        row.pop("number"): row
        for row in model.objects.filter(event=event).values("number", *columns)
    }
    gone = stored.keys() - wanted.keys()
    moved = {n: row for n, row in wanted.items() if n in stored and stored[n] != row}
    new = {n: row for n, row in wanted.items() if n not in stored}
    if gone:
        model.objects.filter(event=event, number__in=gone).delete()
    if moved:
        _update(model, event, moved)
    if new:
        model.objects.bulk_create(
            model(club_id=event.club_id, event=event, number=n, **row)
            for n, row in new.items()
        )
    return bool(gone or moved or new)


def _update(
    model: type[Entry] | type[Game], event: Event, rows: Mapping[int, dict[str, Any]]
) -> None:
    columns = list(next(iter(rows.values())))
    found = model.objects.filter(event=event, number__in=rows).only("pk", "number")
    changed: list[Any] = []
    for row in found:
        for name, value in rows[row.number].items():
            setattr(row, name, value)
        changed.append(row)
    fields: Iterable[str] = (name.removesuffix("_id") for name in columns)
    model.objects.bulk_update(changed, fields)
