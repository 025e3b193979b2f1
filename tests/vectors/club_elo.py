"""Vectors of club Elo: a single event from given ratings, and whole histories."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from events.results import GameKind, Result, half_points, rated_result
from events.revisions import NOT_COUNTED_BY_DEFAULT, EventKind, Steps
from ladder.replay import Timeline, replay
from ladder.systems import (
    Game,
    Phase,
    RatedEvent,
    Row,
    Step,
    encode,
    get,
    steps_in_order,
)

CLUB_ELO = get("club_elo")
KINDS = {
    "game": GameKind.PLAYED,
    "bye": GameKind.PAIRING_BYE,
    "forfeit": GameKind.FORFEIT,
    "bughouse": GameKind.PLAYED,  # its event is what does not count
}


def event(given: Mapping[str, Any]) -> dict[str, Any]:
    """`club_elo.event`: players with rating and games, one event of one day."""
    settings = CLUB_ELO.settings(given.get("config"))
    before = {
        uid: Row(uid, float(player["rating"]), player["games"], 0, 0.0)
        for uid, player in given["players"].items()
    }
    place = encode(date(2026, 1, 1), Phase.ONE_DAY, 1)
    step = Step(place, place, [game for game, _ in _rated(given["games"])])
    rows = {row.uid: row for row in CLUB_ELO.rows(step, before, before, settings)}
    return {uid: _numbers(row) for uid, row in (before | rows).items()}


def replayed(given: Mapping[str, Any]) -> dict[str, Any]:
    """`club_elo.replay`: events in any order, perhaps from starting ratings."""
    settings = CLUB_ELO.settings(given.get("config"))
    starts = [
        (date.min, uid, (float(player["rating"]), player["games"]))
        for uid, player in given.get("starts", {}).items()
    ]
    steps = steps_in_order(map(_event, given["events"]), starts)
    standing: dict[str, Row] = {}
    for done in replay(steps, Timeline.of("club_elo", settings)):
        standing.update((row.uid, row) for row in done.rows)
    listed = [row for row in standing.values() if row.played]
    listed.sort(key=lambda row: CLUB_ELO.list_key(row.uid, row, settings))
    return {
        "players": {row.uid: _numbers(row) for row in listed},
        "order": [row.uid for row in listed],
        "provisional": sorted(
            row.uid for row in listed if CLUB_ELO.is_provisional(row.games, settings)
        ),
    }


def _numbers(row: Row) -> dict[str, Any]:
    return {"rating": row.rating, "games": row.games, "change": row.change}


def _event(given: Mapping[str, Any]) -> RatedEvent:
    last = date.fromisoformat(given["date"])
    first = date.fromisoformat(given.get("start", given["date"]))
    rated = list(_rated(given["games"]))
    per_day = given.get("per_day", False)
    return RatedEvent(
        first,
        last,
        given.get("seq", 1),
        [game for game, _ in rated],
        Steps.DAY if per_day else Steps.EVENT,
        days=[date.fromisoformat(game["day"]) for _, game in rated] if per_day else None,
    )


def _rated(games: Iterable[Mapping[str, Any]]) -> Iterable[tuple[Game, Mapping[str, Any]]]:
    """The games that a rating system sees, each with its vector."""
    for game in games:
        kind = game.get("kind", "game")
        if kind == "bughouse" and EventKind.BUGHOUSE in NOT_COUNTED_BY_DEFAULT:
            continue
        board = Result(game.get("board", ""))
        result = rated_result(KINDS[kind], Result(game["result"]), board)
        if result is not Result.NONE and game["black"]:
            yield (game["white"], game["black"], half_points(result)[0]), game
