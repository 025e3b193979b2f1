"""What parents and players ask of the club: noted, due in a month, closed by one press (P11)."""

import json
from datetime import date

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from clubs.days import month_later
from clubs.models import AuditEntry, Club, User
from clubs.services import Refusal
from events.services.erasing import erase_person
from events.services.identity import merge
from ladder.queries import everything_about
from players.models import AskedBy, PersonRequest, Player, RequestEnd, RequestKind
from players.queries import requests_closed, requests_open
from players.requests import close_request, note_request
from tests import builders
from tests.cast import CANARIES, give_password
from tests.web.reading import page, text

NAME = "Kanárek Petr"
LIST = "/c/rooks/players/requests/"


@pytest.fixture
def petr(season: Club) -> Player:
    return builders.player(season, NAME)


@pytest.fixture(autouse=True)
def on_the_20th(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("players.requests", "players.queries", "players.views.asked"):
        monkeypatch.setattr(f"{module}.today", lambda _club: date(2026, 4, 20))


def asked(
    player: Player, kind: RequestKind = RequestKind.ACCESS, day: date = date(2026, 4, 1)
) -> PersonRequest:
    return note_request(player, kind, asked_by=AskedBy.PARENT, asked_on=day, by=None)


def note(client: Client, player: Player, **said: str) -> int:
    given = {"kind": "erasure", "asked_by": "parent", "asked_on": "2026-03-18", **said}
    return client.post(f"/c/rooks/players/{player.uid}/request/", given).status_code


@pytest.mark.parametrize(
    ("on", "due"),
    [
        (date(2026, 3, 18), date(2026, 4, 18)),
        (date(2026, 1, 31), date(2026, 2, 28)),
        (date(2024, 1, 30), date(2024, 2, 29)),
        (date(2026, 12, 5), date(2027, 1, 5)),
        (date(2026, 2, 28), date(2026, 3, 28)),
    ],
)
def test_a_month_later_is_the_same_day_or_the_last_one(on: date, due: date) -> None:
    assert month_later(on) == due


def test_noted_by_an_arbiter_and_due_in_a_month(petr: Player, arbiter_client: Client) -> None:
    assert note(arbiter_client, petr) == 302
    row = PersonRequest.objects.get()
    assert (row.player_uid, row.kind, row.asked_by) == (petr.uid, "erasure", "parent")
    assert (row.asked_on, row.due, row.closed_at) == (date(2026, 3, 18), date(2026, 4, 18), None)
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.object_uid) == ("request.note", petr.uid)
    assert entry.details["due"] == "2026-04-18"
    stored = json.dumps([str(value) for value in row.__dict__.values()]) + json.dumps(entry.details)
    assert not any(name in stored for name in CANARIES)


@pytest.mark.parametrize(
    "said", [{"kind": ""}, {"asked_by": "nobody"}, {"asked_on": "2026-04-21"}, {"asked_on": "x"}]
)
def test_what_is_missing_or_lies_ahead_is_refused_in_words(
    petr: Player, arbiter_client: Client, said: dict[str, str]
) -> None:
    assert note(arbiter_client, petr, **said) == 422
    assert not PersonRequest.objects.exists()


def test_it_is_on_the_list_of_what_to_do_and_red_when_overdue(
    petr: Player, arbiter_client: Client
) -> None:
    asked(petr, RequestKind.ERASURE, date(2026, 3, 20))  # due today
    assert "asked by a parent on 20 March 2026 · due on 20 April 2026" in text(
        arbiter_client, "/c/rooks/"
    )
    assert "overdue" not in text(arbiter_client, "/c/rooks/")
    asked(petr, RequestKind.ACCESS, date(2026, 3, 19))
    for path in ("/c/rooks/", LIST, f"/c/rooks/players/{petr.uid}/"):
        shown = page(arbiter_client, path).content.decode()
        assert shown.count('<span class="pill is-error">overdue</span>') == 1, path
        assert shown.index("19 March 2026") < shown.index("20 March 2026"), "the first due first"
        assert f"<bdi>{NAME}</bdi>" in shown


def test_done_by_one_press_and_never_again(
    petr: Player, arbiter: User, arbiter_client: Client
) -> None:
    row = asked(petr)
    path = f"{LIST}{row.uid}/close/"
    assert arbiter_client.post(path, {"outcome": "done"}).headers["Location"] == LIST
    row.refresh_from_db()
    assert (row.outcome, row.closed_by, row.why) == ("done", arbiter, "")
    assert AuditEntry.objects.latest("pk").action == "request.close"
    assert arbiter_client.post(path, {"outcome": "refused", "why": "no"}).status_code == 422
    row.refresh_from_db()
    assert row.outcome == "done"
    assert "asked by" not in text(arbiter_client, "/c/rooks/")
    assert "Answered" in text(arbiter_client, LIST)


def test_refused_with_a_reason_only(petr: Player, arbiter_client: Client) -> None:
    row = asked(petr, RequestKind.OBJECTION)
    path = f"{LIST}{row.uid}/close/"
    answer = arbiter_client.post(path, {"outcome": "refused", "why": " "})
    assert answer.status_code == 422
    assert "Say why it is refused" in answer.content.decode()
    assert requests_open(petr.club)
    arbiter_client.post(path, {"outcome": "refused", "why": "It is needed for the league."})
    assert not requests_open(petr.club)
    assert "Reason: It is needed for the league." in text(arbiter_client, LIST)


def test_a_request_of_another_club_is_none(petr: Player, arbiter_client: Client) -> None:
    other = builders.make_club(builders.make_user("far@example.org"), "far")
    row = asked(builders.make_player(other, "Far Fara"))
    assert arbiter_client.post(f"{LIST}{row.uid}/close/", {"outcome": "done"}).status_code == 404
    with pytest.raises(PersonRequest.DoesNotExist):
        close_request(petr.club, row.uid, RequestEnd.DONE, by=None)
    assert "Far Fara" not in text(arbiter_client, LIST)


def test_a_request_has_an_outcome_when_it_is_closed_and_only_then(petr: Player) -> None:
    row = asked(petr)
    with pytest.raises(IntegrityError), transaction.atomic():
        PersonRequest.objects.filter(pk=row.pk).update(outcome="done")
    with pytest.raises(Refusal, match="lie ahead"):
        asked(petr, day=date(2026, 4, 21))


def test_the_file_about_somebody_offers_to_close_it_and_has_it(
    petr: Player, arbiter: User, arbiter_client: Client
) -> None:
    row, other = asked(petr), asked(petr, RequestKind.CORRECTION)
    give_password(arbiter_client)
    root = f"/c/rooks/players/{petr.uid}/"
    assert "This answers the request of 1 April 2026: close it." in text(arbiter_client, root)
    arbiter_client.post(f"{root}file/")
    assert len(requests_open(petr.club)) == 2, "the tick was taken away"
    answer = arbiter_client.post(f"{root}file/", {"answers": "yes"})
    told = json.loads(b"".join(answer) if answer.streaming else answer.content)
    assert [one["kind"] for one in told["requests"]] == ["access", "correction"]
    assert [one.request for one in requests_open(petr.club)] == [other]
    assert [one.request for one in requests_closed(petr.club, 5)] == [row]
    assert "This answers" not in text(arbiter_client, root)


def test_erasing_offers_to_close_it_and_leaves_no_name(petr: Player, owner_client: Client) -> None:
    row, refused = asked(petr, RequestKind.ERASURE), asked(petr, RequestKind.OBJECTION)
    close_request(petr.club, refused.uid, RequestEnd.REFUSED, by=None, why=f"{NAME} plays on")
    give_password(owner_client)
    path = f"/c/rooks/players/{petr.uid}/erase/"
    shown = page(owner_client, path).content.decode()
    assert "This answers the request of 1 April 2026: close it." in shown
    assert 'value="2026-04-01"' in shown
    said = {"asked_by": "parent", "asked_on": "2026-04-01", "sure": "on", "answers": "on"}
    assert owner_client.post(path, said).status_code == 302
    assert not requests_open(petr.club)
    shown = text(owner_client, LIST)
    assert "erased player: to be erased" in shown and "Kanárek" not in shown
    refused.refresh_from_db()
    assert refused.why == ""
    row.refresh_from_db()
    assert row.outcome == "done"


def test_a_request_of_somebody_erased_can_be_closed(petr: Player, owner_client: Client) -> None:
    row = asked(petr, RequestKind.CORRECTION)
    erase_person(petr, by=None, asked_by=AskedBy.PARENT, asked_on=date(2026, 3, 1))
    assert "erased player: to have something corrected" in text(owner_client, "/c/rooks/")
    owner_client.post(f"{LIST}{row.uid}/close/", {"outcome": "done"})
    assert not requests_open(petr.club)


def test_who_was_merged_brings_the_request_along(petr: Player, arbiter_client: Client) -> None:
    other = builders.make_player(petr.club, "Kanarek Petrus")
    asked(other)
    merge(other, petr, by=None)
    shown = text(arbiter_client, f"/c/rooks/players/{petr.uid}/")
    assert "This answers the request of 1 April 2026" in shown
    assert [one["kind"] for one in everything_about(petr)["requests"]] == ["access"]
