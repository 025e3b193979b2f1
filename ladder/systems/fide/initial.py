"""FIDE's initial rating of a player without one, from the pool of games against rated opponents.

Source: FIDE Rating Regulations 8.2 of 1 March 2024 and of 1 January 2022 (docs/rules/fide.md).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from clubs.messages import Message, gettext_noop
from ladder.systems.fide.formulas import Played, dp, percentage
from ladder.systems.fide.rules import Rules
from ladder.systems.rounding import half_up

LEAST_GAMES = 5
HYPOTHETICAL = 1800  # rating of the opponents that everybody is taken to have drawn with
HALF_POINT = 20  # 2022: rating points for each half point above half the score

NOTHING = Message(gettext_noop("zero score or no games"))
FEW = gettext_noop("%(games)s games against rated opponents; %(least)s are needed")
LOW = gettext_noop("below %(floor)s, so not published")


@dataclass(frozen=True, slots=True)
class Initial:
    """An initial rating and how it came about. All None when there is nothing to compute."""

    games: int  # against rated opponents
    half_points: int
    average: Fraction | None = None  # Ra, not rounded; with the hypothetical opponents
    percent: int | None = None  # p, with the hypothetical draws
    added: int | None = None  # what the score adds to Ra
    by_half_points: bool = False  # added for half points, not by table 8.1.1
    computed: int | None = None  # Ru
    cut: bool = False  # it would have been above the highest there is
    rating: int | None = None  # Ru once it is published
    reason: Message | None = None  # why it is not
    hypothetical: int = 0  # opponents of 1800, drawn with
    most: int | None = None  # the highest first rating there is


def initial(pool: Iterable[Played], rules: Rules, *, first_event: bool = False) -> Initial:
    """The initial rating from a pool of games. `first_event`: the pool is the player's very first
    event, in which a score of zero is disregarded."""
    rated = [(opponent, half) for opponent, half in pool if opponent is not None]
    n, score = len(rated), sum(half for _, half in rated)
    if not n or (first_event and not score):
        return Initial(n, score, reason=NOTHING)
    extra, most = rules.hypothetical, rules.highest_initial
    average = Fraction(sum(opponent for opponent, _ in rated) + extra * HYPOTHETICAL, n + extra)
    percent = percentage(score + extra, n + extra)
    by_half_points = not extra and score >= n
    added = HALF_POINT * (score - n) if by_half_points else dp(percent)
    computed = int(half_up(average + added))
    cut = most is not None and computed > most
    if most is not None:
        computed = min(most, computed)
    reason = _unpublished(n, computed, rules.floor)
    return Initial(
        games=n,
        half_points=score,
        average=average,
        percent=percent,
        added=added,
        by_half_points=by_half_points,
        computed=computed,
        cut=cut,
        rating=computed if reason is None else None,
        reason=reason,
        hypothetical=extra,
        most=most,
    )


def _unpublished(games: int, computed: int, floor: int) -> Message | None:
    if games < LEAST_GAMES:
        return Message(FEW, {"games": games, "least": LEAST_GAMES})
    return Message(LOW, {"floor": floor}) if computed < floor else None
