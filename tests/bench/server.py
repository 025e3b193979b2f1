"""The server of the measurements: durable as in production, every commit reaches the disk.

That of DATABASE_URL, else the embedded one with a folder of its own. Knows nothing of Django, which
reads the address when it starts.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from config import embedded
from tests import services

DATA_DIR = services.ROOT / ".data-bench"


@contextmanager
def running() -> Iterator[None]:
    """The server, with a migrated template in it, and the product's settings in the environment."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(48))
    os.environ.pop("REDIS_URL", None)
    (DATA_DIR / "static").mkdir(parents=True, exist_ok=True)
    os.environ["DATA_DIR"] = str(DATA_DIR)
    if os.environ.get("DATABASE_URL"):
        with services.postgresql():
            yield
        return
    with embedded.running(DATA_DIR) as url:
        os.environ["DATABASE_URL"] = url
        try:
            with services.postgresql():
                yield
        finally:
            del os.environ["DATABASE_URL"]
