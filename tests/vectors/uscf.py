"""Vectors of US Chess: single formulas, whole events, floors."""

from collections.abc import Callable, Mapping
from typing import Any

from events.results import Result, half_points, rated_result
from ladder.systems import Game, exact, half_up
from ladder.systems.uscf.event import Entrant, rated_event
from ladder.systems.uscf.floors import floor_of
from ladder.systems.uscf.special import (
    Past,
    approximated,
    provisional_expectancy,
    special_rating,
)
from ladder.systems.uscf.standard import (
    BONUS_MULTIPLIER,
    effective_games,
    initial_rating,
    standard_rating,
)
from tests.vectors.club_elo import KINDS

Given = Mapping[str, Any]


def calc(given: Given) -> dict[str, Any]:
    """`uscf.calc`: one formula, named by `op`."""
    return OPERATIONS[given["op"]](given)


def _standard(given: Given) -> dict[str, Any]:
    rating = float(given["R"])
    times = given.get("times") or 1
    told = standard_rating(
        rating,
        effective_games(rating, given["N"]),
        given["opps"],
        given["score"],
        multiplier=given.get("B", BONUS_MULTIPLIER),
        meetings=max(times) if isinstance(times, list) else times,
        dual=given.get("dual", False),
    )
    return {"R": told.rating, "K": told.k, "change": told.change, "bonus": told.bonus}


def _special(given: Given) -> dict[str, Any]:
    rating = float(given["R"])
    effective = effective_games(rating, given["N"])
    return {"R": special_rating(rating, effective, given["opps"], given["score"], _past(given))}


def _past(given: Given) -> Past:
    if given.get("all_wins"):
        return Past.ALL_WON
    return Past.ALL_LOST if given.get("all_losses") else Past.MIXED


def _approximated(given: Given) -> dict[str, Any]:
    return {"R": approximated(given["R"], given["N"], given["opps"], given["W"], given["L"])}


OPERATIONS: dict[str, Callable[[Given], dict[str, Any]]] = {
    "effective_games": lambda given: {"Ne": effective_games(given["R"], given["N"])},
    "pwe": lambda given: {"PWe": provisional_expectancy(given["R"], given["opp"])},
    "initial": lambda given: {"R": initial_rating(given.get("age"))},
    "special": _special,
    "special_approx": _approximated,
    "standard": _standard,
}


def event(given: Given) -> dict[str, Any]:
    """`uscf.event`: who has no rated game keeps what there was."""
    entrants = {uid: _entrant(player) for uid, player in given["players"].items()}
    after = rated_event(
        entrants,
        _games(given),
        multiplier=given.get("B", BONUS_MULTIPLIER),
        dual=given.get("dual", False),
    )
    return {
        uid: _numbers(after[uid].rating, after[uid].games)
        if uid in after
        else _numbers(player.get("rating"), player.get("games") or 0)
        for uid, player in given["players"].items()
    }


def _entrant(player: Given) -> Entrant:
    rating, games = player.get("rating"), player.get("games") or 0
    if rating is None:
        return Entrant(initial_rating(player.get("age")))
    return Entrant(float(rating), games, _past(player))


def _games(given: Given) -> list[Game]:
    """The games that a rating system sees."""
    rated = []
    for game in given["games"]:
        kind = game.get("kind", "game")
        board = Result(game.get("board", ""))
        result = rated_result(KINDS[kind], Result(game["result"]), board)
        if kind != "bughouse" and result is not Result.NONE and game["black"]:
            rated.append((game["white"], game["black"], half_points(result)[0]))
    return rated


def _numbers(rating: float | None, games: int) -> dict[str, Any]:
    rounded = None if rating is None else int(half_up(exact(rating)))
    return {"rating": rating, "rounded": rounded, "games": games}


def floor(given: Given) -> dict[str, Any]:
    """`uscf.floor`."""
    return {
        "floor": floor_of(
            given.get("wins") or 0,
            given.get("draws") or 0,
            given.get("events3") or 0,
            peak=given.get("peak_established"),
            life_master=bool(given.get("olm")),
        )
    }
