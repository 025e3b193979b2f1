"""The field's words for what events are made of, in the reader's language (docs/glossary.md)."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from events.outcomes import outcome, points, score
from events.revisions import EventKind, Steps, Tempo
from events.undos import undone_by_press

__all__ = ["ACTION", "KIND", "LISTING", "STEPS", "TEMPO", "did", "outcome", "points", "score"]

TEMPO: dict[str, Promise] = {
    Tempo.STANDARD: _("standard"),
    Tempo.RAPID: _("rapid"),
    Tempo.BLITZ: _("blitz"),
    Tempo.OTHER: _("other tempo"),
}
KIND: dict[str, Promise] = {
    EventKind.SWISS: _("Swiss"),
    EventKind.ROUND_ROBIN: _("round robin"),
    EventKind.KNOCKOUT: _("knockout"),
    EventKind.CASUAL: _("casual evening"),
    EventKind.TEAM: _("team match"),
    EventKind.SIMUL: _("simul"),
    EventKind.BUGHOUSE: _("bughouse"),
    EventKind.VARIANT: _("other variant"),
}
STEPS: dict[str, Promise] = {
    Steps.EVENT: _("as a whole: computed from its start, added at its end"),
    Steps.DAY: _("day by day: each playing day is a step"),
    Steps.FINISHED: _("only when every game has its result"),
}
# Into which list the arbiter lets an event go whose documents came late (LOK 3.4, 3.5).
LISTING: dict[str, Promise] = {
    "": _("the list of its last day"),
    "next": _("the list after that: its documents came late"),
    "none": _("no list: its documents came too late"),
}
ACTION: dict[str, Promise] = {
    "publish": _("written into the ladder"),
    "complete": _("completed or changed"),
    "correct": _("one result corrected"),
    "unrate": _("one game no longer rated"),
    "rate": _("one game rated again"),
    "resolve": _("a name resolved"),
    "swap": _("colours swapped"),
    "add-game": _("a missing game added"),
    "remove-game": _("a game taken out"),
    "take-out": _("a player taken out"),
    "details": _("days, order or how it counts changed"),
    "delete": _("deleted"),
    "restore": _("restored"),
    "revert": _("brought back to an earlier version"),
    "undo": _("a change undone"),
}


def did(action: str, press: str | None) -> str:
    """What a revision did, given its action and its press."""
    if number := undone_by_press(action, press):
        return gettext("undid version %(number)s") % {"number": number}
    return str(ACTION.get(action, action))
