"""A new key logs nobody out; every process writes its log as one JSON object per line."""

import base64
import json
import secrets
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest
from django.test import Client

from clubs.models import Club, User
from config.settings import strong_key
from tests import builders, services

TOKEN = "t" * 43
INSTALLATION = {
    "DATABASE_URL": "postgresql://nobody@127.0.0.1:9/nothing",
    "LOG_FORMAT": "json",
}


# -- Keys -----------------------------------------------------------------------------------------


def test_sessions_and_links_outlive_a_new_key_with_the_old_one_as_fallback(
    club: Club, link: str, owner: User, settings
) -> None:
    client = Client()
    client.post("/accounts/login/", {"login": owner.email, "password": builders.PASSWORD})
    old = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "0123456789" * 5, [old]
    assert client.get(f"/c/{club.slug}/").status_code == 200
    assert Client().get(link).status_code == 200
    assert link in client.get(f"/c/{club.slug}/links/").content.decode()
    settings.SECRET_KEY_FALLBACKS = []
    assert Client().get(link).status_code == 200, "a link is found by its hash"
    fresh = Client()
    fresh.post("/accounts/login/", {"login": owner.email, "password": builders.PASSWORD})
    assert fresh.get(f"/c/{club.slug}/").status_code == 200


def test_without_the_fallback_everybody_logs_in_again(club: Club, owner: User, settings) -> None:
    client = Client()
    client.post("/accounts/login/", {"login": owner.email, "password": builders.PASSWORD})
    settings.SECRET_KEY = "0123456789" * 5
    assert client.get(f"/c/{club.slug}/").status_code == 302


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", ""),
        ("SECRET_KEY", "short"),
        ("SECRET_KEY", "abcd" * 15),
        ("SECRET_KEY", "changeme" * 6),
        ("SECRET_KEY", "password" * 5 + "12"),
        ("SECRET_KEY", "0123456789" * 4),
        ("SECRET_KEY", "abcdefghijklmnopqrstuvwxyz0123456789ABCDEF"),
        ("SECRET_KEY", "django-insecure-0123456789abcdefghijklmnopqrstuvwxyz"),
        ("SECRET_KEY_FALLBACKS", "short"),
    ],
)
def test_a_weak_key_ends_the_start(name: str, value: str) -> None:
    done = services.manage("check", **INSTALLATION, **{name: value})
    assert done.returncode != 0 and name in done.stderr and "openssl rand" in done.stderr
    assert "Traceback" not in done.stderr and len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "make",
    [
        lambda: secrets.token_urlsafe(48),  # `make run`
        lambda: base64.b64encode(secrets.token_bytes(48)).decode(),  # openssl rand -base64 48
        lambda: secrets.token_hex(32),  # openssl rand -hex 32
        lambda: secrets.token_hex(20),
    ],
    ids=["own", "base64", "hex", "shortest"],
)
def test_a_random_key_is_never_called_weak(make: Callable[[], str]) -> None:
    for _ in range(2_000):
        strong_key(make())


def test_so_does_a_missing_one() -> None:
    settings = services.environment(**INSTALLATION)
    del settings["SECRET_KEY"]
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=services.ROOT,
        env=settings,
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0 and "SECRET_KEY" in done.stderr and "Traceback" not in done.stderr


# -- Logs -----------------------------------------------------------------------------------------


def test_the_web_servers_log_is_json_line_by_line(tmp_path: Path) -> None:
    """Also when a page breaks, here for want of a database."""
    (tmp_path / "static").mkdir()
    port = services.free_port()
    settings = {"PORT": str(port), "DATA_DIR": str(tmp_path), **INSTALLATION}
    settings["BASE_URL"] = f"http://localhost:{port}"
    command = [sys.executable, "-m", "gunicorn", "-c", "python:config.gunicorn", "config.wsgi"]
    server = subprocess.Popen(
        command,
        cwd=services.ROOT,
        env=services.environment(**settings),
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert status_of(port, f"/m/{TOKEN}/") == 500
        assert status_of(port, "/healthz") == 200
    finally:
        server.terminate()
        _, written = server.communicate(timeout=60)
    lines = [json.loads(line) for line in written.splitlines()]
    assert {"time", "level", "logger", "message"} <= set.intersection(*(set(one) for one in lines))
    assert any("OperationalError" in str(one.get("error")) for one in lines)
    assert TOKEN not in written and "/m/[token]/" in written


def test_a_workers_log_is_ours_too() -> None:
    program = (
        "import logging\n"
        "from config.celery import app\n"
        "app.log.setup('INFO')\n"
        f"logging.getLogger('celery.worker').warning('lost /m/{TOKEN}/ %s', 'a\\nb')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=services.ROOT,
        env=services.environment(**INSTALLATION),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    (line,) = done.stderr.splitlines()
    assert json.loads(line)["message"] == "lost /m/[token]/ a\\nb"


def status_of(port: int, path: str) -> int:
    deadline = time.monotonic() + 60
    while True:
        try:
            with urlopen(f"http://localhost:{port}{path}", timeout=60) as answer:
                return int(answer.status)
        except HTTPError as error:
            return error.code
        except URLError:
            assert time.monotonic() < deadline
            time.sleep(0.1)
