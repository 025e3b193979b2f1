"""Saying later who a name of a published event was: a new revision, and the ladder is replayed."""

from dataclasses import replace

from django.db import transaction

from clubs.messages import Message, Problem, gettext_noop
from clubs.models import User
from events.drafts import Answer
from events.models import Event, EventRevision
from events.queries.identities import identities
from events.revisions import EventContent
from events.services.identity import confirm
from events.services.people import new_players
from events.services.revising import Refused, revise
from events.stored import from_json
from players.identity import Line
from players.models import Player, Status, TypedName
from players.names import same_whole

_NO_LINE = gettext_noop("There is no line %(number)s in this event.")
_GONE = gettext_noop("This player is no longer there. Choose again.")
_SPLIT = gettext_noop(
    "This line was given to another player when one was split in two. Undo that decision, or choose"
    " somebody else."
)
_STATUSES = {Answer.NEW: Status.MEMBER, Answer.GUEST: Status.GUEST}


@transaction.atomic
def resolve_name(
    event: Event,
    number: int,
    answer: Answer,
    uid: str = "",
    *,
    by: User | None,
    based_on: int | None = None,
) -> EventRevision:
    """Answer for one line of a published event. Raises Refused and `revising.Conflict`.

    Answer.UNKNOWN takes an answer back.
    """
    newest = event.revisions.latest("number")
    content = from_json(EventContent, newest.content)
    line = next((entry for entry in content.entries if entry.number == number), None)
    if line is None:
        raise Refused(Problem(Message(_NO_LINE, {"number": number})))
    name = TypedName.objects.get(club=event.club_id, pk=line.typed_name)
    player = _player(event, name, answer, uid)
    confirmed = player.uid if player else ""
    given = Line(event.uid, number, confirmed)
    who = identities(event.club_id)
    if confirmed and confirmed == line.confirmed and who.at(given) != who.person(confirmed):
        raise Refused(Problem(Message(_SPLIT)))
    entries = tuple(
        replace(entry, confirmed=confirmed) if entry.number == number else entry
        for entry in content.entries
    )
    revision = revise(
        event,
        replace(content, entries=entries),
        action="resolve",
        by=by,
        based_on=based_on or newest.number,
    )
    if player and answer is Answer.MEMBER and not same_whole(name.text, player.name.text):
        # The confirmed spelling is proposed first the next time.
        confirm(event.club, [(name, player)], by=by)
    return revision


def _player(event: Event, name: TypedName, answer: Answer, uid: str) -> Player | None:
    if answer in _STATUSES:
        return new_players(event.club, [(name, _STATUSES[answer])])[0]
    if answer is not Answer.MEMBER:
        return None
    player = event.club.players.filter(uid=uid, erased=None).first()
    if player is None:
        raise Refused(Problem(Message(_GONE)))
    return player
