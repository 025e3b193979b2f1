"""How numbers go from one system of a ladder to the next, in words."""

import pytest

from ladder.systems import choices, get
from ladder.takeover import SCALES, taken_over


@pytest.mark.parametrize(
    ("left", "old", "system", "how", "taken"),
    [
        ("club_elo", 1234.5, "ingo", "(2840 − 1234.5) / 8 = 200.7", ""),
        ("ingo", 200.6875, "club_elo", "2840 − 8 × 200.7 = 1234.5", ""),
        ("club_elo", 1176.0, "ecf", "(1176 − 700) / 7.5 = 63.5", "63"),
        ("ecf", 63.0, "club_elo", "7.5 × 63 + 700 = 1172.5", ""),
        ("ingo", 100.0, "ecf", "2840 − 8 × 100 = 2040; (2040 − 700) / 7.5 = 178.7", "179"),
        ("club_elo", 1999.5, "lok", "1999.5", "2000"),
        ("fide", 1800.0, "club_elo", "1800", ""),
    ],
)
def test_the_arithmetic_is_that_of_the_systems(
    left: str, old: float, system: str, how: str, taken: str
) -> None:
    new = get(system).from_elo(get(left).to_elo(old))
    said = taken_over(get(left), old, get(system), 2000.0 if system == "lok" else new)
    assert (said.how, said.taken) == (how, taken)


def test_every_scale_that_is_not_elo_s_has_its_arithmetic() -> None:
    others = {system for system, _ in choices() if not get(system).elo_scale}
    assert others == set(SCALES)
