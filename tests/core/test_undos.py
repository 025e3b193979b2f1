"""Which version an undo took back, and which undos hold (events.undos)."""

import pytest

from events.undos import in_force, press_of_undo, undone_by_press, undos_in


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


def test_an_event_that_is_restored_takes_back_its_last_deletion() -> None:
    undid = "undo:{}:bcdfghjkmnpq".format
    revisions = [(2, "delete", None), (3, "restore", None), (4, "undo", undid(3))]
    assert in_force(undos_in(revisions)) == {3: 4}, "it is deleted"
    revisions.append((5, "restore", None))
    assert undos_in(revisions) == [(3, 2), (4, 3), (5, 4)]
    assert in_force(undos_in(revisions)) == {4: 5, 2: 3}
    revisions += [(6, "delete", None), (7, "undo", undid(6)), (8, "undo", undid(7))]
    revisions.append((9, "restore", None))
    assert undos_in(revisions)[-1] == (9, 8)


def test_other_actions_take_nothing_back() -> None:
    assert undos_in([(2, "correct", None), (3, "restore", None), (4, "undo", None)]) == []
