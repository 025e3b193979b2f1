"""The tables and formulas (1) to (6) of the federation code, one small function each.

Source: the federation code, 3.11 and 3.12, tables I and II; docs/rules/lok.md. Numbers are exact
(`Fraction`), and rounded only where the code says so: percentages and differences to whole numbers.
"""

from datetime import date
from fractions import Fraction
from functools import cache

from ladder.systems.rounding import Exact, half_up
from ladder.tables import Bands, rows

LEAST = 1001
"""The lowest OK that is published (3.13): a coefficient below it is none."""

_K = {"strong": "3.12.1", "young": "3.12.3", "other": "3.12.2"}


def valid(ok: int | None) -> int | None:
    """The OK, or None where there is none or it is too low to be one."""
    return ok if ok is not None and ok >= LEAST else None


def percentage(points: Exact, games: int) -> int:
    """P of a score, 0 to 100: 100 * points / games, half up. 5 of 8 is 63."""
    return int(half_up(Fraction(points) * 100 / games))


def correction(percent: int) -> int:
    """D(P), table I. Its ends are +766 and -766. Raises KeyError outside 0 to 100."""
    return _table_one()[percent]


def expected_percent(difference: Exact) -> int:
    """What a player is expected to score who is `difference` above the opponents (below: minus).

    Table II with the difference rounded half up without its sign; column H from 0 on, else L.
    """
    higher, lower = expected_percents(difference)
    return higher if difference >= 0 else lower


def expected_percents(difference: Exact) -> tuple[int, int]:
    """Table II at a difference of whatever sign: H of the stronger, L of the weaker side."""
    row = _table_two().at(int(half_up(abs(Fraction(difference)))))
    assert row is not None  # it begins at 0 and has no end
    return int(row["H"]), int(row["L"])


def performance(average: Exact, percent: int) -> Fraction:
    """(1) Rp = Rc + D(P)."""
    return Fraction(average) + correction(percent)


def expected_points(percent: int, games: int) -> Fraction:
    """(2) We = H * n / 100 (or L), not rounded."""
    return Fraction(percent * games, 100)


def improved(ok: int, k: int, points: Exact, expected: Exact) -> Fraction:
    """(3) Rn = R0 + K * (W - We)."""
    return ok + k * (Fraction(points) - Fraction(expected))


def tournament_average(average: Exact, corrections: int, players: int, with_ok: int) -> Fraction:
    """(4) Ra = Rz - (N - 1) / (N * M) * the sum of D(Pi), not rounded.

    `average` is Rz, the average OK of the M = `with_ok` players who have one; `players` is N.
    The fraction is lost in the source; FIDE's rule for the same case has it (docs/rules/lok.md).
    """
    return Fraction(average) - Fraction((players - 1) * corrections, players * with_ok)


def tournament_correction(percent: int, players: int) -> Fraction:
    """(5) Da(P) = D(P) * (N - 1) / N."""
    return Fraction(correction(percent) * (players - 1), players)


def tournament_performance(average: Exact, percent: int, players: int) -> Fraction:
    """(6) Rp = Ra + Da(P)."""
    return Fraction(average) + tournament_correction(percent, players)


def development(ok: int, age: int | None) -> int:
    """K (3.12): 10 from an OK of 2400 on; 25 under 20 years and 2200; else 15.

    A player whose age is not known is an adult."""
    if ok >= 2400:
        rule = _K["strong"]
    elif younger(age, 20) and ok < 2200:
        rule = _K["young"]
    else:
        rule = _K["other"]
    return _k_values()[rule]


def younger(age: int | None, than: int) -> bool:
    """Whether somebody is known to be younger than so many years."""
    return age is not None and age < than


def age_on(born: date, day: date) -> int:
    """Completed years on a day. Somebody born on 29 February is a year older on 1 March."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


@cache
def _table_one() -> dict[int, int]:
    return {int(row["P_percent"]): int(row["D"]) for row in rows("lok_table_I_percent_to_diff")}


@cache
def _table_two() -> Bands:
    return Bands("lok_table_II_diff_to_percent", "diff_from", "diff_to")


@cache
def _k_values() -> dict[str, int]:
    return {row["rule"]: int(row["K"]) for row in rows("lok_k")}
