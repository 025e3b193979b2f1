"""The drill: back up, go on, lose everything, restore. And files that are none are refused."""

import hashlib
import io
import json
import random
import shutil
import stat
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest

from config import embedded
from config.backups import BackupError, archive
from tests import services
from tests.cast import CANARIES
from tests.install.drill import CANARY, OTHER

# One process for all: what they start from takes the longest.


@dataclass
class Installation:
    """A database, a data folder, and its commands, each a process of its own."""

    url: str
    folder: Path
    more: dict[str, str] = field(default_factory=dict)

    def run(self, *arguments: str, **more: str) -> "subprocess.CompletedProcess[str]":
        settings = {"DATABASE_URL": self.url, "DATA_DIR": str(self.folder), **self.more, **more}
        return services.manage(*arguments, **settings)

    def json(self, *arguments: str, code: int = 0) -> dict[str, Any]:
        done = self.run(*arguments, "--json")
        assert done.returncode == code, done.stdout + done.stderr
        found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return found

    def does(self, step: str, *arguments: str) -> dict[str, Any]:
        program = f"from tests.install import drill; drill.{step}(*{arguments!r})"
        done = self.run("shell", "--no-imports", "-c", program)
        assert done.returncode == 0, done.stderr
        found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return found

    def events(self) -> int:
        with psycopg.connect(self.url) as server:
            row = server.execute("SELECT count(*) FROM events_event").fetchone()
        assert row is not None
        return int(row[0])

    def dump(self) -> str:
        """Every row of the database as text, as a thief would read it."""
        program = embedded.programs() / "pg_dump"
        done = subprocess.run([program, self.url], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout


@contextmanager
def installation(folder: Path, name: str, *, empty: bool = False) -> Iterator[Installation]:
    (folder / name / "static").mkdir(parents=True)
    with services.database() as url:
        if empty:
            with psycopg.connect(url, autocommit=True) as server:
                server.execute("DROP SCHEMA public CASCADE")
                server.execute("CREATE SCHEMA public")
        yield Installation(url, folder / name)


@contextmanager
def copy_of(other: Installation, folder: Path) -> Iterator[Installation]:
    """The same database once more, without the list of erasures beside it."""
    with installation(folder, "copy", empty=True) as copy:
        programs = embedded.programs()
        dump = subprocess.run([programs / "pg_dump", other.url], capture_output=True, check=True)
        load = [programs / "psql", "--quiet", "--set=ON_ERROR_STOP=1", copy.url]
        subprocess.run(load, input=dump.stdout, capture_output=True, check=True)
        yield copy


@dataclass
class Past:
    """An installation that was backed up before its last evening."""

    here: Installation
    backup: Path
    made: dict[str, Any]
    links: list[str]
    uid: str  # who was erased since
    fingerprint: str  # when the backup was made


@pytest.fixture(scope="module")
def past(postgresql: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Past]:
    folder = tmp_path_factory.mktemp("past")
    with installation(folder, "here") as here:
        links = here.does("play")
        before = here.does("look", links["members"], links["old"])
        assert before["canary"] and before["links"] == [200, 200]
        backup = folder / "club.backup"
        made = here.json("backup", "--to", str(backup))
        uid = here.does("later")["uid"]
        yield Past(here, backup, made, list(links.values()), uid, before["fingerprint"])


def test_the_file_is_its_owners_alone_and_says_what_it_is(past: Past) -> None:
    assert stat.S_IMODE(past.backup.stat().st_mode) == 0o600
    left = sorted(path.name for path in past.backup.parent.iterdir())
    assert left == ["club.backup", "here"], "nothing unfinished stays"
    (ladder,) = past.made["ladders"]
    assert ladder["fingerprint"] == past.fingerprint and not ladder["stale"]
    assert past.made["migrations"]["clubs"][0] == "0001_initial"
    with tarfile.open(past.backup) as tar:
        assert CANARY.encode() not in tar.extractfile("manifest.json").read()


def test_whoever_was_erased_is_in_no_dump_made_since(past: Past) -> None:
    """As a thief would read it, dead rows left out; the others are there."""
    dump = past.here.dump()
    assert CANARY not in dump and CANARIES[1] in dump


def test_the_drill(past: Past, tmp_path: Path) -> None:
    """Everything is lost but the backup and the list of erasures; an empty server takes over."""
    with installation(tmp_path, "anew", empty=True) as anew:
        shutil.copy2(past.here.folder / "erasures.jsonl", anew.folder)
        done = anew.json("restore", str(past.backup))
        assert done["right"] and done["erased_again"] == [past.uid]
        (ladder,) = done["ladders"]
        assert ladder["fingerprint"] == ladder["before"] == past.fingerprint
        assert ladder["right"] and ladder["rows"] > 0
        assert CANARY not in anew.dump()
        seen = anew.does("look", *past.links)
        assert seen["links"] == [200, 200], "the one revoked since: nobody here knows of it"
        assert seen["login"] == [302, 200] and seen["others"] and not seen["canary"]
        assert seen["erased"] == [past.uid] and seen["events"] == 2
        assert seen["fingerprint"] == past.fingerprint
        assert anew.run("verify_ladders").returncode == 0
        assert anew.run("migrate", "--check").returncode == 0
        again = anew.run("restore", str(past.backup))
        assert again.returncode == 2 and "--over" in again.stderr


def test_the_database_that_is_replaced_says_who_was_erased_and_what_was_revoked(
    past: Past, tmp_path: Path
) -> None:
    with copy_of(past.here, tmp_path) as here:
        asked = here.run("restore", str(past.backup), "--over")
        assert asked.returncode == 2 and "Nothing was done" in asked.stderr
        assert here.events() == 3
        done = here.json("restore", str(past.backup), "--over", "--yes")
        assert done["erased_again"] == [past.uid] and done["revoked_again"] == 1
        assert done["ladders"][0]["right"] and CANARY not in here.dump()
        assert here.does("look", *past.links)["links"] == [200, 404]
        assert (here.folder / "erasures.jsonl").read_text().count(past.uid) == 1


def test_what_was_made_stricter_since_the_backup_stays_so(postgresql: None, tmp_path: Path) -> None:
    with installation(tmp_path, "here") as here:
        here.does("play")
        chosen = here.does("choose")
        link, backup = chosen.pop("link"), str(tmp_path / "open")
        open_before = here.does("strict", link)
        assert open_before["inside"] == 200 and CANARY in open_before["names"]
        here.json("backup", "--to", backup)
        wanted = here.does("tighten")
        hidden = next(row for row in wanted["people"] if row[0].startswith(CANARIES[3]))
        hidden[1] = "hidden"  # in the backup, and nothing is made more open
        merged = next(row for row in wanted["people"] if row[0] == "Drozd D.")
        merged[1] = "hidden"  # two people again, and the one was hidden as both
        assert wanted["children"] and not chosen["children"]

        said = here.run("restore", backup, "--over", "--yes")
        assert said.returncode == 0, said.stdout + said.stderr
        assert "officers removed: 1" in said.stdout and "people hidden: 3" in said.stdout
        assert "NOT CARRIED OVER" not in said.stdout and "as in the backup" in said.stdout
        seen = here.does("strict", link)
        assert {key: seen[key] for key in wanted} == wanted
        assert seen["inside"] == 404 and seen["names"] == []
        told = {"club.names", "player.status", "player.consent", "player.junior", "officer.remove"}
        assert told <= set(seen["log"]) and told.isdisjoint(open_before["log"])
        assert here.run("verify_ladders").returncode == 0

        here.does("another")
        done = here.json("restore", backup, "--over", "--yes")
        (unknown,) = done["not_carried_over"]
        assert unknown.startswith("rooks: ") and done["carried_over"]["club.close"] == 1
        assert here.does("strict")["officers"] == chosen["officers"]


def test_whoever_was_merged_by_mistake_in_the_backup_is_erased_alone(
    postgresql: None, tmp_path: Path
) -> None:
    """The merge was undone before the erasure, and the backup does not know."""
    with installation(tmp_path, "here") as here:
        here.does("play")
        people = here.does("mistake")
        gone, kept = people["gone"], people["kept"]
        here.json("backup", "--to", str(tmp_path / "merged"))
        assert here.does("mended", gone)["erased"] == [gone]
        assert CANARY not in here.dump()
        said = here.run("restore", str(tmp_path / "merged"), "--over", "--yes")
        assert said.returncode == 0, said.stdout + said.stderr
        assert f"player {gone} was erased alone" in said.stdout and kept in said.stdout
        again = here.json("restore", str(tmp_path / "merged"), "--over", "--yes")
        (parted,) = again["parted"]
        assert again["erased_again"] == [gone] and parted["stayed"] == [kept]
        seen = here.does("look")
        assert seen["erased"] == [gone] and seen["others"] and not seen["canary"]
        dump = here.dump()
        assert CANARY not in dump and OTHER in dump
        assert here.run("verify_ladders").returncode == 0


def test_a_ladder_that_comes_out_otherwise_is_called_out(past: Past, tmp_path: Path) -> None:
    def other_numbers(made: dict[str, Any]) -> None:
        made["ladders"][0]["fingerprint"] = "0" * 64

    wrong = remade(past.backup, tmp_path / "wrong", other_numbers)
    with installation(tmp_path, "anew", empty=True) as anew:
        done = anew.run("restore", str(wrong))
        assert done.returncode == 1
        assert f"DIFFERS: {past.fingerprint}" in done.stdout


# -- Files that are none ----------------------------------------------------------------------------


def remade(backup: Path, to: Path, change: Any = None, dump: Any = None) -> Path:
    """A copy with another manifest or dump."""
    with tarfile.open(backup) as tar:
        manifest = json.load(tar.extractfile("manifest.json"))
        rows = tar.extractfile("database.dump").read()
    if change:
        change(manifest)
    text = json.dumps(manifest).encode()
    parts = {
        "manifest.json": text,
        "SHA256SUMS": archive.sums(text, manifest["sha256"]),
        "database.dump": dump(rows) if dump else rows,
    }
    with tarfile.open(to, "w") as tar:
        for name, data in parts.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    return to


def half(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


def flipped(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def of_a_newer_release(path: Path) -> None:
    later = {"clubs": ["0999_later"]}
    remade(path, path, lambda made: made.update(release="99.0.0", migrations=later))


def of_a_newer_format(path: Path) -> None:
    remade(path, path, lambda made: made.update(release="99.0.0", format=2))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (half, "damaged"),
        (flipped, "damaged"),
        (lambda path: path.write_text("no tar at all"), "no backup"),
        (lambda path: path.write_bytes(b""), "no backup"),
        (lambda path: path.unlink(), "There is no file"),
        (of_a_newer_release, "made by release 99.0.0"),
        (of_a_newer_format, "written by release 99.0.0"),
    ],
)
def test_what_is_no_backup_is_refused_and_changes_nothing(
    past: Past, tmp_path: Path, spoil: Any, said: str
) -> None:
    path = tmp_path / "spoilt"
    shutil.copy2(past.backup, path)
    spoil(path)
    done = past.here.run("restore", str(path), "--over", "--yes")
    assert done.returncode == 2 and said in done.stderr, done.stderr
    assert "Traceback" not in done.stderr
    assert past.here.events() == 3


def test_no_damaged_byte_goes_unnoticed(past: Past, tmp_path: Path) -> None:
    """Cut anywhere, or one bit turned over: refused in words, or the same to the last byte."""
    whole, path = past.backup.read_bytes(), tmp_path / "spoilt"
    with archive.opened(past.backup) as (manifest, dump):
        good = manifest, dump.read_bytes()
    chance, refused = random.Random(5), 0
    for turn in range(300):
        place = chance.randrange(len(whole) if turn % 2 else 8000)
        spoilt = bytearray(whole)
        if turn % 3:
            spoilt[place] ^= 1 << chance.randrange(8)
        else:
            del spoilt[place:]
        path.write_bytes(spoilt)
        try:
            with archive.opened(path) as (manifest, dump):
                assert (manifest, dump.read_bytes()) == good
        except BackupError:
            refused += 1
    assert refused > 200
    assert [one.name for one in tmp_path.iterdir()] == ["spoilt"], "nothing stays behind"


def test_whoever_works_with_the_database_stops_a_restore(past: Past) -> None:
    with psycopg.connect(past.here.url) as busy:
        busy.execute("SELECT count(*) FROM clubs_club")
        done = past.here.run("restore", str(past.backup), "--over", "--yes")
    assert done.returncode == 2 and "Nothing was restored" in done.stderr, done.stderr
    assert past.here.events() == 3


def test_a_backup_of_an_earlier_release_is_brought_to_this_one(past: Past, tmp_path: Path) -> None:
    with copy_of(past.here, tmp_path) as older:
        assert older.run("migrate", "players", "0008").returncode == 0
        made = older.json("backup", "--to", str(tmp_path / "older"))
        assert made["migrations"]["players"][-1].startswith("0008")
        done = older.json("restore", str(tmp_path / "older"), "--over", "--yes")
        assert done["right"] and older.run("migrate", "--check").returncode == 0


def test_a_database_that_does_not_answer_is_said(past: Past, tmp_path: Path) -> None:
    for command in (["backup", "--to", str(tmp_path / "b")], ["restore", str(past.backup)]):
        done = past.here.run(*command, DATABASE_URL="postgresql://nobody@127.0.0.1:9/none")
        assert done.returncode == 2 and "Traceback" not in done.stderr, done.stderr


def test_a_restore_that_breaks_off_in_the_middle_leaves_what_was_there(
    past: Past, tmp_path: Path
) -> None:
    """The dump ends early, with a manifest that vouches for it: only pg_restore can notice."""

    def cut(rows: bytes) -> bytes:
        return rows[: len(rows) - 2000]

    with tarfile.open(past.backup) as tar:
        rows = tar.extractfile("database.dump").read()
    digest = hashlib.sha256(cut(rows)).hexdigest()
    path = remade(past.backup, tmp_path / "cut", lambda made: made.update(sha256=digest), cut)
    done = past.here.run("restore", str(path), "--over", "--yes")
    assert done.returncode == 2 and "Nothing was restored" in done.stderr, done.stderr
    assert past.here.events() == 3


def test_a_database_of_something_else_is_left_alone(past: Past, tmp_path: Path) -> None:
    with installation(tmp_path, "other", empty=True) as other:
        with psycopg.connect(other.url, autocommit=True) as server:
            server.execute("CREATE TABLE invoices (id int)")
        done = other.run("restore", str(past.backup), "--over", "--yes")
        assert done.returncode == 2 and "something else" in done.stderr


def test_a_list_of_erasures_that_is_damaged_stops_the_restore(past: Past, tmp_path: Path) -> None:
    with installation(tmp_path, "anew", empty=True) as anew:
        (anew.folder / "erasures.jsonl").write_text('{"player": "x"\n')
        done = anew.run("restore", str(past.backup))
        assert done.returncode == 2 and "erasures.jsonl, line 1" in done.stderr
        nothing = anew.run("backup", "--to", str(tmp_path / "b"))
        assert nothing.returncode == 2 and "no tables" in nothing.stderr


def test_without_the_programs_it_is_said_what_to_install(past: Past) -> None:
    program = (
        "from config.backups import programs\n"
        "programs._candidates = lambda name: []\n"
        "from django.core.management import call_command, CommandError\n"
        "try: call_command('backup')\n"
        "except CommandError as error: print(error.returncode, error)\n"
    )
    done = past.here.run("shell", "--no-imports", "-c", program)
    assert done.stdout.startswith("2 pg_dump of PostgreSQL"), done.stdout + done.stderr
    assert "apt-get install" in done.stdout


def test_a_folder_that_is_not_there_is_said(past: Past, tmp_path: Path) -> None:
    done = past.here.run("backup", "--to", str(tmp_path / "nowhere" / "b"))
    assert done.returncode == 2 and "no folder" in done.stderr
