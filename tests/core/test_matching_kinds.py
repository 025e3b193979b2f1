"""The matcher on names made by rules: no row can have been learnt, only the kinds."""

from collections import Counter

import pytest

from players.matching import Candidate, Matcher
from players.matching.scoring import Counts, LabelledPair, score, total
from tests.made_names import made_pairs

PAIRS = made_pairs(60)
# Two slips of the pen in one word may make another name: these may be offered with a warning.
LESS = {"two letters in the surname": 0.9}


@pytest.fixture(scope="module")
def counts() -> dict[str, Counts]:
    return score(PAIRS)


def test_there_are_enough_of_every_kind(counts: dict[str, Counts]) -> None:
    assert len(counts) >= 40
    assert min(one.same + one.different for one in counts.values()) >= 15


def test_one_person_is_proposed_whatever_the_kind(counts: dict[str, Counts]) -> None:
    low = {
        kind: one
        for kind, one in counts.items()
        if one.same_proposed < LESS.get(kind, 0.95) * one.same
    }
    assert not low


def test_two_people_are_not_proposed_whatever_the_kind(counts: dict[str, Counts]) -> None:
    high = {
        kind: one for kind, one in counts.items() if one.different_proposed > 0.08 * one.different
    }
    assert not high
    everything = total(counts.values())
    assert everything.different_proposed <= 0.01 * everything.different


def test_a_man_and_a_woman_of_one_surname_are_never_proposed(counts: dict[str, Counts]) -> None:
    assert counts["man and woman"].different > 300
    assert counts["man and woman"].different_proposed == 0


def test_the_kinds_are_really_different() -> None:
    """No kind is another one again: the same two names are seldom in two kinds."""
    seen = Counter((pair.a, pair.b) for pair in PAIRS)
    assert sum(times > 1 for times in seen.values()) < 0.02 * len(seen)


def test_asked_again_it_says_the_same() -> None:
    assert made_pairs(60) == PAIRS
    names = sorted({name for pair in PAIRS[::9] for name in (pair.a, pair.b)})
    one = Matcher(Candidate(name, name) for name in names)
    other = Matcher(Candidate(name, name) for name in reversed(names))
    for name in names[::5]:
        assert one.propose(name) == one.propose(name) == other.propose(name)


def test_every_offer_has_its_reason() -> None:
    for pair in PAIRS[::3]:
        assert isinstance(pair, LabelledPair)
        for offer in Matcher([Candidate("b", pair.b)]).propose(pair.a):
            assert offer.reasons, pair
