"""Bringing a backup back: all of it in one transaction, or nothing.

Whoever reads meanwhile waits, and then meets a database in which everybody is erased again who was
erased since the backup was made, and nothing is more open than it was.
"""

import subprocess
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import OperationalError, connection, transaction
from django.db.migrations.loader import MigrationLoader

from clubs.models import Club
from config.backups import BackupError, archive, choices, programs, script
from config.backups.archive import LadderState, Manifest
from config.backups.carrying import Carried, carry_over
from config.backups.previous import Previous, empty_database, look_at
from config.release import version
from events.queries import merged
from events.services import parting
from events.services.erasing import erase_person
from ladder.models import Ladder
from ladder.rebuild import PoisonEvent, rebuild
from ladder.verify import Verdict, verify
from players import ledger
from players.identity import DecisionRefused
from players.ledger import ErasedOnce
from players.models import AskedBy, Player

# Somebody who works with the database holds it for so long at most.
LOCK_TIMEOUT = "10s"


@dataclass(frozen=True, slots=True)
class Compared:
    """A restored ladder beside what the backup says about it."""

    verdict: Verdict
    fingerprint: str
    before: LadderState | None

    @property
    def differs(self) -> bool:
        """A ladder that was stale when the backup was made has nothing to be compared with."""
        known = self.before is not None and not self.before.stale
        return not self.verdict.right or (known and self.before.fingerprint != self.fingerprint)  # type: ignore[union-attr]


@dataclass(frozen=True, slots=True)
class Parted:
    """Who was one with others in the backup and was erased without them: uids, and the decisions
    that took the merges back."""

    club: str
    player: str
    stayed: tuple[str, ...]
    decisions: tuple[int, ...]


@dataclass(slots=True)
class Restored:
    """What a restore did."""

    manifest: Manifest
    erased: list[str] = field(default_factory=list)  # uids of players
    parted: list[Parted] = field(default_factory=list)
    revoked: int = 0
    carried: Carried = field(default_factory=Carried)
    ladders: list[Compared] = field(default_factory=list)

    @property
    def right(self) -> bool:
        return not any(ladder.differs for ladder in self.ladders)


def restore(path: Path, *, over: bool, erasures: Iterable[Path]) -> Restored:
    """Put the backup in the place of what is in the database. Raises BackupError, nothing changed.

    `over`: even if there are clubs or accounts. `erasures` are files of `players.ledger`.
    """
    with archive.opened(path) as (manifest, dump):
        _refuse_newer(path, manifest)
        lines = [line for one in erasures for line in _lines(one)]
        reader, _ = programs.find("pg_restore", manifest.postgresql)
        _refuse_damaged(reader, dump)
        try:
            with transaction.atomic():
                return _restore(manifest, reader, dump, lines, over)
        except OperationalError as error:
            raise BackupError(f"Nothing was restored; the database says: {error}".strip()) from None


def is_taken() -> bool:
    """Whether there are clubs or accounts in the database."""
    return look_at().taken


def _restore(
    manifest: Manifest, reader: Path, dump: Path, lines: list[ErasedOnce], over: bool
) -> Restored:
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'")
    before = look_at()
    if before.taken and not over:
        raise BackupError("There are clubs or accounts in this database. Say --over to replace it.")
    chosen = choices.read() if before.taken else choices.Choices()
    empty_database()
    script.run(reader, dump)
    _migrate()
    ContentType.objects.clear_cache()
    done = Restored(manifest)
    done.revoked = before.revoke_again()
    done.erased, done.parted = _erase_again([*lines, *before.erasures])
    done.carried = carry_over(chosen)
    _outlive_memories(before)
    others = {one.club for one in done.parted}  # what their games count for is another person's
    done.ladders = [_checked(ladder, manifest, ladder.club.slug in others) for ladder in _ladders()]
    return done


def _migrate() -> None:
    """Bring the tables to this release. What one migration writes is checked at once: the next one
    could not change a table for which a check is still to come."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        call_command("migrate", verbosity=0)
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def _refuse_newer(path: Path, manifest: Manifest) -> None:
    """A release that lacks a migration of the backup cannot read its tables."""
    loader = MigrationLoader(None, ignore_no_migrations=True)
    known = set(loader.disk_migrations) | set(loader.replacements)
    has = {(app, name) for app, names in manifest.migrations.items() for name in names}
    if missing := sorted(has - known):
        raise BackupError(
            f"{path} was made by release {manifest.release}, which knows tables that this release "
            f"{version()} does not ({'.'.join(missing[0])}). Restore it with that release or a "
            "later one."
        )


def _refuse_damaged(reader: Path, dump: Path) -> None:
    done = subprocess.run(  # noqa: S603
        [reader, "--list", dump], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BackupError(f"The dump in the backup cannot be read: {done.stderr.strip()}")


def _lines(path: Path) -> list[ErasedOnce]:
    try:
        return ledger.read(path)
    except OSError as error:
        raise BackupError(f"The list of erasures cannot be read: {error}.") from None
    except ledger.BadLedger as error:
        raise BackupError(f"The list of erasures is damaged: {error}.") from None


def _erase_again(lines: Collection[ErasedOnce]) -> tuple[list[str], list[Parted]]:
    """Erase whoever is not erased in the backup, and nobody else -> their uids, and who had to be
    parted from others before. Nobody is erased twice."""
    erased, parted = [], []
    uids = {line.player for line in lines}
    for line in lines:
        for found in Player.objects.filter(uid=line.player, erased=None).select_related("club"):
            if others := parting.strangers(found.club, found.uid, uids):
                parted.append(_part(found, others, uids))
            uid = merged(found.club).get(found.uid, found.uid)
            player = found.club.players.get(uid=uid)
            player.club = found.club
            erase_person(player, by=None, asked_by=AskedBy(line.asked_by), asked_on=line.day)
            erased.append(line.player)
    return erased, parted


def _part(player: Player, others: Collection[str], erased: Collection[str]) -> Parted:
    """The backup says that this is one person with others; the erasure did not concern those."""
    club, stayed = player.club, tuple(sorted(others))
    why: object = "the merges do not say how"
    try:
        made = parting.part(club, player.uid, erased)
    except DecisionRefused as refused:
        why = refused.message
    else:
        if not parting.strangers(club, player.uid, erased):
            return Parted(club.slug, player.uid, stayed, tuple(made))
    raise BackupError(
        f"Nothing was restored. Player {player.uid} of {club.slug} was erased, and in the backup "
        f"is one person with {', '.join(stayed)}, who would be erased too. That cannot be taken "
        f"back here: {why}"
    )


def _outlive_memories(before: Previous) -> None:
    """Whatever a process remembers of a club is older than what it meets from now on."""
    for club in Club.objects.all():
        view, erased = before.counts.get(club.slug, (0, 0))
        club.view_version = max(club.view_version, view) + 1
        club.times_erased = max(club.times_erased, erased) + 1
        club.save(update_fields=["view_version", "times_erased"])


def _ladders() -> list[Ladder]:
    return list(Ladder.objects.select_related("club").order_by("club__slug", "position", "pk"))


def _checked(ladder: Ladder, manifest: Manifest, changed: bool) -> Compared:
    """Build the ladder from the first event on, and compare it with its history and the backup;
    not with the backup where it was `changed` who plays."""
    try:
        rebuild(ladder.pk, full=True, wait=True)
    except PoisonEvent:
        pass  # it is written down at the ladder, and the verdict says which event
    ladder.refresh_from_db(fields=["fingerprint"])
    names = (ladder.club.slug, ladder.slug)
    known = () if changed else manifest.ladders
    before = next((one for one in known if (one.club, one.ladder) == names), None)
    return Compared(verify(ladder.pk), bytes(ladder.fingerprint).hex(), before)
