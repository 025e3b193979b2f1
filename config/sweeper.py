"""The sweeper of an installation without a broker: a process beside the web server that rebuilds
what is stale, and compares each ladder with its history once a day.

It is a process because a rebuild computes for many seconds, and threads of one Python process take
turns: in the web server every page would wait for it. Why so, and what else was tried:
docs/adr/0011-the-sweeper-is-a-process.md. Whoever starts it keeps the other end of its standard
input. The end of that, by whatever death, is its end.
"""

import logging
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

from django.db import close_old_connections

# From the module that `config` loads: it must not load this one, which runs as a program.
from config.celery import NICENESS

logger = logging.getLogger(__name__)

SECONDS = 20
AGAIN = 5  # seconds before one that ended is followed by another
ROOT = Path(__file__).resolve().parent.parent


def keep_sweeping(stop: threading.Event) -> None:
    """Have a sweeper beside this process until told to stop; one that ends is started anew."""
    command = [sys.executable, "-m", "config.sweeper"]
    while not stop.is_set():
        with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE) as process:  # noqa: S603
            while process.poll() is None and not stop.wait(1):
                pass
            process.kill()
        if not stop.wait(AGAIN):
            logger.error("The sweeper ended (%s) and is started anew", process.returncode)


def main() -> None:
    """Sweep until standard input ends."""
    import django

    # Ctrl-C reaches all processes of a terminal: the one that started this one decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_starter, name="starter", daemon=True).start()
    os.nice(NICENESS)
    django.setup()
    sweep_until(threading.Event())


def _leave_with_starter() -> None:
    sys.stdin.buffer.read()
    # At once, whatever is being computed: the database undoes what was begun.
    os._exit(0)


def sweep_until(stop: threading.Event) -> None:
    """Sweep at once and every 20 seconds, whatever happens in a sweep, until told to stop."""
    from ladder.jobs import sweep
    from ladder.nightly import verify_due

    while not stop.is_set():
        close_old_connections()
        try:
            rebuilt = sweep()
            verify_due()
        except Exception:  # The next sweep may find the database back.
            logger.exception("A sweep failed; the next one follows in %s seconds", SECONDS)
        else:
            if rebuilt:
                logger.info("Ladders rebuilt by the sweeper: %s", rebuilt)
        close_old_connections()
        stop.wait(SECONDS)


if __name__ == "__main__":
    main()
