"""Seconds by the wall, and seconds of processor time of this process and its database session.

On a machine that is busy with other things the second are the ones to trust.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psutil
from django.db import connection


@dataclass
class Spent:
    """What a piece of work took; filled when its block ends."""

    wall: float = 0.0
    processor: float = 0.0


@contextmanager
def measured() -> Iterator[Spent]:
    """Measure a block that works on Django's connection."""
    connection.ensure_connection()
    session = psutil.Process(connection.connection.info.backend_pid)
    spent = Spent()
    before = _processor(session), time.process_time(), time.perf_counter()
    yield spent
    spent.wall = time.perf_counter() - before[2]
    spent.processor = time.process_time() - before[1] + _processor(session) - before[0]


def _processor(session: psutil.Process) -> float:
    """Of the session, and of its helpers: they are the server's children, and gone by now."""
    own, server = session.cpu_times(), session.parent()
    helpers = server.cpu_times() if server else None
    return float(
        own.user + own.system + (helpers.children_user + helpers.children_system if helpers else 0)
    )
