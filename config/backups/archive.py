"""The file of a backup: a tar with `manifest.json`, `SHA256SUMS` and `database.dump`.

The dump is in pg_dump's custom format. All can be taken out with `tar`, looked at with `sha256sum
--check` and used without this product.
"""

import hashlib
import io
import json
import os
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

import cattrs

from config.backups import BackupError

FORMAT = 1
MANIFEST, SUMS, DUMP = "manifest.json", "SHA256SUMS", "database.dump"
LARGEST_TEXT = 16 * 1024 * 1024


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
                _add(tar, MANIFEST, text)
                _add(tar, SUMS, sums(text, manifest.sha256))
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


def sums(manifest: bytes, dump: str) -> bytes:
    """What `sha256sum` writes about the manifest, and about a dump with this digest."""
    return f"{hashlib.sha256(manifest).hexdigest()}  {MANIFEST}\n{dump}  {DUMP}\n".encode()


def _add(tar: tarfile.TarFile, name: str, text: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = len(text), 0o600
    tar.addfile(entry, io.BytesIO(text))


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
    beside = path.parent if os.access(path.parent, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix=".restore-", dir=beside) as folder:
        dump = Path(folder) / DUMP
        try:
            with tarfile.open(path, "r:") as tar:
                manifest = _manifest(path, tar)
                with _member(tar, DUMP) as source, dump.open("wb") as target:
                    shutil.copyfileobj(source, target, 1024 * 1024)
        except FileNotFoundError:
            raise BackupError(f"There is no file {path}.") from None
        except OSError as error:
            raise BackupError(f"{path} cannot be read: {error}.") from None
        except (tarfile.TarError, LookupError, EOFError, ValueError) as error:
            raise BackupError(f"{path} is no backup, or is damaged: {error}.") from None
        if digest(dump) != manifest.sha256:
            raise BackupError(f"{path} is damaged: the dump in it is not the one that was written.")
        yield manifest, dump


def _member(tar: tarfile.TarFile, name: str) -> IO[bytes]:
    source = tar.extractfile(name)
    if source is None:
        raise ValueError(f"{name} is no file")
    return source


def _text(tar: tarfile.TarFile, name: str) -> bytes:
    with _member(tar, name) as source:
        text = source.read(LARGEST_TEXT + 1)
    if len(text) > LARGEST_TEXT:
        raise ValueError(f"{name} is too long")
    return text


def _manifest(path: Path, tar: tarfile.TarFile) -> Manifest:
    text = _text(tar, MANIFEST)
    found = json.loads(text)
    if not isinstance(found, dict) or not isinstance(found.get("format"), int):
        raise ValueError("its manifest is none")
    if found["format"] > FORMAT:
        raise BackupError(
            f"{path} was written by release {found.get('release')} in a format that this release "
            "does not know. Restore it with that release."
        )
    try:
        manifest = cattrs.structure(found, Manifest)
    except cattrs.BaseValidationError:
        raise ValueError("its manifest lacks something") from None
    if _text(tar, SUMS) != sums(text, manifest.sha256):
        raise ValueError("its manifest is not the one that was written")
    return manifest
