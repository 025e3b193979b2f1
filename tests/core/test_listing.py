"""The order of a list, and who stands where on it (docs/rules/conventions.md)."""

import random

import pytest

from ladder.listing import FEW_ESTABLISHED, Line, Listing, established_from, listing
from ladder.systems import get

ELO = get("club_elo")
SETTINGS = ELO.settings()


def line(uid: str, rating: float, games: int = 10, *, resting: bool = False) -> Line:
    return Line(0, uid, rating, games, games, games, resting=resting)


def made(*lines: Line) -> Listing:
    return listing(lines, ELO, SETTINGS)


def uids(lines: object) -> list[str]:
    return [one.uid for one in lines]  # type: ignore[attr-defined]


ESTABLISHED = [line("a", 1500), line("b", 1400), line("c", 1300)]


def test_established_come_by_rating_and_provisional_below_whatever_their_rating() -> None:
    found = made(line("new", 1600, 4), *reversed(ESTABLISHED), line("newer", 1700, 1))
    assert uids(found.ranked) == ["a", "b", "c"]
    assert uids(found.provisional) == ["newer", "new"]
    assert not found.few


@pytest.mark.parametrize("established", range(FEW_ESTABLISHED))
def test_with_fewer_than_three_established_all_are_ranked(established: int) -> None:
    found = made(line("new", 1600, 4), *ESTABLISHED[:established])
    assert found.few
    assert uids(found.ranked) == ["new", *"abc"[:established]], "by rating, all together"
    assert uids(found.ordered) == [*"abc"[:established], "new"], "the order of the list proper"
    assert not found.provisional


def test_who_rests_stands_apart_and_makes_nobody_established() -> None:
    found = made(*ESTABLISHED[:2], line("z", 1900, resting=True), line("new", 1000, 2))
    assert found.few
    assert uids(found.ranked) == ["a", "b", "new"]
    assert uids(found.resting) == ["z"]


def test_ties_go_to_more_counted_games_and_then_by_uid() -> None:
    found = made(line("x", 1400, 9), line("b", 1400, 12), line("a", 1400, 9))
    assert uids(found.ranked) == ["b", "a", "x"]


def test_the_order_given_makes_no_difference() -> None:
    lines = [line(str(n), 1000 + n % 7, n % 9, resting=n % 5 == 0) for n in range(60)]
    first = made(*lines)
    random.Random(1).shuffle(lines)
    assert made(*lines) == first


def test_a_rating_is_established_from_the_games_that_the_rules_say() -> None:
    assert established_from(ELO, SETTINGS) == 5
    assert established_from(ELO, ELO.settings({"provisional": 0})) == 0
    assert established_from(ELO, ELO.settings({"provisional": 12})) == 12


def test_nobody_is_a_list_too() -> None:
    assert made() == Listing([], [], (), [], few=True, unrated=[])
