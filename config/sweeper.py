"""The sweeper of an installation without a broker: one thread that rebuilds what is stale, and
compares each ladder with its history once a day."""

import logging
import threading

from django.db import close_old_connections

logger = logging.getLogger(__name__)

SECONDS = 20


def sweep_until(stop: threading.Event) -> None:
    """Sweep at once and every 20 seconds, whatever happens in a sweep, until told to stop."""
    from ladder.jobs import sweep
    from ladder.nightly import verify_due

    while not stop.is_set():
        close_old_connections()
        try:
            rebuilt = sweep()
            verify_due()
        except Exception:  # The next sweep may find the database back.
            logger.exception("A sweep failed; the next one follows in %s seconds", SECONDS)
        else:
            if rebuilt:
                logger.info("Ladders rebuilt by the sweeper: %s", rebuilt)
        close_old_connections()
        stop.wait(SECONDS)
