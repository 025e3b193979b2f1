"""Vectors of the FIDE rating, of tournament categories and of title norms."""

import datetime as dt
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from ladder.calculators.categories import average_rating, category
from ladder.calculators.title_norms import Norm, norm_result
from ladder.systems import exact, half_up
from ladder.systems.fide import formulas
from ladder.systems.fide.formulas import Career, Period, Played, RatedGame
from ladder.systems.fide.initial import initial
from ladder.systems.fide.rules import NEWEST, RULES, Chapter, Rules


def expected(given: Mapping[str, Any]) -> dict[str, Any]:
    """`fide.expected`: one game, which is then also the one of greatest difference."""
    rules, chapter, _ = _rules(given)
    own, opponent = _whole(given["own"]), _whole(given["opp"])
    (used,) = formulas.differences_used(own, [opponent], rules.cut, chapter)
    return {"D": used, "PD": formulas.expected_hundredths(used) / 100}


def change(given: Mapping[str, Any]) -> dict[str, Any]:
    """`fide.change`: the games of one tournament."""
    games = _tournament(given["own"], given["games"], given)
    total = formulas.gain(games)
    return {
        "per_game": [game.gain / 100 for game in games if game is not None],
        "sum": total / 100,
        "change": float(Fraction(exact(given["K"])) * total / 100),
    }


def period(given: Mapping[str, Any]) -> dict[str, Any]:
    """`fide.period`: tournaments, each from the rating valid at its start."""
    rules, _, _ = _rules(given)
    gains = (
        formulas.gain(_tournament(one["Ro"], one["games"], {**given, **one}))
        for one in given["tournaments"]
    )
    found = Period(_whole(given["base"]), given["K"], sum(gains), rules.floor)
    return {"total": float(found.total), "new": found.new, "listed": found.listed}


def development(given: Mapping[str, Any]) -> dict[str, Any]:
    """`fide.k`."""
    career = Career(
        _whole(given["rating"]),
        given.get("games_total", 0),
        given.get("ever_2400", False),
        given.get("ever_2300", False),
        given.get("birth_year"),
    )
    why = formulas.development(career, given.get("list_year"), given.get("games_in_period") or 0)
    return {"K": why.k}


def first(given: Mapping[str, Any]) -> dict[str, Any]:
    """`fide.initial`: rules "2024" (also for 2025) or "2022"."""
    year = str(given.get("rules", "2024"))[:4]
    rules = next(rules for rules in RULES.values() if rules.id.startswith(year))
    found = initial(
        _played(given["games"]), rules, first_event=bool(given.get("first_event", False))
    )
    return {
        "n": found.games,
        "Ra": None if found.average is None else float(found.average),
        "p": found.percent,
        "dp": found.added,
        "Ru": found.computed,
        "rating": found.rating,
        "reason": None if found.reason is None else str(found.reason),
    }


def tournament_category(given: Mapping[str, Any]) -> dict[str, Any]:
    """`fide.category`: from an average, or from everybody's rating (null = unrated)."""
    if "ratings" in given:
        ratings = [None if rating is None else exact(rating) for rating in given["ratings"]]
        average = average_rating(ratings, unrated_as=given.get("unrated"))
    else:
        average = int(half_up(exact(given["average"])))
    found = None if average is None else category(average, women=given.get("women", False))
    return {"average": average, "category": found}


def norm(given: Mapping[str, Any]) -> dict[str, Any]:
    """`fide.norm`."""
    opponents = [None if rating is None else exact(rating) for rating in given["opponents"]]
    found = norm_result(Norm(given["norm"]), opponents, _half_points(given["score"]))
    return {
        "games": found.games,
        "Ra": found.average,
        "p": found.percent,
        "dp": found.dp,
        "Rp": found.rating,
        "achieved": found.achieved,
    }


def _rules(given: Mapping[str, Any]) -> tuple[Rules, Chapter, dt.date]:
    """Rule set, chapter and start of the tournament: without a date the set's first day."""
    rules = RULES[given.get("rules") or NEWEST]
    start = dt.date.fromisoformat(given["date"]) if given.get("date") else rules.since
    return rules, Chapter(given.get("chapter") or "standard"), start


def _tournament(
    own: float, games: Iterable[Mapping[str, Any]], given: Mapping[str, Any]
) -> list[RatedGame | None]:
    rules, chapter, start = _rules(given)
    return formulas.tournament(_whole(own), _played(games), rules, chapter, start)


def _played(games: Iterable[Mapping[str, Any]]) -> list[Played]:
    return [
        Played(None if game["opp"] is None else _whole(game["opp"]), _half_points(game["score"]))
        for game in games
    ]


def _whole(rating: float) -> int:
    return int(half_up(exact(rating)))


def _half_points(score: float) -> int:
    doubled = Fraction(exact(score)) * 2
    if doubled.denominator != 1:
        raise ValueError(f"{score} is not a score")
    return doubled.numerator
