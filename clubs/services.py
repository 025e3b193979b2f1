"""Use cases of clubs: each in one transaction, each with its own audit entry."""

from collections.abc import Mapping

from django.db import transaction

from clubs import links
from clubs.models import AuditEntry, Club, Officer, ShareLink, User
from clubs.roles import Role


def audit(
    action: str,
    *,
    club: Club | None,
    by: User | None,
    object_uid: str = "",
    reason: str = "",
    details: Mapping[str, object] | None = None,
) -> AuditEntry:
    """Write down who did what, and why, in the same transaction as the change. Ids, no names."""
    return AuditEntry.objects.create(
        club=club,
        by=by,
        action=action,
        object_uid=object_uid,
        reason=reason[:500],
        details=dict(details or {}),
    )


@transaction.atomic
def create_club(*, by: User, name: str, slug: str, **choices: object) -> Club:
    """A new club with its first owner. Its ladders and link are made by their own use cases."""
    club = Club.objects.create(name=name, slug=slug, **choices)
    Officer.objects.create(club=club, user=by, role=Role.OWNER)
    audit("club.create", club=club, by=by, object_uid=club.slug)
    return club


@transaction.atomic
def create_link(
    club: Club, *, by: User | None, name: str = ""
) -> tuple[ShareLink, str]:
    """A new key to the club's member pages -> (link, token)."""
    token = links.new_token()
    link = ShareLink.objects.create(
        club=club,
        name=name,
        by=by,
        token_hash=links.digest(token),
        token_sealed=links.seal(token),
    )
    audit("link.create", club=club, by=by, object_uid=link.uid)
    return link, token
