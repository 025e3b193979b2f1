"""Making a backup: the dump and its manifest are of one moment."""

import subprocess
import tempfile
from pathlib import Path

from django.db import connection, transaction
from django.utils import timezone

from config.backups import BackupError, archive, programs
from config.backups.archive import LadderState, Manifest
from config.release import version
from ladder.models import Ladder
from players import ledger

# Logins and what a cache holds are left out: nobody is logged in by an old backup.
EMPTY = ("django_session", "usersessions_usersession", "cache")


def back_up(to: Path) -> Manifest:
    """Write a backup of the whole database to a file -> what it says about itself.

    The list of erasures beside the database is brought up to date as well. Raises BackupError.
    """
    if not to.parent.is_dir():
        raise BackupError(f"There is no folder {to.parent}.")
    if "django_migrations" not in connection.introspection.table_names():
        raise BackupError("There is nothing to back up: this database has no tables.")
    program, major = programs.find("pg_dump", programs.server_major())
    reader, _ = programs.find("pg_restore", major)
    try:
        ledger.complete()
        with tempfile.TemporaryDirectory(prefix=".backup-", dir=to.parent) as folder:
            dump = Path(folder) / archive.DUMP
            manifest = _dump(program, major, dump)
            _look_at(reader, dump, manifest)
            archive.write(to, manifest, dump)
    except OSError as error:
        raise BackupError(f"The backup cannot be written: {error}.") from None
    return manifest


def _dump(program: Path, major: int, to: Path) -> Manifest:
    """pg_dump looks at the same snapshot as this transaction, whatever is written meanwhile."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        (snapshot,) = cursor.fetchone()
        options = ["--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}"]
        options += [f"--exclude-table-data={table}" for table in EMPTY]
        done = subprocess.run(  # noqa: S603
            [program, *options, f"--file={to}"],
            env=programs.environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise BackupError(f"pg_dump failed: {done.stderr.strip()}")
        return _describe(major, to)


def _describe(major: int, dump: Path) -> Manifest:
    migrations: dict[str, list[str]] = {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
        for app, name in cursor.fetchall():
            migrations.setdefault(app, []).append(name)
    tables = set(connection.introspection.table_names()) - set(EMPTY)
    ladders = Ladder.objects.select_related("club").order_by("club__slug", "slug")
    return Manifest(
        format=archive.FORMAT,
        release=version(),
        made=timezone.now().isoformat(timespec="seconds"),
        postgresql=major,
        tables=len(tables),
        size=dump.stat().st_size,
        sha256=archive.digest(dump),
        migrations=migrations,
        ladders=[
            LadderState(
                one.club.slug,
                one.slug,
                one.club.history_version,
                bytes(one.fingerprint).hex(),
                one.built_version != one.club.history_version,
            )
            for one in ladders
        ],
    )


def _look_at(reader: Path, dump: Path, manifest: Manifest) -> None:
    """Read the list of the dump back: the rows of every table have to stand in it."""
    done = subprocess.run(  # noqa: S603
        [reader, "--list", dump], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BackupError(f"The dump cannot be read back: {done.stderr.strip()}")
    found = sum(" TABLE DATA " in line for line in done.stdout.splitlines())
    if found != manifest.tables:
        raise BackupError(f"The dump holds {found} tables of {manifest.tables}.")
