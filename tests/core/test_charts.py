"""The rating chart: what is drawn, what is said, and that nothing of it can break a page."""

import datetime as dt
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.charts import BOTTOM, HEIGHT, LEFT, MOST_DOTS, RIGHT, TOP, WIDTH, Point, rating_chart

CSS = (Path(__file__).parents[2] / "static" / "css" / "chart.css").read_text()
FIRST = dt.date(2026, 1, 6)


def weekly(*ratings: float, provisional: int = 0) -> list[Point]:
    return [
        Point(FIRST + dt.timedelta(days=7 * number), rating, number < provisional)
        for number, rating in enumerate(ratings)
    ]


def draw(points: list[Point], **words: str) -> ET.Element:
    given = {"title": "Rating after each event", "description": "From 1200 to 1414."} | words
    return ET.fromstring(rating_chart(points, **given))  # type: ignore[arg-type]


def classes(svg: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in svg.iter() if name in element.get("class", "").split()]


def numbers(path: ET.Element) -> list[tuple[float, float]]:
    found = re.findall(r"(-?[\d.]+) (-?[\d.]+)", path.get("d", ""))
    return [(float(x), float(y)) for x, y in found]


def test_it_has_a_text_alternative() -> None:
    svg = draw(weekly(1200, 1300), name="c7")
    assert svg.get("role") == "img" and svg.get("aria-labelledby") == "c7-title c7-desc"
    title, description = svg[0], svg[1]
    assert (title.tag, title.get("id"), title.text) == (
        "title",
        "c7-title",
        "Rating after each event",
    )
    assert (description.tag, description.text) == ("desc", "From 1200 to 1414.")


def test_higher_ratings_stand_higher_and_later_days_further_right() -> None:
    svg = draw(weekly(1200, 1300, 1250))
    (line,) = classes(svg, "chart-line")
    (x0, y0), (x1, y1), (x2, y2) = numbers(line)
    assert x0 == LEFT and x1 == (LEFT + RIGHT) / 2 and x2 == RIGHT
    assert y1 < y2 < y0


def test_the_lines_across_are_named_by_round_numbers() -> None:
    svg = draw(weekly(1210, 1287))
    names = [e.text for e in classes(svg, "chart-label") if e.get("text-anchor") == "end"]
    assert names == ["1175", "1200", "1225", "1250", "1275", "1300", "2026-01-13"]
    assert len(classes(svg, "chart-grid")) == 5  # the lowest is the axis itself


def test_a_calm_season_does_not_look_like_a_storm() -> None:
    (line,) = classes(draw(weekly(1500, 1501)), "chart-line")
    (_, y0), (_, y1) = numbers(line)
    assert 0 < y0 - y1 < 4


def test_the_provisional_part_is_dashed_and_joined_to_the_rest() -> None:
    lines = classes(draw(weekly(1200, 1240, 1260, 1250, 1300, provisional=3)), "chart-line")
    assert [line.get("class") for line in lines] == ["chart-line is-provisional", "chart-line"]
    assert numbers(lines[0])[-1] == numbers(lines[1])[0]
    assert [len(numbers(line)) for line in lines] == [3, 3]


def test_the_last_rating_stands_at_its_dot_and_the_days_below() -> None:
    svg = draw(weekly(1200, 1413.765676))
    (note,) = classes(svg, "chart-note")
    (last,) = classes(svg, "is-last")
    assert note.text == "1414"
    assert (note.get("x"), note.get("y")) == (last.get("cx"), last.get("cy"))
    assert [e.text for e in svg.iter("text")][-2:] == ["2026-01-06", "2026-01-13"]


def test_words_are_the_readers() -> None:
    points = [Point(FIRST, 1200.5, label="Club <night>")]
    svg = ET.fromstring(
        rating_chart(
            points,
            title="a < b & 'c'",
            description='"quoted"',
            say_day=lambda day: f"{day.day}. {day.month}. {day.year}",
            say_rating=lambda rating: f"<{rating:.0f}>",
        )
    )
    assert (svg[0].text, svg[1].text) == ("a < b & 'c'", '"quoted"')
    assert [e.text for e in svg.iter("text")][-1] == "6. 1. 2026"
    assert next(svg.iter("circle"))[0].text == "Club <night>"


def test_one_single_day_is_drawn_in_the_middle() -> None:
    svg = draw([Point(FIRST, 1200)])
    (dot,) = classes(svg, "chart-dot")
    assert dot.get("cx") == str((LEFT + RIGHT) // 2)
    assert classes(svg, "chart-line") == []
    *_, day = svg.iter("text")
    assert (day.text, day.get("x"), day.get("text-anchor")) == (
        "2026-01-06",
        dot.get("cx"),
        "middle",
    )


def test_several_events_of_one_day_stand_side_by_side() -> None:
    (line,) = classes(draw([Point(FIRST, 1200), Point(FIRST, 1240)]), "chart-line")
    assert [x for x, _ in numbers(line)] == [LEFT, RIGHT]


def test_a_long_career_has_one_dot() -> None:
    assert len(classes(draw(weekly(*range(1200, 1200 + MOST_DOTS))), "chart-dot")) == MOST_DOTS
    assert len(classes(draw(weekly(*range(1200, 1201 + MOST_DOTS))), "chart-dot")) == 1


def test_no_points_no_chart() -> None:
    assert rating_chart([], title="", description="") == ""


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ([Point(FIRST, float("nan"))], "no rating"),
        ([Point(FIRST, 1), Point(FIRST, float("inf"))], "point 1"),
        (weekly(1, 2)[::-1], "2026-01-06 comes after a later day"),
    ],
)
def test_points_that_are_refused(points: list[Point], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        rating_chart(points, title="", description="")


def test_every_class_is_known_to_the_style_sheet_and_no_style_is_inline() -> None:
    text = rating_chart(weekly(1200, 1300, 1350, provisional=2), title="t", description="d")
    used = {name for value in re.findall(r'class="([^"]*)"', text) for name in value.split()}
    assert used >= {"chart-area", "chart-grid", "chart-axis", "chart-line", "chart-dot"}
    for name in used - {"chart-label"}:  # labels look like every other text of a chart
        assert f".{name}" in CSS
    assert "style" not in text and "<script" not in text and "url(" not in text


points = st.lists(
    st.builds(
        Point,
        st.dates(dt.date(1990, 1, 1), dt.date(2090, 1, 1)),
        st.floats(-5000, 5000),
        st.booleans(),
        st.just(""),
    ),
    min_size=1,
    max_size=60,
).map(lambda several: sorted(several, key=lambda point: point.day))


@given(points)
def test_everything_lies_inside_the_frame(several: list[Point]) -> None:
    svg = draw(several)
    for path in classes(svg, "chart-line") + classes(svg, "chart-area"):
        for x, y in numbers(path):
            assert LEFT <= x <= RIGHT and TOP <= y <= BOTTOM
    for text in svg.iter("text"):
        assert 0 <= float(text.get("x", "-1")) <= WIDTH
        assert 0 <= float(text.get("y", "-1")) <= HEIGHT
    assert 2 <= len(classes(svg, "chart-grid")) <= 6
    joined = sum(len(numbers(line)) - 1 for line in classes(svg, "chart-line"))
    assert joined == len(several) - 1
