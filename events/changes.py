"""What differs between two revisions of an event, in sentences."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final

from clubs.messages import Message, gettext_noop
from events.game_changes import game_changes
from events.revisions import EventContent, Steps
from events.traced import Traced, trace

MOST: Final = 40  # sentences; a longer list helps nobody

_FIELDS: Final = {
    "tempo": gettext_noop("The tempo is changed."),
    "kind": gettext_noop("The kind of event is changed."),
    "counts_reason": gettext_noop("The reason why it does not count is changed."),
    "round_days": gettext_noop("The days of the rounds are changed."),
    "listing": gettext_noop("The list that it enters is changed."),
}
_OLD_AND_NEW: Final = {
    "name": gettext_noop("Name: %(old)s becomes %(new)s."),
    "sequence": gettext_noop("Order on the day: %(old)s becomes %(new)s."),
    "minutes": gettext_noop("Minutes for a player: %(old)s becomes %(new)s."),
    "rounds": gettext_noop("Rounds: %(old)s becomes %(new)s."),
}
_STEPS = gettext_noop("How it enters the history: %(old)s becomes %(new)s.")
_STEP: Final = {
    Steps.EVENT: Message(gettext_noop("as a whole")),
    Steps.DAY: Message(gettext_noop("each playing day is a step")),
    Steps.FINISHED: Message(gettext_noop("only when every game has its result")),
}
_DAYS = gettext_noop("Days: %(old)s becomes %(new)s.")
_NOTHING: Final = "–"
_FROM_TO: Final = "%(first)s – %(last)s"  # nothing in it to translate
_COUNTS = gettext_noop("It now counts for the ladder.")
_COUNTS_NOT = gettext_noop("It no longer counts for the ladder.")
_JUNIOR = gettext_noop("It is marked as one in which children play.")
_NOT_JUNIOR = gettext_noop("The mark that children play in it is taken away.")
_DELETED = gettext_noop("The event is deleted.")
_RESTORED = gettext_noop("The event is restored.")
_PLAYER_IN = gettext_noop("%(name)s (no. %(number)s) is added.")
_PLAYER_OUT = gettext_noop("%(name)s (no. %(number)s) is taken out.")
_RENAMED = gettext_noop("No. %(number)s: %(old)s becomes %(new)s.")
_NUMBER = gettext_noop("%(name)s: no. %(old)s becomes no. %(new)s.")
_IDENTITY = gettext_noop("%(name)s (no. %(number)s): who it is has been changed.")
_ASKED_OUT = gettext_noop("%(name)s (no. %(number)s) asks that the list leave the event out.")
_NOT_ASKED_OUT = gettext_noop(
    "%(name)s (no. %(number)s) no longer asks that the list leave the event out."
)
_PLACES = gettext_noop("Places and points are stated as a file has them.")
_MORE = gettext_noop("… and %(count)s more changes.")


def changes(old: EventContent, new: EventContent, names: Mapping[int, str]) -> list[Message]:
    """Sentences, the weightiest first; `names` gives the text of each typed name by its id."""
    before, after = trace([old, new])
    lines = {**before.entries, **after.entries}
    called = {line: names.get(entry.typed_name, "?") for line, entry in lines.items()}
    found = [
        *_of_event(old, new),
        *_of_lines(before, after, names),
        *game_changes(before, after, called),
        *_of_places(before, after),
    ]
    if len(found) > MOST:
        return [*found[:MOST], Message(_MORE, {"count": len(found) - MOST})]
    return found


def _of_event(old: EventContent, new: EventContent) -> Iterator[Message]:
    if old.deleted != new.deleted:
        yield Message(_DELETED if new.deleted else _RESTORED)
    if (old.start, old.date) != (new.start, new.date):
        yield Message(_DAYS, {"old": _days(old), "new": _days(new)})
    for name, template in _OLD_AND_NEW.items():
        was, now = (getattr(content, name) for content in (old, new))
        if was != now:
            yield Message(template, {"old": was or _NOTHING, "new": now or _NOTHING})
    if old.junior != new.junior:
        yield Message(_JUNIOR if new.junior else _NOT_JUNIOR)
    if old.counts != new.counts:
        yield Message(_COUNTS if new.counts else _COUNTS_NOT)
    if old.steps != new.steps:
        yield Message(_STEPS, {"old": _STEP[old.steps], "new": _STEP[new.steps]})
    for name, template in _FIELDS.items():
        if name == "counts_reason" and old.counts != new.counts:
            continue  # that it counts, or no longer does, is said already
        if getattr(old, name) != getattr(new, name):
            yield Message(template)


def _days(content: EventContent) -> date | Message:
    if content.start == content.date:
        return content.date
    return Message(_FROM_TO, {"first": content.start, "last": content.date})


def _of_lines(old: Traced, new: Traced, names: Mapping[int, str]) -> Iterator[Message]:
    """Players who come and go, and lines that say somebody else, by their numbers."""
    lines = {**old.entries, **new.entries}
    for line in sorted(lines, key=lambda line: lines[line].number):
        was, now = old.entries.get(line), new.entries.get(line)
        name, number = names.get(lines[line].typed_name, "?"), lines[line].number
        if was is None or now is None:
            yield Message(_PLAYER_IN if now else _PLAYER_OUT, {"name": name, "number": number})
            continue
        if was.number != now.number:
            yield Message(_NUMBER, {"name": name, "old": was.number, "new": now.number})
        if was.typed_name != now.typed_name:
            before = names.get(was.typed_name, "?")
            yield Message(_RENAMED, {"number": number, "old": before, "new": name})
        elif was.confirmed != now.confirmed:
            yield Message(_IDENTITY, {"name": name, "number": number})
        if was.asked_out != now.asked_out:
            template = _ASKED_OUT if now.asked_out else _NOT_ASKED_OUT
            yield Message(template, {"name": name, "number": number})


def _of_places(old: Traced, new: Traced) -> Iterator[Message]:
    """Places that a file states; that they go with results that are changed goes unsaid."""
    stated = {line: (entry.place, entry.half_points) for line, entry in new.entries.items()}
    before = {line: (entry.place, entry.half_points) for line, entry in old.entries.items()}
    if any(pair != (None, None) and pair != before.get(line) for line, pair in stated.items()):
        yield Message(_PLACES)
