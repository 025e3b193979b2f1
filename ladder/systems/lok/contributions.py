"""What one competition contributes to each player: opponents' OK, points and games.

Source: the federation code, 3.10 and 3.13; docs/rules/lok.md. Three ways, by the competition:

- open (teams, Swiss, or more than half of the players without an OK): the games with opponents who
  have an OK;
- all_rated (all play all, everybody has an OK): all opponents;
- Ra (all play all, up to half without an OK): N * Ra less the player's own value, from (4) and (6).

OKs are those valid when the competition started. A player without an OK who scores nothing is first
taken out of a competition in which all play all, as if never in it (3.13.7).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ladder.systems.lok.formulas import (
    correction,
    percentage,
    tournament_average,
    tournament_performance,
    valid,
)

CUT = 400
"""An opponent counts as at most so much weaker (3.13.6). A stronger one is not changed."""


class Method(StrEnum):
    OPEN = "open"
    ALL_RATED = "all_rated"
    RA = "Ra"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a competition in which all play all, with the games that were really played.

    `met` says how often each opponent was met; None where only the number of games is known.
    """

    uid: str
    ok: int | None
    points: Fraction
    games: int
    met: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Credit:
    """What a competition is worth to one player: the sum of opponents' OK over so many games, and
    the points from them.

    `total_400` is the sum with the 400-point rule, and None where it is not known who was met.
    `performance` is Rp by (6), of players without an OK in a competition by Ra.
    """

    total: Fraction
    total_400: Fraction | None
    games: int
    points: Fraction
    performance: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Closed:
    """A competition in which all play all. Without credits when it counts as an open one.

    `average` is Rz, `corrections` the sum of D(Pi) and `tournament` Ra; the last two only by Ra.
    """

    method: Method
    average: Fraction | None
    corrections: int | None
    tournament: Fraction | None
    credits: Mapping[str, Credit]


def lifted(own: int | None, opponent: int) -> int:
    """How much the 400-point rule adds to an opponent's OK; nothing for players without an OK."""
    return 0 if own is None else max(0, own - CUT - opponent)


def open_credit(own: int | None, games: Sequence[tuple[int | None, int]]) -> Credit:
    """What the games of one player in an open competition are worth: (opponent's OK, the player's
    half points)."""
    own = valid(own)
    counted = [(ok, half) for opponent, half in games if (ok := valid(opponent)) is not None]
    total = sum(ok for ok, _ in counted)
    cut = total + sum(lifted(own, ok) for ok, _ in counted)
    points = Fraction(sum(half for _, half in counted), 2)
    return Credit(Fraction(total), Fraction(cut), len(counted), points)


def closed(entrants: Sequence[Entrant], cycles: int = 1) -> Closed:
    """What a competition is worth in which all play all, `cycles` times."""
    players = without_zero(entrants, cycles)
    oks = {player.uid: ok for player in players if (ok := valid(player.ok)) is not None}
    if 2 * len(oks) < len(players) or not players:
        return Closed(Method.OPEN, None, None, None, {})
    average = Fraction(sum(oks.values()), len(oks))
    if len(oks) == len(players):
        given = {player.uid: _all_rated(player, oks) for player in players}
        return Closed(Method.ALL_RATED, average, None, None, given)
    corrections = sum(
        correction(percentage(player.points, player.games))
        for player in players
        if player.uid in oks
    )
    tournament = tournament_average(average, corrections, len(players), len(oks))
    given = {player.uid: _by_ra(player, oks, len(players), tournament) for player in players}
    return Closed(Method.RA, average, corrections, tournament, given)


def without_zero(entrants: Sequence[Entrant], cycles: int = 1) -> list[Entrant]:
    """The players without those who have no OK and scored nothing, and the others' games without
    the wins over them. Who played no game at all was not in it either."""
    out = {
        player.uid
        for player in entrants
        if not player.games or (valid(player.ok) is None and not player.points)
    }
    played_none = {player.uid for player in entrants if not player.games}
    left = []
    for player in entrants:
        if player.uid in out:
            continue
        if player.met is None:
            wins, met = cycles * len(out - played_none), None
        else:
            wins = sum(player.met.get(uid, 0) for uid in out)
            met = {uid: times for uid, times in player.met.items() if uid not in out}
        if player.games > wins:
            left.append(
                Entrant(player.uid, player.ok, player.points - wins, player.games - wins, met)
            )
    return left


def _all_rated(player: Entrant, oks: Mapping[str, int]) -> Credit:
    own = oks[player.uid]
    if player.met is None:
        total = Fraction(player.games * (sum(oks.values()) - own), len(oks) - 1)
    else:
        total = Fraction(sum(oks[uid] * times for uid, times in player.met.items()))
    return Credit(total, _with_cut(total, player, oks), player.games, player.points)


def _by_ra(player: Entrant, oks: Mapping[str, int], players: int, tournament: Fraction) -> Credit:
    """N * Ra less the player's own OK, or own performance by (6); for each game that was played
    the same part of it."""
    own = oks.get(player.uid)
    percent = percentage(player.points, player.games)
    rated = tournament_performance(tournament, percent, players) if own is None else None
    less = Fraction(own) if own is not None else rated
    assert less is not None
    total = player.games * (players * tournament - less) / (players - 1)
    return Credit(total, _with_cut(total, player, oks), player.games, player.points, rated)


def _with_cut(total: Fraction, player: Entrant, oks: Mapping[str, int]) -> Fraction | None:
    """The 400-point rule, game by game, with the opponents who have an OK."""
    if player.met is None:
        return None
    own = oks.get(player.uid)
    return total + sum(
        times * lifted(own, oks[uid]) for uid, times in player.met.items() if uid in oks
    )
