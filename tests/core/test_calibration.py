"""The chart of how well two sets of rules foretell games."""

import re
from xml.etree import ElementTree as ET

from ladder.calibration import calibration_chart
from ladder.comparing import Bin

NOW = [Bin(0.5, 0.6, 10, 0.55, 0.5), Bin(0.9, 1.0, 4, 1.0, 1.0)]
THEN = [Bin(0.7, 0.8, 3, 0.75, 0.0)]


def chart(now: list[Bin], then: list[Bin]) -> str:
    return calibration_chart(
        now, then, title="A <title>", description="50 & 60", names=("Now", "<Then>"),
        axes=("right", "up"),
    )  # fmt: skip


def test_points_lie_where_their_games_say() -> None:
    root = ET.fromstring(chart(NOW, THEN))
    dots = [(one.get("cx"), one.get("cy")) for one in root.iter("circle")]
    # 84 to 700 is 50 to 100 %, 352 to 56 is 0 to 100 %; the last dot is that of the legend.
    assert dots[:2] == [("145.6", "204"), ("700", "56")]
    square = next(iter(root.iter("rect")))
    assert (float(square.get("x")) + 4.5, float(square.get("y")) + 4.5) == (392.0, 352.0)
    classes = {one.get("class") for one in root.iter("path")}
    assert {"chart-line", "chart-line is-other", "chart-axis", "chart-grid"} <= classes


def test_words_are_escaped_and_read_out() -> None:
    markup = chart(NOW, THEN)
    root = ET.fromstring(markup)
    assert root.find("title").text == "A <title>" and root.find("desc").text == "50 & 60"
    assert (
        root.get("aria-labelledby")
        == f"{root.find('title').get('id')} {root.find('desc').get('id')}"
    )
    assert "<Then>" not in markup and not re.search(r"style=|\son\w+=", markup)
    assert {"Now", "<Then>", "right", "up", "50", "75", "100"} <= {
        one.text for one in root.iter("text")
    }


def test_one_side_may_have_no_games_and_both_have_no_chart() -> None:
    assert "is-other" in chart([], THEN) and 'class="chart-line"' not in chart([], THEN)
    assert chart([], []) == ""
