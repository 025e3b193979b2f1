"""Reading an opening list: header words, separators, numbers, workbooks, and what is refused."""

import csv
import io
import subprocess
import sys
import zipfile
from dataclasses import astuple

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.utils import column_index_from_string

from players.names import clean_name
from players.opening import Limits, Line, ListRefused, is_workbook, read_list, sheet_text
from players.opening.words import Column, column_of, says_guest, says_junior


def lines(text: str) -> list[Line]:
    """The people of a list that has no problems."""
    read = read_list(text)
    assert read.problems == ()
    return list(read.lines)


def brief(text: str) -> list[tuple[str, float | None]]:
    return [(line.name, line.rating) for line in lines(text)]


def places(text: str) -> list[tuple[int | None, int | None]]:
    """Where the problems are."""
    return [(problem.line, problem.column) for problem in read_list(text).problems]


def workbook(*rows: list[object]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


# -- Without a header -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Novák Jan\t1650\nDvořák Petr\n", [("Novák Jan", 1650), ("Dvořák Petr", None)]),
        ("Novák Jan;1650\r\nDvořák Petr;\r\n", [("Novák Jan", 1650), ("Dvořák Petr", None)]),
        ("Novák Jan,1650\rDvořák Petr\r", [("Novák Jan", 1650), ("Dvořák Petr", None)]),
        ("Novák, Jan, 1650\nDvořák, Petr", [("Novák, Jan", 1650), ("Dvořák, Petr", None)]),
        ("Novák, Jan;1650", [("Novák, Jan", 1650)]),
        ("\ufeffNovák Jan", [("Novák Jan", None)]),
        ("\n\nNovák Jan\n  \nDvořák Petr\n\n", [("Novák Jan", None), ("Dvořák Petr", None)]),
        ("1\tNovák Jan\t1650\n2.\tDvořák Petr\t-", [("Novák Jan", 1650), ("Dvořák Petr", None)]),
        ('"Novák; Jan";1650', [("Novák; Jan", 1650)]),
        ("Иванов Пётр\t1 500", [("Иванов Пётр", 1500)]),
        ("Novák Jan\t1650,5", [("Novák Jan", 1650.5)]),
        ("Novák Jan\t1\u00a0650.25", [("Novák Jan", 1650.25)]),
        ("Novák Jan\t0", [("Novák Jan", None)]),
    ],
)
def test_first_the_name_then_the_rating(text: str, people: list[tuple[str, float | None]]) -> None:
    assert brief(text) == people


def test_lines_count_as_in_the_text() -> None:
    assert [line.line for line in lines("\nAlfa\n\n\nBravo\n")] == [2, 5]
    assert [line.line for line in lines('"Alfa\nAda"\nBravo\n')] == [1, 3]


def test_two_columns_of_names_are_told_what_to_do() -> None:
    problem = read_list("Novák\tJan\t1650").problems[0]
    assert (problem.line, problem.column) == (1, 2)
    assert "surname; name; rating" in str(problem.message)


def test_a_number_in_the_name_is_a_rating_without_separator() -> None:
    assert places("Novák Jan 1650") == [(1, 1)]
    assert brief("Novák Jan 2") == [("Novák Jan 2", None)]


# -- With a header --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "header",
    [
        "Surname;Given name;Starting rating;Games;Junior;Group;Label;Reason;Guest",
        "Příjmení;Jméno;Výchozí rating;Převzaté partie;Mládež;Skupina;Označení;Důvod;Host",
        "Фамилия;Имя;Начальный рейтинг;Партий;Юниор;Группа;Подпись;Причина;Гость",
    ],
)
def test_three_languages(header: str) -> None:
    (line,) = lines(f"{header}\nAlfa;Ada;1650;12;1;beginners;Ada A.;paper list;x\n")
    assert astuple(line) == (
        2, "Alfa Ada", 1650, "paper list", 12, True, True, "beginners", "Ada A.",
    )  # fmt: skip


def test_empty_cells_mean_what_is_usual() -> None:
    text = "name;rating;games;status;junior\nAlfa Ada;;;;\nBravo Bo\n"
    assert [astuple(line)[2:7] for line in lines(text)] == [(None, "", None, False, False)] * 2


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Jméno;Rating\nNovák Jan;1500", "Novák Jan"),
        ("Фамилия;Рейтинг\nИванов Пётр;1500", "Иванов Пётр"),
        ("Фамилия;Имя;Отчество\nИванов;Пётр;Ильич", "Иванов Пётр Ильич"),
        ("rating,name\n1500,Novák Jan", "Novák Jan"),
        ("příjmení, jméno\nNovák, Jan", "Novák Jan"),
        ("name\nNovák, Jan", "Novák, Jan"),
        ('"Name"\t"Rating"\nNovák Jan\t1500', "Novák Jan"),
        ("JMÉNO HRÁČE;ELO\nNovák Jan;1500", "Novák Jan"),
        ("Club list\nof 2026\nName;Rating\nNovák Jan;1500", "Novák Jan"),
    ],
)
def test_where_the_name_stands(text: str, name: str) -> None:
    assert [line.name for line in lines(text)] == [name]


def test_what_is_read_over_is_said() -> None:
    read = read_list("List\nname;born;rating;elo\nAlfa Ada;2012-01-01;1500;1600\n")
    assert read.header == 2 and read.lines[0].rating == 1500
    assert [(note.line, note.column) for note in read.notes] == [(1, None), (2, 2), (2, 4)]
    assert "born" in str(read.notes[1].message)


def test_a_label_of_two_alphabets_is_noted_as_a_name_is() -> None:
    read = read_list("name;label\nNovak Jan;J\u0430n\nN\u043evak Petr;Petr\n")
    assert [(note.line, note.column) for note in read.notes] == [(2, 2), (3, 1)]
    assert len(read.lines) == 2


def test_a_name_read_in_a_wrong_encoding_is_noted() -> None:
    read = read_list("name\nNovÃ¡k Jan\n")
    assert [(note.line, note.column) for note in read.notes] == [(2, 1)]
    assert "Novák" in str(read.notes[0].message)


@pytest.mark.parametrize(
    ("row", "column"),
    [
        (";1500;;;;;", 1),
        ("Alfa\u200bAda;;;;;;", 1),
        ("123;;;;;;", 1),
        ("x" * 101 + ";;;;;;", 1),
        ("Alfa Ada;much;;;;;", 2),
        ("Alfa Ada;99;;;;;", 2),
        ("Alfa Ada;1,650;;;;;", 2),
        ("Alfa Ada;4001;;;;;", 2),
        ("Alfa Ada;-1500;;;;;", 2),
        ("Alfa Ada;1e3;;;;;", 2),
        ("Alfa Ada;١٥٠٠;;;;;", 2),
        ("Alfa Ada;nan;;;;;", 2),
        ("Alfa Ada;1500;many;;;;", 3),
        ("Alfa Ada;1500;100001;;;;", 3),
        ("Alfa Ada;;12;;;;", 3),
        ("Alfa Ada;;;perhaps;;;", 4),
        ("Alfa Ada;;;;perhaps;;", 5),
        ("Alfa Ada;;;;;" + "g" * 41 + ";", 6),
        ("Alfa Ada;;;;;;" + "l" * 61, 7),
        ("Alfa Ada;;;;;;a\u202eb", 7),
        ("Alfa Ada;;;;;;;more", 8),
        ("Alfa Ada;;;;;" + "g" * 1001 + ";", 6),
    ],
)
def test_a_problem_says_where_and_keeps_its_line_out(row: str, column: int) -> None:
    text = f"name;rating;games;status;junior;group;label\nBravo Bo;1500;;;;;\n{row}\n"
    assert places(text)[0] == (3, column)
    assert [line.name for line in read_list(text).lines] == ["Bravo Bo"]


def test_every_problem_is_told_at_once() -> None:
    text = "name;rating;junior\n;x;y z\nAlfa;;q\n"
    assert places(text) == [(2, 1), (2, 2), (2, 3), (3, 3)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", None),
        (" \n\t\n", None),
        ('name\n"Alfa\nBravo\n', 2),
        ('name;rating\n"Alfa"x;1500\n', 2),
        ("Alfa\n" + "x" * 20_001, 2),
        ("Alfa\n" * 2_001, None),
        ("x" * 2_000_001, None),
    ],
)
def test_what_cannot_be_read_at_all(text: str, line: int | None) -> None:
    with pytest.raises(ListRefused) as refused:
        read_list(text)
    assert refused.value.problem.line == line


# -- Words ----------------------------------------------------------------------------------------


def test_words_are_found_however_they_are_written() -> None:
    assert column_of(" STARTING_RATING: ") is Column.RATING
    assert column_of("pocet partii") is Column.GAMES
    assert column_of("ФИО") is Column.NAME
    assert column_of("birth date") is None and column_of("x" * 5_000) is None


@pytest.mark.parametrize(
    ("cell", "column", "guest"),
    [
        ("", Column.STATUS, False), ("Member", Column.STATUS, False), ("člen", Column.STATUS, False),
        ("ano", Column.STATUS, False), ("ne", Column.STATUS, True), ("host", Column.STATUS, True),
        ("гость", Column.STATUS, True), ("", Column.GUEST, False), ("да", Column.GUEST, True),
        ("no", Column.GUEST, False), ("guest", Column.GUEST, True), ("member", Column.GUEST, False),
        ("maybe", Column.STATUS, None), ("maybe", Column.GUEST, None),
    ],
)  # fmt: skip
def test_yes_means_member_in_one_column_and_guest_in_the_other(
    cell: str, column: Column, guest: bool | None
) -> None:
    assert says_guest(cell, column) is guest


def test_juniors() -> None:
    assert all(says_junior(cell) for cell in ("x", "ANO", "Junior", "да", "+", "✓", "1"))
    assert not any(says_junior(cell) for cell in ("", " ", "no", "-", "dospělý", "0"))
    assert says_junior("2012") is None


# -- Workbooks ------------------------------------------------------------------------------------


def test_a_workbook_is_the_text_somebody_would_paste() -> None:
    data = workbook(
        ["Jméno", "Rating", "Junior", None],
        [],
        ["Čížková  Jana", 1650.0, True],
        ['"Bo" Bravo\nx', 1500.5, None],
        ["Hora Jan", None, False],
    )
    assert is_workbook(data)
    read = read_list(sheet_text(data))
    assert [(line.line, line.name, line.rating, line.junior) for line in read.lines] == [
        (3, "Čížková Jana", 1650, True),
        (4, '"Bo" Bravo x', 1500.5, False),
        (5, "Hora Jan", None, False),
    ]


def test_the_first_sheet_that_is_not_hidden() -> None:
    book = openpyxl.Workbook()
    book.active.append(["Hidden Person"])
    book.create_sheet("second").append(["Alfa Ada"])
    book.create_sheet("third").append(["Bravo Bo"])
    book.active.sheet_state = "hidden"
    out = io.BytesIO()
    book.save(out)
    assert brief(sheet_text(out.getvalue())) == [("Alfa Ada", None)]


def test_a_workbook_that_unpacks_to_too_much_is_not_parsed() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * 40_000_000)
    assert len(out.getvalue()) < 100_000
    with pytest.raises(ListRefused, match="Unpacked"):
        sheet_text(out.getvalue())


def test_entities_in_a_workbook_are_refused() -> None:
    data, out = workbook(["Alfa Ada", "&x;"]), io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name.endswith("sheet1.xml"):
                content = content.replace(
                    b"<worksheet", b'<!DOCTYPE x [<!ENTITY x "boom">]><worksheet', 1
                )
            new.writestr(name, content)
    with pytest.raises(ListRefused, match="no XLSX workbook"):
        sheet_text(out.getvalue())


def test_rows_and_columns_have_limits() -> None:
    with pytest.raises(ListRefused, match="columns"):
        sheet_text(workbook(["x"] * 41))
    with pytest.raises(ListRefused, match="rows"):
        sheet_text(workbook(*([["x"]] * 9)), Limits(rows=4))


@pytest.mark.parametrize("cell", ["AO3", "AP3", "XFD3"])
def test_a_filled_cell_beyond_the_columns_is_refused_by_its_name(cell: str) -> None:
    book = openpyxl.Workbook()
    for row in (["name", "rating"], ["Alfa Ada", 1500]):
        book.active.append(row)
    book.active[cell] = "  "  # not filled
    out = io.BytesIO()
    book.save(out)
    assert brief(sheet_text(out.getvalue())) == [("Alfa Ada", 1500)]
    book.active[cell] = "x"
    out = io.BytesIO()
    book.save(out)
    with pytest.raises(ListRefused, match=f"Cell {cell} is filled") as refused:
        sheet_text(out.getvalue())
    problem = refused.value.problem
    assert (problem.line, problem.column) == (3, column_index_from_string(cell[:-1]))


@pytest.mark.parametrize("cut", [10, 200, 2000, -30])
def test_a_damaged_workbook_is_refused(cut: int) -> None:
    with pytest.raises(ListRefused):
        sheet_text(workbook(["Alfa Ada", 1500])[:cut])


@pytest.mark.parametrize(
    "data", [b"%PDF-1.7", b"\x89PNG\r\n", b"\xd0\xcf\x11\xe0", b"x" * 2_000_001]
)
def test_other_files_are_refused(data: bytes) -> None:
    with pytest.raises(ListRefused):
        is_workbook(data)
    assert not is_workbook(b"Alfa Ada;1500")


# -- Whatever comes -------------------------------------------------------------------------------


@settings(max_examples=300)
@given(st.text(alphabet=st.sampled_from('Aá1,;\t\n\r". -0é\u200bИ|'), max_size=80))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    try:
        read = read_list(text)
    except ListRefused as refused:
        assert str(refused.problem.message)
        return
    for line in read.lines:
        assert clean_name(line.name) == line.name
        assert line.rating is None or 100 <= line.rating <= 4000
    assert all(problem.line is not None for problem in read.problems)


NAMES = st.sampled_from(["Alfa Ada", "Bravo, Bo", 'Charlie "Cy" Cyril', "Novák; Jan", "O'Hara Eva"])


@given(
    st.lists(st.tuples(NAMES, st.none() | st.integers(100, 4000)), min_size=1, max_size=8),
    st.sampled_from(";\t,"),
)
def test_what_a_spreadsheet_writes_is_read_again(
    people: list[tuple[str, int | None]], delimiter: str
) -> None:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerows([["name", "rating"], *people])
    assert brief(out.getvalue()) == people
    assert brief(sheet_text(workbook(["name", "rating"], *map(list, people)))) == people


def test_the_reader_brings_no_django() -> None:
    code = (
        "import sys, players.opening\n"
        "sys.exit(any(name.split('.')[0] in ('django', 'psycopg', 'celery')"
        " for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
