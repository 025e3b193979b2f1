"""Migrations go both ways, wait for nobody, and leave what people chose as it was (X3, P15)."""

import subprocess
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from time import monotonic

import psycopg
import pytest

from config import embedded
from tests import services
from tests.install.test_backup import Installation, installation

CHOSEN = (
    "SELECT uid, display, label, junior, consent, consent_for, status FROM players_player ORDER BY uid",
    "SELECT slug, names, visibility, junior FROM clubs_club ORDER BY slug",
    "SELECT given, purpose, parents, child, rules FROM players_consent ORDER BY id",
    "SELECT uid, revoked, event_uid FROM clubs_sharelink ORDER BY uid",
)
CHOOSE = """
    UPDATE clubs_club SET names = 'full', visibility = 'link';
    UPDATE players_player SET display = 'label', label = 'Birdie', junior = true
        WHERE id = (SELECT min(id) FROM players_player);
    UPDATE players_player SET display = 'initials' WHERE id = (SELECT max(id) FROM players_player);
    INSERT INTO players_consent (given, purpose, parents, child, rules, at, note, club_id, player_id)
        SELECT true, 'label', true, true, true, now(), '', club_id, id FROM players_player
        ORDER BY id LIMIT 1;
"""


@pytest.fixture(scope="module")
def lived_in(postgresql: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """A club with a season, a correction, and choices of every kind."""
    with installation(tmp_path_factory.mktemp("migrations"), "here") as here:
        here.does("play")
        here.does("later")
        with psycopg.connect(here.url) as server:
            server.execute(CHOOSE)
        yield here


def chosen(here: Installation) -> list[list[tuple[object, ...]]]:
    with psycopg.connect(here.url) as server:
        return [server.execute(query).fetchall() for query in CHOSEN]


def schema(here: Installation) -> str:
    program = [embedded.programs() / "pg_dump", "--schema-only", "--no-owner", here.url]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    lines = [line for line in done.stdout.splitlines() if not line.startswith("\\")]
    return "\n".join(sorted(lines))  # columns that were added again stand at another place


def migrate(here: Installation, *where: str) -> "subprocess.CompletedProcess[str]":
    return here.run("migrate", "--no-input", *where)


def test_back_and_forth_what_people_chose_is_as_it_was(lived_in: Installation) -> None:
    """To the first state that knew all of it, with everything that came since taken away."""
    before = chosen(lived_in)
    assert len(before[2]) == 1 and any("label" in row for row in before[0])
    for app, to in (("ladder", "0006"), ("events", "0006"), ("players", "0005")):
        done = migrate(lived_in, app, to)
        assert done.returncode == 0, done.stderr
    assert chosen(lived_in) == before
    done = migrate(lived_in)
    assert done.returncode == 0, done.stderr
    assert chosen(lived_in) == before
    # By what its ladder was built is not known any more: it waits for a rebuild.
    assert "waiting for a rebuild" in lived_in.run("verify_ladders").stdout
    assert lived_in.run("rebuild_ladders").returncode == 0
    assert lived_in.run("verify_ladders").returncode == 0


def test_all_the_way_back_and_forth_makes_the_same_tables(postgresql: None, tmp_path: Path) -> None:
    with installation(tmp_path, "empty") as here:
        before = schema(here)
        for app in ("ladder", "events", "players"):
            done = migrate(here, app, "zero")
            assert done.returncode == 0, done.stderr
        assert "ladder_ladder" not in schema(here)
        done = migrate(here)
        assert done.returncode == 0, done.stderr
        assert schema(here) == before


def test_a_migration_gives_up_where_somebody_holds_the_table(lived_in: Installation) -> None:
    with psycopg.connect(lived_in.url) as somebody:
        somebody.execute("LOCK TABLE players_suffixgiven IN ACCESS SHARE MODE")
        began = monotonic()
        done = migrate(lived_in, "players", "0005")
        took = timedelta(seconds=monotonic() - began)
    assert done.returncode != 0 and "lock timeout" in done.stderr
    assert took < timedelta(seconds=60)
    assert lived_in.run("migrate", "--check").returncode in {0, 1}
    done = migrate(lived_in)
    assert done.returncode == 0, done.stderr
    assert services.manage("migrate", "--check", DATABASE_URL=lived_in.url).returncode == 0
