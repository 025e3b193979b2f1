"""The settings that are shipped, as an installation behind https has them."""

import json
import subprocess
import sys
import time
from email.message import Message
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from tests import services

HTTPS = {
    "BASE_URL": "https://ladders.example",
    "DATABASE_URL": "postgresql://nobody@localhost/nothing",
    "SECRET_KEY": "a-key-of-an-installation-which-nobody-guesses-7Qz4mXb9",
    "TRUSTED_PROXIES": "1",
}
# Neither page asks the database for anything.
PROGRAM = """
import json, django
django.setup()
from django.conf import settings
from django.test import Client
over = dict(headers={"host": "ladders.example"})
page = Client().get("/accounts/login/", secure=True, **over)
print(json.dumps({
    "status": page.status_code,
    "headers": dict(page.items()),
    "cookies": {name: morsel.OutputString() for name, morsel in page.cookies.items()},
    "plain": Client().get("/accounts/login/", **over).headers.get("Location"),
    "proxied": Client().get("/accounts/login/", **{"headers": {
        "host": "ladders.example", "x-forwarded-proto": "https"}}).status_code,
    "alive": Client().get("/healthz", **over).status_code,
    "session": [settings.SESSION_COOKIE_NAME, settings.SESSION_COOKIE_SECURE,
                settings.SESSION_COOKIE_HTTPONLY, settings.SESSION_COOKIE_SAMESITE],
}))
"""


def test_django_has_nothing_to_say_against_them() -> None:
    done = services.manage("check", "--deploy", "--fail-level", "WARNING", **HTTPS)
    assert done.returncode == 0, done.stderr


def test_cookies_and_headers_behind_https() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=services.ROOT,
        env=services.environment(DJANGO_SETTINGS_MODULE="config.settings", **HTTPS),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["status"] == seen["proxied"] == seen["alive"] == 200
    assert seen["plain"] == "https://ladders.example/accounts/login/"
    hsts = seen["headers"]["Strict-Transport-Security"]
    assert int(hsts.split(";")[0].removeprefix("max-age=")) >= 365 * 24 * 3600
    cookie = seen["cookies"]["__Host-csrf"]
    assert all(word in cookie for word in ("Secure", "HttpOnly", "SameSite=Lax", "Path=/"))
    assert "Domain" not in cookie, "a cookie named __Host- has none"
    assert seen["session"] == ["__Host-session", True, True, "Lax"]


def test_a_short_key_is_refused() -> None:
    done = services.manage("check", **{**HTTPS, "SECRET_KEY": "short"})
    assert done.returncode != 0 and "SECRET_KEY" in done.stderr


def test_a_request_line_is_left_to_the_product_as_far_as_gunicorn_goes(tmp_path) -> None:
    port = services.free_port()
    (tmp_path / "static").mkdir()
    places = {"PORT": str(port), "BASE_URL": f"http://localhost:{port}", "DATA_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "gunicorn", "-c", "python:config.gunicorn", "config.wsgi"]
    server = subprocess.Popen(command, env=services.environment(**HTTPS | places))
    try:
        headers = answer_of(port, "/m/" + "a" * 8000)
    finally:
        server.terminate()
        server.wait(30)
    assert headers["X-Robots-Tag"] == "noindex, nofollow, noarchive"
    assert headers["Referrer-Policy"] == "no-referrer"


def answer_of(port: int, path: str) -> Message:
    """The headers of an answer, good or bad, once the server is up."""
    deadline = time.monotonic() + 30
    while True:
        try:
            with urlopen(f"http://localhost:{port}{path}", timeout=20) as answer:
                return answer.headers
        except HTTPError as error:
            return error.headers
        except URLError:
            assert time.monotonic() < deadline
            time.sleep(0.1)
