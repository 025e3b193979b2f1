"""Several at once: real threads, real transactions, and a way to take a lock away."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from django.db import connection
from django.db.models.query import QuerySet


def at_once(count: int, work: Callable[[int], object]) -> list[object]:
    """Run `work` so often, all starting together; exceptions are given back as results."""
    start = threading.Barrier(count)

    def one(number: int) -> object:
        start.wait()
        try:
            return work(number)
        except Exception as error:  # noqa: BLE001  (the answer of this thread)
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))


def failures(answers: list[object]) -> list[Exception]:
    return [answer for answer in answers if isinstance(answer, Exception)]


def _no_lock(rows: "QuerySet[Any]", **_: Any) -> "QuerySet[Any]":
    return rows


def without_locks() -> Any:
    """Within the block nobody locks a row before looking at it."""
    return patch.object(QuerySet, "select_for_update", _no_lock)


@contextmanager
def meeting(target: str, count: int) -> Iterator[None]:
    """Whoever leaves the function at `target` waits there for the others, if they can come.

    So each has looked before any of them writes, unless a lock keeps them apart. With the locks
    taken away they are waited for however slow the machine is.
    """
    seconds = 20 if QuerySet.select_for_update is _no_lock else 1
    barrier = threading.Barrier(count)
    module, _, name = target.rpartition(".")
    function = getattr(__import__(module, fromlist=[name]), name)

    def look(*args: Any, **kwargs: Any) -> Any:
        seen = function(*args, **kwargs)
        try:
            barrier.wait(seconds)
        except threading.BrokenBarrierError:
            pass  # a lock keeps the others away
        return seen

    with patch(target, look):
        yield
