"""Performances and strength of an event, and what it gives towards classes and titles: the worked
examples of docs/rules/performance.md and docs/rules/czech_classes.md."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.revisions import EventKind, Tempo
from ladder.calculators.czech_classes import Sex
from ladder.calculators.event_figures import Performance, Strength, performances, strength
from ladder.calculators.event_norms import (
    CLASS_WORDS,
    SOURCES,
    Coefficient,
    Played,
    Source,
    class_reached,
    coefficient_of,
    czech,
    no_czech_norms,
    no_title_norms,
    titles,
    working,
)
from ladder.calculators.title_norms import Norm
from ladder.systems.lok.starting import CLASSES

THREE = [("ann", "b", 2), ("ann", "c", 2), ("d", "ann", 1)]
RATED = {"b": 2400, "c": 2500, "d": 2600, "ann": 2450}


def test_the_worked_example() -> None:
    found = performances(THREE, RATED)["ann"]
    assert found == Performance(2450, 3, 3, 5, 2500, 83, 273, fide=2773, linear=2767, true=2792)
    assert found.score == 2.5


def test_somebody_without_a_rating_counts_for_nobody() -> None:
    found = performances([*THREE, ("ann", "new", 0)], {**RATED, "new": None})
    assert found["ann"] == Performance(2450, 4, 3, 5, 2500, 83, 273, 2773, 2767, 2792)
    assert found["new"].fide == 2450 + 800 and found["new"].true is None
    assert performances([("x", "y", 2)], {})["x"] == Performance(None, 1, 0, 0)


def test_with_all_points_and_without_one_there_is_no_true_performance() -> None:
    found = performances([("ann", "b", 2)], RATED)
    assert [(one.fide, one.linear, one.true) for one in found.values()] == [
        (3200, 2800, None),
        (1650, 2050, None),
    ]


@given(st.permutations([*THREE, ("b", "c", 1), ("c", "d", 0)]))
def test_the_order_of_games_makes_no_difference(games: list[tuple[str, str, int]]) -> None:
    assert performances(games, RATED) == performances(sorted(games), RATED)


def test_a_closed_event_has_a_category_when_everybody_is_rated() -> None:
    ratings = {"a": 2700, "b": 2650, "c": 2720, "d": 2601}
    assert strength(list(ratings), ratings, closed=True) == Strength(4, 4, 2668, 17)
    assert strength(list(ratings), ratings, closed=False) == Strength(4, 4, 2668, None)
    assert strength([*ratings, "new"], ratings, closed=True) == Strength(5, 4, None, None)


# -- Czech norms and classes --------------------------------------------------------------------

OWN = Coefficient(1000, Source.NOTHING)


def played(*results: tuple[int, int], fide: int | None = None) -> list[Played]:
    """Games by the opponent's coefficient and the player's half points."""
    return [
        Played(number, f"p{number}", half_points, Coefficient(value, Source.LOK), fide)
        for number, (value, half_points) in enumerate(results, 1)
    ]


SEVEN = played((1250, 2), (1250, 2), (1100, 2), (1100, 2), (1250, 1), (1250, 1), (1250, 0))


def test_the_worked_example_of_a_norm() -> None:
    third, fourth = czech(OWN, SEVEN)
    assert third.achieved and fourth.achieved and (third.name, fourth.name) == ("III", "IV")
    assert third.best and third.plain
    assert (third.best.own, third.best.left_out, third.best.margin) == (False, (), Fraction(1, 2))
    assert working(OWN, SEVEN, third.best) == (8450, 7, Fraction(448, 100))
    assert working(OWN, SEVEN, third.plain) == (9450, 8, Fraction(49, 10))
    left = third.best.__class__(True, (2,), 6, 1225, Fraction(4), 64, Fraction(4))
    assert working(OWN, SEVEN, left) == (8350, 7, Fraction(384, 100))


@pytest.mark.parametrize(
    ("facts", "computed", "value", "source"),
    [
        ({}, None, 1000, Source.NOTHING),
        ({"class": "none"}, None, 1000, Source.NOTHING),
        ({"class": "IV"}, None, 1100, Source.CLASS),
        ({"class": "mistr"}, None, 1250, Source.CLASS),
        ({"lok_standard": 1432, "fide_standard": 1600}, 1500, 1432, Source.LOK),
        ({"fide_standard": 1600}, None, 1600, Source.FRL),
        ({"fide_standard": 1600}, 1500, 1600, Source.FRL),
        ({"lok_standard": 1000, "fide_standard": 1600}, 1500, 1600, Source.FRL),
        ({"class": "IV"}, 1500, 1500, Source.CLUB),
        ({"foreigner": "yes", "lok_standard": 1400}, 1500, 1400, Source.LOK),
        ({"lok_standard": 1000, "class": "III"}, None, 1250, Source.CLASS),
        ({"foreigner": "yes", "national": 1700, "lok_standard": 1400}, None, 1700, Source.NATIONAL),
        ({"foreigner": "yes", "national": 1700, "fide_standard": 1650}, None, 1650, Source.FRL),
        ({"national": 1700}, None, 1000, Source.NOTHING),  # of foreigners only
    ],
)
def test_a_coefficient_and_what_it_rests_on(
    facts: dict[str, object], computed: int | None, value: int, source: Source
) -> None:
    assert coefficient_of(facts, computed) == (value, source)


@pytest.mark.parametrize(
    ("facts", "norm", "reached"),
    [
        ({}, None, None),
        ({}, "III", "III"),
        ({"lok_standard": 1549}, None, "III"),
        ({"lok_standard": 1549, "fide_standard": 1810}, None, "II"),
        ({"fide_standard": 1810, "sex": "F"}, None, "I"),
        ({"lok_rapid": 1300}, None, "III"),
        ({"lok_rapid": 1900}, None, "III"),  # higher ones by the standard list only
        ({"title_norm": "WIM", "sex": "F"}, None, "mistr"),
        ({"title_norm": "WIM", "sex": "M"}, None, None),
        ({"class": "kandidat_mistra", "lok_standard": 1200}, None, "kandidat_mistra"),
        ({"class": "IV"}, "III", "III"),
    ],
)
def test_a_class_by_what_is_known(
    facts: dict[str, object], norm: str | None, reached: str | None
) -> None:
    assert class_reached(facts, None, norm) == reached


def test_an_ok_that_the_club_computed_stands_in_for_one_that_nobody_entered() -> None:
    assert class_reached({}, 1600) == "II"
    assert class_reached({"lok_standard": 1300}, 1600) == "III"


@pytest.mark.parametrize(
    ("tempo", "kind", "minutes", "gives"),
    [
        (Tempo.STANDARD, EventKind.SWISS, None, True),
        (Tempo.RAPID, EventKind.SWISS, None, True),
        (Tempo.RAPID, EventKind.SWISS, 10, True),
        (Tempo.RAPID, EventKind.SWISS, 9, False),
        (Tempo.BLITZ, EventKind.SWISS, None, False),
        (Tempo.OTHER, EventKind.SWISS, 30, True),
        (Tempo.STANDARD, EventKind.BUGHOUSE, 60, False),
    ],
)
def test_which_events_give_czech_norms(
    tempo: Tempo, kind: EventKind, minutes: int | None, gives: bool
) -> None:
    assert (no_czech_norms(tempo, kind, minutes) is None) is gives


def test_title_norms_are_of_standard_tempo_and_those_of_women_for_women() -> None:
    assert no_title_norms(Tempo.STANDARD, EventKind.SWISS) is None
    assert no_title_norms(Tempo.RAPID, EventKind.SWISS) and no_title_norms("standard", "simul")
    games = played(*[(1000, 2)] * 7, (1000, 0), (1000, 0), fide=2380)
    assert [one.norm for one in titles(games, None)] == [Norm.GM, Norm.IM]
    women = titles(games, Sex.WOMAN)
    assert [one.norm for one in women] == [Norm.GM, Norm.IM, Norm.WGM, Norm.WIM]
    assert [(one.rating, one.achieved) for one in women] == [(2600, True)] * 4
    assert titles(played((1000, 2)), None) == ()


def test_every_class_and_every_source_has_words() -> None:
    assert set(CLASS_WORDS) == set(CLASSES) and set(SOURCES) == set(Source)
