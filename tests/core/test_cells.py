"""Texts that a spreadsheet would run are guarded, and come back as they were."""

import csv
import io
import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.cells import LEADS, csv_bytes, csv_table, guard, unguard
from events.exporters.csv_pairings import pairings_csv
from events.exporters.event import ExportedEvent, ExportedPlayer
from events.importers.entrants import escape, unescape
from events.results import GameKind, Result
from events.revisions import GameContent
from players.names import NameRefused, clean_name
from players.opening import Line, read_list
from players.opening.words import Column

HOSTILE = (
    "=1+1", "+420", "-Novák", "@SUM(A1)", "\t=1+1", "\r=1", "\n=1", "＝1+1", "＋1", "－1", "＠x",
    "=cmd|' /C calc'!A0", "a;=1+1", "a,=1+1", "a\t=1+1", "a; =1+1", " =1+1", "'=1+1", "''=1+1",
    "a;'=1+1", "Novák, -Jan", "-", "=", '=HYPERLINK("http://x","y")', "a|=1", ";=1;=1",
)  # fmt: skip
TEXTS = st.one_of(
    st.sampled_from(HOSTILE),
    st.text("=+-@＝＋－＠'\t\r\n,;| a\u00a0", max_size=12),
    st.text(max_size=30),
)  # fmt: skip


def dangerous(cell: str) -> bool:
    """Whether some spreadsheet, with some separator, finds a formula at the beginning of a cell."""
    parts = [cell, *re.split(r"[,;|\t\r\n]", cell)]
    return any(part.lstrip(" \u00a0")[:1] in tuple("=+-@＝＋－＠") for part in parts)


@given(TEXTS)
def test_every_text_comes_back(text: str) -> None:
    assert unguard(guard(text)) == text
    assert unescape(escape(text)) == text


@given(TEXTS)
def test_no_separator_makes_a_formula_of_a_guarded_text(text: str) -> None:
    assert not dangerous(guard(text))
    assert not guard(text).startswith(tuple(LEADS))


def test_the_measure_knows_a_formula() -> None:
    assert all(dangerous(text) for text in HOSTILE if "'" not in text)
    assert not any(dangerous(text) for text in ("Novák, Jan", "a-b", "1=1", "'=1"))


@pytest.mark.parametrize("text", ["Novák, Jan", "O'Brien", "'t Hart, Anna", "1-0", "A - B", ""])
def test_other_texts_are_left_alone(text: str) -> None:
    assert guard(text) == text == unguard(text)


def test_numbers_stay_numbers_and_texts_that_look_so_do_not() -> None:
    row = [-3, Decimal("-3.5"), Decimal("1.65E+3"), None, "-3", 0]
    assert csv_table([row]) == "-3,-3.5,1650,,'-3,0\r\n"


def test_a_spreadsheet_knows_the_encoding_by_the_mark() -> None:
    assert csv_bytes("Řehoř\r\n") == b"\xef\xbb\xbf\xc5\x98eho\xc5\x99\r\n"


@given(st.lists(st.lists(TEXTS, min_size=2, max_size=4), max_size=4), st.sampled_from(",;\t"))
def test_a_table_is_read_as_it_was_written(rows: list[list[str]], delimiter: str) -> None:
    text = csv_table(rows, delimiter=delimiter)
    read = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    assert [[unguard(cell) for cell in row] for row in read] == rows


# -- What goes out comes in again -------------------------------------------------------------------


def name_of(text: str) -> str | None:
    try:
        name = clean_name(text)
    except NameRefused:
        return None
    return None if re.search(r"\d{3}", name) else name  # a list takes that for a rating


def one_line(text: str) -> str:
    return "".join(c for c in " ".join(text.split()) if c.isprintable())


NAMES = TEXTS.map(name_of).filter(lambda name: name is not None)
WORDS = st.sampled_from(HOSTILE).map(one_line) | st.text("abc=+-@,;' ", max_size=20).map(one_line)
PEOPLE = st.builds(
    Line,
    line=st.just(0),
    name=NAMES,
    rating=st.none() | st.integers(1000, 24000).map(lambda tenths: tenths / 10),
    why=WORDS,
    guest=st.booleans(),
    junior=st.booleans(),
    group=WORDS,
    label=WORDS,
)  # fmt: skip


@given(st.lists(PEOPLE, min_size=1, max_size=6))
def test_a_list_of_members_comes_back(people: list[Line]) -> None:
    """The columns that `players.views.files` writes."""
    rows = [
        [Column.NAME, Column.RATING, Column.WHY, Column.STATUS, Column.JUNIOR, Column.GROUP,
         Column.LABEL],
        *(
            [one.name, None if one.rating is None else Decimal(str(one.rating)), one.why,
             "guest" if one.guest else "member", "yes" if one.junior else "no", one.group, one.label]
            for one in people
        ),
    ]  # fmt: skip
    read = read_list(csv_bytes(csv_table(rows)).decode("utf-8-sig"))
    assert not read.problems

    def told(lines: object) -> list[tuple[object, ...]]:
        return [
            (one.name, one.rating, one.why, one.guest, one.junior, one.group, one.label)
            for one in lines  # type: ignore[attr-defined]
        ]

    assert told(read.lines) == told(people)


@pytest.mark.parametrize("name", [*"=+-@", "Novák, -Jan", "Novák; =1+1", "－Jan"])
def test_no_cell_of_an_event_is_a_formula_either(name: str) -> None:
    players = (ExportedPlayer(1, name), ExportedPlayer(2, "Anna"))
    games = (GameContent(1, 1, 2, Result.BLACK_WINS, GameKind.FORFEIT),)
    data = pairings_csv(ExportedEvent(f"Night; {name}", players, games))
    for row in csv.reader(io.StringIO(data.decode("utf-8-sig"))):
        assert not any(dangerous(cell) for cell in row)
