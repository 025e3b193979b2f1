"""How well two sets of rules foretell games, as SVG for a page. Pure: numbers in, text out.

Each point stands for the games in which favourites were expected to score about so much; the
higher it lies, the more they scored. Rules that foretell well lie on the line from corner to
corner. Coloured by the classes of `static/css/chart.css`; one set is told from the other by its
shape and its dashes, not by colour alone.
"""

from collections.abc import Sequence
from html import escape
from typing import Final

from ladder.comparing import Bin

WIDTH: Final = 720
HEIGHT: Final = 420
LEFT: Final = 84
RIGHT: Final = 700
TOP: Final = 56
BOTTOM: Final = 352
LABELLED: Final = "calibration-title calibration-desc"
LOW, HIGH = 0.5, 1.0  # of the favourites' expected score
PER_CENT: Final = (0, 25, 50, 75, 100)


def calibration_chart(
    now: Sequence[Bin],
    then: Sequence[Bin],
    *,
    title: str,
    description: str,
    names: tuple[str, str],
    axes: tuple[str, str],
) -> str:
    """An `<svg>` element, or "" when neither has any games. All texts are plain, in the reader's
    language; they are escaped here. `axes`: what goes to the right, and what goes up."""
    if not now and not then:
        return ""
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="{LABELLED}">',
        f'<title id="calibration-title">{escape(title)}</title>',
        f'<desc id="calibration-desc">{escape(description)}</desc>',
        *_grid(),
        f'<path class="chart-axis" fill="none" d="M{LEFT} {_y(0.5)}L{RIGHT} {_y(1.0)}"/>',
        *_series(then, "is-other"),
        *_series(now, ""),
        *_legend(names),
        _label(RIGHT, HEIGHT - 8, axes[0], "end"),
        _label(LEFT - 74, TOP - 30, axes[1], "start"),
        "</svg>",
    ]
    return "".join(parts)


def _x(expected: float) -> str:
    return _number(LEFT + (RIGHT - LEFT) * (expected - LOW) / (HIGH - LOW))


def _y(scored: float) -> str:
    return _number(BOTTOM - (BOTTOM - TOP) * scored)


def _label(x: float, y: float, text: str, anchor: str) -> str:
    place = f'x="{_number(x)}" y="{_number(y)}" text-anchor="{anchor}"'
    return f'<text class="chart-label" {place}>{escape(text)}</text>'


def _grid() -> list[str]:
    parts = []
    for value in PER_CENT:
        y = _y(value / 100)
        parts.append(f'<path class="chart-grid" fill="none" d="M{LEFT} {y}H{RIGHT}"/>')
        parts.append(
            f'<text class="chart-label" x="{LEFT - 10}" y="{y}" dy="0.35em" '
            f'text-anchor="end">{value}</text>'
        )
    for value in (50, 75, 100):
        anchor = "end" if value == 100 else "middle"
        parts.append(
            f'<text class="chart-label" x="{_x(value / 100)}" y="{BOTTOM + 30}" '
            f'text-anchor="{anchor}">{value}</text>'
        )
    return parts


def _series(bins: Sequence[Bin], kind: str) -> list[str]:
    if not bins:
        return []
    line = "L".join(f"{_x(one.expected)} {_y(one.scored)}" for one in bins)
    parts = [f'<path class="chart-line {kind}" fill="none" d="M{line}"/>'.replace(' "', '"')]
    return parts + [_mark(_x(one.expected), _y(one.scored), kind) for one in bins]


def _mark(x: str, y: str, kind: str) -> str:
    """A dot, or for the other rules a square."""
    if not kind:
        return f'<circle class="chart-dot" r="4" cx="{x}" cy="{y}"/>'
    left, top = float(x) - 4.5, float(y) - 4.5
    return (
        f'<rect class="chart-dot {kind}" x="{_number(left)}" y="{_number(top)}" '
        'width="9" height="9"/>'
    )


def _legend(names: tuple[str, str]) -> list[str]:
    """In the corner that hardly any point reaches: favourites who score next to nothing."""
    parts = []
    for name, kind, y in ((names[0], "", 0.2), (names[1], "is-other", 0.06)):
        x = RIGHT - 20
        parts.append(_mark(str(x), _y(y), kind))
        parts.append(
            f'<text class="chart-note" x="{x - 18}" y="{_y(y)}" dy="0.35em" '
            f'text-anchor="end">{escape(name)}</text>'
        )
    return parts


def _number(value: float) -> str:
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text
