"""A database for each size of history.

A history is built once and kept as a template; each run works on a copy, so all runs begin alike.
"""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import psycopg
from django.db import connection

from tests import services
from tests.bench import history


@contextmanager
def database(size: history.Size) -> Iterator[str]:
    """A fresh copy of the history of this size, with Django working on it -> its name."""
    built = f"bench_{size.games}_{size.members}_{_digest()}"
    name = f"run_{os.getpid()}_{built}"
    with _admin() as admin:
        if built not in _names(admin, built):
            _build(admin, built, size)
        _copy(admin, name, built)
    try:
        use(name)
        yield name
    finally:
        connection.close()
        with _admin() as admin:
            admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def use(name: str) -> None:
    """Let Django's connection be one to this database of the server."""
    connection.close()
    connection.settings_dict["NAME"] = name


def clean_up(*, everything: bool = False) -> None:
    """Drop what killed runs and earlier tables have left; or all histories."""
    with _admin() as admin:
        for name in _names(admin, "run\\_%"):
            if not psutil.pid_exists(int(name.split("_")[1])):
                admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        for name in _names(admin, "bench\\_%"):
            if everything or not name.endswith(_digest()):
                admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _build(admin: psycopg.Connection[Any], name: str, size: history.Size) -> None:
    unfinished = f"{name}_unfinished"
    admin.execute(f'DROP DATABASE IF EXISTS "{unfinished}" WITH (FORCE)')
    _copy(admin, unfinished, services.template_name())
    use(unfinished)
    history.make_club(size)
    connection.close()
    admin.execute(f'ALTER DATABASE "{unfinished}" RENAME TO "{name}"')


def _copy(admin: psycopg.Connection[Any], name: str, template: str) -> None:
    admin.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY FILE_COPY')


def _admin() -> psycopg.Connection[Any]:
    return psycopg.connect(services.database_url(), autocommit=True)


def _names(admin: psycopg.Connection[Any], pattern: str) -> list[str]:
    rows = admin.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [pattern])
    return [name for (name,) in rows]


def _digest() -> str:
    """What a kept history was made from: the tables and the module that fills them."""
    made_by = Path(history.__file__).read_bytes()
    return hashlib.sha256(services.template_name().encode() + made_by).hexdigest()[:8]
