"""Made-up figures and stand-in names for the sample pages."""

from collections.abc import Iterator

GIVEN = ["Ada", "Bo", "Cyril", "Dana", "Emil", "Fany", "Gita", "Hugo", "Ines", "Jan", "Karl", "Lea"]
FAMILY = [
    "Alfa",
    "Bravo",
    "Charlie",
    "Delta",
    "Echo",
    "Foxtrot",
    "Golf",
    "Hotel",
    "India",
    "Juliett",
]


def name(i: int) -> str:
    """The i-th stand-in name."""
    return f"{GIVEN[i % len(GIVEN)]} {FAMILY[(i * 7) % len(FAMILY)]}"


def initials(i: int) -> str:
    """What a reader sees of it."""
    return ". ".join(part[0] for part in name(i).split()) + "."


def delta(i: int) -> tuple[str, str]:
    """A change as shown, and its class."""
    tenths = (i * 67 + 38) % 271 - 110 if i % 4 else 0
    if not tenths:
        return "–", "is-none"
    sign = "+" if tenths > 0 else "−"
    return f"{sign}{abs(tenths) / 10:.1f}", "is-up" if tenths > 0 else ""


def ladder(size: int = 26, provisional: int = 6) -> Iterator[dict[str, object]]:
    """Rows of a ladder, the last few provisional."""
    for i in range(size):
        shown, tone = delta(i)
        counted = 4 - i % 4 if i >= size - provisional else 12 + (i * 13) % 80
        yield {
            "rank": i + 1,
            "label": initials(i),
            "rating": 1862 - i * 23 + (i * i) % 17,
            "delta": shown,
            "tone": tone,
            "games": counted,
            "all": counted + (i * 5) % 9,
            "move": (0, 2, 0, -1, 1)[i % 5],
            "provisional": i >= size - provisional,
            "first_provisional": i == size - provisional,
            "me": i == 4,
        }


def pairings() -> list[dict[str, object]]:
    """One round: played games, a forfeit, a bye."""
    results = ["1 : 0", "½ : ½", "0 : 1", "1 : 0", "+ : −", "½ : ½"]
    return [
        {
            "board": i + 1,
            "white": initials(2 * i),
            "black": initials(2 * i + 1),
            "result": r,
            "why": "Not counted: the opponent did not come." if r == "+ : −" else "",
        }
        for i, r in enumerate(results)
    ]


def crosstable(size: int = 12) -> list[dict[str, object]]:
    """A round robin."""
    rows = []
    for i in range(size):
        cells = ["" if i == j else "10½"[(i * 5 + j * 3) % 3] for j in range(size)]
        rows.append(
            {"place": i + 1, "label": initials(i), "cells": cells, "total": f"{9 - i // 2}½"}
        )
    return rows


WORKINGS = [
    {
        "opponent": "B. C.",
        "before": 1500,
        "expected": "0.360",
        "result": "1",
        "k": 20,
        "change": "+12.8",
        "tone": "is-up",
    },
    {
        "opponent": "D. E.",
        "before": 1300,
        "expected": "0.640",
        "result": "½",
        "k": 20,
        "change": "−2.8",
        "tone": "",
    },
    {
        "opponent": "F. G.",
        "before": 1600,
        "expected": "0.240",
        "result": "0",
        "k": 20,
        "change": "−4.8",
        "tone": "",
    },
    {
        "opponent": "H. I.",
        "before": 1350,
        "expected": "0.571",
        "result": "1",
        "k": 20,
        "change": "+8.6",
        "tone": "is-up",
    },
    {
        "opponent": "K. L.",
        "before": 1210,
        "why": "The opponent is provisional, so the game counts only for them.",
    },
]

EVENTS = [
    ("12", "Mar", "2026-03-12", "Thursday blitz", "7 rounds, 18 players", "+13.8", "is-up"),
    (
        "3",
        "Mar",
        "2026-03-03",
        "Winter cup, group A",
        "3 February to 3 March, includes 4 of 5 rounds",
        "−4.2",
        "",
    ),
    ("26", "Feb", "2026-02-26", "Thursday rapid", "5 rounds, 21 players", "+0.6", "is-up"),
    ("19", "Feb", "2026-02-19", "Simultaneous display", "24 boards, not counted", "–", "is-none"),
]

RATINGS = [
    1200,
    1226,
    1248,
    1262,
    1244,
    1287,
    1311,
    1305,
    1340,
    1362,
    1351,
    1378,
    1402,
    1390,
    1400,
    1414,
]


def chart(width: int = 720, height: int = 300) -> dict[str, object]:
    """Points of a line over `RATINGS`, in the units of the view box."""
    left, right, top, bottom = 70, width - 12, 40, height - 38
    low, high = 1150, 1450
    step = (right - left) / (len(RATINGS) - 1)
    points = [
        (round(left + i * step, 1), round(bottom - (r - low) / (high - low) * (bottom - top), 1))
        for i, r in enumerate(RATINGS)
    ]
    path = " L".join(f"{x} {y}" for x, y in points)
    split = points[:4]
    return {
        "width": width,
        "height": height,
        "first": "M" + " L".join(f"{x} {y}" for x, y in split),
        "line": "M" + " L".join(f"{x} {y}" for x, y in points[3:]),
        "area": f"M{left} {bottom} L{path} L{right} {bottom} Z",
        "points": points[:-1],
        "last": points[-1],
        "bottom": bottom,
        "left": left,
        "right": right,
        "levels": [
            (v, round(bottom - (v - low) / (high - low) * (bottom - top), 1))
            for v in (1200, 1300, 1400)
        ],
    }


def context() -> dict[str, object]:
    """Everything the sample templates show."""
    club = {"name": "Rook & Pawn chess club", "slug": "rook"}
    return {
        "request": {"reader": {"kind": "link"}, "get_full_path": "/"},
        "club": club,
        "root": "/",
        "rows": list(ladder()),
        "long_rows": list(ladder(60, 9)),
        "rounds": pairings(),
        "cross": crosstable(),
        "workings": WORKINGS,
        "events": EVENTS,
        "chart": chart(),
        "names": [("Juliet J", "Line 12, 5 games"), ("Ju. Jan", "Line 17, 5 games")],
        "user": {"is_authenticated": True, "email": "arbiter@example.org"},
    }
