"""Possible pairs of a whole roster: what is a pair, what is none, and asking for a few only."""

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from players.matching import Candidate, LikelyPair, Matcher, likely_pairs, ranked
from tests.bench.names import members
from tests.made_names import made_pairs


def roster(*names: str) -> list[Candidate]:
    return [Candidate(name, name) for name in names]


def both(pair: LikelyPair) -> set[str]:
    return {pair.one, pair.other}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Novák, Jan", "NOVAK Jan"),
        ("Novák, Jan", "Jan Novák"),
        ("Novák, J.", "Novák, Jan"),
        ("Novák, Jan", "Novák, Jan Pavel"),
        ("Procházka, Jiří", "Procházk, Jiří"),
        ("Mc Donald, Ian", "McDonald, Ian"),
        ("Непомнящий Ян", "Nepomniachtchi, Ian"),
        ("Vachier-Lagrave, Maxime", "Lagrave, Maxime"),
        ("Novák, Jakub", "Novák, Kuba"),
    ],
)
def test_pairs(one: str, other: str) -> None:
    (pair,) = likely_pairs(roster(one, other))
    assert both(pair) == {one, other}
    assert pair.reasons and pair.score >= 60


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Novák, Jan", "Novák, Jana"),
        ("Novák, Jan", "Nováková, Jana"),
        ("Novák, Jan", "Novák, Jan ml."),
        ("Novák, Jan", "Novák, Petr"),
        ("Novák, Jan", "Dvořák, Jan"),
        ("Novák", "Novák, Jan"),
        ("Minnie, Dee Kahn", "Minnie, Kahn Remo"),
    ],
)
def test_no_pairs(one: str, other: str) -> None:
    assert likely_pairs(roster(one, other)) == []


def test_other_spellings_make_pairs_too() -> None:
    known = [Candidate("a", "Novák, Jakub", ("Kubíček J.",)), Candidate("b", "Kubíček, Jan")]
    assert [both(pair) for pair in likely_pairs(known)] == [{"a", "b"}]


def test_the_likeliest_come_first_and_known_people_are_left_out() -> None:
    found = likely_pairs(roster("Novák, Jan", "Jan Novák", "Malý, Ivo", "Malý, Iva Ivo", "Malý I."))
    first, *others = ranked(found)
    assert both(first) == {"Novák, Jan", "Jan Novák"} and not first.warnings
    assert all(pair.warnings for pair in others)
    apart = {frozenset({"Novák, Jan", "Jan Novák"})}
    assert ranked(found, apart) == ranked(pair for pair in found if both(pair) not in apart)


def test_of_two_who_fit_one_it_is_said() -> None:
    found = ranked(likely_pairs(roster("Novák, J.", "Novák, Jan", "Novák, Josef")))
    assert len(found) == 2
    assert all("others may be this player as well" in map(str, pair.warnings) for pair in found)


NAMES = sorted({name for pair in made_pairs(12) for name in (pair.a, pair.b)})
NAMES += ["Mc Donald, Ian", "McDonald, Ian", "Mc Donald Ian P", "McDonald I."]


@given(st.integers(0, 2**32))
@settings(max_examples=10, derandomize=True)
def test_asking_for_a_few_gives_their_pairs_of_all(seed: int) -> None:
    chance = random.Random(seed)
    chosen = roster(*chance.sample(NAMES, 150), "Mc Donald, Ian", "McDonald Ian")
    chosen = list({one.key: one for one in chosen}.values())
    few = {one.key for one in chance.sample(chosen, 20)}
    everything = likely_pairs(chosen)
    assert likely_pairs(chosen, of=few) == [pair for pair in everything if both(pair) & few]
    assert everything == likely_pairs(reversed(chosen))


def test_what_the_matcher_proposes_plainly_is_a_pair() -> None:
    chosen = [pair for pair in made_pairs(12) if pair.same]
    found = {
        frozenset(both(one))
        for one in likely_pairs(roster(*{n for p in chosen for n in (p.a, p.b)}))
    }
    plain = [
        frozenset({pair.a, pair.b})
        for pair in chosen
        if any(not one.warnings for one in Matcher([Candidate("b", pair.b)]).propose(pair.a))
    ]
    assert len(plain) > 400
    # Two slips in one word meet in no block: a typed name is then found by its other words.
    assert sum(pair in found for pair in plain) >= 0.98 * len(plain)


def test_ten_thousand_members_take_seconds() -> None:
    everybody = roster(*members(10_000))
    begin = time.process_time()
    likely_pairs(everybody)
    assert time.process_time() - begin < 20
