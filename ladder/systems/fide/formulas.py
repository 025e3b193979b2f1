"""FIDE's formulas for a player who has a rating: D, PD, change of a period, and K.

Ratings are whole numbers, as published. Expected scores and what a game gains are whole hundredths
of a point, as in table 8.1.2, so that every sum is exact. Rounding happens once, in `Period.new`.

Source: FIDE Rating Regulations 8.1, 8.3 (docs/rules/fide.md).
"""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from ladder.systems.fide.rules import Chapter, Cut, Rules, far_games_unrated
from ladder.systems.rounding import half_away, half_up
from ladder.tables import rows

CUT = 400  # points: a greater difference counts as this
NEVER_CUT = 2650  # from this rating on, where the rules say so
FAR, ABOVE = 600, 2600  # rapid and blitz: the game that is not rated
MOST_K_GAMES = 700  # K times the games of a period may not exceed this
FEW_GAMES = 30  # with fewer rated games in all, K is that of a new player
JUNIOR = 18  # until the end of the year of this birthday


class Played(NamedTuple):
    """A game as a rated player's calculation needs it."""

    opponent: int | None  # rating on the list at the tournament's start; None = not rated
    half_points: int  # the player's: 0, 1, 2


class RatedGame(NamedTuple):
    """What one game comes to for a rated player."""

    difference: int  # own rating minus the opponent's
    used: int  # the same, cut where the rules say so
    expected: int  # hundredths of a point
    gain: int  # hundredths: score minus expected


@cache
def _expectations() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Table 8.1.2 laid out by |D|: hundredths for the higher and for the lower rated player. The
    last place stands for every greater difference."""
    higher: list[int] = []
    lower: list[int] = []
    for row in rows("fide_8_1_2_d_to_pd"):
        first, last = int(row["d_from"]), int(row["d_to"] or row["d_from"])
        if first != len(higher):
            raise ValueError(f"table 8.1.2: a row begins at {first}, {len(higher)} was expected")
        higher += [_hundredths(row["PD_H"])] * (last - first + 1)
        lower += [_hundredths(row["PD_L"])] * (last - first + 1)
    return tuple(higher), tuple(lower)


def _hundredths(text: str) -> int:
    value = Fraction(text) * 100
    if value.denominator != 1:
        raise ValueError(f"{text} is not a whole number of hundredths")
    return value.numerator


@cache
def _differences() -> dict[int, int]:
    """Table 8.1.1: percentage to difference."""
    return {int(row["p_percent"]): int(row["dp"]) for row in rows("fide_8_1_1_p_to_dp")}


def expected_hundredths(difference: int) -> int:
    """PD of table 8.1.2 for D = own rating minus the opponent's, in hundredths of a point."""
    higher, lower = _expectations()
    row = min(abs(difference), len(higher) - 1)
    return higher[row] if difference >= 0 else lower[row]


def dp(percent: int) -> int:
    """The difference of ratings that a percentage stands for (table 8.1.1). Raises ValueError for
    anything but 0 to 100."""
    try:
        return _differences()[percent]
    except KeyError:
        raise ValueError(f"a percentage from 0 to 100 is needed, not {percent}") from None


def percentage(half_points: int, games: int) -> int:
    """p: the score in whole per cent, half a per cent up. Raises ValueError for an impossible
    score."""
    if games < 1 or not 0 <= half_points <= 2 * games:
        raise ValueError(f"{half_points} half points from {games} games are impossible")
    return int(half_up(Fraction(50 * half_points, games)))


def differences_used(own: int, opponents: Sequence[int], cut: Cut, chapter: Chapter) -> list[int]:
    """D of each game of one tournament, after the 400-point rule.

    In rapid and blitz every difference is cut. Of equally great ones against weaker opponents that
    may be cut only once, the first is; the sum is the same whichever it is.
    """
    real = [own - opponent for opponent in opponents]
    if chapter is Chapter.STANDARD:
        if cut is Cut.BELOW_2650 and own >= NEVER_CUT:
            return real
        if cut is Cut.ONCE:
            once = real.index(max(real)) if real else None
            return [max(d, -CUT) if i != once else _cut(d) for i, d in enumerate(real)]
    return [_cut(d) for d in real]


def _cut(difference: int) -> int:
    return max(-CUT, min(CUT, difference))


def is_far(own: int, opponent: int) -> bool:
    """600 points or more apart, and one of the two above 2600: not rated in rapid and blitz
    since December 2024."""
    return abs(own - opponent) >= FAR and max(own, opponent) > ABOVE


def tournament(
    own: int, games: Sequence[Played], rules: Rules, chapter: Chapter, start: dt.date
) -> list[RatedGame | None]:
    """Each game of one tournament for a rated player, in the given order; None = not rated (the
    opponent has no rating, or the two are too far apart for rapid and blitz).

    `own` is the player's rating on the list valid at the tournament's `start`.
    """
    far = far_games_unrated(chapter, start)
    rated = [
        (game.opponent, game.half_points)
        for game in games
        if game.opponent is not None and not (far and is_far(own, game.opponent))
    ]
    used = differences_used(own, [opponent for opponent, _ in rated], rules.cut, chapter)
    found = iter(
        RatedGame(own - opponent, d, expected, 50 * half_points - expected)
        for (opponent, half_points), d in zip(rated, used, strict=True)
        for expected in (expected_hundredths(d),)
    )
    return [
        None if opponent is None or (far and is_far(own, opponent)) else next(found)
        for opponent, _ in games
    ]


def gain(games: Iterable[RatedGame | None]) -> int:
    """The sum of what games gain, in hundredths of a point: ΔR of 8.3.4 without K."""
    return sum(game.gain for game in games if game is not None)


@dataclass(frozen=True, slots=True)
class Period:
    """The change of a period: K times the gains of all its tournaments, rounded once."""

    base: int  # rating on the list before the period
    k: int
    gain: int  # hundredths
    floor: int
    change: int = field(init=False)  # rounded

    def __post_init__(self) -> None:
        object.__setattr__(self, "change", int(half_away(self.total)))

    @property
    def total(self) -> Fraction:
        """Not rounded."""
        return Fraction(self.k * self.gain, 100)

    @property
    def new(self) -> int:
        return self.base + self.change

    @property
    def listed(self) -> bool:
        """Below the floor a player is shown as unrated and starts a new pool."""
        return self.new >= self.floor


@dataclass(frozen=True, slots=True)
class Career:
    """What K depends on. `games` are all rated games before the period; the ratings are those of
    published lists. An unknown year of birth is an adult's."""

    rating: int
    games: int
    ever_2400: bool = False
    ever_2300: bool = False
    birth_year: int | None = None


class Why(NamedTuple):
    """K, what it was before the limit of 700, and which line of 8.3.3 gave it."""

    k: int
    base: int
    line: str  # "2400", "junior", "new" or "other"


def development(career: Career, list_year: int | None = None, games_in_period: int = 0) -> Why:
    """K of 8.3.3: the first line that applies; then cut so that K times the games of the period
    is not above 700."""
    if career.ever_2400 or career.rating >= 2400:
        base, line = 10, "2400"
    elif _is_junior(career, list_year):
        base, line = 40, "junior"
    elif career.games < FEW_GAMES:
        base, line = 40, "new"
    else:
        base, line = 20, "other"
    if base * games_in_period > MOST_K_GAMES:
        return Why(MOST_K_GAMES // games_in_period, base, line)
    return Why(base, base, line)


def _is_junior(career: Career, list_year: int | None) -> bool:
    if career.birth_year is None or list_year is None:
        return False
    young = list_year - career.birth_year <= JUNIOR
    return young and not career.ever_2300 and career.rating < 2300
