"""Which version an undo took back. The press that made the undo says it: "undo:7:<press>"."""

from collections.abc import Iterable

_LONGEST = 40  # characters of a press in the database


def press_of_undo(number: int, press: str) -> str:
    """The press under which taking back version `number` is saved."""
    return f"undo:{number}:{press}"[:_LONGEST]


def undone_by_press(action: str, press: str | None) -> int:
    """The version that a revision took back; 0 where it did anything else."""
    if action != "undo" or not press or not press.startswith("undo:"):
        return 0
    return int(press.split(":")[1])


def in_force(undos: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Undone version -> the undo that holds. `undos` are (their number, what they took back).

    An undo that is undone itself has no effect.
    """
    held: dict[int, int] = {}
    for number, undone in sorted(undos, reverse=True):
        if number not in held:
            held.setdefault(undone, number)
    return held
