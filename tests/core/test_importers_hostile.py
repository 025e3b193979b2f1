"""Whatever comes: an event or a refusal, and soon."""

import time
import unicodedata
from datetime import date

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from events.importers import ImportedEvent, ImportRefused, Limits, read_event, readings
from events.importers.dates import read_day
from events.importers.encoding import LABELS
from events.importers.typed import parse_typed_result, read_result, read_sole_points
from events.results import Result, rated_result
from tests.trf_files import DATA, TODAY, player, trf

CZECH = (DATA / "trf" / "derived-mutations" / "cz_bare_cr.trf").read_bytes()
TABLE = b"round,board,white,black,result,date\n1,1,Anna,Bob,1-0,2026-03-07\n2,1,Bob,bye,1,\n"


def event_or_none(data: bytes, encoding: str | None = None) -> ImportedEvent | None:
    """Read, and check what must hold for every event that is not refused."""
    try:
        event = read_event(data, filename="x", encoding=encoding, code_page="cp1250", today=TODAY)
    except ImportRefused as refused:
        assert refused.problems
        for problem in refused.problems:
            assert str(problem.message)
        return None
    numbers = {player.number for player in event.players}
    seen = set()
    for game in event.games:
        assert game.white != game.black
        for number in (game.white, game.black):
            if number is not None:
                assert number in numbers
                assert (game.round, number) not in seen
                seen.add((game.round, number))
        if game.black is None:
            assert rated_result(game.kind, game.result, game.board_result) is Result.NONE
    for player_ in event.players:
        assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs") for c in player_.name)
        player_.name.encode("utf-8")
    event.name.encode("utf-8")
    return event


@given(st.binary(max_size=2000), st.sampled_from([None, *LABELS]))
@example(b"012 x\n001    1      A", None)
@example(b"round,white,black,result\n,,,,\n", None)
def test_arbitrary_bytes(data: bytes, encoding: str | None) -> None:
    event_or_none(data, encoding)
    readings(data, code_page="cp1250")


@given(st.text(max_size=1000))
def test_arbitrary_text_below_a_header(text: str) -> None:
    for start in ("012 x\n001    1      Anna\n001 ", "round;white;black;result\n1;"):
        event_or_none((start + text).encode("utf-8", "surrogatepass"))


@given(st.data())
@settings(max_examples=300)
def test_a_real_file_with_some_bytes_changed(data: st.DataObject) -> None:
    """A few bytes replaced, inserted or dropped: refused, or an event that holds together."""
    original = data.draw(st.sampled_from([CZECH, TABLE]))
    content = bytearray(original)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        change = data.draw(st.sampled_from(["replace", "insert", "drop"]))
        byte = data.draw(st.sampled_from(list(b' 0123456789=+-wbHUZ\t\r\n,"\xc5\x00\xa0')))
        if change == "replace":
            content[at] = byte
        elif change == "insert":
            content.insert(at, byte)
        else:
            del content[at]
    event_or_none(bytes(content))


@given(st.text(max_size=60))
def test_typed_results_and_dates_never_raise(text: str) -> None:
    parse_typed_result(text)
    read_result(text)
    read_sole_points(text)
    read_day(text, date(2026, 6, 1))


HOSTILE = {
    "sixty megabytes": b"012 x\n" + b"001    1      Anna\n" * 3_300_000,
    "one long line": b"012 " + b"x" * 4_900_000,
    "a million lines": b"\n" * 4_900_000 + b"001    1      Anna\n",
    "a million players": b"012 x\n" + b"001    1      A\n" * 300_000,
    "ten thousand players": b"012 x\n" + b"".join(b"001 %4d      A B\n" % n for n in range(1, 10_001)),
    "a long row of cells": b"round,white,black,result" + b"," * 4_000_000 + b"\n1,A,B,1-0",
    "a long cell": b"round,white,black,result\n1," + b"A" * 4_000_000 + b",B,1-0",
    "an open quote": b'round,white,black,result\n1,"A,B,1-0\n' + b"1,C,D,1-0\n" * 400_000,
    "a hundred columns": b"round,white,black,result" + b",x" * 200 + b"\n1,A,B,1-0" + b",y" * 200,
    "many rounds": trf(player(1, "A", ["2 w 1"] * 500), player(2, "B", ["1 b 0"] * 500)),
    "quotes": b"round,white,black,result\n" + b'"' * 4_000_000,
    "digits": b"round,white,black,result\n" + b"9" * 19_000 + b",A,B,1-0\n",
    "dashes": b"012 " + b"-" * 19_000 + b"\n042 " + b"1." * 9_000 + b"\n122 " + b"1+" * 9_000 + b"\n001    1      A",
    "combining marks": ("012 x\n001    1      A" + "\u0301" * 19_000 + "\n").encode(),
    "nul bytes": b"\0" * 4_000_000 + b"001",
    "carriage returns": b"001\r" * 1_000_000,
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_or_read_within_seconds(name: str) -> None:
    start = time.process_time()
    event = event_or_none(HOSTILE[name])
    assert time.process_time() - start < 8
    assert event is None or name in ("dashes", "nul bytes", "digits")


def test_a_file_over_the_limit_is_refused_before_it_is_read() -> None:
    with pytest.raises(ImportRefused) as caught:
        read_event(HOSTILE["sixty megabytes"], filename="x", encoding="no such", today=TODAY)
    assert "62.8 MB; at most 5.0 MB" in str(caught.value.problems[0].message)


# Players, rounds: a file of 0.5 MB, and one just under the limit of 5 MB.
SIZES = [pytest.param(480, 95), pytest.param(2_400, 195, marks=pytest.mark.long)]


@pytest.mark.parametrize(("count", "rounds"), SIZES)
def test_large_report_files_are_read(count: int, rounds: int) -> None:
    """All consistent, so every line is compared with another; seconds of the processor."""
    lines = []
    for number in range(1, count + 1):
        cell = f"{number + 1} w =" if number % 2 else f"{number - 1} b ="
        lines.append(player(number, f"Name Number {number}", [cell] * rounds))
    data = trf(*lines)
    assert len(data) < Limits().size
    start = time.process_time()
    event = event_or_none(data)
    assert time.process_time() - start < 15
    assert event is not None
    assert len(event.games) == count * rounds // 2


@pytest.mark.parametrize(("count", "rounds"), SIZES)
def test_large_tables_are_read(count: int, rounds: int) -> None:
    rows = [
        f"{round_},Surname Given{n},Other Person{n},½-½"
        for round_ in range(1, rounds // 2 + 1)
        for n in range(count // 2)
    ]
    data = ("round,white,black,result\n" + "\n".join(rows[:99_000])).encode()
    start = time.process_time()
    event = event_or_none(data)
    assert time.process_time() - start < 15
    assert event is not None
    assert len(event.games) == len(rows[:99_000])


def test_limits_can_be_set() -> None:
    data = trf(player(1, "Anna", ["2 w 1"] * 3), player(2, "Bob", ["1 b 0"] * 3))
    for limits, words in (
        (Limits(size=10), "MB are read"),
        (Limits(lines=2), "more than 2 lines"),
        (Limits(line_length=50), "no tournament needs more than 50"),
        (Limits(players=1), "more than 1 players"),
        (Limits(rounds=2), "more than 2 are not read"),
    ):
        with pytest.raises(ImportRefused) as caught:
            read_event(data, filename="x", today=TODAY, limits=limits)
        assert words in str(caught.value.problems[0].message)


@pytest.mark.parametrize("code", [0xD800, 0xDFFF])
def test_lone_surrogates(code: int) -> None:
    """They cannot come through UTF-8 or UTF-16; a file that holds one is refused."""
    line = player(1, f"No{chr(code)}vák")
    for codec in ("utf-8", "utf-16-le"):
        data = f"012 x\n{line}\n".encode(codec, "surrogatepass")
        with pytest.raises(ImportRefused):
            read_event(data, filename="x", encoding=codec, today=TODAY)
