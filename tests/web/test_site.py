"""Pages that belong to no club: alive, ready, the language."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.models import Club, User
from tests import builders
from tests.cast import CANARIES, logged_in


def test_alive_asks_nothing(db: None) -> None:
    with CaptureQueriesContext(connection) as queries:
        answer = Client().get("/healthz")
    assert answer.json() == {"status": "ok"} and len(queries) == 0


def test_ready_knows_the_longest_wait(season: Club) -> None:
    assert Client().get("/readyz").json()["status"] == "ok"
    Club.objects.update(waiting_since=timezone.now() - timedelta(seconds=90))
    answer = Client().get("/readyz")
    assert answer.status_code == 200 and 90 <= answer.json()["oldest_stale_seconds"] < 120
    Club.objects.update(waiting_since=timezone.now() - timedelta(hours=1))
    answer = Client().get("/readyz")
    assert answer.status_code == 503 and answer.json()["status"] == "sweeper"
    assert not any(word in answer.content.decode() for word in (*CANARIES, "rooks"))


def test_the_wait_begins_with_a_change_and_ends_with_the_rebuild(season: Club) -> None:
    assert Client().get("/readyz").json()["oldest_stale_seconds"] == 0
    builders.make_event(season, "2026-03-24", ["Anna 1-0 Bob"])
    season.refresh_from_db()
    assert season.waiting_since is not None
    builders.rebuild(season)
    season.refresh_from_db()
    assert season.waiting_since is None


def test_not_ready_without_its_tables(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'ladder'")
    answer = Client().get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["status"] == "migrations" and answer.json()["missing_migrations"] >= 1


def test_not_ready_without_a_database(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object) -> None:
        raise DatabaseError("password=secret")

    monkeypatch.setattr("clubs.views.site.MigrationExecutor", away)
    answer = Client().get("/readyz")
    assert answer.status_code == 503 and answer.json() == {"status": "database"}


def test_a_language_is_remembered_with_the_account(owner: User, owner_client: Client) -> None:
    answer = owner_client.post("/language/", {"language": "cs", "next": "/privacy/"})
    assert answer.headers["Location"] == "/privacy/"
    owner.refresh_from_db()
    assert owner.language == "cs"
    elsewhere = Client()
    elsewhere.post("/accounts/login/", {"login": owner.email, "password": builders.PASSWORD})
    assert elsewhere.cookies["django_language"].value == "cs"
    assert elsewhere.get("/privacy/").headers["Content-Language"] == "cs"


@pytest.mark.parametrize("language", ["xx", "", "c" * 1000, "../cs"])
def test_no_other_language_is_taken(owner: User, owner_client: Client, language: str) -> None:
    owner_client.post("/language/", {"language": language, "next": "/"})
    owner.refresh_from_db()
    assert owner.language == ""


@pytest.mark.parametrize(
    "elsewhere",
    [
        "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example",
        "https://evil.example", "https:evil.example", "http:/evil.example", "javascript:alert(1)",
        "data:text/html,x", "//evil.example/%2f..", "https://localhost:8000@evil.example/",
        "http://evil.example/http://localhost:8000/", "\thttps://evil.example", "/\t/evil.example",
        " //evil.example", "ftp://evil.example", "//localhost:8000.evil.example",
        "http:\\\\evil.example", "////evil.example/..", "https://evil%2eexample",
        "//%65vil.example", "https:\\\\evil.example", "/\r\n/evil.example",
        "https:///evil.example", "//evil.example:80", "//user:word@evil.example", "///\\evil.example",
        "\x00//evil.example", "vbscript:x", "https://[::1]evil.example", "//\u3002evil.example",
        "//evil.example?next=/",
    ],
)  # fmt: skip
def test_nobody_is_sent_to_another_site(owner: User, elsewhere: str) -> None:
    secret = builders.PASSWORD
    fresh = {"password1": secret, "password2": secret}
    inside = logged_in(owner)
    answers = [
        Client().post("/language/", {"language": "cs", "next": elsewhere}),
        Client().post(
            "/accounts/login/", {"login": owner.email, "password": secret, "next": elsewhere}
        ),
        Client().post("/accounts/signup/", {"email": "n@example.org", **fresh, "next": elsewhere}),
        inside.post("/accounts/reauthenticate/", {"password": secret, "next": elsewhere}),
        inside.post("/accounts/logout/", {"next": elsewhere}),
    ]
    for answer in answers:
        assert answer.status_code == 302
        there = answer.headers["Location"]
        assert there.startswith("/") and "evil" not in there.split("?")[0], there
        assert not there.startswith(("//", "/\\")), there


def test_who_is_logged_in_skips_the_front_page(owner_client: Client) -> None:
    assert owner_client.get("/").headers["Location"] == "/home/"
