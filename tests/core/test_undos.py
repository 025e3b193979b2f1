"""Which version an undo took back, and which undos hold (events.undos)."""

import pytest

from events.undos import in_force, press_of_undo, undone_by_press


def test_the_press_says_which_version_it_took_back() -> None:
    press = press_of_undo(17, "bcdfghjkmnpq")
    assert undone_by_press("undo", press) == 17
    assert len(press_of_undo(12345, "x" * 40)) == 40


@pytest.mark.parametrize(
    ("action", "press"),
    [("undo", None), ("undo", "bcdfghjkmnpq"), ("correct", "undo:3:bcdfghjkmnpq"), ("undo", "")],
)
def test_other_presses_say_nothing(action: str, press: str | None) -> None:
    assert undone_by_press(action, press) == 0


@pytest.mark.parametrize(
    ("undos", "held"),
    [
        ([], {}),
        ([(5, 3)], {3: 5}),
        ([(5, 3), (6, 5)], {5: 6}),
        ([(5, 3), (6, 5), (7, 6)], {6: 7, 3: 5}),
        ([(5, 3), (6, 5), (7, 3)], {5: 6, 3: 7}),
    ],
)
def test_an_undone_undo_has_no_effect(undos, held) -> None:
    assert in_force(undos) == held
