"""Running what pg_restore writes through our own connection: it is part of our transaction."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from django.db import DatabaseError, connection

from config.backups import BackupError

_COPY = re.compile(rb"COPY .+ FROM stdin;\n")
_END_OF_ROWS = b"\\.\n"
# Commands for psql, and a setting that servers before 17 do not have.
_NOT_FOR_US = re.compile(rb"\\(?:un)?restrict |SET transaction_timeout ")
PIECE = 256 * 1024


def run(reader: Path, dump: Path) -> None:
    """Make tables, rows, constraints and triggers of the dump, in the transaction of the caller."""
    with subprocess.Popen(  # noqa: S603
        [reader, "--no-owner", "--no-privileges", "--file=-", dump],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        try:
            _run(process.stdout)
        except DatabaseError as error:
            process.kill()
            raise BackupError(f"Nothing was restored; the database says: {error}") from None
        said = process.stderr.read().decode(errors="replace").strip()
    if process.returncode:
        raise BackupError(f"Nothing was restored; pg_restore says: {said}")
    with connection.cursor() as cursor:
        cursor.execute("RESET ALL")
    connection.init_connection_state()


def _run(lines: IO[bytes]) -> None:
    statements: list[bytes] = []
    with connection.cursor() as wrapped, connection.wrap_database_errors:
        cursor = wrapped.cursor  # psycopg's own: it takes many statements at once, and COPY
        for line in lines:
            if _COPY.fullmatch(line):
                _execute(cursor, statements)
                with cursor.copy(line) as copy:
                    for piece in _pieces(lines):
                        copy.write(piece)
            elif not _NOT_FOR_US.match(line):
                statements.append(line)
        _execute(cursor, statements)


def _execute(cursor: Any, statements: list[bytes]) -> None:
    if statements:
        cursor.execute(b"".join(statements))
        statements.clear()


def _pieces(lines: IO[bytes]) -> Iterator[bytes]:
    """The rows of one table, up to the mark of their end."""
    rows: list[bytes] = []
    size = 0
    for line in lines:
        if line == _END_OF_ROWS:
            break
        rows.append(line)
        size += len(line)
        if size > PIECE:
            yield b"".join(rows)
            rows, size = [], 0
    yield b"".join(rows)
