"""What is left in memory and on the disk after a person was erased, as far as we can reach it."""

import logging
import sys
from typing import Any

from django.core.cache import caches
from django.db import DatabaseError, connection, transaction

logger = logging.getLogger(__name__)

# Tables in which an erasure changes or deletes rows: the old ones are cleared away at once.
TABLES = (
    "players_typedname", "players_player", "events_draft", "events_upload",
    "events_identitydecision", "clubs_auditentry", "ladder_startingrating",
)  # fmt: skip
OURS = frozenset({"clubs", "players", "events", "ladder"})


def forget_after_commit() -> None:
    """Once the erasure has committed: empty this process's memories, clear dead rows away."""
    transaction.on_commit(forget_in_memory)
    transaction.on_commit(clear_dead_rows, robust=True)


def forget_in_memory() -> None:
    """Empty every memory of this process that may hold a name: pages, and whatever functions
    remember of their answers (matchers, initials, ways of writing)."""
    caches["pages"].clear()
    for remembering in memories():
        remembering.cache_clear()


def memories() -> list[Any]:
    """Every function of ours that remembers its answers, whoever added it."""
    ours = [module for name, module in sys.modules.items() if name.partition(".")[0] in OURS]
    return [
        value
        for module in ours
        for value in list(vars(module).values())
        if hasattr(value, "cache_clear") and hasattr(value, "cache_info")
    ]


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
