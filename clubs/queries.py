"""What pages and services ask about clubs, officers and links. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from cryptography.fernet import InvalidToken
from django.conf import settings
from django.db.models import Min, QuerySet
from django.utils import timezone

from clubs import links
from clubs.models import AuditEntry, Club, Invitation, Officer, ShareLink, User
from clubs.roles import Permission, Role, may


def address_confirmed(user: User) -> bool:
    """Whether the person has shown that the address they log in with is theirs."""
    return EmailAddress.objects.filter(
        user=user.pk, email__iexact=user.email, verified=True
    ).exists()


def opens_account(user: User, email: str) -> bool:
    """Whether a mail to this address may set a new password: it is the main one, and confirmed.

    An account without any confirmed address has only the one it began with. Reading the mail there
    is what confirming asks for, too, and without it such a person could never get in again.
    """
    if user.email.lower() != email.lower():
        return False
    confirmed = EmailAddress.objects.filter(user=user.pk, verified=True)
    return address_confirmed(user) or not confirmed.exists()


def has_second_factor(user: User) -> bool:
    """Whether logging in asks for more than the password; recovery codes alone are none."""
    kinds = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]
    return bool(is_mfa_enabled(user, types=kinds))


def offices(user: User) -> QuerySet[Officer]:
    """The clubs somebody works in, by name, each with the role there."""
    return Officer.objects.filter(user=user).select_related("club").order_by("club__name", "pk")


def officers(club: Club) -> QuerySet[Officer]:
    """Who works in the club: owners first, each group by when they came."""
    return club.officers.select_related("user").order_by("-role", "since", "pk")


def owners(club: Club) -> QuerySet[Officer]:
    return club.officers.filter(role=Role.OWNER)


def open_invitations(club: Club) -> QuerySet[Invitation]:
    """Invitations that can still be accepted."""
    found = club.invitations.filter(used=None, expires__gt=timezone.now(), by__is_active=True)
    return found.order_by("created", "pk")


def find_invitation(token: str) -> Invitation | None:
    """The invitation that this token opens: unused, in time, its inviter still may invite."""
    invitation = (
        Invitation.objects.select_related("club", "by")
        .filter(token_hash=links.digest(token), used=None, expires__gt=timezone.now())
        .first()
    )
    if invitation is None or not invitation.by.is_active:
        return None
    inviter = invitation.club.officers.filter(user=invitation.by).first()
    return invitation if inviter and may(inviter.role, Permission.INVITE) else None


@dataclass(frozen=True, slots=True)
class Link:
    """A share link as officers see it; `url` is empty when another key sealed it.

    With `event_uid` it opens that event's results and nothing else.
    """

    uid: str
    name: str
    created: datetime
    url: str
    event_uid: str


def active_links(club: Club) -> Sequence[Link]:
    """The club's working keys, oldest first: those of all members' pages, then those of events."""
    found = club.links.filter(revoked=None).order_by("created", "pk")
    return [shown(link) for link in sorted(found, key=lambda link: bool(link.event_uid))]


def members_link(club: Club) -> Link | None:
    """The oldest working key of all members' pages that can be shown."""
    found = club.links.filter(revoked=None, event_uid="").order_by("created", "pk")
    return next((link for link in map(shown, found) if link.url), None)


def members_have_a_key(club: Club) -> bool:
    """Whether some key opens all members' pages, shown again or not."""
    return club.links.filter(revoked=None, event_uid="").exists()


def event_links(club: Club, event: str) -> Sequence[Link]:
    """The working keys that open this event only, oldest first."""
    found = club.links.filter(revoked=None, event_uid=event).order_by("created", "pk")
    return [shown(link) for link in found]


def shown(link: ShareLink) -> Link:
    """The link with its address, which holds the token."""
    try:
        url = f"{settings.BASE_URL.rstrip('/')}/m/{links.unseal(bytes(link.token_sealed))}/"
    except InvalidToken:
        url = ""
    if url and link.event_uid:
        url += f"event/{link.event_uid}/"
    return Link(link.uid, link.name, link.created, url, link.event_uid)


def audit_log(club: Club) -> QuerySet[AuditEntry]:
    """What was done in the club, newest first."""
    return club.audit.select_related("by").order_by("-pk")


class Decision(NamedTuple):
    """Who chose what holds now, and when (in the club's time); `chosen` is false of what a club
    began with. `answered`: the three questions before full names were answered with yes."""

    at: datetime
    by: str
    chosen: bool
    answered: bool
    reason: str


def decision(club: Club, action: str) -> Decision:
    """The newest step of a kind, such as "club.names", from the log."""
    entry = audit_log(club).filter(action=action).first()
    at = timezone.make_naive(entry.at if entry else club.created, ZoneInfo(club.time_zone))
    if entry is None:
        return Decision(at, "", chosen=False, answered=False, reason="")
    answers = entry.details.get("answers") or [False]
    by = entry.by.email if entry.by else ""
    return Decision(at, by, chosen=True, answered=all(answers), reason=entry.reason)


def waiting_since() -> datetime | None:
    """Since when the club that waits longest has had a ladder behind its history."""
    return Club.objects.filter(waiting_since__isnull=False).aggregate(first=Min("waiting_since"))[
        "first"
    ]
