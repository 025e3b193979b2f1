"""Vectors of the Czech federation's list (LOK), performance classes and norms."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ladder.calculators import czech_norms as norms
from ladder.calculators.czech_classes import Merits, Sex, performance_class
from ladder.systems.lok import formulas
from ladder.systems.lok.contributions import Closed, Entrant, closed, lifted
from ladder.systems.lok.lists import List
from ladder.systems.lok.period import Competition, Outcome, Totals, new_ok, period
from ladder.systems.lok.starting import CLASSES, Known, first_listing, starting_ok, substitute

Given = Mapping[str, Any]
SEXES = {"M": Sex.MAN, "F": Sex.WOMAN, "W": Sex.WOMAN}


def table(given: Given) -> dict[str, Any]:
    """`lok.table`: a percentage or a difference."""
    answer: dict[str, Any] = {}
    if "P" in given:
        answer["D"] = formulas.correction(given["P"])
    if "diff" in given:
        answer["H"], answer["L"] = formulas.expected_percents(_exact(given["diff"]))
    return answer


def update(given: Given) -> dict[str, Any]:
    """`lok.update`: one period from its opponents, or from their sum."""
    return _outcome(new_ok(given["ok"], given.get("age"), _totals(given["ok"], given)))


def closed_event(given: Given) -> dict[str, Any]:
    """`lok.closed`: a tournament in which all play all."""
    cycles = given.get("cycles", 1)
    found = closed(_entrants(given["players"], cycles), cycles)
    return {
        "method": found.method.value,
        "Rz": _number(found.average),
        "sum_D": found.corrections,
        "Ra": _number(found.tournament),
        "players": _credits(found),
    }


def whole_period(given: Given) -> dict[str, Any]:
    """`lok.period`: the tournaments of a player in one period."""
    competitions = [
        Competition(
            str(each.get("id", number)),
            _totals(given["ok"], each),
            each.get("winner", False),
            each.get("opt_out", False),
        )
        for number, each in enumerate(given["tournaments"])
    ]
    outcome, skipped = period(given["ok"], given.get("age"), competitions)
    return _outcome(outcome) | {"skipped": skipped}


def norm(given: Given) -> dict[str, Any]:
    """`lok.norm`: one event."""
    games = [
        norms.NormGame(_coefficient(game["opp"]), int(2 * _exact(game["score"])))
        for game in given["games"]
        if not game.get("forfeit", False)
    ]
    found = norms.norm(given["class"], _coefficient(given.get("own")), games)
    return {
        "achieved": found.achieved,
        "plain": _choice(found.plain),
        "best": _choice(found.best),
        "margin": _number(found.best.margin if found.best else None),
    }


def norm_need(given: Given) -> dict[str, Any]:
    """`lok.norm_need`: what an average needs, or a number of points rounded."""
    if "points" in given:
        return {"needed": _number(norms.up_to_half(_exact(given["points"])))}
    percent = norms.needed_percent(given["class"], _exact(given["average"]))
    games = given.get("games")
    needed = None if percent is None or games is None else norms.needed_points(percent, games)
    return {"percent": percent, "needed": _number(needed)}


def player_class(given: Given) -> dict[str, Any]:
    """`lok.class`: the performance class by OKs and norms."""
    values = [given.get(name) for name in ("ok", "frl")]
    merits = Merits(
        max((value for value in values if value is not None), default=None),
        given.get("ok_rapid"),
        SEXES.get((given.get("sex") or "").upper()),
        given.get("norm"),
        given.get("title_norm"),
    )
    return {"class": performance_class(merits)}


def start(given: Given) -> dict[str, Any]:
    """`lok.start`: the value that a player starts a competition with."""
    which = List(given.get("list", "standard"))
    if which is List.RAPID:
        rapid = (given.get(name) for name in ("lok_rapid", "ok_rapid", "lok"))
        own, standard = next(filter(None, rapid), None), given.get("lok_standard")
    else:
        own, standard = None, given.get("lok", given.get("lok_standard"))
    known = Known(
        lok=standard,
        frl=given.get("frl"),
        lok_rapid=own,
        frl_rapid=given.get("frl_rapid"),
        national=given.get("national"),
        foreigner=given.get("foreigner", False),
        performance_class=given.get("class") if given.get("class") in CLASSES else None,
    )
    found = starting_ok(known, which, given.get("fide_rated", False))
    return {"ok": found.ok, "valid": found.valid}


def first_frl(given: Given) -> dict[str, Any]:
    """`lok.frl`: the first listing at FIDE."""
    skipping = given.get("on_list_date", False) and given.get("list") != "rapid"
    found = first_listing(given.get("lok"), given.get("frl_first"), skipping)
    return {"ok": found.ok, "taken": found.taken, "skip_next": found.skip_next}


def _totals(ok: int | None, given: Given) -> Totals:
    points = _exact(given["score"])
    if "opponents" not in given:
        return Totals(_exact(given["total"]), given["games"], points)
    opponents = given["opponents"]
    total = sum(each + lifted(formulas.valid(ok), each) for each in opponents)
    return Totals(Fraction(total), len(opponents), points)


def _entrants(players: Sequence[Given], cycles: int) -> list[Entrant]:
    """Who was met is known of players without a forfeit. Of the others it is worked out only where
    the games with somebody who scored nothing have to be taken out."""
    full = cycles * (len(players) - 1)
    games = {player["id"]: player.get("games", full) for player in players}
    nothing = [each["id"] for each in players if not each["ok"] and not each["score"]]
    everybody = any(games[uid] < full for uid in nothing)
    met = _met(games, cycles)
    return [
        Entrant(
            player["id"],
            player["ok"],
            _exact(player["score"]),
            games[player["id"]],
            met[player["id"]] if everybody or games[player["id"]] == full else None,
        )
        for player in players
    ]


def _met(games: Mapping[str, int], cycles: int) -> dict[str, dict[str, int]]:
    """How often each met each, when so many games were played: whoever misses most games misses
    them with those who miss most."""
    met = {uid: {other: cycles for other in games if other != uid} for uid in games}
    missing = {uid: cycles * (len(games) - 1) - number for uid, number in games.items()}
    while any(missing.values()):
        one = max(missing, key=lambda uid: missing[uid])
        others = sorted(games, key=lambda uid: -missing[uid])
        other = next((uid for uid in others if uid != one and met[one][uid]), None)
        if other is None or not missing[other]:
            break
        for uid, opponent in ((one, other), (other, one)):
            met[uid][opponent] -= 1
            missing[uid] -= 1
    return met


def _credits(found: Closed) -> dict[str, Any]:
    players: dict[str, Any] = {}
    for uid, credit in found.credits.items():
        players[uid] = {
            "total": _number(credit.total),
            "games": credit.games,
            "score": _number(credit.points),
        }
        if credit.total_400 is not None:
            players[uid]["total_400"] = _number(credit.total_400)
        if credit.performance is not None:
            players[uid]["Rp"] = _number(credit.performance)
    return players


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "exact": _number(outcome.exact),
        "ok": outcome.ok,
        "method": outcome.way.value,
        "removed": outcome.removed,
        "We": _number(outcome.expected),
        "K": outcome.k,
    }


def _choice(choice: norms.Choice | None) -> dict[str, Any] | None:
    return choice and {
        "own": choice.own,
        "left_out": list(choice.left_out),
        "average": choice.average,
        "percent": choice.percent,
        "needed": _number(choice.needed),
        "scored": _number(choice.scored),
        "margin": _number(choice.margin),
    }


def _coefficient(value: int | None) -> int:
    return substitute(None) if value is None else value


def _exact(value: float) -> Fraction:
    """The decimal number as it is written in the vector."""
    return Fraction(str(value))


def _number(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
