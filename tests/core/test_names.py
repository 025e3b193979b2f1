"""Names as typed: what enters, what is refused and where, what counts as the same whole name."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.names import (
    MAX_KEY_LENGTH,
    MAX_LENGTH,
    NameRefused,
    clean_name,
    double_encoded,
    encoding_problem,
    is_partial,
    mixed_script,
    name_key,
    same_whole,
    sort_key,
    whole_key,
    without_marks,
)

ANY_TEXT = st.text(st.characters(), max_size=120) | st.text(
    st.sampled_from("aÁé ,.-'’\u0301\u00a0\t\u200b\u00ad\ufdfaßİǰ\u0345\ud800ЖChml(W)"),
    max_size=40,
)


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("Novák, Jan", "Novák, Jan"),
        ("  Novák,\u00a0 Jan \t", "Novák, Jan"),
        ("Nova\u0301k Jan", "Novák Jan"),
        ("Novák\r\nJan", "Novák Jan"),
        ("O’Brien, Séamus", "O’Brien, Séamus"),
        ("Непомнящий Ян", "Непомнящий Ян"),
        ("王 皓", "王 皓"),
        ("שלום", "שלום"),
        ("Kuba 🙂", "Kuba 🙂"),
    ],
)
def test_clean_name_folds_blanks_and_composes(typed: str, stored: str) -> None:
    assert clean_name(typed) == stored


@pytest.mark.parametrize(
    ("typed", "column", "words"),
    [
        ("No\x00vák", 3, "control"),
        ("Nov\x9ek", 4, "control"),
        ("No\u200bvák", 3, "invisible"),
        ("Novák\ufeff", 6, "invisible"),
        ("No\u00advák", 3, "invisible"),
        ("No\u034fvák", 3, "invisible"),
        ("Nov\u2800ák", 4, "invisible"),
        ("Nov\u3164ák", 4, "invisible"),
        ("Nov\U000e0001ák", 4, "invisible"),
        ("Nov\ufe0fák", 4, "invisible"),
        ("Jan \u202eNovák", 5, "direction"),
        ("Jan \u2066Novák", 5, "direction"),
        ("Jan \u061cNovák", 5, "direction"),
        ("\ud800Novák", 1, "valid"),
        ("\ue000Novák", 1, "valid"),
        ("Novák\uffff", 6, "valid"),
        ("Nov\ufffdk", 4, "lost"),
        ("", 1, "letter"),
        ("  ", 1, "letter"),
        ("12 - .", 1, "letter"),
        ("🙂", 1, "letter"),
        ("N" * (MAX_LENGTH + 1), MAX_LENGTH + 1, "at most 100"),
        ("N" * 1_000_000, MAX_LENGTH + 1, "at most 100"),
        ("\ufdfa" * 20, MAX_LENGTH + 1, "at most 100"),
    ],
)
def test_clean_name_refuses_and_says_where(typed: str, column: int, words: str) -> None:
    with pytest.raises(NameRefused) as refused:
        clean_name(typed)
    assert refused.value.problem.column == column
    assert words in str(refused.value)
    assert "Nov" not in str(refused.value), "a refusal must not quote the name: it is logged"


def test_the_longest_name_passes() -> None:
    assert clean_name(" " + "N" * MAX_LENGTH + " ") == "N" * MAX_LENGTH


@given(ANY_TEXT)
def test_clean_name_is_idempotent_and_fits_the_columns(text: str) -> None:
    try:
        name = clean_name(text)
    except NameRefused as refused:
        assert refused.problem.column is not None
        assert refused.problem.column >= 1
        return
    assert clean_name(name) == name
    assert unicodedata.is_normalized("NFC", name)
    assert len(name) <= MAX_LENGTH
    assert len(name_key(name)) <= MAX_KEY_LENGTH
    name.encode("utf-8")


@given(ANY_TEXT)
def test_name_key_is_idempotent(text: str) -> None:
    assert name_key(name_key(text)) == name_key(text)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Novák, Jan", "novák jan"),
        ("NOVÁK  JAN.", "novák jan"),
        ("Jan Novák", "jan novák"),
        ("Nova\u0301k", "novák"),
        ("No\u200bvák", "novák"),
        ("ﬁala", "fiala"),
        ("Malá–Nová", "malá-nová"),
        ("O’Brien", "o'brien"),
        ("Groß", "gross"),
        ("...", ""),
    ],
)
def test_name_key(text: str, key: str) -> None:
    assert name_key(text) == key


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("Novák, Jan", "Jan Novák", True),
        ("novák jan", "NOVÁK,Jan", True),
        ("Garcia Palermo, Carlos", "Carlos Garcia Palermo", True),
        ("Novák, Jan Pavel", "Jan Pavel Novák", True),
        ("Novák, Jan Pavel", "Novák, Pavel Jan", False),
        ("Novák, Jan", "Novak, Jan", False),
        ("Novák, Jan", "Nováková, Jana", False),
        ("Novák, Jan", "Novák, J.", False),
        ("Novák, Jan", "Novák, Jan ml.", False),
        ("Novák", "Nоvák", False),  # the second has a Cyrillic о
        ("", "", False),
        ("...", "---", False),
    ],
)
def test_same_whole(a: str, b: str, same: bool) -> None:
    assert same_whole(a, b) is same
    assert same_whole(b, a) is same
    if name_key(a) and name_key(b):
        assert (whole_key(a) == whole_key(b)) is same


@pytest.mark.parametrize(
    ("name", "partial"),
    [
        ("Novák", True),
        ("Novák J.", True),
        ("J. Novák", True),
        ("Novák, J", True),
        ("Garcia, JM.", True),
        ("Novák JM", True),
        ("Garcia Palermo, C.", True),
        ("Garcia Palermo C.", True),
        ("van der Berg J.", True),
        ("Novák ml.", True),
        ("GM Novák", True),
        ("Novák (W)", True),
        ("Novák, Alex.", True),
        ("Novák, Jan", False),
        ("Novák Jan ml.", False),
        ("Jan Novák", False),
        ("Ing. Novák Jan", False),
        ("Kasparov, Garry K", False),
        ("Jan H Timman", False),
        ("Wang Yi", False),
        ("Im, Jae", False),
        ("Le, Quang", False),
        ("王 皓", False),
    ],
)
def test_is_partial(name: str, partial: bool) -> None:
    assert is_partial(name) is partial


@given(ANY_TEXT)
def test_readers_of_names_never_fail(text: str) -> None:
    assert is_partial(text) in (True, False)
    assert isinstance(without_marks(text), str)
    mixed_script(text)
    encoding_problem(text)
    for language in ("cs", "ru", "en"):
        sort_key(text, language)


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("Nоvák Jan", 2),  # Cyrillic о
        ("Ивaнов", 3),  # Latin a
        ("Сосо Novák", 1),  # all Cyrillic, reads like Latin
        ("Novák Jan", None),
        ("Иванов Иван", None),
        ("GM Иванов Иван", None),
        ("Иванов Иван II", None),
        ("Иванов (W)", None),
        ("Παπαϊωάννου", None),
    ],
)
def test_mixed_script(name: str, column: int | None) -> None:
    problem = mixed_script(name)
    assert (problem.column if problem else None) == column


@pytest.mark.parametrize("encoding", ["cp1252", "cp1250", "latin-1"])
@pytest.mark.parametrize(
    "name", ["Novák Jan", "Müller, Karsten", "Dvořák Šimon", "Capablanca, José"]
)
def test_double_encoding_is_undone(name: str, encoding: str) -> None:
    raw = name.encode("utf-8")
    text = "".join(_decode_byte(byte, encoding) for byte in raw)
    assert double_encoded(text) == name
    problem = encoding_problem(text)
    assert problem is not None
    assert name in str(problem.message)


def _decode_byte(byte: int, encoding: str) -> str:
    return bytes([byte]).decode(encoding, errors="ignore") or chr(byte)


def test_double_encoding_of_cyrillic_is_undone() -> None:
    assert double_encoded("Новак Ян".encode().decode("cp1251", errors="ignore")) == "Новак Ян"


@pytest.mark.parametrize(
    "name",
    ["Novák", "Šimáček, Ňuf", "Сёмин", "Ґудзь", "Sørensen", "José", "Jan", "Ёж", "NÃO"],
)
def test_right_names_are_not_taken_for_double_encoded(name: str) -> None:
    assert double_encoded(name) is None
    assert encoding_problem(name) is None


@pytest.mark.parametrize(
    ("text", "column"),
    [("Ra\ufffdl", 3), ("Dra\x9een", 4), ("Nov?k", 4), ("Novák?", None)],
)
def test_lost_characters_are_found(text: str, column: int | None) -> None:
    problem = encoding_problem(text)
    assert (problem.column if problem else None) == column


def in_order(names: list[str], language: str) -> list[str]:
    backwards = list(reversed(names))
    return sorted(backwards, key=lambda name: sort_key(name, language))


def test_czech_order() -> None:
    names = [
        "Cihla",
        "Čáp",
        "Hora",
        "Chalupa",
        "Igor",
        "Novák, Z",
        "Nováková, A",
        "Ruda",
        "Rys",
    ]
    names += ["Řeha", "Sova", "Šíp", "Zeman", "Žák", "Иванов"]
    assert in_order(names, "cs") == names
    assert in_order(names, "cs-CZ") == names


def test_english_order_looks_past_accents() -> None:
    names = ["Capek", "Čapek", "Charvat", "Cihla", "Hora", "Ødegaard", "Olsen"]
    assert in_order(names, "en") == names


def test_russian_order() -> None:
    names = ["Егоров", "Ёлкин", "Ельцин", "Иванов", "Йод", "Яковлев", "Novák"]
    assert in_order(names, "ru") == names
