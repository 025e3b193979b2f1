"""What a run without any setting needs: a data folder, a key of its own, the embedded database.

With DATABASE_URL set nothing of this happens: a real installation brings its own settings.
"""

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from config import embedded

WRONG_SETTING = "A setting in the environment is wrong (docs/operations.md has them all): {}"
DEFAULT_ADDRESS = "http://localhost:8000"
BASE_DIR = Path(__file__).resolve().parent.parent


def refuse_setting(error: Exception) -> NoReturn:
    """End the start in words, with the code of a command that was called wrongly."""
    print(WRONG_SETTING.format(error), file=sys.stderr)
    sys.exit(2)


def is_local() -> bool:
    """Whether this run brings its own database."""
    return not os.environ.get("DATABASE_URL")


def data_dir() -> Path:
    return Path(os.environ.get("DATA_DIR") or BASE_DIR / ".data").resolve()


def prepare() -> None:
    """Name folder, address, key and database in the environment; start nothing."""
    folder = data_dir()
    os.environ["DATA_DIR"] = str(folder)
    os.environ["DATABASE_URL"] = embedded.database_url(folder)
    os.environ.setdefault("BASE_URL", _address(folder))
    os.environ["SECRET_KEY"] = os.environ.get("SECRET_KEY") or _secret_key(folder)
    # Static files come from where they lie; the folder of collected ones has to exist all the same.
    (folder / "static").mkdir(parents=True, exist_ok=True)


@contextmanager
def database() -> Iterator[None]:
    """The same, with the embedded database running."""
    folder = data_dir()
    prepare()
    with embedded.running(folder):
        yield


def remember_address() -> None:
    """Keep the address served at, so that commands in another terminal print links that open."""
    data_dir().mkdir(parents=True, exist_ok=True)
    (data_dir() / "address").write_text(os.environ["BASE_URL"] + "\n")


def _address(folder: Path) -> str:
    """Where this data folder is served, or was the last time."""
    try:
        return (folder / "address").read_text().strip() or DEFAULT_ADDRESS
    except OSError:
        return DEFAULT_ADDRESS


def _secret_key(folder: Path) -> str:
    """The key of this data folder, made at its first use: links and sessions outlive a restart."""
    path = folder / "secret_key"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(48))
    except FileExistsError:
        pass
    return path.read_text().strip()
