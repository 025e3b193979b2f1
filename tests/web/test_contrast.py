"""Text can be read in both schemes: WCAG 2.2, 1.4.3 (4.5 to 1) and 1.4.11 (3 to 1)."""

import re
from pathlib import Path

import pytest

CSS = Path(__file__).resolve().parents[2] / "static" / "css"
SURFACES = ["paper", "sheet", "sunk", "accent-wash"]
TEXT = [
    *[(ink, surface) for ink in ("ink", "ink-soft", "ink-faint", "accent") for surface in SURFACES],
    *[("accent-strong", surface) for surface in SURFACES],
    *[(ink, wash) for ink in ("ink", "ink-soft") for wash in ("danger-wash", "warn-wash")],
    ("accent", "danger-wash"),
    ("accent", "warn-wash"),
    ("on-accent", "accent"),
    ("on-accent", "accent-strong"),
    ("on-danger", "danger-fill"),
    ("on-danger", "danger-strong"),
    ("danger", "paper"),
    ("danger", "sheet"),
    ("danger", "danger-wash"),
    ("warn", "warn-wash"),
    ("paper", "danger"),
    ("paper", "warn"),
    ("paper", "ink-soft"),
]
# Edges of fields and buttons, the ring of what has the focus, lines of charts
EDGES = [
    *[("rule-strong", surface) for surface in ("paper", "sheet", "sunk")],
    *[("accent", surface) for surface in SURFACES],
    ("danger", "sheet"),
]


def tokens(scheme: str) -> dict[str, tuple[int, int, int]]:
    """The colours of a scheme, by name."""
    css = (CSS / "tokens.css").read_text()
    light, dark = css.split("@media (prefers-color-scheme: dark)")
    found = dict(re.findall(r"--([a-z-]+): #([0-9a-f]{6});", light))
    if scheme == "dark":
        redefined = dict(re.findall(r"--([a-z-]+): #([0-9a-f]{6});", dark))
        assert set(redefined) <= set(found), "a colour that only the dark scheme has"
        found |= redefined
    return {name: tuple(bytes.fromhex(value)) for name, value in found.items()}  # type: ignore[misc]


def luminance(colour: tuple[int, int, int]) -> float:
    """Relative luminance as WCAG defines it."""
    parts = [c / 255 for c in colour]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_the_measure_itself() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((118, 118, 118), (255, 255, 255)) == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("needed", "pairs"), [(4.5, TEXT), (3.0, EDGES)], ids=["text", "edges"])
def test_contrast(scheme: str, needed: float, pairs: list[tuple[str, str]]) -> None:
    colour = tokens(scheme)
    measured = {pair: contrast(colour[pair[0]], colour[pair[1]]) for pair in pairs}
    assert {pair: round(value, 2) for pair, value in measured.items() if value < needed} == {}


def test_colours_stand_in_tokens_only() -> None:
    """print.css sets the tokens again; a QR code is on white whatever the scheme."""
    for path in CSS.glob("*.css"):
        if path.name in {"tokens.css", "print.css"}:
            continue
        css = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
        css = re.sub(r"^\.qr \{.*$", "", css, flags=re.MULTILINE)
        found = re.findall(r":[^;{]*(?:#[0-9a-fA-F]{3,8}\b|\brgba?\(|\bhsl\()[^;]*;", css)
        assert not found, (path.name, found)
