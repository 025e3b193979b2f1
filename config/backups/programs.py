"""pg_dump and pg_restore: where they are, and how they reach the database of the settings."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from django.db import connection

from config import embedded
from config.backups import BackupError

DEBIAN = Path("/usr/lib/postgresql")
_VERSION = re.compile(r"\(PostgreSQL\) (\d+)")


def server_major() -> int:
    """The major version of the database's server."""
    connection.ensure_connection()
    return int(connection.pg_version) // 10_000  # type: ignore[attr-defined]


def find(name: str, at_least: int) -> tuple[Path, int]:
    """The program of the lowest version that knows databases and files of `at_least`.

    Not simply the newest: a newer pg_restore writes settings that an older server does not know.
    """
    found = {_major(path): path for path in _candidates(name)}
    fitting = [major for major in found if major >= at_least]
    if not fitting:
        here = ", ".join(str(major) for major in sorted(found) if major) or "none"
        raise BackupError(
            f"{name} of PostgreSQL {at_least} or newer is needed, found: {here}. Install the "
            f"client programs of your PostgreSQL (Debian: apt-get install "
            f"postgresql-client-{at_least}) and try again."
        )
    return found[min(fitting)], min(fitting)


def _candidates(name: str) -> list[Path]:
    on_path = shutil.which(name)
    found = [Path(on_path)] if on_path else []
    found += sorted(DEBIAN.glob(f"*/bin/{name}"))
    try:
        found.append(embedded.programs() / name)
    except embedded.EmbeddedError:
        pass
    return [path for path in found if path.exists()]


def _major(program: Path) -> int:
    done = subprocess.run(  # noqa: S603
        [program, "--version"], capture_output=True, text=True, check=False
    )
    version = _VERSION.search(done.stdout)
    return int(version[1]) if version else 0


def environment() -> dict[str, str]:
    """The database of the settings in PostgreSQL's own variables: no password in a list of
    processes."""
    given = connection.settings_dict
    options: dict[str, Any] = given["OPTIONS"]
    values = {
        "PGHOST": given["HOST"],
        "PGPORT": given["PORT"],
        "PGUSER": given["USER"],
        "PGPASSWORD": given["PASSWORD"],
        "PGDATABASE": given["NAME"],
        "PGSSLMODE": options.get("sslmode"),
        "PGSSLROOTCERT": options.get("sslrootcert"),
    }
    return os.environ | {name: str(value) for name, value in values.items() if value}
