"""What people ask of the club about a person: noted, due a month later, closed by one press.

GDPR, Article 12(3): the answer is due within one month of the day on which somebody asked. The
month ends on the same day of the next one, or on its last day (Regulation 1182/71, Article 3(2c));
that a week-end would give some days more is not counted, so that nobody is late by it.
"""

from collections.abc import Iterable
from datetime import date

from django.db import transaction
from django.utils import timezone

from clubs.days import month_later, today
from clubs.messages import Message, gettext_noop
from clubs.models import Club, User
from clubs.services import Refusal, audit
from players.models import AskedBy, PersonRequest, Player, RequestEnd, RequestKind

_LATER = gettext_noop("The day on which somebody asked cannot lie ahead.")
_CLOSED = gettext_noop("This request is closed already.")
_WHY = gettext_noop("Say why it is refused: whoever asked has to be told.")


@transaction.atomic
def note_request(
    player: Player, kind: RequestKind, *, asked_by: AskedBy, asked_on: date, by: User | None
) -> PersonRequest:
    """Write down that somebody asked. Raises Refusal for a day that lies ahead."""
    club = player.club
    if asked_on > today(club):
        raise Refusal(Message(_LATER))
    asked = PersonRequest.objects.create(
        club=club,
        player_uid=player.uid,
        kind=kind,
        asked_by=asked_by,
        asked_on=asked_on,
        due=month_later(asked_on),
        noted_by=by,
    )
    details = {
        "request": asked.uid,
        "kind": kind.value,
        "asked_by": asked_by.value,
        "asked_on": asked_on.isoformat(),
        "due": asked.due.isoformat(),
    }
    audit("request.note", club=club, by=by, object_uid=player.uid, details=details)
    return asked


@transaction.atomic
def close_request(
    club: Club, uid: str, outcome: RequestEnd, *, by: User | None, why: str = ""
) -> PersonRequest:
    """End a request. Raises Refusal for one that is closed, and for refusing without a reason;
    `PersonRequest.DoesNotExist` where the club has none with this uid."""
    asked = club.person_requests.select_for_update().get(uid=uid)
    if asked.closed_at:
        raise Refusal(Message(_CLOSED))
    if outcome is RequestEnd.REFUSED and not why:
        raise Refusal(Message(_WHY))
    asked.closed_at, asked.closed_by, asked.outcome = timezone.now(), by, outcome
    asked.why = why if outcome is RequestEnd.REFUSED else ""
    asked.save(update_fields=["closed_at", "closed_by", "outcome", "why"])
    details = {"request": asked.uid, "outcome": outcome.value}
    audit("request.close", club=club, by=by, object_uid=asked.player_uid, details=details)
    return asked


@transaction.atomic
def close_answered(
    club: Club, uids: Iterable[str], kind: RequestKind, *, by: User | None
) -> list[PersonRequest]:
    """What was asked about these people and has just been done: every open request of a kind."""
    found = club.person_requests.filter(player_uid__in=set(uids), kind=kind, closed_at=None)
    waiting = found.order_by("pk").values_list("uid", flat=True)
    return [close_request(club, uid, RequestEnd.DONE, by=by) for uid in waiting]
