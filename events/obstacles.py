"""What keeps a change from being taken back alone: what was changed since, in sentences."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from clubs.messages import Message, gettext_noop
from events.traced import Line, Pairing, Traced

MOST: Final = 20  # sentences; a longer list helps nobody

Say = Callable[[Any, int], Message]
"""The sentence on one part of a thing that a version (its number) changed."""

_EVENT: Final = {
    "deleted": gettext_noop("The event was deleted or restored in version %(version)s."),
    "name": gettext_noop("The name of the event was changed again in version %(version)s."),
    "start": gettext_noop("The first day was changed again in version %(version)s."),
    "date": gettext_noop(
        "The last day or the order on it was changed again in version %(version)s."
    ),
    "counts": gettext_noop("Whether it counts was changed again in version %(version)s."),
    "kind": gettext_noop("The kind of event was changed again in version %(version)s."),
    "tempo": gettext_noop("The tempo was changed again in version %(version)s."),
    "minutes": gettext_noop("The minutes were changed again in version %(version)s."),
    "steps": gettext_noop(
        "The way it enters the history was changed again in version %(version)s."
    ),
    "listing": gettext_noop("The list that it enters was changed again in version %(version)s."),
    "rounds": gettext_noop("The number of rounds was changed again in version %(version)s."),
    "places": gettext_noop("The places were stated anew in version %(version)s."),
}
_ROUND_DAY = gettext_noop("The day of round %(round)s was changed again in version %(version)s.")
_LINE: Final = {
    "": gettext_noop("%(name)s (no. %(number)s) was changed again in version %(version)s."),
    "gone": gettext_noop("%(name)s (no. %(number)s) was taken out in version %(version)s."),
    "new": gettext_noop("%(name)s (no. %(number)s) was added in version %(version)s."),
    "number": gettext_noop(
        "%(name)s (no. %(number)s): the number was changed again in version %(version)s."
    ),
    "name": gettext_noop(
        "%(name)s (no. %(number)s): the name was changed again in version %(version)s."
    ),
    "who": gettext_noop(
        "%(name)s (no. %(number)s): who it is was changed again in version %(version)s."
    ),
}
_GAME: Final = {
    "": gettext_noop("%(game)s: changed again in version %(version)s."),
    "gone": gettext_noop("%(game)s: taken out in version %(version)s."),
    "new": gettext_noop("%(game)s: added in version %(version)s."),
    "result": gettext_noop("%(game)s: the result was changed again in version %(version)s."),
    "colours": gettext_noop("%(game)s: the colours were changed again in version %(version)s."),
    "board": gettext_noop("%(game)s: the board was changed again in version %(version)s."),
    "day": gettext_noop("%(game)s: the day was changed again in version %(version)s."),
    "unrated": gettext_noop(
        "%(game)s: whether it is rated was changed again in version %(version)s."
    ),
}
_ON_BOARD = gettext_noop("Round %(round)s, board %(board)s, %(white)s – %(black)s")
_IN_ROUND = gettext_noop("Round %(round)s, %(white)s – %(black)s")
_BYE = gettext_noop("Round %(round)s, %(white)s")
_MORE = gettext_noop("… and %(count)s more.")


def shortened(found: Sequence[Message]) -> tuple[Message, ...]:
    """No more than a page can use, and how many more there are."""
    if len(found) <= MOST:
        return tuple(found)
    return (*found[:MOST], Message(_MORE, {"count": len(found) - MOST}))


class Words:
    """Sentences on the things of some versions; names are those that the newest of them has."""

    def __init__(self, versions: Sequence[Traced], names: Mapping[int, str]) -> None:
        self._versions = versions
        self._names = names

    def event(self, part: str, version: int) -> Message:
        return Message(_EVENT[part], {"version": version})

    def round_day(self, part: int, version: int) -> Message:
        return Message(_ROUND_DAY, {"round": part, "version": version})

    def line(self, line: Line) -> Say:
        facts = self._last("lines", line)
        about = {"name": self._name(line), "number": facts["number"]}
        return lambda part, version: Message(_LINE[part], {**about, "version": version})

    def game(self, pairing: Pairing) -> Say:
        game = self._game(pairing)
        return lambda part, version: Message(_GAME[part], {"game": game, "version": version})

    def _game(self, pairing: Pairing) -> Message:
        facts = self._last("games", pairing)
        white, _ = facts["colours"]
        black = [line for line in pairing[1:] if line != white]
        about: dict[str, object] = {"round": pairing[0], "white": self._name(white)}
        if not black:
            return Message(_BYE, about)
        about["black"] = self._name(black[0])
        if facts["board"] is None:
            return Message(_IN_ROUND, about)
        return Message(_ON_BOARD, about | {"board": facts["board"]})

    def _name(self, line: Line) -> str:
        return self._names.get(self._last("lines", line)["name"], "?")

    def _last(self, kind: str, thing: object) -> Any:
        """What was stated of a thing when it was last there."""
        for version in reversed(self._versions):
            if facts := getattr(version, kind).get(thing):
                return facts
        raise KeyError(thing)
