"""Results as people type them into the grid and write them into tables."""

import pytest

from events.importers.typed import LEGEND, parse_typed_result, read_result, read_sole_points
from events.results import GameKind, Result

WON = (Result.WHITE_WINS, GameKind.PLAYED)
LOST = (Result.BLACK_WINS, GameKind.PLAYED)
DRAWN = (Result.DRAW, GameKind.PLAYED)
WON_BY_FORFEIT = (Result.WHITE_WINS, GameKind.FORFEIT)
LOST_BY_FORFEIT = (Result.BLACK_WINS, GameKind.FORFEIT)
NOBODY_CAME = (Result.BOTH_LOSE, GameKind.FORFEIT)
OPEN = (Result.NONE, GameKind.OPEN)

WRITTEN = {
    "1-0": WON, "1:0": WON, "1 - 0": WON, " 1 : 0 ": WON, "1–0": WON, "1.0-0.0": WON, "1": WON,
    "0-1": LOST, "0:1": LOST, "0 − 1": LOST, "0": LOST,
    "½-½": DRAWN, "½:½": DRAWN, "½": DRAWN, "1/2-1/2": DRAWN, "1/2": DRAWN, "0,5": DRAWN,
    "0.5-0.5": DRAWN, "0,5:0,5": DRAWN, "=": DRAWN, "remis": DRAWN, "Remíza": DRAWN, "draw": DRAWN,
    "ничья": DRAWN, ".5-.5": DRAWN,
    "+:-": WON_BY_FORFEIT, "+:−": WON_BY_FORFEIT, "+ - -": WON_BY_FORFEIT, "+-": WON_BY_FORFEIT,
    "1 - 0K": WON_BY_FORFEIT, "1:0 kont.": WON_BY_FORFEIT, "1:0 (kont.)": WON_BY_FORFEIT,
    "kont. 1:0": WON_BY_FORFEIT, "1F-0F": WON_BY_FORFEIT, "1-0F": WON_BY_FORFEIT,
    "+:н/я": WON_BY_FORFEIT, "1-0 forfeit": WON_BY_FORFEIT, "1:0 неявка": WON_BY_FORFEIT,
    "-:+": LOST_BY_FORFEIT, "- - +": LOST_BY_FORFEIT, "-+": LOST_BY_FORFEIT,
    "0F-1F": LOST_BY_FORFEIT, "н/я:+": LOST_BY_FORFEIT,
    "-:-": NOBODY_CAME, "---": NOBODY_CAME, "--": NOBODY_CAME, "0F-0F": NOBODY_CAME,
    "0-0": (Result.BOTH_LOSE, GameKind.PLAYED), "½-0": (Result.WHITE_HALF, GameKind.PLAYED),
    "0:½": (Result.BLACK_HALF, GameKind.PLAYED),
    "1-0 short": (Result.WHITE_WINS, GameKind.SHORT),
    "": OPEN, "...": OPEN, "…": OPEN, ".": OPEN, "*": OPEN,
    "ADJ": (Result.NONE, GameKind.ADJOURNED), "přerušená": (Result.NONE, GameKind.ADJOURNED),
    "отложена": (Result.NONE, GameKind.ADJOURNED), "adjourned": (Result.NONE, GameKind.ADJOURNED),
    "odložená": (Result.NONE, GameKind.POSTPONED), "postponed": (Result.NONE, GameKind.POSTPONED),
    "перенесена": (Result.NONE, GameKind.POSTPONED),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), WRITTEN.items())
def test_written(text: str, expected: tuple[Result, GameKind]) -> None:
    written = read_result(text)
    assert written is not None
    assert written.pair() == expected
    assert not written.unclear
    assert parse_typed_result(text) == expected


@pytest.mark.parametrize("text", ["kont.", "н/я", "неявка", "forfeit", "т.п."])
def test_a_forfeit_that_does_not_say_who_came(text: str) -> None:
    written = read_result(text)
    assert written is not None
    assert written.unclear
    assert written.pair() == (Result.NONE, GameKind.FORFEIT)
    assert parse_typed_result(text) is None


@pytest.mark.parametrize(
    "text", ["1-1", "2-0", "½-1", "1-½", "x", "10", "01", "1-0-1", "yes", "1" * 5000, "٣-0", "½½½"]
)
def test_not_a_result(text: str) -> None:
    assert read_result(text) is None
    assert parse_typed_result(text) is None


def test_a_lone_sign_is_a_key_but_no_result_in_a_table() -> None:
    assert parse_typed_result("+") == WON_BY_FORFEIT
    assert parse_typed_result("−") == LOST_BY_FORFEIT
    assert read_result("+") is None
    assert read_result("-") is None


KEYS = {
    "1": WON, "0": LOST, "½": DRAWN, "5": DRAWN, "r": DRAWN, "R": DRAWN, "=": DRAWN,
    "+": WON_BY_FORFEIT, "-": LOST_BY_FORFEIT,
    "v": (Result.WHITE_WINS, GameKind.PAIRING_BYE), "p": (Result.NONE, GameKind.ADJOURNED),
    "o": (Result.NONE, GameKind.POSTPONED), ".": OPEN, "": OPEN,
}  # fmt: skip


@pytest.mark.parametrize(("key", "expected"), KEYS.items())
def test_keys_of_the_grid(key: str, expected: tuple[Result, GameKind]) -> None:
    assert parse_typed_result(key) == expected
    assert parse_typed_result(f" {key} ") == expected


def test_every_key_of_the_legend_works_and_no_two_lines_mean_the_same() -> None:
    meanings = [{parse_typed_result(key) for key in keys} for keys, _ in LEGEND]
    assert all(len(meaning) == 1 and None not in meaning for meaning in meanings)
    assert len(set.union(*meanings)) == len(LEGEND)
    assert all(str(message) for _, message in LEGEND)


@pytest.mark.parametrize(
    ("text", "white", "black"),
    [
        ("1", 2, 2), ("½", 1, 1), ("0", 0, 0), ("1:0", 2, 0), ("0-1", 0, 2), ("+:-", 2, 0),
        ("+", 2, 2), ("0,5", 1, 1), ("1F", 2, 2), ("½-½", 1, 1), ("x", None, None), ("", None, None),
        ("1" * 5000, None, None),
    ],
)  # fmt: skip
def test_points_without_an_opponent(text: str, white: int | None, black: int | None) -> None:
    assert read_sole_points(text) == white
    assert read_sole_points(text, as_black=True) == black
