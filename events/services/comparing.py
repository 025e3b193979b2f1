"""What changed between revisions of an event, with the names as they were typed."""

from collections.abc import Iterable

from clubs.messages import Message
from events.changes import changes
from events.models import Event, EventRevision
from events.revisions import EventContent
from events.stored import from_json
from players.models import TypedName
from players.queries import shown_name


def compare(event: Event, old: int, new: int) -> list[Message]:
    """Sentences on what revision `new` changed since revision `old`."""
    rows = EventRevision.objects.filter(event=event, number__in=[old, new])
    found = {row.number: from_json(EventContent, row.content) for row in rows}
    return changes(found[old], found[new], texts(event, found.values()))


def differences(event: Event, old: EventContent, new: EventContent) -> list[Message]:
    """Sentences on what a content that is not saved yet changes."""
    return changes(old, new, texts(event, [old, new]))


def history(
    event: Event, most: int = 30, before: int | None = None
) -> list[tuple[EventRevision, list[Message]]]:
    """The newest revisions, or those before a number, the last first, each with its changes."""
    revisions = event.revisions.select_related("by").order_by("-number")
    if before is not None:
        revisions = revisions.filter(number__lt=before)
    rows = list(revisions[: most + 1])
    contents = [from_json(EventContent, row.content) for row in rows]
    names = texts(event, contents)
    found = []
    for at, row in enumerate(rows[:most]):
        earlier = contents[at + 1] if at + 1 < len(rows) else None
        found.append((row, changes(earlier, contents[at], names) if earlier else []))
    return found


def texts(event: Event, contents: Iterable[EventContent]) -> dict[int, str]:
    """Every name that these contents have, as it was typed, by its id."""
    wanted = {entry.typed_name for content in contents for entry in content.entries}
    rows = TypedName.objects.filter(club=event.club_id, pk__in=wanted)
    return {pk: shown_name(text) for pk, text in rows.values_list("pk", "text")}


def names_of(event: Event, content: EventContent) -> dict[int, str]:
    """The name at each entry number, as it was typed."""
    found = texts(event, [content])
    return {entry.number: found[entry.typed_name] for entry in content.entries}
