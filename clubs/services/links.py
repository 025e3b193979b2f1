"""The keys to a club's member pages."""

from django.db import transaction
from django.utils import timezone

from clubs import links
from clubs.models import Club, ShareLink, User
from clubs.services.log import audit


@transaction.atomic
def create_link(
    club: Club, *, by: User | None, name: str = "", event_uid: str = ""
) -> tuple[ShareLink, str]:
    """A new key to the club's member pages, or to one event's results only -> (link, token)."""
    token = links.new_token()
    link = ShareLink.objects.create(
        club=club,
        name=name,
        event_uid=event_uid,
        by=by,
        token_hash=links.digest(token),
        token_sealed=links.seal(token),
    )
    details = {"event": event_uid} if event_uid else {}
    audit("link.create", club=club, by=by, object_uid=link.uid, details=details)
    return link, token


@transaction.atomic
def revoke_link(link: ShareLink, *, by: User | None) -> bool:
    """Make the key useless at once and for good; False when it was already."""
    found = ShareLink.objects.filter(pk=link.pk, revoked=None).update(revoked=timezone.now())
    if found:
        audit("link.revoke", club=link.club, by=by, object_uid=link.uid)
    return bool(found)


@transaction.atomic
def replace_link(link: ShareLink, *, by: User | None) -> tuple[ShareLink, str] | None:
    """Another key of the same name to the same pages instead; None when it was already revoked."""
    if not revoke_link(link, by=by):
        return None
    return create_link(link.club, by=by, name=link.name, event_uid=link.event_uid)


def revoke_all(club: Club, *, by: User | None) -> int:
    """Make every key of the club useless; runs inside the caller's transaction."""
    return sum(revoke_link(link, by=by) for link in club.links.filter(revoked=None))
