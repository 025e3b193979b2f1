"""`stored` is Python's `round` to six decimals, bit for bit, whichever way it goes."""

import math
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.systems import stored


def _bits(value: float) -> bytes:
    return struct.pack(">d", value)


def _near(millionths: int, ulps: int, half: bool) -> float:
    """A double a few steps beside a number of millionths, or beside the tie above it."""
    value = (millionths + 0.5 * half) / 1e6
    for _ in range(abs(ulps)):
        value = math.nextafter(value, math.copysign(math.inf, ulps))
    return value


near = st.builds(_near, st.integers(-(10**14), 10**14), st.integers(-4, 4), st.booleans())
ratings = st.floats(-5000, 5000) | st.floats() | near


@settings(max_examples=500)
@given(ratings)
def test_stored_is_round_to_six_decimals(value: float) -> None:
    assert _bits(stored(value)) == _bits(round(value, 6))


@pytest.mark.parametrize(
    "value", [0.0, -0.0, -1e-9, 1e-9, 5e-7, 1200.0000005, 9_999_999.9999995, 1e13, math.inf]
)
def test_the_edges_of_the_short_way(value: float) -> None:
    assert _bits(stored(value)) == _bits(round(value, 6))


def test_the_short_way_is_not_taken_beside_a_tie() -> None:
    """What the plain sum would say of a double that lies just below a tie, and is written there."""
    just_below = 1.0000005 - 2**-52
    assert stored(just_below) == round(just_below, 6) == 1.0
