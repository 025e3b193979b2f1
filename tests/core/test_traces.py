"""Where a name is left in texts: what is taken for it, and what is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.traces import Traces, holds_name, in_json

TRACES = Traces(
    ["Kanárek Petr", "Kanarek P.", "Ing. Kanárek, Petr", "Petr"],
    ["Novák Petr", "Stehlík Eva", "Kanára Ota"],
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Kanárek Petr", True),
        ("PETR KANAREK", True),
        ("Kanarek, Petr", True),
        ("Kanárek", False),
        ("Petr", False),  # others are called so
        ("Novák Petr", False),
        ("", False),
        ("?!", False),
    ],
)
def test_a_text_that_is_the_name(text: str, found: bool) -> None:
    assert TRACES.is_name(text) is found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the board of Petr Kanárek was wrong", True),
        ("kanarek came late", True),
        ("Kanárkovi se to nelíbí", True),
        ("P. was white, said Kanarek", True),
        ("Petr left", False),
        ("Petr Novák left", False),
        ("Kanára left", False),  # the word of somebody who stays
        ("a canary, kánoe, the kanton", False),
        ("", False),
    ],
)
def test_a_reason_that_is_about_the_person(text: str, found: bool) -> None:
    assert TRACES.speaks_of(text) is found


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Memorial of Petr Kanárek 2026", "Memorial of … 2026"),
        ("Kanárek, Petr – Novák, Petr", "… – Novák, Petr"),
        ("Kanarek P. and Petr KANÁREK", "…. and …"),
        ("1;Kanárek;Petr;1500\n2;Novák;Petr;1400\n", "1;…;1500\n2;Novák;Petr;1400\n"),
        ("Kanárek\nPetr", "Kanárek\nPetr"),
        ("Kanárek Memorial", "Kanárek Memorial"),
        ("", ""),
    ],
)
def test_a_text_without_the_names_that_are_written_out(text: str, left: str) -> None:
    assert TRACES.without(text) == left


def test_without_names_nothing_is_found() -> None:
    nothing = Traces(["?"], [])
    assert not nothing.is_name("?") and not nothing.speaks_of("? ? ?")
    assert nothing.without("?") == "?"


@given(st.text(max_size=60), st.lists(st.text(max_size=20), max_size=4))
def test_whatever_is_typed_the_name_itself_is_found_and_removed(
    around: str, others: list[str]
) -> None:
    traces = Traces(["Zvonohlík Kvido"], others)
    text = f"{around} Zvonohlík Kvido {around}"
    assert traces.speaks_of(text)
    assert "Zvonohlík Kvido" not in traces.without(text)


def test_plain_data_is_changed_in_its_texts_only() -> None:
    data = {"Petr": ["Petr", 1, None, {"kind": "Petr", "why": "Petr"}]}
    changed = in_json(data, lambda text: text.upper(), frozenset({"kind"}))
    assert changed == {"Petr": ["PETR", 1, None, {"kind": "Petr", "why": "PETR"}]}


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("Kanárek Petr", True),
        ("our Petr KANAREK (B)", True),
        ("Kan árek Petr", True),
        ("K a n á r e k, Petr", True),
        ("Kan árek, our Petr", True),
        ("KanárekPetr", True),
        ("our PetrKanárek (B)", True),
        ("Kanárek\u2800Petr", True),
        ("Kan\u2800árek\u3164Petr", True),
        ("Kan\u200bárek Pe\u2009tr", True),
        ("K\u0430narek Petr", True),  # the second letter is Cyrillic
        ("Kanárek", False),
        ("Kanárková Petra", False),
        ("Petr K.", False),
        ("", False),
    ],
)
def test_a_text_that_holds_the_name(text: str, holds: bool) -> None:
    assert holds_name(text, "Ing. Kanárek Petr") is holds


@pytest.mark.parametrize(
    ("text", "name", "least"),
    [
        ("Honza Novák", "Novák A.", 1),  # the letter is there, but not as a word
        ("Evan", "Eva", 1),
        ("Elian", "Li An", 1),
        ("New Year's Eva", "Eva", 2),
        ("x", "GM", 1),
    ],
)
def test_letters_within_other_words_are_no_name(text: str, name: str, least: int) -> None:
    assert not holds_name(text, name, least=least)
    assert holds_name(name, name) or name == "GM"


def test_a_long_row_of_alike_words_is_compared_at_once() -> None:
    words = [("a" * length) for length in range(1, 13)]
    assert holds_name("".join(words), " ".join(words))
    assert not holds_name("b ".join(words * 20), " ".join(words) + " b c")
