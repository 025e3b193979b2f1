"""Two sets of rules on one history: how well each foretells games, and how far their lists agree.

Pure. Every game is foretold by what both players had when its event started, so from the past only
(`System.expected`); a game is foretold only where both had a rating by then. Two sets of rules may
foretell different games, so they are measured by those that both foretell.

Measures, over games with white's expected score E and white's score S (0, 1/2, 1):

    log loss       mean of -(S ln E + (1 - S) ln(1 - E)), with E cut to 0.01 .. 0.99
    squared error  mean of (S - E)^2
    accuracy       of decided games, how often the favourite won; without a favourite a half

Source: the binomial deviance by which the Deloitte/FIDE Chess Rating Challenge (2011) measured
rating systems, cut as there, with the natural logarithm. Lower is better for the first two. Who
always says 1/2 has a log loss of ln 2 = 0.693 and an accuracy of 0.5.

Rank correlations: Spearman's rho, the correlation of ranks with ties averaged, and Kendall's tau-b.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import correlation, fmean
from typing import Final, NamedTuple

from ladder.replay import Done, Rules, Timeline, rating_of
from ladder.systems.base import Row, Step

LEAST: Final = 0.01  # no certainty is taken at its word: one such game would outweigh all others
MOST_PAIRED: Final = 2_000  # people; Kendall's tau looks at every pair


class Foretold(NamedTuple):
    """A game: the expected score of white, and white's half points."""

    expected: float
    half_points: int


@dataclass(slots=True)
class Course:
    """Where a replay leads. `foretold`: for each step with games, by its place, each game's
    expected score of white, None where it could not be foretold. `last`: what everybody has in the
    end. `counted`: after which places somebody's counted games changed, and to what."""

    foretold: dict[int, list[float | None]] = field(default_factory=dict)
    last: dict[str, Row] = field(default_factory=dict)
    counted: dict[str, list[tuple[int, int]]] = field(default_factory=dict)

    def rests_since(self, uid: str, place: int) -> bool:
        """Whether a player was there before a place and has had no counted game since. A list may
        take games off again that it leaves out."""
        trail = self.counted.get(uid, [])
        before = [games for at, games in trail if at < place]
        since = [games for at, games in trail if at >= place]
        return bool(before) and trail[-1][1] <= min(before[-1:] + since)


def follow(steps: Sequence[Step], computed: Iterable[Done], timeline: Timeline) -> Course:
    """Walk through a replay from the beginning, foretelling each game before it is known.

    `steps` are those that are replayed, in their order.
    """
    course = Course()
    coming = sorted((step for step in steps if step.games), key=lambda step: step.read_at)
    coming.reverse()
    for done in computed:
        place = done.step.place
        while coming and coming[-1].read_at <= place:
            step = coming.pop()
            rules = timeline.at(step.place, step.read_at)
            course.foretold[step.place] = list(_expectations(step, course.last, rules))
        for row in done.rows:
            course.last[row.uid] = row
            trail = course.counted.setdefault(row.uid, [])
            if not trail or trail[-1][1] != row.games:
                trail.append((place, row.games))
    return course


def _expectations(step: Step, states: Mapping[str, Row], rules: Rules) -> Iterator[float | None]:
    known = {uid: rating_of(states.get(uid), rules) for game in step.games for uid in game[:2]}
    for white, black, _ in step.games:
        own, opponent = known[white], known[black]
        if own is None or opponent is None:
            yield None
        else:
            yield rules.system.expected(own, opponent)


def foretold_by_both(
    steps: Sequence[Step], one: Course, other: Course
) -> tuple[list[Foretold], list[Foretold]]:
    """The games that two courses of one history both foretell, as each does. Of the steps that
    only one of them has (other filters) there are none."""
    ours: list[Foretold] = []
    theirs: list[Foretold] = []
    for step in steps:
        known = other.foretold.get(step.place)
        if not step.games or known is None or len(known) != len(step.games):
            continue
        for (_, _, half), a, b in zip(step.games, one.foretold[step.place], known, strict=True):
            if a is not None and b is not None:
                ours.append(Foretold(a, half))
                theirs.append(Foretold(b, half))
    return ours, theirs


@dataclass(frozen=True, slots=True)
class Quality:
    """How well games were foretold; `decided` of them were no draws. Measures are None without a
    game."""

    games: int
    decided: int
    log_loss: float | None
    squared_error: float | None
    accuracy: float | None


def quality(games: Sequence[Foretold]) -> Quality:
    """The measures at the head of this module."""
    hits = [_hit(game) for game in games if game.half_points != 1]
    return Quality(
        games=len(games),
        decided=len(hits),
        log_loss=fmean(map(_log_loss, games)) if games else None,
        squared_error=(
            fmean((game.half_points / 2 - game.expected) ** 2 for game in games) if games else None
        ),
        accuracy=fmean(hits) if hits else None,
    )


def _log_loss(game: Foretold) -> float:
    score = game.half_points / 2
    expected = min(1.0 - LEAST, max(LEAST, game.expected))
    return -(score * math.log(expected) + (1.0 - score) * math.log(1.0 - expected))


def _hit(game: Foretold) -> float:
    """1 when the favourite won, 0 when the other did, a half without a favourite."""
    if game.expected == 0.5:
        return 0.5
    return float((game.expected > 0.5) == (game.half_points == 2))


@dataclass(frozen=True, slots=True)
class Bin:
    """Games whose favourite was expected to score from `low` to `high`: what favourites were
    expected to score on average, and what they scored."""

    low: float
    high: float
    games: int
    expected: float
    scored: float


BINS: Final = 5


def calibration(games: Sequence[Foretold]) -> list[Bin]:
    """Favourites by their expected score, in tenths from 0.5 to 1; tenths without games are left
    out."""
    tenths: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for expected, half_points in games:
        score = half_points / 2
        if expected < 0.5:
            expected, score = 1.0 - expected, 1.0 - score
        tenths[min(BINS - 1, int((expected - 0.5) * 10))].append((expected, score))
    return [
        Bin(
            low=0.5 + number / 10,
            high=0.6 + number / 10,
            games=len(found),
            expected=fmean(expected for expected, _ in found),
            scored=fmean(score for _, score in found),
        )
        for number, found in enumerate(tenths)
        if found
    ]


def spearman(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Spearman's rho of two rows of numbers of the same people; None for fewer than two people, or
    where all are equal."""
    if len(one) < 2 or len(set(one)) < 2 or len(set(other)) < 2:
        return None
    return correlation(ranks(one), ranks(other))


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each number, 1 for the least; equal ones share the mean of their ranks."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    start = 0
    for end in range(1, len(order) + 1):
        if end == len(order) or values[order[end]] != values[order[start]]:
            for place in order[start:end]:
                found[place] = (start + 1 + end) / 2
            start = end
    return found


def kendall(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Kendall's tau-b; None as `spearman`, and for more people than `MOST_PAIRED`."""
    if len(one) > MOST_PAIRED or len(one) < 2 or len(set(one)) < 2 or len(set(other)) < 2:
        return None
    agree = tied = tied_other = pairs = 0
    for number, (a, b) in enumerate(zip(one, other, strict=True)):
        for c, d in zip(one[:number], other[:number], strict=True):
            pairs += 1
            tied += a == c
            tied_other += b == d
            if a != c and b != d:
                agree += 1 if (a > c) == (b > d) else -1
    return agree / math.sqrt((pairs - tied) * (pairs - tied_other))
