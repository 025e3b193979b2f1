"""The audit log: every use case writes its own entry, in the transaction of the change."""

from collections.abc import Mapping

from django.db import transaction

from clubs import security
from clubs.models import AuditEntry, Club, User


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
    told = (action, club.slug if club else "", by.pk if by else None, object_uid)
    transaction.on_commit(lambda: security.note_action(*told), robust=True)
    return AuditEntry.objects.create(
        club=club,
        by=by,
        action=action,
        object_uid=object_uid,
        reason=reason[:500],
        details=dict(details or {}),
    )
