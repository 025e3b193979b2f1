"""What every answer carries, whatever its status and kind; nothing leaks on the way."""

import io
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.robotparser import RobotFileParser

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import IntegrityError, transaction
from django.http import Http404, HttpResponse
from django.test import Client, RequestFactory

from clubs import access, links
from clubs.models import Club, Visibility
from tests import builders
from tests.web.routes import ask, routes
from tests.web.world import things

NO_INDEX = "noindex, nofollow, noarchive"
POLICY = {
    "default-src": "'none'", "script-src": "'self'", "style-src": "'self'",
    "img-src": "'self' data:", "font-src": "'self'", "connect-src": "'self'",
    "manifest-src": "'self'", "form-action": "'self'", "base-uri": "'none'",
    "object-src": "'none'", "frame-ancestors": "'none'",
}  # fmt: skip


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What the product's own handler writes, filter and all."""
    (handler,) = [h for h in logging.getLogger().handlers if type(h) is logging.StreamHandler]
    written = io.StringIO()
    before = handler.setStream(written)
    yield written
    handler.setStream(before)


def policy(answer: HttpResponse) -> dict[str, str]:
    parts = answer.headers["Content-Security-Policy"].split(";")
    return {name: value for name, _, value in (part.strip().partition(" ") for part in parts)}


DOWNLOAD = {"sandbox": "", "default-src": "'none'"}  # a file, should a browser show it after all


def assert_private(answer: HttpResponse, status: int) -> None:
    assert answer.status_code == status
    assert answer.headers["X-Robots-Tag"] == NO_INDEX
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    is_file = answer.headers.get("Content-Disposition", "").startswith("attachment; filename=")
    assert policy(answer) == (DOWNLOAD if is_file else POLICY)
    if answer.headers["Content-Type"].startswith("text/html") and answer.content:
        assert b'<meta name="robots" content="noindex,nofollow,noarchive">' in answer.content


# -- Below /m/, on purpose wrong in every way -----------------------------------------------------


def member_paths(club: Club, link: str) -> list[str]:
    arguments = {**things(club, club.officers.earliest("pk").user), "token": link.split("/")[2]}
    return [route.path(arguments) for route in routes() if route.route.startswith("m/")]


def test_every_page_of_members_is_private(season: Club, link: str) -> None:
    for path in member_paths(season, link):
        assert_private(Client().get(path), 200)
        assert_private(Client().get(path, headers={"hx-request": "true"}), 200)
        assert_private(Client().head(path), 200)


def test_so_are_the_ways_to_miss_one(season: Club, link: str) -> None:
    for path in member_paths(season, link):
        assert_private(Client().get(path.replace(link, f"/m/{links.new_token()}/")), 404)
        assert_private(Client().get(f"{path}nothing/"), 404)
        refused = Client().post(path)
        assert_private(refused, 405)
        assert refused.headers["Allow"] == "GET, HEAD"


def test_a_button_that_is_opened_says_what_to_do_and_nothing_of_the_club(
    season: Club, link: str, arbiter_client: Client
) -> None:
    said = []
    for client, path, method, allowed in (
        (Client(), link, "POST", "GET, HEAD"),
        (arbiter_client, f"/c/{season.slug}/players/search/", "GET", "POST"),
        (arbiter_client, f"/c/{season.slug}/players/", "DELETE", "GET, HEAD"),
        (arbiter_client, "/accounts/logout/", "DELETE", "GET, POST, HEAD, OPTIONS"),
        (Client(), "/healthz", "DELETE", "GET, HEAD"),
    ):
        answer = client.generic(method, path)
        assert (answer.status_code, answer.headers["Allow"]) == (405, allowed)
        page = answer.content.decode()
        assert "use the button there" in page
        assert season.name not in page and path.rstrip("/") not in page
        said.append(page)
    assert len(set(said)) == 1


@pytest.mark.parametrize(
    ("raised", "status"),
    [(RuntimeError, 500), (PermissionDenied, 403), (SuspiciousOperation, 400), (Http404, 404)],
)
def test_so_is_every_error(
    link: str, monkeypatch: pytest.MonkeyPatch, raised: type[Exception], status: int
) -> None:
    def fail(*_: object) -> None:
        raise raised

    monkeypatch.setattr(access, "_by_token", fail)
    assert_private(ask(Client(), "GET", link), status)


def test_so_are_errors_that_never_reach_a_view(link: str) -> None:
    assert_private(Client(enforce_csrf_checks=True).post(link), 403)
    assert_private(Client().post(link, CONTENT_LENGTH="60000000"), 413)
    assert_private(Client().post(link, CONTENT_LENGTH="sixty"), 400)
    charset = "multipart/form-data; boundary=x; charset=base64"
    assert_private(Client().generic("POST", link, b"--x--", content_type=charset), 400)
    assert_private(Client().get(link, headers={"host": "evil.example"}), 400)
    assert_private(Client().get(link.removesuffix("/"), follow=False), 301)


@pytest.mark.parametrize("path", ["/nothing/here/", "/"])
def test_what_is_no_form_is_no_error_of_ours(db: None, path: str) -> None:
    """Also where there is no page: nobody reads there what was sent."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.cookies[settings.CSRF_COOKIE_NAME] = "c" * 32  # without it nobody looks at the form
    body = (
        '--b\r\nContent-Disposition: form-data; name="file"; filename="'
        + "\n" * 2000
        + '"\r\n\r\nx\r\n--b--\r\n'
    )
    page = client.generic("POST", path, body, content_type="multipart/form-data; boundary=b")
    assert page.status_code in {400, 404}
    assert "<h1" in page.content.decode()


def test_a_charset_with_a_nul_is_refused_as_well(link: str) -> None:
    """Before any middleware: as a server hands it on."""
    from config.wsgi import application

    said: list[str] = []
    environ = RequestFactory().generic("POST", link).environ
    environ["CONTENT_TYPE"] = "multipart/form-data; boundary=x; charset*=utf-8''a%00b"
    page = b"".join(application(environ, lambda status, headers: said.append(status)))
    assert said == ["400 Bad Request"]
    assert b"Nothing was changed" in page


def test_our_errors_say_a_reference_and_nothing_of_the_inside(
    link: str, monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("inside of the machine")

    monkeypatch.setattr(access, "_by_token", fail)
    page = ask(Client(), "GET", link).content.decode()
    reference = re.search(r"<code>(\w{12})</code>", page)
    assert reference
    assert "inside of the machine" not in page and "Traceback" not in page
    written = log.getvalue()
    assert reference.group(1) in written and "inside of the machine" in written


# -- Everywhere ---------------------------------------------------------------------------------------


def test_every_route_has_the_policy_and_is_not_indexed(season: Club, owner_client: Client) -> None:
    arguments = {**things(season, season.officers.earliest("pk").user), "token": "nonsense"}
    for route in routes():
        answer = ask(owner_client, "GET", route.path(arguments))
        assert policy(answer) == POLICY, route.route
        open_to_engines = route.route in ("privacy/", "privacy/young/")
        assert ("X-Robots-Tag" not in answer.headers) == open_to_engines, route.route
        if not open_to_engines:
            assert answer.headers["Cache-Control"] in {
                "private, no-store",
                "max-age=0, no-cache, no-store, must-revalidate, private",
            }, route.route


def test_the_front_page_may_be_found_and_pages_of_public_clubs(db: None) -> None:
    club = builders.make_club(visibility=Visibility.PUBLIC)
    for path in ("/", "/privacy/", "/privacy/young/", f"/p/{club.slug}/"):
        answer = Client().get(path)
        assert answer.status_code == 200
        assert "X-Robots-Tag" not in answer.headers
        assert b'name="robots"' not in answer.content, path


def test_static_files_need_no_database_and_are_typed(db: None) -> None:
    answer = Client().get("/static/css/base.css")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/css")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    found = finders.find("css/base.css")
    assert found and b"".join(answer) == Path(found).read_bytes()


def test_crawlers_may_read_that_they_may_not_index(db: None) -> None:
    text = Client().get("/robots.txt").content.decode()
    robots = RobotFileParser()
    robots.parse(text.splitlines())
    assert robots.can_fetch("anybot", "http://localhost:8000/m/token/")
    assert "/m/" not in text and "itemap" not in text


# -- Tokens in logs --------------------------------------------------------------------------------------


def test_no_token_is_written_to_a_log(
    season: Club, link: str, monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    token = link.split("/")[2]
    client = Client()
    client.get(f"{link}nothing/", headers={"referer": link, "hx-current-url": link})
    client.post(link)
    Client(enforce_csrf_checks=True).post(link)
    client.get(link, headers={"host": "evil.example"})
    monkeypatch.setattr(access, "_by_token", lambda _: 1 / 0)
    ask(client, "GET", link)
    client.get(f"/invitation/{token}/")
    client.get(f"/accounts/confirm-email/{token}/")
    client.get(f"/accounts/password/reset/key/1-{token}/")
    client.get(f"/accounts/login/nothing/?next=%2Finvitation%2F{token}%2F")
    written = log.getvalue()
    assert "ZeroDivisionError" in written and "/m/[token]/" in written
    assert token not in written


@pytest.mark.parametrize("path", ["/m//{}/", "/m/%20{}/", "/m/%22{}/", "/m%5C{}", "/{}/"])
def test_no_token_of_a_mistyped_link_is_written_to_a_log(
    season: Club, link: str, log: io.StringIO, path: str
) -> None:
    token = link.split("/")[2]
    assert Client().get(path.format(token)).status_code == 404
    written = log.getvalue()
    assert "Not Found" in written and "[token]" in written
    assert token not in written and token[:20] not in written


def test_a_line_stays_one_line(db: None, log: io.StringIO) -> None:
    Client().get("/nothing%0D%0A2026-01-01 ERROR made up/")
    (line,) = log.getvalue().splitlines()
    assert "Not Found" in line and "made up" in line


def test_no_row_of_the_database_is_written_to_a_log(season: Club, log: io.StringIO) -> None:
    name = season.typed_names.earliest("pk")
    try:
        with transaction.atomic():
            season.typed_names.create(text=name.text, key=name.key)
    except IntegrityError:
        logging.getLogger("anywhere").exception("Refused")
    assert "IntegrityError" in log.getvalue() and "DETAIL: [row]" in log.getvalue()
    assert name.text not in log.getvalue()


# -- Trying tokens ------------------------------------------------------------------------------------------


def test_wrong_tokens_are_slowed_down_and_right_ones_never(
    link: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clubs.guessing.MOST_WRONG", 5)

    def wrong(address: str = "192.0.2.1") -> int:
        answer = Client(REMOTE_ADDR=address).get(f"/m/{links.new_token()}/")
        assert answer.headers["X-Robots-Tag"] == NO_INDEX
        return answer.status_code

    assert [wrong() for _ in range(7)] == [404] * 5 + [429] * 2
    assert Client(REMOTE_ADDR="192.0.2.1").get(link).status_code == 200, "the neighbour's link"
    assert wrong("192.0.2.2") == 404
    assert [wrong(f"2001:db8::{n}") for n in range(1, 7)] == [404] * 5 + [429]
    assert wrong("2001:db8:0:1::1") == 404
