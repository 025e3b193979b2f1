"""One change of an event taken back: the newest, or an older one that others were made after."""

from dataclasses import replace

from clubs.models import User
from clubs.uid import new_uid
from events.inverse import without
from events.models import Event, EventRevision
from events.revisions import EventContent
from events.services.comparing import texts
from events.services.revising import free_sequence, revise
from events.stored import from_json
from events.undos import press_of_undo


def undone_content(event: Event, number: int) -> EventContent:
    """The newest content without what version `number` changed.

    At the next free place of its day where the place that comes back is taken by now. Raises
    `inverse.InTheWay` when later versions say otherwise about the same things, and
    EventRevision.DoesNotExist when version `number` changed nothing: there is no such, or it is
    the first.
    """
    rows = event.revisions.filter(number__gte=number - 1).order_by("number")
    contents = [(n, from_json(EventContent, c)) for n, c in rows.values_list("number", "content")]
    if number < 2 or len(contents) < 2:
        raise EventRevision.DoesNotExist
    (_, before), (_, after), *later = contents
    names = texts(event, [content for _, content in contents])
    content, now = without(before, after, later, names), contents[-1][1]
    place = (content.date, content.sequence, content.deleted)
    if content.deleted or place == (now.date, now.sequence, now.deleted):
        return content
    return replace(content, sequence=free_sequence(event, content))


def undo(
    event: Event, number: int, *, by: User | None, why: str = "", press: str | None = None
) -> EventRevision:
    """Take back what version `number` changed, as a new revision; later changes stay.

    An undo is undone in the same way. Raises what `undone_content` raises, Refused when what comes
    out cannot be an event, and Conflict when somebody saves at the same moment.
    """
    newest = event.revisions.latest("number").number
    content = undone_content(event, number)
    press = press_of_undo(number, press or new_uid())
    return revise(event, content, action="undo", by=by, why=why, based_on=newest, press=press)
