"""The product as its members meet it: gunicorn, a worker with beat, PostgreSQL, Redis, all real."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests import services

WEB = ["-m", "gunicorn", "-c", "python:config.gunicorn", "config.wsgi"]
WORKER = ["-m", "celery", "-A", "config.celery", "worker", "--beat", "--concurrency", "1"]


@dataclass(frozen=True)
class Site:
    """A running installation: its address, its settings, and the folder with its logs."""

    url: str
    settings: dict[str, str]
    folder: Path
    processes: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    def manage(self, *arguments: str) -> str:
        """Run a command of the installation; what it printed."""
        done = services.manage(*arguments, **self.settings)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @contextmanager
    def paused(self, name: str) -> Iterator[None]:
        """Let one process ("web", "worker") do nothing meanwhile."""
        self.processes[name].send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.processes[name].send_signal(signal.SIGCONT)


@contextmanager
def serving(folder: Path, database_url: str, redis_url: str = "", **more: str) -> Iterator[Site]:
    """Start the web server and, where there is a Redis, the worker with beat."""
    port = services.free_port()
    (folder / "static").mkdir(parents=True, exist_ok=True)
    settings = {
        "BASE_URL": f"http://localhost:{port}",
        "PORT": str(port),
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "DATA_DIR": str(folder),
        **more,
    }
    site = Site(settings["BASE_URL"], settings, folder)
    with ExitStack() as stack:
        web = stack.enter_context(_process("web", WEB, site))
        if redis_url:
            schedule = ["--schedule", str(folder / "beat")]
            stack.enter_context(_process("worker", WORKER + schedule, site))
        _wait_until_it_answers(site, web)
        yield site


@contextmanager
def _process(name: str, command: list[str], site: Site) -> Iterator["subprocess.Popen[bytes]"]:
    with (site.folder / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=services.ROOT,
            env=services.environment(**site.settings),
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        site.processes[name] = process
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait_until_it_answers(site: Site, web: "subprocess.Popen[bytes]", seconds: int = 40) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and web.poll() is None:
        try:
            with urlopen(f"{site.url}/healthz", timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.2)
    log = (site.folder / "web.log").read_text(errors="replace")
    raise RuntimeError(f"The site did not answer in {seconds} seconds:\n{log[-3000:]}")
