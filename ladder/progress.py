"""How far a long rebuild has come, for whoever waits for it.

A rebuild is one transaction: what it writes shows when it has ended. So this goes past it, through
the cache, and a thread of its own does the telling: in another transaction where the cache is in
the database, and a cache that is slow or away costs the rebuild nothing. Nothing depends on it.
"""

import logging
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.core.cache import cache
from django.db import DatabaseError, connections

logger = logging.getLogger(__name__)

EVERY = 1.0  # seconds between two tellings, and before the first: what is short says nothing
KEPT = 15  # seconds after which that of a killed process is forgotten
PATIENCE = 1.0  # seconds that an ended rebuild waits for its last word to be taken back


@dataclass(slots=True)
class Progress:
    """Events taken in so far, of how many; 0 of 0 before the first is computed."""

    done: int = 0
    total: int = 0
    since: float = field(default_factory=time.time)  # seconds, as time.time() counts them

    @property
    def percent(self) -> int:
        return 100 * self.done // self.total if self.total else 0

    @property
    def seconds(self) -> int:
        return max(0, int(time.time() - self.since))


def of(ladder_ids: Iterable[int]) -> dict[int, Progress]:
    """The rebuilds that are at work and have said so, by ladder."""
    keys = {_key(pk): pk for pk in ladder_ids}
    return {keys[key]: Progress(*said) for key, said in cache.get_many(keys).items()}


@contextmanager
def told(ladder_id: int) -> Iterator[Progress]:
    """Within the block, what is counted here is told about once a second."""
    progress, ended = Progress(), threading.Event()
    thread = threading.Thread(
        target=_tell, args=[ladder_id, progress, ended], name="progress", daemon=True
    )
    thread.start()
    try:
        yield progress
    finally:
        ended.set()
        thread.join(PATIENCE)


def _tell(ladder_id: int, progress: Progress, ended: threading.Event) -> None:
    key, said = _key(ladder_id), False
    try:
        while not ended.wait(EVERY):
            said = True
            cache.set(key, (progress.done, progress.total, progress.since), KEPT)
        if said:
            cache.delete(key)
    except (DatabaseError, OSError) as error:
        logger.warning("No word of the rebuild of %s: %s", ladder_id, type(error).__name__)
    finally:
        connections.close_all()  # those of this thread


def _key(ladder_id: int) -> str:
    return f"rebuild-{ladder_id}"
