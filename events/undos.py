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


def undos_in(revisions: Iterable[tuple[int, str, str | None]]) -> list[tuple[int, int]]:
    """Their numbers, and what they took back. `revisions` are (number, action, press) of an event.

    An event that is restored takes back its last deletion, by whatever button it was done.
    """
    found: list[tuple[int, int]] = []
    deletion, deletes = 0, dict[int, bool]()
    for number, action, press in sorted(revisions):
        undone = deletion if action == "restore" else undone_by_press(action, press)
        if undone:
            found.append((number, undone))
        if action == "delete" or undone in deletes:
            deletes[number] = action == "delete" or not deletes[undone]
            deletion = number if deletes[number] else deletion
    return found


def in_force(undos: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Undone version -> the undo that holds. `undos` are (their number, what they took back).

    An undo that is undone itself has no effect.
    """
    held: dict[int, int] = {}
    for number, undone in sorted(undos, reverse=True):
        if number not in held:
            held.setdefault(undone, number)
    return held
