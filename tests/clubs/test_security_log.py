"""The security log: who came in, was refused, opened or closed something; ids and no names."""

import json
import logging
from collections.abc import Callable, Iterator
from datetime import date

import pytest
from django.test import Client, RequestFactory

from clubs import security, services
from clubs.models import Club, ShareLink, User
from clubs.roles import Role
from config.logs import JsonLines, RedactTokens
from events.services.erasing import erase_person
from players.models import AskedBy
from players.services import write_down_export
from tests import builders
from tests.cast import CANARIES

Lines = Callable[[], list[dict[str, object]]]


class Written(logging.Handler):
    """Keeps what the product's filter and its JSON would write."""

    def __init__(self) -> None:
        super().__init__()
        self.addFilter(RedactTokens())
        self.setFormatter(JsonLines())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def written() -> Iterator[Written]:
    handler = Written()
    logging.getLogger().addHandler(handler)
    yield handler
    logging.getLogger().removeHandler(handler)


@pytest.fixture
def events(written: Written) -> Lines:
    """The events of the security log so far, as a program that collects logs reads them."""

    def found() -> list[dict[str, object]]:
        lines = [json.loads(line) for line in written.lines]
        return [line for line in lines if line["logger"] == "security"]

    return found


def log_in(email: str, password: str, **meta: str) -> Client:
    client = Client(**meta)  # type: ignore[arg-type]
    client.post("/accounts/login/", {"login": email, "password": password})
    return client


def test_coming_in_going_and_failing(owner: User, events: Lines, written: Written) -> None:
    log_in(owner.email, "a wrong guess", REMOTE_ADDR="192.0.2.77")
    log_in("nobody@example.org", "a wrong guess", REMOTE_ADDR="2001:db8:1:2:3::4")
    log_in(owner.email, builders.PASSWORD).post("/accounts/logout/")
    assert [(line["event"], line.get("user"), line["from"]) for line in events()] == [
        ("login.failed", owner.pk, "192.0.2.0/24"),
        ("login.failed", None, "2001:db8:1::/48"),
        ("login", owner.pk, "127.0.0.0/24"),
        ("logout", owner.pk, "127.0.0.0/24"),
    ]
    text = "".join(written.lines)
    assert "example.org" not in text and "a wrong guess" not in text and "192.0.2.77" not in text


def test_what_is_refused(
    season: Club, link: str, outsider: User, outsider_client: Client, events: Lines
) -> None:
    outsider_client.get(f"/c/{season.slug}/")
    outsider_client.get("/staff/ladders/")
    outsider_client.get("/leads/nowhere/")
    Client().get(link[:-4] + "xxx/")
    Client().get(link)
    seen = [(line["event"], line["route"], line["status"], line.get("user")) for line in events()]
    assert seen == [
        ("access.refused", "clubs:club", 404, outsider.pk),
        ("access.refused", "ladder:staff_ladders", 404, outsider.pk),
        ("access.refused", "link:home", 404, None),
    ]


def test_links_roles_exports_and_erasures(
    season: Club,
    owner: User,
    arbiter: User,
    events: Lines,
    written: Written,
    django_capture_on_commit_callbacks: Callable[..., object],
) -> None:
    player = season.players.get(name__text__startswith=CANARIES[0])
    player.club = season
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        link, token = services.create_link(season, by=owner, name=f"Link of {CANARIES[1]}")
        services.revoke_link(ShareLink.objects.get(pk=link.pk), by=owner)
        services.change_role(season, arbiter, Role.OWNER, by=owner)
        write_down_export(player, by=owner)
        erase_person(player, by=owner, asked_by=AskedBy.PARENT, asked_on=date(2026, 3, 11))
    assert [(line["event"], line["user"], line.get("object")) for line in events()] == [
        ("link.create", owner.pk, link.uid),
        ("link.revoke", owner.pk, link.uid),
        ("officer.role", owner.pk, None),
        ("player.export", owner.pk, player.uid),
        ("player.erase", owner.pk, player.uid),
    ]
    assert {line["club"] for line in events()} == {season.slug}
    text = "".join(written.lines)
    assert token not in text and not any(name in text for name in CANARIES)


def test_what_did_not_commit_did_not_happen(club: Club, owner: User, events: Lines) -> None:
    services.create_link(club, by=owner)  # the test's own transaction is rolled back
    assert events() == []


# -- One line each -----------------------------------------------------------------------------------

HOSTILE = 'x\r\n2026-01-01 00:00:00,000 INFO security event=login user=1\x1b[2K\u2028"}'


def test_nothing_that_was_sent_begins_another_line(owner: User, written: Written) -> None:
    line = logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s")
    for handler_format in (line, JsonLines()):
        written.setFormatter(handler_format)
        client = Client(headers={"user-agent": HOSTILE, "x-forwarded-for": HOSTILE})
        client.post("/accounts/login/", {"login": HOSTILE, "password": HOSTILE})
        client.get("/m/" + "a" * 43 + "/", headers={"referer": HOSTILE})
        logging.getLogger("security").warning("A name: %s", HOSTILE)
    assert len(written.lines) >= 6
    assert [line for line in written.lines if len(line.splitlines()) != 1] == []
    assert not any("\x1b" in line for line in written.lines)


def test_an_error_is_one_object_and_its_text_forges_nothing(written: Written) -> None:
    try:
        raise ValueError("bad\n2026-01-01 00:00:00,000 INFO security event=login /m/" + "t" * 43)
    except ValueError:
        logging.getLogger("anywhere").exception("It went wrong")
    (text,) = written.lines
    found = json.loads(text)
    assert found["level"] == "ERROR" and "ValueError" in found["error"]
    assert "/m/[token]" in found["error"] and "t" * 43 not in text
    assert all(line.startswith("  ") for line in found["error"].splitlines())


def test_no_address_is_unknown_and_stops_nothing() -> None:
    request = RequestFactory().get("/", REMOTE_ADDR="no address at all")
    assert security.address_prefix(request) == "unknown"
