"""How ranks move between two lists of the same people, as SVG for a page. Pure: numbers in, text
out.

The left side is the one list from its first rank down, the right side the other; a line leads from
the rank that somebody has to the one that the same person would have. Coloured by the classes of
`static/css/chart.css`; better, worse and the same are told apart by how the line is drawn, not by
colour alone. The page has the same as a table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

WIDTH: Final = 360  # as wide as a phone
LEFT: Final = 112
RIGHT: Final = WIDTH - LEFT
TOP: Final = 36  # the first rank; the names of the lists stand above
ROW: Final = 19
MOST_RANKS: Final = 30  # of each list: with more, nobody follows a line
LABELLED: Final = "slopes-title slopes-desc"


@dataclass(frozen=True, slots=True)
class Slope:
    """Somebody's rank on both lists, None for who has none there. `label` is what is shown of the
    name."""

    label: str
    now: int | None
    then: int | None

    @property
    def drawn(self) -> bool:
        """Whether a line leads from one side to the other."""
        return max(self.now or MOST_RANKS + 1, self.then or MOST_RANKS + 1) <= MOST_RANKS

    @property
    def moved(self) -> bool:
        """Whether the ranks of a line differ."""
        return self.drawn and self.now != self.then


def slope_chart(
    people: Sequence[Slope], *, title: str, description: str, names: tuple[str, str]
) -> str:
    """An `<svg>` element, or "" where no line leads from one list to the other. All texts are
    plain, in the reader's language; they are escaped here. `names`: of both lists."""
    lines = [one for one in people if one.drawn]
    if not lines:
        return ""
    ranks = [rank for one in people for rank in (one.now, one.then) if rank]
    height = _y(min(MOST_RANKS, max(ranks))) + ROW
    lines.sort(key=lambda one: one.moved)  # what moves lies above what does not
    return "".join(
        [
            f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="{LABELLED}">',
            f'<title id="slopes-title">{escape(title)}</title>',
            f'<desc id="slopes-desc">{escape(description)}</desc>',
            _text(LEFT, TOP - 20, "end", names[0]),
            _text(RIGHT, TOP - 20, "start", names[1]),
            *map(_line, lines),
            *(part for one in people for part in _ends(one)),
            "</svg>",
        ]
    )


def _y(rank: int) -> int:
    return TOP + (rank - 1) * ROW


def _line(one: Slope) -> str:
    now, then = one.now or 0, one.then or 0
    kind = "chart-axis" if now == then else "chart-line" + (" is-other" if then > now else "")
    return f'<path class="{kind}" fill="none" d="M{LEFT} {_y(now)}L{RIGHT} {_y(then)}"/>'


def _ends(one: Slope) -> Iterator[str]:
    """The dot, the rank and the name on each side where there is one."""
    kind = "chart-note" if one.moved else "chart-label"
    for rank, x, away, anchor in ((one.now, LEFT, -1, "end"), (one.then, RIGHT, 1, "start")):
        if rank and rank <= MOST_RANKS:
            other = " is-other" if one.drawn and (one.then or 0) > (one.now or 0) else ""
            yield f'<circle class="chart-dot{other}" r="3" cx="{x}" cy="{_y(rank)}"/>'
            yield _text(x + 9 * away, _y(rank), anchor, str(rank))
            yield _text(x + 32 * away, _y(rank), anchor, one.label, kind)


def _text(x: int, y: int, anchor: str, text: str, kind: str = "chart-label") -> str:
    return (
        f'<text class="{kind}" x="{x}" y="{y}" dy="0.35em" text-anchor="{anchor}">'
        f"{escape(text)}</text>"
    )
