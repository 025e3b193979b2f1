"""Encodings: found, chosen, previewed; nothing is replaced and nothing is guessed silently."""

import codecs

import pytest

from events.importers import ImportRefused, read_event, readings
from events.importers.encoding import LABELS, decode, split_lines
from tests.trf_files import DATA, TODAY, player, read, trf

CZECH = "Žluťoučký kůň, Řehoř"
RUSSIAN = "Свидлер, Пётр"


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1250", "iso-8859-2", "cp852"]
)
def test_czech_names_round_trip(encoding: str) -> None:
    data = trf(player(1, CZECH), player(2, "Bob")).decode().encode(encoding)
    chosen = encoding if encoding in ("iso-8859-2", "cp852") else None
    event = read(data, encoding=chosen, code_page="cp1250")
    assert [p.name for p in event.players] == [CZECH, "Bob"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1251", "koi8-r", "cp866"])
def test_russian_names_round_trip(encoding: str) -> None:
    data = trf(player(1, RUSSIAN), player(2, "Bob")).decode().encode(encoding)
    chosen = encoding if encoding in ("koi8-r", "cp866") else None
    event = read(data, encoding=chosen, code_page="cp1251")
    assert [p.name for p in event.players] == [RUSSIAN, "Bob"]


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("mark", [True, False])
def test_utf_16_with_and_without_its_mark(codec: str, mark: bool) -> None:
    marks = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}
    data = trf(player(1, CZECH), player(2, "Bob")).decode().encode(codec)
    event = read((marks[codec] if mark else b"") + data)
    assert event.players[0].name == CZECH
    assert event.encoding == codec


def test_the_encoding_that_was_found_is_told() -> None:
    assert read("derived-mutations/cz_bare_cr.trf").encoding == "utf-8"
    assert read("derived-mutations/ru_cp1251_crlf.trf", code_page="cp1251").encoding == "cp1251"
    assert read("sanichi-icu_tournament/latin-1.tab").encoding == "cp1252"


@pytest.mark.parametrize(
    ("file", "right"),
    [
        ("cz_cp1250_crlf", "cp1250"),
        ("cz_bare_cr", "utf-8"),
        ("ru_cp1251_crlf", "cp1251"),
        ("ru_cp866", "cp866"),
    ],
)
def test_the_preview_shows_names_and_which_reading_looks_right(file: str, right: str) -> None:
    data = (DATA / "trf" / "derived-mutations" / f"{file}.trf").read_bytes()
    found = readings(data, code_page="cp1252")
    good = [reading.encoding for reading in found if not reading.suspicious]
    assert good[0] == right
    assert set(good) <= {right, "utf-8-bytes"}
    sample = next(reading.sample for reading in found if reading.encoding == right)
    expected = "Láznička, Viktor" if file.startswith("cz") else RUSSIAN
    assert expected in sample
    assert len(sample) <= 12
    assert all(not piece.isascii() for piece in sample)


def test_the_reading_taken_without_a_choice_comes_first() -> None:
    data = (DATA / "trf" / "derived-mutations" / "cz_cp1250_crlf.trf").read_bytes()
    for page in ("cp1250", "cp1251", "cp1252"):
        assert readings(data, code_page=page)[0].encoding == page


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
def test_plain_ascii_leaves_nothing_to_choose(mark: bytes) -> None:
    (only,) = readings(mark + trf(player(1, "Anna")))
    assert (only.encoding, only.sample, only.suspicious) == ("utf-8", (), False)


def test_bytes_that_the_encoding_does_not_know_refuse_the_file() -> None:
    data = trf(player(1, "Anna"), player(2, "Bo")).replace(b"Bo", b"B\x81")
    with pytest.raises(ImportRefused) as caught:
        read(data)
    (problem,) = caught.value.problems
    assert (problem.line, problem.column) == (3, 16)
    assert "0x81" in str(problem.message)
    assert "Windows-1252" in str(problem.message)


def test_a_chosen_encoding_is_not_second_guessed() -> None:
    data = trf(player(1, CZECH), player(2, "Bob")).decode().encode("cp1250")
    with pytest.raises(ImportRefused):
        read(data, encoding="utf-8", code_page="cp1250")
    with pytest.raises(ImportRefused) as caught:
        read(data, encoding="rot13")
    assert "rot13" in str(caught.value.problems[0].message)


def test_names_that_cannot_be_in_this_encoding_point_to_the_encoding() -> None:
    with pytest.raises(ImportRefused) as caught:
        read("derived-mutations/ru_cp866.trf", code_page="cp1251")
    assert caught.value.problems[0].line == 14
    assert "choose another encoding" in str(caught.value.problems[-1].message)
    assert len(read("derived-mutations/ru_cp866.trf", encoding="cp866").players) == 6


def test_every_label_has_a_codec() -> None:
    for name in LABELS:
        codec = "utf-8" if name == "utf-8-bytes" else name
        assert decode("Anna Nova".encode(codec), name, "cp1252").text == "Anna Nova"


def test_only_three_signs_end_a_line() -> None:
    assert split_lines("a\r\nb\nc\rd\x0be\u2028f\x85g") == ["a", "b", "c", "d\x0be\u2028f\x85g"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b" \r\n \n", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b"PK\x03\x04rest", "Excel"),
        (b"\xd0\xcf\x11\xe0rest", "Excel"),
        (b"%PDF-1.4", "PDF"),
        (b"\x89PNG\r\n", "picture"),
        (b"\x1f\x8b\x08", "archive"),
        (b"<html><body>001</body></html>", "web page"),
        (b"  <!DOCTYPE html>", "web page"),
        (b"<?xml version='1.0'?>", "web page"),
        (b"Dear arbiter, here are the results.", "neither a TRF file"),
        (b"\xff\xfe\xff", "Byte 0xFF"),
    ],
)
def test_other_files_get_a_word_of_advice(data: bytes, words: str) -> None:
    with pytest.raises(ImportRefused) as caught:
        read(data)
    assert words in str(caught.value.problems[0].message)


@pytest.mark.parametrize(
    ("header", "name", "written", "club"),
    [
        ("kolo;bílý;černý;výsledek", "Čížková Řehořová", "cp1250", "cp1252"),
        ("kolo;bílý;černý;výsledek", "Šťastný Jan", "cp1250", "cp1252"),  # a byte cp1252 has not
        ("kolo;bílý;černý;výsledek", "Čížková Řehořová", "cp1250", "cp1251"),
        ("тур;белые;чёрные;результат", "Свидлер Пётр", "cp1251", "cp1252"),
        ("тур;белые;чёрные;результат", "Свидлер Пётр", "cp1251", "cp1250"),
        ("тур;белые;чёрные;результат", "Свидлер Пётр", "cp866", "cp1252"),
    ],
)
def test_a_table_is_known_by_its_header_where_the_club_has_another_code_page(
    header: str, name: str, written: str, club: str
) -> None:
    data = f"{header}\n1;{name};Bob Bo;1-0\n".encode(written)
    event = read_event(data, filename="evening.csv", code_page=club, today=TODAY)
    assert (event.encoding, event.players[0].name) == (written, name)
    assert "makes sense in" in str(event.warnings[0].message)
    same = read_event(data, filename="evening.csv", code_page=written, today=TODAY)
    assert not [w for w in same.warnings if "makes sense in" in str(w.message)]


def test_an_encoding_that_was_chosen_is_not_replaced_by_another() -> None:
    data = "kolo;bílý;černý;výsledek\n1;Alfa Ada;Bob Bo;1-0\n".encode("cp1250")
    with pytest.raises(ImportRefused):
        read_event(data, filename="a.csv", encoding="cp1251", code_page="cp1250", today=TODAY)


def test_halves_of_points_judge_no_encoding() -> None:
    """A clean table with ½-½ in it is not said to have names in a wrong encoding."""
    table = "white,result,black\nNovak Jan,½-½,Müller Karl\nDvorak Petr,1½,Cerny Ota\n"
    first, *others = readings(table.encode(), code_page="cp1250")
    assert (first.encoding, first.suspicious) == ("utf-8", False)
    assert "Müller Karl" in first.sample[0]
    assert all(reading.suspicious for reading in others if reading.encoding != "utf-8-bytes")
    assert readings("Å½ižka Jan".encode())[0].suspicious  # Žižka, twice encoded
