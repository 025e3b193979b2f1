"""`make run`: the whole product in one command, `python -m config.supervisor`.

Embedded PostgreSQL, migrations, the demo club, gunicorn. Whatever ends it, the history stays in
DATA_DIR; the next start takes seconds.
"""

import os
import signal
import socket
import sys
from contextlib import nullcontext
from typing import Any

from environs import EnvError
from gunicorn.app.base import BaseApplication

from config import embedded, local
from config.release import version


class Server(BaseApplication):
    """gunicorn in this process, with the settings of `config.gunicorn`."""

    def __init__(self, local_run: bool) -> None:
        self.local = local_run  # before the base class reads the settings
        super().__init__()

    def load_config(self) -> None:
        from config import gunicorn

        for name in self.cfg.settings:
            if hasattr(gunicorn, name):
                self.cfg.set(name, getattr(gunicorn, name))
        self.cfg.set("when_ready", lambda server: _served(self.local))

    def load(self) -> Any:
        from config.wsgi import application

        return application


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    port = os.environ.setdefault("PORT", "8000")
    os.environ.setdefault("BASE_URL", f"http://localhost:{port}")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    _refuse_taken_port(port)
    with_demo = local.is_local()
    try:
        with local.database() if with_demo else nullcontext():
            _prepare(with_demo)
            Server(with_demo).run()
    except embedded.EmbeddedError as error:
        sys.exit(str(error))
    except EnvError as error:
        local.refuse_setting(error)
    except KeyboardInterrupt:
        sys.exit(0)


def _served(remember: bool) -> None:
    """The port is open from here on; a start that was refused has left the old address alone."""
    if remember:
        local.remember_address()
    address = f"{os.environ['BASE_URL']}/"
    print(f"\nLadder {version()}. Serving at {address}   (Ctrl-C stops)\n", flush=True)


def _refuse_taken_port(port: str) -> None:
    """Say so now: gunicorn would say it after the database is up, five times."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", int(port)))
        except (OSError, OverflowError, ValueError) as error:
            sys.exit(f"Port {port} cannot be used ({error}). Choose another: PORT=8001 make run")


def _prepare(with_demo: bool) -> None:
    """Bring the database to this release's tables and, on a laptop, load the demo club."""
    import django
    from django.core.management import call_command
    from django.db import connections

    django.setup()
    call_command("migrate", verbosity=0)
    if with_demo:
        call_command("demo")
    # gunicorn forks: no worker may inherit a connection.
    connections.close_all()


if __name__ == "__main__":
    main()
