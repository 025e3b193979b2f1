"""Make the Nth thing that is said to the database fail: execute, executemany, COPY, COMMIT."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import psycopg
from django.db import OperationalError, connection
from django.db.backends.utils import CursorWrapper


class Planted(OperationalError):
    """The failure that a test planted."""


class Counter:
    """Counts what is said to the database; raises at number `at` (0: never)."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.said = 0

    def __call__(self, run: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        self.said += 1
        if self.said == self.at:
            raise Planted(f"statement {self.at} was made to fail")
        return run(*args, **kwargs)


@contextmanager
def failing(at: int) -> Iterator[Counter]:
    """Within the block, statement number `at` of this thread's connection fails."""
    counter = Counter(at)
    copy, commit = CursorWrapper.__getattr__, connection._commit

    def get(self: CursorWrapper, name: str) -> Any:
        found = copy(self, name)
        if name != "copy":
            return found
        return lambda *args, **kwargs: counter(found, *args, **kwargs)

    with (
        connection.execute_wrapper(counter),
        patch.object(CursorWrapper, "__getattr__", get),
        patch.object(connection, "_commit", lambda: counter(commit)),
    ):
        yield counter


@contextmanager
def terminated_at_commit(at: int, *, done: bool) -> Iterator[Counter]:
    """Within the block, the server ends this thread's connection at its commit number `at`.

    With `done` the commit was done and its answer is lost; else it never arrived.
    """
    counter = Counter(0)
    commit = connection._commit

    def end() -> None:
        counter.said += 1
        if counter.said != at:
            commit()
        elif done:
            commit()
            _terminate()
            raise Planted(f"the answer to commit {at} was lost")
        else:
            _terminate()
            commit()

    with patch.object(connection, "_commit", end):
        yield counter


def _terminate() -> None:
    """Have the server end this thread's connection, asked over another one."""
    pid = connection.connection.info.backend_pid
    parameters = connection.get_connection_params()
    names = ("host", "port", "user", "password", "dbname")
    where = {name: parameters[name] for name in names if parameters.get(name)}
    with psycopg.connect(**where, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [pid])
