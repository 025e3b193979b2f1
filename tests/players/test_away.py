"""Members who have not been here for long are put to arbiters, who press once or not at all."""

from datetime import UTC, date, datetime

import pytest
from django.test import Client

from clubs.days import months_before
from clubs.models import AuditEntry, Club
from events.queries import away
from players.models import Player, Status
from tests import builders
from tests.web.reading import text


@pytest.fixture
def long_ago(club: Club, monkeypatch: pytest.MonkeyPatch) -> Club:
    """On 1 June 2026: two who were here last in May 2024, two who came in 2026 too."""
    monkeypatch.setattr("events.queries.attendance.today", lambda _club: date(2026, 6, 1))
    builders.make_event(club, "2024-05-31", ["Ada Alfa 1-0 Bo Bravo", "Cyril Cobra 1-0 Dora Delta"])
    builders.make_event(club, "2026-02-03", ["Cyril Cobra 1/2 Dora Delta"])
    builders.make_player(club, "Never Nora")
    Player.objects.update(created=datetime(2023, 1, 1, tzinfo=UTC))
    builders.make_player(club, "New Nina")
    builders.rebuild(club)
    return club


def names(club: Club, status: str = Status.MEMBER) -> list[str]:
    found = {one.pk: one.name.text for one in club.players.select_related("name")}
    return [found[one.player] for one in away(club, status)]


def test_who_was_in_no_event_for_two_years(long_ago: Club) -> None:
    """Whoever is new is left alone, also without any event."""
    assert names(long_ago) == ["Never Nora", "Ada Alfa", "Bo Bravo"]


def test_the_months_are_a_setting_and_count_to_the_day(long_ago: Club, settings) -> None:
    settings.INACTIVE_MONTHS = 25
    assert names(long_ago) == ["Never Nora"]
    settings.INACTIVE_MONTHS = 3
    assert len(names(long_ago)) == 5
    assert months_before(date(2026, 6, 1), 24) == date(2024, 6, 1)
    assert months_before(date(2026, 3, 31), 1) == date(2026, 2, 28)
    assert months_before(date(2026, 1, 15), 13) == date(2024, 12, 15)


def test_a_deleted_event_does_not_count(long_ago: Club) -> None:
    long_ago.events.filter(date="2026-02-03").update(deleted=True)
    assert len(names(long_ago)) == 5


def test_it_is_on_the_list_of_what_to_do(long_ago: Club, arbiter_client: Client) -> None:
    assert "3 members not here for long: still members?" in text(arbiter_client, "/c/rooks/")
    said = text(arbiter_client, "/c/rooks/players/away/")
    assert "no event for 24 months" in said
    assert "Ada Alfa , last here on 31 May 2024" in said and "Never Nora , in no event yet" in said
    assert "Cyril" not in said and "Nina" not in said


def test_one_press_and_one_press_back(
    long_ago: Club, arbiter_client: Client, client: Client, link: str
) -> None:
    ada = builders.player(long_ago, "Ada Alfa")
    ladder = bytes(long_ago.ladders.get().fingerprint)
    root = f"/c/rooks/players/{ada.uid}/"
    back = {"back": "/c/rooks/players/away/"}
    answer = arbiter_client.post(f"{root}former/", back)
    assert answer.headers["Location"] == back["back"]
    ada.refresh_from_db()
    assert ada.status == Status.FORMER
    assert names(long_ago) == ["Never Nora", "Bo Bravo"] and names(long_ago, "former") == [
        "Ada Alfa"
    ]
    assert f"player/{ada.uid}/" not in client.get(f"{link}players/").content.decode()
    page = arbiter_client.get(back["back"]).content.decode()
    assert f'action="{root}member/"' in page
    assert AuditEntry.objects.latest("pk").details == {"from": "member", "to": "former"}

    arbiter_client.post(f"{root}member/", back)
    ada.refresh_from_db()
    assert ada.status == Status.MEMBER and "Ada Alfa" in names(long_ago)
    assert bytes(builders.rebuild(long_ago).fingerprint) == ladder, "no number moves"


def test_nobody_is_asked_about_where_everybody_comes(season: Club, arbiter_client: Client) -> None:
    assert "not here for long" not in text(arbiter_client, "/c/rooks/")
    assert "All members were here lately." in text(arbiter_client, "/c/rooks/players/away/")
