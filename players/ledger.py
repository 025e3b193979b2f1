"""The list of who was erased, kept beside the database: ids, no names.

A backup made before an erasure still holds the name. After a restore people are erased again by
this list, so it must not come from the backup: it is a file of its own (setting ERASURES_FILE),
one JSON object per line, only added to.
"""

import fcntl
import json
import logging
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path

from django.conf import settings
from django.db import transaction

from players.models import AskedBy, Erasure

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ErasedOnce:
    """A line: a player (by uid, unique in all clubs) was erased, at whose wish, asked when."""

    player: str
    asked_by: str
    asked_on: str  # YYYY-MM-DD

    @property
    def day(self) -> date:
        return date.fromisoformat(self.asked_on)


class BadLedger(ValueError):
    """A line of the file is not one of ours; the text says which."""


def remember_after_commit(erasures: Iterable[Erasure]) -> None:
    """Once the erasure has committed, add it to the file. What fails is made good by `complete`."""
    lines = [_line(erasure) for erasure in erasures]

    def remember() -> None:
        try:
            add(lines)
        except (OSError, BadLedger) as error:
            logger.error("The list of erasures was not written: %s", error)

    transaction.on_commit(remember)


def complete() -> int:
    """Add what the database knows and the file does not -> how many lines. Raises as `read`."""
    return add(_line(erasure) for erasure in Erasure.objects.order_by("pk"))


def add(lines: Iterable[ErasedOnce], path: Path | None = None) -> int:
    """Add the lines that the file does not have yet. It is readable by its owner alone."""
    path = path or settings.ERASURES_FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), "r+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        known = {line.player for line in _parsed(file.read(), path)}
        new = {line.player: line for line in lines if line.player not in known}
        file.writelines(json.dumps(asdict(line)) + "\n" for line in new.values())
        file.flush()
        os.fsync(file.fileno())
    return len(new)


def read(path: Path) -> list[ErasedOnce]:
    """Every line of the file. Raises OSError and BadLedger."""
    return _parsed(path.read_text(encoding="utf-8"), path)


def _parsed(text: str, path: Path) -> list[ErasedOnce]:
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            one = ErasedOnce(**json.loads(line))
            AskedBy(one.asked_by), one.day  # both raise ValueError
        except (ValueError, TypeError) as error:
            raise BadLedger(f"{path}, line {number}: {error}") from None
        found.append(one)
    return found


def _line(erasure: Erasure) -> ErasedOnce:
    return ErasedOnce(erasure.player_uid, erasure.asked_by, erasure.asked_on.isoformat())
