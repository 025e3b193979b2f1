"""Places, steps and roundings."""

import datetime as dt
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.revisions import Steps
from ladder.systems import (
    Phase,
    Place,
    RatedEvent,
    RatingSystem,
    choices,
    day_number,
    decode,
    encode,
    exact,
    first_of_day,
    get,
    half_away,
    half_up,
    register,
    steps_in_order,
    steps_of_event,
    stored,
)

FIRST, LAST = dt.date(2026, 1, 6), dt.date(2026, 1, 20)
GAMES = [("a", "b", 2), ("b", "c", 1), ("c", "a", 0)]
DAYS = [LAST, FIRST, LAST]

places = st.builds(
    Place,
    st.dates(),
    st.sampled_from([Phase.START, Phase.ONE_DAY, Phase.END]),
    st.integers(1, 9999),
    st.integers(0, 3_652_058),
)


@given(places)
def test_a_place_can_be_taken_apart_and_fits_64_bits(place: Place) -> None:
    number = encode(*place)
    assert decode(number) == place
    assert 0 < number < 2**63
    assert day_number(number) == place.day.toordinal()
    assert first_of_day(place.day) < number


@given(places, places)
def test_places_sort_as_the_history_runs(one: Place, other: Place) -> None:
    assert (encode(*one) < encode(*other)) == (one < other)


@pytest.mark.parametrize(
    ("phase", "sequence", "span"),
    [(2, 0, 0), (2, 10_000, 0), (0, 2, 0), (2, 1, -1), (2, 1, 1 << 22), (4, 1, 0)],
)
def test_impossible_places_are_refused(phase: int, sequence: int, span: int) -> None:
    with pytest.raises(ValueError):
        encode(FIRST, phase, sequence, span)


@pytest.mark.parametrize("number", [0, -1, 17, 1 << 63])
def test_other_numbers_are_no_places(number: int) -> None:
    with pytest.raises(ValueError, match="not a place"):
        decode(number)


def test_an_evening_is_one_step() -> None:
    (step,) = steps_of_event(RatedEvent(LAST, LAST, 3, GAMES))
    assert step.place == step.read_at == encode(LAST, Phase.ONE_DAY, 3)
    assert step.games == GAMES


def test_a_longer_event_is_read_at_its_start() -> None:
    (step,) = steps_of_event(RatedEvent(FIRST, LAST, 3, GAMES))
    assert decode(step.read_at) == (FIRST, Phase.START, 3, 14)
    assert decode(step.place) == (LAST, Phase.END, 3, 0)


def test_each_playing_day_is_a_step() -> None:
    event = RatedEvent(FIRST, LAST, 3, GAMES, Steps.DAY, days=DAYS)
    first, last = steps_of_event(event)
    assert first.place == first.read_at == encode(FIRST, Phase.ONE_DAY, 3, 14)
    assert last.place == last.read_at == encode(LAST, Phase.ONE_DAY, 3, 0)
    assert (first.games, last.games) == ([GAMES[1]], [GAMES[0], GAMES[2]])


def test_a_playing_day_and_an_evening_of_the_same_sequence_have_two_places() -> None:
    by_days = RatedEvent(FIRST, LAST, 1, GAMES, Steps.DAY, days=DAYS)
    others = [RatedEvent(FIRST, FIRST, 1, GAMES), RatedEvent(FIRST, LAST, 2, GAMES)]
    places = [step.place for step in steps_in_order([by_days, *others])]
    assert len(set(places)) == 4 and places == sorted(places)


def test_an_event_that_counts_only_when_finished_waits() -> None:
    waiting = RatedEvent(FIRST, LAST, 1, GAMES, Steps.FINISHED, finished=False)
    ready = RatedEvent(FIRST, LAST, 1, GAMES, Steps.FINISHED, finished=True)
    assert steps_of_event(waiting) == []
    assert steps_of_event(ready) == steps_of_event(RatedEvent(FIRST, LAST, 1, GAMES))


def test_an_event_without_rated_games_makes_no_step() -> None:
    for steps in Steps:
        assert steps_of_event(RatedEvent(FIRST, LAST, 1, [], steps, days=[])) == []


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (RatedEvent(LAST, FIRST, 1, GAMES), "ends on 2026-01-06, before its start"),
        (RatedEvent(FIRST, LAST, 1, GAMES, Steps.DAY), "needs the day of every game"),
        (RatedEvent(FIRST, LAST, 1, GAMES, Steps.DAY, days=DAYS[:2]), "the day of every game"),
        (RatedEvent(LAST, LAST, 1, GAMES, Steps.DAY, days=DAYS), "a game on 2026-01-06"),
        (RatedEvent(FIRST, LAST, 0, GAMES), "sequence 0"),
    ],
)
def test_events_whose_days_contradict_each_other(event: RatedEvent, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        steps_of_event(event)


def test_of_two_starting_ratings_of_a_day_the_one_given_last_holds() -> None:
    starts = [(FIRST, "a", (1500.0, None)), (FIRST, "b", (1.0, 2)), (FIRST, "a", (1600.0, 3))]
    (step,) = steps_in_order([], starts)
    assert step.facts == {"a": (1600.0, 3), "b": (1.0, 2)}
    assert decode(step.place) == (FIRST, Phase.FACT, 0, 0)


@pytest.mark.parametrize(
    ("value", "digits", "up", "away"),
    [
        (Fraction(125, 2), 0, "63", "63"),  # 62.5: 5 of 8
        (Fraction(75, 2), 0, "38", "38"),  # 37.5: 3 of 8
        (Fraction(-5, 2), 0, "-2", "-3"),
        (Decimal("-0.5"), 0, "0", "-1"),
        (Decimal("1413.765676"), 1, "1413.8", "1413.8"),
        (Decimal("0.25"), 1, "0.3", "0.3"),
        (Decimal("-0.25"), 1, "-0.2", "-0.3"),
        (7, 1, "7.0", "7.0"),
        (1449, -2, "1.4E+3", "1.4E+3"),
    ],
)
def test_roundings(value: Fraction | Decimal | int, digits: int, up: str, away: str) -> None:
    assert half_up(value, digits) == Decimal(up)
    assert half_away(value, digits) == Decimal(away)


def test_binary_floats_are_not_rounded_by_accident() -> None:
    for rounding in (half_up, half_away):
        with pytest.raises(TypeError, match="binary float"):
            rounding(0.5)  # type: ignore[operator]


def test_a_stored_rating_is_an_exact_decimal() -> None:
    assert exact(stored(1413.76567619)) == Decimal("1413.765676")
    assert exact(0.1 + 0.2) == Decimal("0.3")
    assert half_up(exact(1199.5)) == 1200


def test_two_systems_of_one_id_are_refused() -> None:
    taken: type[RatingSystem] = type(get("club_elo"))
    with pytest.raises(ValueError, match="two rating systems with the id 'club_elo'"):
        register(taken)
    assert ("club_elo", "Club Elo") in choices()
