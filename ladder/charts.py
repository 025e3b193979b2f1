"""The chart of a player's rating, as SVG for a page. Pure: text in, text out.

Coloured by the classes of `static/css/chart.css` (docs/design.md, "Chart"), so that it follows
dark mode and print; no inline style, which the page's policy would block. What it shows is also
said in words: `title` and `description` are read out, in the reader's language.
"""

import datetime as dt
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Final

from ladder.systems.rounding import exact, half_up

WIDTH: Final = 720
HEIGHT: Final = 300
# The frame of the drawing itself; words stand around it.
LEFT: Final = 70
RIGHT: Final = 706
TOP: Final = 40
BOTTOM: Final = 262
MOST_DOTS: Final = 40  # with more points than this only the last one is dotted
LEAST_RANGE: Final = 100  # in rating points: a calm season must not look like a storm
TICKS: Final = (25, 50, 100, 200, 250, 500, 1000)


@dataclass(frozen=True, slots=True)
class Point:
    """The rating after something that happened on a day. `label` is shown when pointed at."""

    day: dt.date
    rating: float
    provisional: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class _Spot:
    """A point where it is drawn."""

    x: float
    y: float
    point: Point

    def __str__(self) -> str:
        return f"{_number(self.x)} {_number(self.y)}"


def whole(rating: float) -> str:
    """A rating as it is shown: a whole number, .5 up."""
    return str(half_up(exact(rating)))


def rating_chart(
    points: Sequence[Point],
    *,
    title: str,
    description: str,
    name: str = "rating-chart",
    say_day: Callable[[dt.date], str] = dt.date.isoformat,
    say_rating: Callable[[float], str] = whole,
    lower_is_better: bool = False,
) -> str:
    """An `<svg>` element of the ratings in time order, or "" when there are none. Better is up,
    also where `lower_is_better`.

    `title` and `description` are plain text in the reader's language and are escaped here. `name`
    makes the element's ids and must be the page's only one. Raises ValueError for ratings that are
    no numbers and for points that are not in the order of their days.
    """
    if not points:
        return ""
    _check(points)
    low, high, tick = _scale([point.rating for point in points])
    axis = _Axis(low, high, tick, lower_is_better)
    spots = _spots(points, axis)
    id_ = escape(name)
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="{id_}-title {id_}-desc">',
        f'<title id="{id_}-title">{escape(title)}</title>',
        f'<desc id="{id_}-desc">{escape(description)}</desc>',
        *_grid(axis, say_rating),
        _area(spots),
        f'<path class="chart-axis" fill="none" d="M{LEFT} {BOTTOM}H{RIGHT}"/>',
        *_lines(spots),
        *_dots(spots),
        *_words(spots, say_day, say_rating),
        "</svg>",
    ]
    return "".join(parts)


def _check(points: Sequence[Point]) -> None:
    for number, point in enumerate(points):
        if not math.isfinite(point.rating):
            raise ValueError(f"point {number}: {point.rating} is no rating")
        if number and point.day < points[number - 1].day:
            raise ValueError(f"point {number}: {point.day} comes after a later day")


def _scale(ratings: Sequence[float]) -> tuple[int, int, int]:
    """Lowest and highest value of the frame, and the distance of the lines across it."""
    low, high = min(ratings), max(ratings)
    missing = max(0.0, LEAST_RANGE - (high - low)) / 2
    low, high = low - missing, high + missing
    tick = next((tick for tick in TICKS if (high - low) / tick <= 4), 0)
    tick = tick or math.ceil((high - low) / 4)  # no rating list is that wide
    return math.floor(low / tick) * tick, math.ceil(high / tick) * tick, tick


@dataclass(frozen=True, slots=True)
class _Axis:
    """The ratings from below to above: better is up, so a scale of lower numbers is turned."""

    low: int
    high: int
    tick: int
    turned: bool

    def y(self, rating: float) -> float:
        part = (rating - self.low) / (self.high - self.low)
        return BOTTOM - (BOTTOM - TOP) * (1 - part if self.turned else part)


def _spots(points: Sequence[Point], axis: _Axis) -> list[_Spot]:
    """Days evenly from left to right; on one single day the points themselves."""
    first = points[0].day
    days = (points[-1].day - first).days
    along = [(point.day - first).days for point in points] if days else list(range(len(points)))
    length = along[-1] or 1
    return [
        _Spot(
            LEFT + (RIGHT - LEFT) * (position / length if along[-1] else 0.5),
            axis.y(point.rating),
            point,
        )
        for position, point in zip(along, points, strict=True)
    ]


def _grid(axis: _Axis, say_rating: Callable[[float], str]) -> list[str]:
    parts = []
    for value in range(axis.low, axis.high + 1, axis.tick):
        y = _number(axis.y(value))
        if y != _number(BOTTOM):
            parts.append(f'<path class="chart-grid" fill="none" d="M{LEFT} {y}H{RIGHT}"/>')
        text = escape(say_rating(value))
        parts.append(
            f'<text class="chart-label" x="{LEFT - 10}" y="{y}" dy="0.35em" '
            f'text-anchor="end">{text}</text>'
        )
    return parts


def _area(spots: Sequence[_Spot]) -> str:
    line = "L".join(str(spot) for spot in spots)
    start, end = _number(spots[0].x), _number(spots[-1].x)
    return f'<path class="chart-area" stroke="none" d="M{start} {BOTTOM}L{line}L{end} {BOTTOM}Z"/>'


def _lines(spots: Sequence[_Spot]) -> list[str]:
    """The line in pieces: one that leads to provisional ratings is dashed."""
    pieces: list[tuple[bool, list[_Spot]]] = []
    for before, spot in pairwise(spots):
        if not pieces or pieces[-1][0] is not spot.point.provisional:
            pieces.append((spot.point.provisional, [before]))
        pieces[-1][1].append(spot)
    return [
        f'<path class="chart-line{" is-provisional" if provisional else ""}" fill="none" '
        f'd="M{"L".join(str(spot) for spot in piece)}"/>'
        for provisional, piece in pieces
    ]


def _dots(spots: Sequence[_Spot]) -> list[str]:
    shown = spots if len(spots) <= MOST_DOTS else spots[-1:]
    return [_dot(spot, last=spot is spots[-1]) for spot in shown]


def _dot(spot: _Spot, *, last: bool) -> str:
    place = f'cx="{_number(spot.x)}" cy="{_number(spot.y)}"'
    start = f'<circle class="chart-dot{" is-last" if last else ""}" r="4" {place}'
    if not spot.point.label:
        return f"{start}/>"
    return f"{start}><title>{escape(spot.point.label)}</title></circle>"


def _words(
    spots: Sequence[_Spot],
    say_day: Callable[[dt.date], str],
    say_rating: Callable[[float], str],
) -> list[str]:
    """The last rating at its dot, the first and the last day below."""
    last = spots[-1]
    anchor = "end" if last.x > LEFT + (RIGHT - LEFT) / 2 else "middle"
    place = f'x="{_number(last.x)}" y="{_number(last.y)}" dy="-0.6em" text-anchor="{anchor}"'
    words = [f'<text class="chart-note" {place}>{escape(say_rating(last.point.rating))}</text>']
    first_day, last_day = spots[0].point.day, last.point.day
    if first_day == last_day:
        days = [((LEFT + RIGHT) // 2, "middle", last_day)]
    else:
        days = [(LEFT, "start", first_day), (RIGHT, "end", last_day)]
    words += [
        f'<text class="chart-label" x="{x}" y="{HEIGHT - 8}" text-anchor="{anchor}">'
        f"{escape(say_day(day))}</text>"
        for x, anchor, day in days
    ]
    return words


def _number(value: float) -> str:
    """A coordinate with at most one decimal; the shortest spelling."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text
