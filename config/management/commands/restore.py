"""Bring a backup back: restore, migrate, erase again, rebuild, compare; all of it or nothing."""

from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import OperationalError

from clubs.commands import JsonCommand
from config.backups import BackupError, restoring
from config.backups.carrying import Carried
from config.backups.restoring import Compared, Parted

WORDS = "replace everything"
# What a restore does for the sake of the database before, by the actions of the audit log.
CARRIED = {
    "account.limit": "accounts shut, or no instance admin's",
    "club.close": "clubs to be deleted",
    "club.junior": "clubs marked for children",
    "club.names": "clubs back to initials",
    "club.visibility": "clubs seen by fewer",
    "event.details": "events marked for children",
    "ladder.hide": "ladders hidden",
    "link.create": "new links, for those that a stricter club made useless",
    "link.revoke": "links revoked by a stricter club",
    "officer.remove": "officers removed",
    "officer.role": "administrators made arbiters",
    "officer.uninvite": "invitations taken back",
    "player.consent": "consents withdrawn",
    "player.display": "choices for one name",
    "player.junior": "people marked as juniors",
    "player.label": "labels changed",
    "player.status": "people hidden",
}
LOOK_THROUGH = (
    "LOOK THROUGH BY HAND before anybody gets in, in each club named above (and where an account "
    "or all tables are named, in every club): officers and invitations, links, who sees the club, "
    "full names, the mark for children, hidden people, initials and labels, consents that were "
    "withdrawn, the marks of juniors and of their events."
)


class Command(JsonCommand):
    help = "Restore a backup (exit 1 when a ladder differs, 2 and nothing done when it cannot be)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", type=Path)
        parser.add_argument("--over", action="store_true", help="replace what is in the database")
        parser.add_argument("--yes", action="store_true", help="with --over: do not ask")
        parser.add_argument(
            "--erasures",
            type=Path,
            action="append",
            metavar="FILE",
            help="a list of who was erased since (default: ERASURES_FILE, if it is there)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        lists = options["erasures"]
        if lists is None:
            lists = [path for path in [Path(settings.ERASURES_FILE)] if path.exists()]
        try:
            if options["over"] and not options["yes"] and restoring.is_taken():
                self._ask()
            done = restoring.restore(options["file"], over=options["over"], erasures=lists)
        except BackupError as error:
            raise self.refuse(str(error)) from None
        except OperationalError as error:
            raise self.refuse(f"The database does not answer: {error}".strip()) from None
        manifest = done.manifest
        self.answer(
            {
                "made": manifest.made,
                "release": manifest.release,
                "erasure_lists": [str(path) for path in lists],
                "erased_again": done.erased,
                "parted": [asdict(one) for one in done.parted],
                "revoked_again": done.revoked,
                "carried_over": dict(done.carried.acts),
                "not_carried_over": done.carried.left,
                "ladders": [_values(one) for one in done.ladders],
                "right": done.right,
            },
            f"Restored: the backup of {manifest.made}, made by release {manifest.release}.",
            f"Lists of erasures read: {', '.join(map(str, lists)) or 'NONE'}."
            f" Erased again: {len(done.erased)}. Links revoked again: {done.revoked}.",
            *_carried(done.carried),
            *map(_parted, done.parted),
            *map(_line, done.ladders),
        )
        if not done.right:
            wrong = sum(one.differs for one in done.ladders)
            raise CommandError(f"{wrong} ladders are not what they were.", returncode=1)

    def _ask(self) -> None:
        self.stderr.write("Everything in this database will be replaced by the backup.")
        try:
            said = input(f'Type "{WORDS}" to go on: ')
        except EOFError:
            said = ""
        if said != WORDS:
            raise self.refuse("Nothing was done. Type the words, or say --yes.")


def _values(one: Compared) -> dict[str, Any]:
    before = one.before.fingerprint if one.before and not one.before.stale else None
    return asdict(one.verdict) | {
        "right": one.verdict.right,
        "fingerprint": one.fingerprint,
        "before": before,
        "differs": one.differs,
    }


def _carried(done: Carried) -> Iterator[str]:
    """What was stricter before and is so again, and what has to be looked through by hand."""
    told = [f"{CARRIED.get(act, act)}: {number}" for act, number in sorted(done.acts.items())]
    yield f"Stricter before, and so again: {'; '.join(told) or 'nothing'}."
    for what in done.left:
        yield f"NOT CARRIED OVER: {what}."
    if done.left:
        yield LOOK_THROUGH


def _parted(one: Parted) -> str:
    return (
        f"{one.club}: player {one.player} was erased alone, and in the backup was one person with "
        f"{', '.join(one.stayed)}: taken back by decision {', '.join(map(str, one.decisions))}. "
        "Look at their events; this club's ladders are not compared with the backup."
    )


def _line(one: Compared) -> str:
    verdict = one.verdict
    name = f"{verdict.club}/{verdict.ladder}"
    if not verdict.right:
        return f"{name}: NOT RIGHT: {verdict.drift or 'stale'} {verdict.event_uid}".rstrip()
    if one.before is None or one.before.stale:
        return f"{name}: right, {verdict.rows} rows; nothing to compare it with in the backup"
    if one.differs:
        return f"{name}: DIFFERS: {one.fingerprint}, in the backup {one.before.fingerprint}"
    return f"{name}: right, {verdict.rows} rows, as in the backup: {one.fingerprint}"
