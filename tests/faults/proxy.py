"""Between the product and its database: a wire that is cut at a COMMIT, before, during or after.

Cut before, the change is lost; cut after, it is there and nobody was told; cut during, who knows.
"""

import random
import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer
from urllib.parse import urlsplit, urlunsplit

from psycopg.conninfo import conninfo_to_dict

PUBLISHING = b'INSERT INTO "events_eventrevision"'
COMMIT = b"Q\0\0\0\x0bCOMMIT\0"  # the whole message, as psycopg sends it
MOMENTS = ("before", "during", "after")


class Proxy(ThreadingTCPServer):
    """Hands everything on; while `cutting` is set, cuts some COMMITs, every other publishing one."""

    daemon_threads = True

    def __init__(self, database_url: str, seed: int) -> None:
        super().__init__(("127.0.0.1", 0), _Wire)
        self.target = conninfo_to_dict(database_url)
        host, port = self.server_address[:2]
        parts = urlsplit(database_url)
        login = parts.netloc.rpartition("@")[0]
        self.url = urlunsplit(parts._replace(netloc=f"{login}@{host!s}:{port}"))
        self.cutting = threading.Event()
        self.cuts = {publishing: dict.fromkeys(MOMENTS, 0) for publishing in (False, True)}
        self._dice = random.Random(seed)
        self._lock = threading.Lock()

    def moment(self, *, publishing: bool) -> str:
        """When to cut the wire at this COMMIT, each in its turn; empty: not at all."""
        with self._lock:
            if not self.cutting.is_set() or self._dice.randrange(2 if publishing else 8):
                return ""
            cuts = self.cuts[publishing]
            moment = min(MOMENTS, key=lambda one: cuts[one])
            cuts[moment] += 1
            return moment

    def connect(self) -> socket.socket:
        host, port = str(self.target["host"]), int(self.target.get("port") or 5432)
        if not host.startswith("/"):
            return socket.create_connection((host, port))
        server = socket.socket(socket.AF_UNIX)
        server.connect(f"{host}/.s.PGSQL.{port}")
        return server


class _Wire(BaseRequestHandler):
    """One connection."""

    server: Proxy
    publishing = False

    def handle(self) -> None:
        with suppress(ConnectionError), self.server.connect() as database:
            while self._carry(database):
                pass

    def _carry(self, database: socket.socket) -> bool:
        """What one side says to the other; whether the wire still holds."""
        client: socket.socket = self.request
        for speaker in select.select([client, database], [], [])[0]:
            said = speaker.recv(65536)
            self.publishing |= PUBLISHING in said
            moment = ""
            if said == COMMIT:
                moment = self.server.moment(publishing=self.publishing)
                self.publishing = False
            if not said or moment == "before":
                return False
            (database if speaker is client else client).sendall(said)
            if moment == "after":
                database.recv(65536)
            if moment:
                return False
        return True


@contextmanager
def proxied(database_url: str, seed: int) -> Iterator[Proxy]:
    with Proxy(database_url, seed) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        yield proxy
        proxy.shutdown()
