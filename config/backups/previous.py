"""What is in the database before a restore, and what of it has to hold afterwards as well.

Read by plain SQL: it may be of another release. A table that looks different says nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import ProgrammingError, connection, transaction
from django.utils import timezone

from clubs.models import ShareLink
from clubs.services import audit
from config.backups import BackupError
from players.ledger import ErasedOnce


@dataclass(slots=True)
class Previous:
    """`counts`: view version and number of erasures of each club, by its slug."""

    taken: bool = False
    erasures: list[ErasedOnce] = field(default_factory=list)
    revoked: list[bytes] = field(default_factory=list)
    counts: dict[str, tuple[int, int]] = field(default_factory=dict)

    def revoke_again(self) -> int:
        """Links that were revoked since the backup was made stay revoked -> how many."""
        links = ShareLink.objects.filter(token_hash__in=self.revoked, revoked=None)
        found = list(links.select_related("club"))
        for link in found:
            link.revoked = timezone.now()
            link.save(update_fields=["revoked"])
            audit("link.revoke", club=link.club, by=None, object_uid=link.uid)
        return len(found)


def look_at() -> Previous:
    """Raises BackupError for a database of something else."""
    tables = set(connection.introspection.table_names())
    if not tables:
        return Previous()
    if not {"django_migrations", "clubs_club", "clubs_user"} <= tables:
        raise BackupError("This database holds something else. Give an empty one (DATABASE_URL).")
    erasures = rows("SELECT player_uid, asked_by, asked_on FROM players_erasure ORDER BY id") or ()
    revoked = rows("SELECT token_hash FROM clubs_sharelink WHERE revoked IS NOT NULL") or ()
    counts = rows("SELECT slug, view_version, times_erased FROM clubs_club") or ()
    return Previous(
        taken=bool(rows("SELECT 1 FROM clubs_club UNION ALL SELECT 1 FROM clubs_user LIMIT 1")),
        erasures=[ErasedOnce(uid, asked, day.isoformat()) for uid, asked, day in erasures],
        revoked=[bytes(digest) for (digest,) in revoked],
        counts={slug: (view, erased) for slug, view, erased in counts},
    )


def rows(query: str) -> Sequence[Any] | None:
    """The answer; None where the tables look different."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(query)
            return cursor.fetchall()
    except ProgrammingError:
        return None


def empty_database() -> None:
    """Drop the tables and functions of the product, in the transaction of the caller."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(table)} CASCADE")
        cursor.execute("""
            SELECT p.oid::regprocedure FROM pg_proc p
            WHERE p.pronamespace = current_schema()::regnamespace AND NOT EXISTS (
                SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
        """)
        for (function,) in cursor.fetchall():
            cursor.execute(f"DROP ROUTINE {function} CASCADE")
