"""Which entries of a ladder's rules hold, of all that were ever made: nothing is edited, so what is
taken back is said anew by a later entry, and that one can be taken back as well."""

from collections.abc import Sequence
from typing import Any

from ladder.models import LadderSettings

UNDONE = "undone"
REPLACED = "replaced"


def takes_back(of_day: Sequence[LadderSettings], at: int, first: LadderSettings) -> bool:
    """Whether an entry takes the one before it back: it says nothing of its day, or again what that
    said before the last one. `of_day`: all of the day, oldest first; `first`: what the ladder began
    with."""
    if at == 1:
        return not of_day[at].system and of_day[0] != first
    return at > 1 and (not of_day[at].system or _content(of_day[at]) == _content(of_day[at - 2]))


def gone(of_day: Sequence[LadderSettings], first: LadderSettings) -> list[str]:
    """For each entry of a day UNDONE, REPLACED, or "" where it holds. An entry shares what becomes
    of the one that says the same again two later, which takes the one between back."""
    found = [""] * len(of_day)
    for at in range(len(of_day) - 2, -1, -1):
        if found[at + 1] == UNDONE and _content(of_day[at]) == _content(of_day[at + 2]):
            found[at] = found[at + 2]
        else:
            found[at] = UNDONE if takes_back(of_day, at + 1, first) else REPLACED
    return found


def can_be_taken_back(row: LadderSettings, rows: Sequence[LadderSettings]) -> bool:
    """Whether an entry of `rows`, all of its ladder, can be taken back: with those that were saved
    with it (of these the first) it is the newest of its day, or alone it holds again."""
    together = [one for one in rows if row.press and one.press == row.press] or [row]
    if row == rows[0] or row != together[0]:
        return False
    newest = {one.valid_from: one for one in rows}
    if all(newest[one.valid_from] == one for one in together):
        return True
    of_day = [one for one in rows if one.valid_from == row.valid_from]
    holds = not gone(of_day, rows[0])[of_day.index(row)]
    return bool(holds and row.system and len(together) == 1)


def _content(row: LadderSettings) -> tuple[Any, ...]:
    return row.system, row.parameters, row.filters
