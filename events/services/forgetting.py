"""What is left in memory and on the disk after a person was erased, as far as we can reach it."""

import logging

from django.db import DatabaseError, connection, transaction

from clubs.memory import forget

logger = logging.getLogger(__name__)

# Tables in which an erasure changes or deletes rows: the old ones are cleared away at once.
TABLES = (
    "players_typedname", "players_player", "events_draft", "events_upload",
    "events_identitydecision", "clubs_auditentry", "ladder_startingrating", "players_personfact",
)  # fmt: skip


def forget_after_commit() -> None:
    """Once the erasure has committed: empty this process's memories, clear dead rows away.

    Other processes see by `Club.times_erased` that they have something to forget.
    """
    transaction.on_commit(forget)
    transaction.on_commit(clear_dead_rows, robust=True)


def clear_dead_rows() -> None:
    """Let the database reuse the room of the rows that were changed (docs/privacy.md)."""
    if connection.in_atomic_block:
        return
    with connection.cursor() as cursor:
        for table in TABLES:
            try:
                cursor.execute(f"VACUUM (SKIP_LOCKED) {table}")
            except DatabaseError as error:  # a role that may not: autovacuum does it later
                logger.warning("%s was not vacuumed: %s", table, type(error).__name__)
