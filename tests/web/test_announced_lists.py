"""Lists as they were announced: by their day or by an arbiter's press, and kept as they were."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from clubs.models import AuditEntry, Club, Visibility
from clubs.services import create_link
from events.results import GameKind, Result
from events.services import revising
from events.services.erasing import erase_person
from ladder.models import AnnouncedList, Ladder
from ladder.rulebook import Filters
from ladder.services import change_rules, give_starting_rating
from ladder.sweeping import sweep
from players.models import AskedBy, Player, Status
from tests import builders
from tests.builders import make_event, player, rebuild
from tests.web.reading import page, rows, text

NAMES = ("Adam Novak", "Bara Mala", "Cyril Dub", "Dana Hora")
TODAY = builders.today()
ANNOUNCE = "/c/rooks/ladder/main/announce/"


@pytest.fixture
def evening(club: Club) -> Club:
    """One evening today, so that it is part of what is announced today."""
    games = ["Adam Novak 1-0 Bara Mala", "Cyril Dub 1-0 Dana Hora"]
    make_event(club, TODAY.isoformat(), games)
    rebuild(club)
    return club


def announce(client: Client) -> str:
    answer = client.post(ANNOUNCE, follow=True)
    assert answer.redirect_chain == [("/c/rooks/ladder/main/", 302)]
    return answer.content.decode()


def correct(club: Club) -> None:
    """Adam has lost after all."""
    event = club.events.latest("date")
    revising.set_result(event, 1, Result.BLACK_WINS, GameKind.PLAYED, by=None, why="misread")
    rebuild(club)


def test_a_press_announces_the_list_of_today(
    evening: Club, link: str, client: Client, arbiter_client: Client
) -> None:
    assert "Announce the list of today" in text(arbiter_client, "/c/rooks/ladder/main/")
    assert "is announced. It stays as it is now." in announce(arbiter_client)
    kept = AnnouncedList.objects.get()
    assert (kept.day, len(kept.lines)) == (TODAY, 4)
    assert "Announce the list of today" not in text(arbiter_client, "/c/rooks/ladder/main/")
    (entry,) = AuditEntry.objects.filter(action="list.announce")
    assert entry.details == {"day": TODAY.isoformat()}
    assert "was announced already" in announce(arbiter_client)
    assert (
        AnnouncedList.objects.count() == AuditEntry.objects.filter(action="list.announce").count()
    )
    assert f"l/main/list/{TODAY}/" in page(client, f"{link}l/main/").content.decode()
    assert "still the one that was announced" in text(client, f"{link}l/main/list/{TODAY}/")


def test_a_later_correction_leaves_it_and_what_differs_is_marked(
    evening: Club, link: str, client: Client, arbiter_client: Client
) -> None:
    announce(arbiter_client)
    before = {row[1]: row[2] for row in rows(client, f"{link}l/main/")}
    correct(evening)
    for path in (f"l/main/list/{TODAY}/", f"l/main/?on={TODAY}"):
        shown = rows(client, f"{link}{path}", table=1)
        said = {row[1].removesuffix(" differs"): row[2:4] for row in shown}
        assert {label: ratings[0] for label, ratings in said.items()} == before
        assert {row[1] for row in shown if "differs" in row[1]} == {
            "A. N. differs",
            "B. M. differs",
        }
        assert said["A. N."][0] != said["A. N."][1] and said["C. D."][0] == said["C. D."][1]
        assert "Later corrections changed 2 lines." in text(client, f"{link}{path}")
    assert "As announced" not in text(client, f"{link}l/main/?on={TODAY - timedelta(1)}")


def test_who_was_hidden_or_erased_since_is_a_fixed_word(
    evening: Club, link: str, client: Client, arbiter_client: Client
) -> None:
    announce(arbiter_client)
    correct(evening)
    erase_person(player(evening, "Adam Novak"), by=None, asked_by=AskedBy.PARENT, asked_on=TODAY)
    Player.objects.filter(name__text="Cyril Dub").update(status=Status.HIDDEN)
    path = f"{link}l/main/list/{TODAY}/"
    labels = [row[1] for row in rows(client, path, table=1)]
    assert sorted(labels) == ["B. M. differs", "D. H.", "erased player", "hidden player"]
    assert "A. N." not in text(client, path)


def test_a_list_that_rules_issue_is_compared_before_the_day_s_events(
    club: Club, link: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ladder = club.ladders.get()
    for name in NAMES:
        make_event(club, "2025-01-03", [f"{name} 1/2 Ema Rohan"])
        give_starting_rating(ladder, player(club, name), 1800, by=None, why="", games=50)
    change_rules(ladder, by=None, system="fide", parameters={}, filters=Filters())
    event = make_event(club, (TODAY - timedelta(1)).isoformat(), ["Adam Novak 1-0 Bara Mala"])
    rebuild(club)
    day = Ladder.objects.get().next_due
    assert day and "Next list" in text(client, f"{link}l/main/")
    moment = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    monkeypatch.setattr("django.utils.timezone.now", lambda: moment)
    assert sweep() == 1
    assert AnnouncedList.objects.get().day == day
    make_event(club, day.isoformat(), ["Adam Novak 1-0 Cyril Dub"])
    rebuild(club)
    path = f"{link}l/main/list/{day}/"
    assert "still the one that was announced" in text(client, path)
    revising.delete(event, by=None)
    rebuild(club)
    assert "Later corrections changed" in text(client, path)
    monkeypatch.setattr("django.utils.timezone.now", lambda: moment + timedelta(6))
    in_force = text(client, f"{link}l/main/?on={day + timedelta(5)}")
    assert re.search(r"As announced on .* Later corrections changed", in_force)


def test_such_a_list_is_not_announced_by_hand(evening: Club, arbiter_client: Client) -> None:
    change_rules(evening.ladders.get(), by=None, system="fide", parameters={}, filters=Filters())
    rebuild(evening)
    assert "Announce the list of today" not in text(arbiter_client, "/c/rooks/ladder/main/")
    assert "announced by themselves" in announce(arbiter_client)
    assert not AnnouncedList.objects.exists()


def test_a_ladder_that_is_behind_is_not_announced(evening: Club, arbiter_client: Client) -> None:
    Ladder.objects.update(built_version=0)
    assert "is being recomputed" in announce(arbiter_client)
    assert not AnnouncedList.objects.exists()


def test_on_a_public_page_of_juniors_a_day_that_an_arbiter_chose_is_not_told(
    evening: Club, client: Client, arbiter_client: Client
) -> None:
    announce(arbiter_client)
    Club.objects.update(visibility=Visibility.PUBLIC)
    root = "/p/rooks/l/main/"
    assert f"list/{TODAY}/" in page(client, root).content.decode()
    Player.objects.filter(name__text="Adam Novak").update(junior=True)
    assert "/list/" not in page(client, root).content.decode()
    page(client, f"{root}list/{TODAY}/", status=404)
    uid = player(evening, "Bara Mala").uid
    page(client, f"{root}list/{TODAY}/player/{uid}/", status=404)
    _, token = create_link(evening, by=None)
    page(client, f"/m/{token}/l/main/list/{TODAY}/")


def test_of_children_on_a_public_page_lists_and_events_are_told_by_month(
    club: Club, client: Client
) -> None:
    ladder = club.ladders.get()
    make_event(club, "2025-10-14", ["Adam Novak 1/2 Bara Mala", "Cyril Dub 1/2 Dana Hora"])
    for name in NAMES:
        give_starting_rating(ladder, player(club, name), 1800, by=None, why="", games=50)
    change_rules(ladder, by=None, system="lok", parameters={}, filters=Filters())
    rebuild(club)
    Club.objects.update(visibility=Visibility.PUBLIC, junior=True)
    path = f"/p/rooks/l/main/list/2026-01-05/player/{player(club, NAMES[0]).uid}/"
    shown = text(client, path)
    assert "October 2025: 0.5 of 1" in shown and "list of January 2026" in shown
    assert "14 October" not in shown and "5 January" not in shown


# -- After other rules ------------------------------------------------------------------------------


def test_beside_another_system_numbers_are_named_and_not_compared(
    evening: Club, link: str, client: Client, arbiter_client: Client
) -> None:
    announce(arbiter_client)
    change_rules(evening.ladders.get(), by=None, system="ingo", parameters={}, filters=Filters())
    rebuild(evening)
    path = f"{link}l/main/list/{TODAY}/"
    shown = text(client, path)
    assert "announced by Club Elo" in shown and "now computed by Ingo" in shown
    assert "Announced (Club Elo)" in shown
    assert "orrections" not in shown and "differs" not in shown
    assert all(len(row) == 4 for row in rows(client, path, table=1))


def test_what_other_settings_changed_is_no_correction(
    evening: Club, link: str, client: Client, arbiter_client: Client
) -> None:
    announce(arbiter_client)
    change_rules(
        evening.ladders.get(), by=None, system="club_elo", parameters={"k_new": 30},
        filters=Filters(),
    )  # fmt: skip
    rebuild(evening)
    shown = text(client, f"{link}l/main/list/{TODAY}/")
    assert "The rules were changed since: 4 lines differ." in shown and "orrections" not in shown


def test_an_announced_list_is_printed_as_it_was(evening: Club, arbiter_client: Client) -> None:
    announce(arbiter_client)
    told = AnnouncedList.objects.get().lines[0]
    change_rules(evening.ladders.get(), by=None, system="ingo", parameters={}, filters=Filters())
    rebuild(evening)
    path = f"/c/rooks/ladders/main/lists/{TODAY}/"
    assert f"{path}print/" in page(arbiter_client, "/c/rooks/ladder/main/").content.decode()
    first = rows(arbiter_client, f"{path}print/")[0]
    name = Player.objects.get(uid=told[0]).name.text
    assert first[:2] + first[3:] == ["1", name, str(round(told[1])), str(told[2])]
    assert "by Club Elo" in text(arbiter_client, f"{path}print/")
    table = arbiter_client.post(f"{path}export/").content.decode("utf-8-sig").splitlines()
    assert table[0].split(",")[3] == "Club Elo" and len(table) == 5
