"""The chart of how ranks move between two lists."""

import re
from xml.etree import ElementTree as ET

from ladder.slopes import LEFT, MOST_RANKS, RIGHT, ROW, TOP, Slope, slope_chart

PEOPLE = [
    Slope("A. N.", 1, 3),
    Slope("B. M.", 2, 2),
    Slope("C. <D>", 3, 1),
    Slope("E. F.", None, 4),
]


def chart(people: list[Slope]) -> str:
    return slope_chart(people, title="A <title>", description="1 & 3", names=("Now", "<Then>"))


def lines(markup: str) -> dict[str, list[str]]:
    """Where the lines of each kind lead."""
    found: dict[str, list[str]] = {}
    for path in ET.fromstring(markup).iter("path"):
        found.setdefault(str(path.get("class")), []).append(str(path.get("d")))
    return found


def side(markup: str, anchor: str) -> list[str]:
    """The words of one side, from above to below and from the line outwards."""
    texts = [one for one in ET.fromstring(markup).iter("text") if one.get("text-anchor") == anchor]
    texts.sort(key=lambda one: (float(one.get("y", 0)), abs(float(one.get("x", 0)) - 180)))
    return [str(one.text) for one in texts]


def test_a_line_leads_from_each_rank_to_the_other() -> None:
    def between(now: int, then: int) -> str:
        return f"M{LEFT} {TOP + (now - 1) * ROW}L{RIGHT} {TOP + (then - 1) * ROW}"

    assert lines(chart(PEOPLE)) == {
        "chart-axis": [between(2, 2)],
        "chart-line is-other": [between(1, 3)],
        "chart-line": [between(3, 1)],
    }


def test_each_side_is_a_list_in_its_order() -> None:
    markup = chart(PEOPLE)
    assert side(markup, "end") == ["Now", "1", "A. N.", "2", "B. M.", "3", "C. <D>"]
    assert side(markup, "start") == [
        "<Then>", "1", "C. <D>", "2", "B. M.", "3", "A. N.", "4", "E. F.",
    ]  # fmt: skip
    box = str(ET.fromstring(markup).get("viewBox")).split()
    assert int(box[3]) == TOP + 4 * ROW


def test_words_are_escaped_and_read_out() -> None:
    markup = chart(PEOPLE)
    root = ET.fromstring(markup)
    title, said = root.find("title"), root.find("desc")
    assert title is not None and title.text == "A <title>"
    assert said is not None and said.text == "1 & 3"
    assert root.get("aria-labelledby") == f"{title.get('id')} {said.get('id')}"
    assert "<Then>" not in markup and "<D>" not in markup
    assert not re.search(r"style=|\son\w+=", markup)


def test_of_a_long_list_the_first_ranks_are_drawn() -> None:
    people = [Slope(f"P{n}", n, 101 - n) for n in range(1, 101)]
    markup = chart([*people, Slope("Same", 5, 5)])
    assert sum(map(len, lines(markup).values())) == 1
    root = ET.fromstring(markup)
    last = TOP + (MOST_RANKS - 1) * ROW
    assert max(int(one.get("cy", 0)) for one in root.iter("circle")) == last
    assert [f"P{n}" in side(markup, "end") for n in (1, MOST_RANKS, MOST_RANKS + 1)] == [
        True, True, False,
    ]  # fmt: skip


def test_lists_without_a_common_rank_have_no_chart() -> None:
    assert chart([Slope("A. N.", 1, None), Slope("B. M.", None, 1)]) == chart([]) == ""
