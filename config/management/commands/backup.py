"""Write a backup of the whole database to one file, and look whether it can be read back."""

from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import OperationalError
from django.utils import timezone

from clubs.commands import JsonCommand
from config.backups import BackupError, dumping
from players.ledger import BadLedger


class Command(JsonCommand):
    help = "Back up everything to one file (exit 2, and no file, when it cannot be done)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--to", type=Path, metavar="FILE", help="default: DATA_DIR/backups/ladders-TIME.backup"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            to = options["to"] or _default()
            manifest = dumping.back_up(to.resolve())
        except (BackupError, BadLedger) as error:
            raise self.refuse(str(error)) from None
        except OperationalError as error:
            raise self.refuse(f"The database does not answer: {error}".strip()) from None
        self.answer(
            {"file": str(to), **asdict(manifest)},
            f"Backed up to {to}: {manifest.tables} tables, {manifest.size} bytes, release"
            f" {manifest.release}.",
            *(
                f"  {one.club}/{one.ladder}: {one.fingerprint or 'not built'}"
                + (" (stale: waiting for a rebuild)" if one.stale else "")
                for one in manifest.ladders
            ),
        )


def _default() -> Path:
    folder = Path(settings.DATA_DIR) / "backups"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BackupError(f"The folder of backups cannot be made: {error}.") from None
    return folder / f"ladders-{timezone.now():%Y%m%dT%H%M%SZ}.backup"
