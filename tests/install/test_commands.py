"""A lone command brings its own database and key, and says in words what is wrong."""

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from config import local
from tests import services

SHOW_MIGRATIONS = ["showmigrations", "contenttypes"]


def test_a_lone_command_starts_and_stops_the_embedded_server(folder: Path) -> None:
    done = services.manage(*SHOW_MIGRATIONS, DATA_DIR=str(folder))
    assert "0001_initial" in done.stdout, done.stderr
    assert (folder / "pg" / "PG_VERSION").exists()
    assert not (folder / "pg" / "postmaster.pid").exists()


def test_a_command_that_reads_no_database_starts_none(folder: Path) -> None:
    assert services.manage("check", DATA_DIR=str(folder)).returncode == 0
    assert not (folder / "pg").exists()


def test_a_terminated_command_stops_its_server(folder: Path) -> None:
    command = [sys.executable, "manage.py", "shell", "-c", "import time; time.sleep(60)"]
    settings = services.environment(DATA_DIR=str(folder))
    process = subprocess.Popen(command, cwd=services.ROOT, env=settings)
    pid_file = folder / "pg" / "postmaster.pid"
    deadline = time.monotonic() + 30
    while not (pid_file.exists() and "ready" in pid_file.read_text()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 128 + signal.SIGTERM
    assert not pid_file.exists()


def test_wrong_settings_are_all_named_in_one_message(folder: Path) -> None:
    done = services.manage(
        "check",
        DATABASE_URL="postgresql://nobody@localhost/none",
        DATA_DIR=str(folder),
        SECRET_KEY="short",
        TRUSTED_PROXIES="two",
    )
    assert done.returncode == 2
    assert "SECRET_KEY" in done.stderr
    assert "TRUSTED_PROXIES" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_start_that_is_refused_leaves_the_address_served_at_alone(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "address").write_text("http://localhost:8123\n")
    settings = services.environment(DATA_DIR=str(folder), SECRET_KEY="short", PORT="18205")
    done = subprocess.run(
        [sys.executable, "-m", "config.supervisor"],
        cwd=services.ROOT,
        env=settings,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2 and "SECRET_KEY" in done.stderr
    assert "Traceback" not in done.stderr
    assert (folder / "address").read_text() == "http://localhost:8123\n"


def test_the_key_is_made_once_and_for_its_owner_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SECRET_KEY", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DATA_DIR", str(folder))
    local.prepare()
    key = os.environ["SECRET_KEY"]
    assert len(key) >= 40
    assert stat.S_IMODE((folder / "secret_key").stat().st_mode) == 0o600
    monkeypatch.delenv("SECRET_KEY")
    local.prepare()
    assert os.environ["SECRET_KEY"] == key


def test_a_folder_that_is_not_there_yet_is_made(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the key is given, so that nobody has made it for the key's sake."""
    monkeypatch.setenv("SECRET_KEY", "a-key-for-the-tests-which-guards-nothing-at-all")
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("DATA_DIR", str(folder / "not" / "there"))
    local.prepare()
    assert (folder / "not" / "there" / "static").is_dir()


def test_commands_know_where_this_folder_is_served(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("BASE_URL", "SECRET_KEY", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DATA_DIR", str(folder))
    local.prepare()
    assert os.environ["BASE_URL"] == "http://localhost:8000"
    monkeypatch.setenv("BASE_URL", "http://localhost:8500")
    local.remember_address()
    monkeypatch.delenv("BASE_URL")
    local.prepare()
    assert os.environ["BASE_URL"] == "http://localhost:8500"
    monkeypatch.setenv("BASE_URL", "http://given.example")
    local.prepare()
    assert os.environ["BASE_URL"] == "http://given.example", "a setting wins"


def test_a_given_database_is_used_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@localhost/none")
    assert not local.is_local()
