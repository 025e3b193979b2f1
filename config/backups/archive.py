"""The file of a backup: a tar with `manifest.json` and `database.dump` (pg_dump's custom format).

Both can be taken out with `tar` and used without this product.
"""

import hashlib
import io
import json
import os
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import cattrs

from config.backups import BackupError

FORMAT = 1
MANIFEST, DUMP = "manifest.json", "database.dump"
LARGEST_MANIFEST = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class LadderState:
    """A ladder when the backup was made. `stale`: it was behind its history, so that the restored
    one cannot have the same fingerprint (64 hexadecimal digits)."""

    club: str
    ladder: str
    history_version: int
    fingerprint: str
    stale: bool


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says about itself. No names of people; clubs by their slugs."""

    format: int
    release: str
    made: str  # ISO 8601, UTC
    postgresql: int  # major version of pg_dump
    tables: int  # tables whose rows are in the dump
    size: int  # bytes of the dump
    sha256: str  # of the dump
    migrations: dict[str, list[str]]  # by app
    ladders: list[LadderState]


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write(to: Path, manifest: Manifest, dump: Path) -> None:
    """Make the file under a temporary name, for its owner alone, look at it, and rename it."""
    unfinished = to.with_name(f".{to.name}.{os.getpid()}.unfinished")
    try:
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            with tarfile.open(fileobj=file, mode="w", format=tarfile.PAX_FORMAT) as tar:
                text = json.dumps(asdict(manifest), indent=1).encode()
                entry = tarfile.TarInfo(MANIFEST)
                entry.size, entry.mode = len(text), 0o600
                tar.addfile(entry, io.BytesIO(text))
                tar.add(dump, DUMP, filter=_of_nobody)
            file.flush()
            os.fsync(file.fileno())
        with opened(unfinished) as (read, _):
            if read != manifest:
                raise BackupError(f"What was written to {to} does not read back.")
        unfinished.replace(to)
        folder = os.open(to.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
    finally:
        unfinished.unlink(missing_ok=True)


def _of_nobody(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mode = 0o600
    return entry


@contextmanager
def opened(path: Path) -> Iterator[tuple[Manifest, Path]]:
    """The manifest and, for the time being, the dump, whole to the last byte.

    Raises BackupError for a file that is no backup, is damaged, or is of a later format.
    """
    with tempfile.TemporaryDirectory(
        dir=path.parent if os.access(path.parent, os.W_OK) else None
    ) as folder:
        dump = Path(folder) / DUMP
        try:
            with tarfile.open(path, "r:") as tar:
                manifest = _manifest(path, tar)
                source = tar.extractfile(DUMP)
                assert source is not None
                with dump.open("wb") as target:
                    while piece := source.read(1024 * 1024):
                        target.write(piece)
        except FileNotFoundError:
            raise BackupError(f"There is no file {path}.") from None
        except OSError as error:
            raise BackupError(f"{path} cannot be read: {error}.") from None
        except (tarfile.TarError, KeyError, AssertionError, EOFError, ValueError) as error:
            raise BackupError(f"{path} is no backup, or is damaged: {error}.") from None
        if digest(dump) != manifest.sha256:
            raise BackupError(f"{path} is damaged: the dump in it is not the one that was written.")
        yield manifest, dump


def _manifest(path: Path, tar: tarfile.TarFile) -> Manifest:
    entry = tar.getmember(MANIFEST)
    source = tar.extractfile(entry)
    if source is None or entry.size > LARGEST_MANIFEST:
        raise ValueError("its manifest is none")
    found = json.loads(source.read())
    if found.get("format", 0) > FORMAT:
        raise BackupError(
            f"{path} was written by release {found.get('release')} in a format that this release "
            "does not know. Restore it with that release."
        )
    with suppress(cattrs.BaseValidationError):
        return cattrs.structure(found, Manifest)
    raise ValueError("its manifest lacks something")
