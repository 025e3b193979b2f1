"""What is kept of an uploaded file: everything that is read, and nothing of people beside it."""

import re
from dataclasses import replace

import pytest

from events.importers import ImportedEvent, read_event, scrubbed
from players.opening import ListRefused, read_list, scrub
from tests.trf_files import ACCEPTED, DATA, TODAY, player, trf

BORN, NUMBER, RATING, TITLE = "1987/06/05", "8765432109", "2719", "WFM"


def kept(data: bytes, encoding: str = "", code_page: str = "cp1250") -> bytes | None:
    return scrubbed(
        data,
        read(data, encoding, code_page),
        encoding=encoding or read(data, "", code_page).encoding,
        filename="x",
        today=TODAY,
    )


def read(data: bytes, encoding: str = "", code_page: str = "cp1250") -> ImportedEvent:
    return read_event(
        data, filename="x", encoding=encoding or None, code_page=code_page, today=TODAY
    )


def with_canaries(text: str) -> str:
    """The same report in which every player has a birth date, a number, a rating and a title."""
    lines = re.split("(\r\n|\n|\r)", text)
    for at, line in enumerate(lines):
        if line.startswith("001") and line[48:80].isascii():
            personal = f"{RATING} CZE {NUMBER:>11} {BORN}"
            lines[at] = f"{line[:9]}w{TITLE:>3}{line[13:48]}{personal}{line[79:]}"
    return "".join(lines)


@pytest.mark.parametrize(("file", "code_page", "encoding"), ACCEPTED, ids=lambda x: str(x)[-40:])
def test_every_report_reads_the_same_without_what_is_personal(
    file: str, code_page: str, encoding: str
) -> None:
    data = (DATA / "trf" / file).read_bytes()
    code_page = code_page or "cp1252"
    event = read(data, encoding, code_page)
    first = scrubbed(data, event, encoding=encoding or event.encoding, filename="x", today=TODAY)
    assert first is not None
    if encoding == "utf-8-bytes" or event.encoding.startswith("utf-16"):
        return
    marked = with_canaries(first.decode(event.encoding)).encode(event.encoding)
    assert BORN.encode() in marked and NUMBER.encode() in marked
    again = kept(marked, encoding or event.encoding, code_page)
    assert again is not None
    for canary in (BORN, "06/05", NUMBER, NUMBER[2:8], RATING, TITLE):
        assert canary.encode() not in again
    assert replace(read(again, event.encoding), warnings=()) == replace(event, warnings=())


def test_columns_counted_in_bytes_are_blanked_in_bytes() -> None:
    lines = []
    for number, name in ((1, "Žluťoučký Kůň"), (2, "Šíleně Úpěl")):
        head = f"001 {number:>4} w{TITLE:>3} ".encode() + name.encode().ljust(33)
        head += f" {RATING} CZE {NUMBER:>11} {BORN}  1.0 {number:>4}  ".encode()
        lines.append(head + f"{3 - number:>4} {'wb'[number - 1]} {'10'[number - 1]}  ".encode())
    data = b"\n".join([b"012 Night", *lines, b""])
    event = read(data, "utf-8-bytes")
    assert [one.name for one in event.players] == ["Žluťoučký Kůň", "Šíleně Úpěl"]
    found = kept(data, "utf-8-bytes")
    assert found is not None and BORN.encode() not in found and NUMBER.encode() not in found


def test_lines_that_are_not_read_keep_their_tag_only() -> None:
    data = trf(
        "022 Canary Town", "032 CZE", "102 Canary Arbiter (12345678)", "112 Canary Deputy 1990",
        "013 Canary Team    1    2", "CZE    1 Canary Club 19870605", "### Canary ruler",
        player(1, "Novák Jan", ["2 w 1"]), player(2, "Malá Eva", ["1 b 0"]),
    )  # fmt: skip
    found = kept(data)
    assert found is not None and b"Canary" not in found and b"1987" not in found
    assert found.decode().splitlines()[1:7] == ["022", "032", "102", "112", "013", "CZE"]
    assert read(found).skipped == read(data).skipped


def test_that_two_lines_share_a_number_is_still_said() -> None:
    one, two = (
        line[:57] + f"{NUMBER:>11}" + line[68:]
        for line in (player(1, "Novák Jan", ["2 w 1"]), player(2, "Novák J.", ["1 b 0"]))
    )
    found = kept(trf(one, two))
    assert found is not None and NUMBER.encode() not in found
    assert read(found).warnings == read(trf(one, two)).warnings != ()


def test_where_something_else_stands_for_points_nothing_is_kept() -> None:
    lines = [player(1, "Novák Jan", ["2 w 1"]), player(2, "Malá Eva", ["1 b 0"])]
    shifted = lines[0][:80] + "1987" + lines[0][84:]
    assert kept(trf(shifted.replace("1987", "06/5"), lines[1])) is None


TABLE = """Tuesday;;;;;;;
Round;White;Born;Black;FIDE ID;Result;Elo;Sex
1;Novák Jan;1987-06-05;Malá Eva;8765432109;1-0;2719;m
1;"Černá
Jana";"1987
-06-05";Bílý Petr;8765432109;½-½;2719;m
2;Novák Jan;;Bílý Petr;;0-1;;
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "cp852"])
@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
def test_of_a_table_the_columns_that_are_read_stay(encoding: str, delimiter: str) -> None:
    table = TABLE.replace("½-½", "1/2").replace(";", delimiter)
    data = table.encode(encoding)
    found = kept(data, encoding)
    assert found is not None
    text = found.decode(encoding)
    assert not any(word in text for word in ("1987", "8765432109", "2719", "Tuesday"))
    assert "Born" in text and "FIDE ID" in text  # the headers: they are told as read over
    assert read(found, encoding) == read(data, encoding)


def test_a_mark_at_the_beginning_stays() -> None:
    found = kept("\ufeff".encode() + TABLE.encode())
    assert found is not None and found.startswith("\ufeff".encode())


def test_of_a_list_of_members_the_same() -> None:
    text = 'Members\nname;born;rating;id;group\n"Novák Jan";5. 6. 1987;1500;8765432109;Tuesday\n'
    found = scrub(text)
    assert found == "Members\nname;born;rating;id;group\nNovák Jan;;1500;;Tuesday\n"
    assert read_list(found) == read_list(text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Novák Jan;1500\nMalá Eva;\n", "Novák Jan;1500\nMalá Eva;\n"),
        ("Novák Jan;1500;1987-06-05;m;Tuesday\n", "Novák Jan;1500;;;Tuesday\n"),
        ("1.;Novák Jan;1500;1987\n", "1.;Novák Jan;1500;\n"),
        ("Novák, Jan, 1500\n", "Novák, Jan, 1500\n"),
    ],
)
def test_of_a_list_without_a_header_name_and_rating_stay(text: str, wanted: str) -> None:
    assert scrub(text) == wanted


def test_a_list_that_cannot_be_read_is_not_kept() -> None:
    with pytest.raises(ListRefused):
        scrub('name;born\n"Novák;1987\n')
