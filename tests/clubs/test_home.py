"""The arbiters' home: what waits, what was played, how the ladder stands."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.models import Club, User
from events.drafts import DraftEvent, Source
from events.models import Game
from events.services import drafts
from ladder.models import Ladder, LadderRun, RatingRow
from ladder.rebuild import rebuild
from ladder.services import create_ladder, give_starting_rating
from ladder.verify import verify
from tests import builders
from tests.web.reading import words


def test_a_new_club_is_told_what_comes_first(club: Club, arbiter_client: Client) -> None:
    page = arbiter_client.get("/c/rooks/").content.decode()
    assert "No events yet" in page and "/c/rooks/events/new/" in page


def test_events_drafts_and_what_waits_are_there(
    season: Club, arbiter: User, arbiter_client: Client
) -> None:
    builders.make_event(season, "2026-03-17", ["Anna ... Bob"], name="Unfinished", unknown=["Bob"])
    content = builders.replace_days(
        builders.make_draft(season, ["Anna 1-0 Bob"], name="Typed so far"),
        date(2026, 3, 24),
        date(2026, 3, 24),
    )
    draft = drafts.start(season, content, by=arbiter)
    builders.rebuild(season)

    answer = arbiter_client.get("/c/rooks/")
    page = answer.content.decode()
    assert answer.context["events"][0].name == "Unfinished"
    assert f"/c/rooks/drafts/{draft.uid}/" in page and "Typed so far" in page
    waiting, _ = answer.context["waiting"]
    assert (waiting.name, waiting.unknown, waiting.open_games) == ("Unfinished", 1, 1)
    assert "The ladder is up to date: 2 events, the last on 10 March 2026." in page


def test_a_club_with_an_opening_list_only_is_told_of_no_last_event(
    club: Club, arbiter: User, arbiter_client: Client
) -> None:
    ladder = builders.rebuild(club)
    anna = builders.make_player(club, "Anna")
    give_starting_rating(ladder, anna, 1500, why="list of 2024", by=arbiter)
    assert builders.rebuild(club).until is None, "the day of the list is not that of an event"
    for path in ("/c/rooks/", "/c/rooks/ladder/"):
        page = arbiter_client.get(path).content.decode()
        assert "0 events" not in page and "1850" not in page, path


def test_drafts_without_a_name_are_told_apart_by_their_files(
    club: Club, arbiter: User, arbiter_client: Client
) -> None:
    for name in ("first.csv", "second.csv"):
        drafts.start(club, DraftEvent(source=Source(filename=name)), by=arbiter)
    for page in ("/c/rooks/", "/c/rooks/events/"):
        answer = arbiter_client.get(page).content.decode()
        for name in ("first.csv", "second.csv"):
            assert f"without a name yet: <bdi>{name}</bdi>" in answer


def test_a_stale_ladder_says_so_and_asks_again_by_itself(
    season: Club, arbiter_client: Client
) -> None:
    Game.objects.filter(event=season.events.first()).update(result="1/2", rated=1)
    page = arbiter_client.get("/c/rooks/state/").content.decode()
    assert "Being recomputed" in page and "hx-get" in page
    builders.rebuild(season)
    page = arbiter_client.get("/c/rooks/state/").content.decode()
    assert "up to date" in page and "hx-get" not in page


def test_a_ladder_that_cannot_be_built_names_the_event(
    season: Club, arbiter_client: Client
) -> None:
    event = season.events.earliest("pk")
    season.refresh_from_db()
    Ladder.objects.update(
        built_version=0, failed_version=season.history_version, failed_event_uid=event.uid
    )
    page = arbiter_client.get("/c/rooks/").content.decode()
    assert "cannot be recomputed" in page and f"/c/rooks/events/{event.uid}/" in page
    assert "hx-get" not in page


def test_a_ladder_that_differs_is_not_up_to_date_and_is_something_to_do(
    season: Club, arbiter_client: Client
) -> None:
    ladder = builders.rebuild(season)
    event = season.events.latest("date")
    last = RatingRow.objects.filter(ladder=ladder).latest("place")
    RatingRow.objects.filter(ladder=ladder, place=last.place).update(rating=last.rating + 1)
    assert verify(ladder.pk).event_uid == event.uid
    told = f"first in the event {event.name} of 10 March 2026."
    for path in ("/c/rooks/", "/c/rooks/state/", "/c/rooks/ladder/"):
        page = arbiter_client.get(path).content.decode()
        assert "The figures are not what the history gives." in page, path
        assert "up to date" not in page, path
        if path != "/c/rooks/state/":
            assert told in words(page) and f"/c/rooks/events/{event.uid}/" in page, path
    assert "To do" in arbiter_client.get("/c/rooks/").content.decode()
    rebuild(ladder.pk, full=True)
    for path in ("/c/rooks/", "/c/rooks/ladder/"):
        page = arbiter_client.get(path).content.decode()
        assert "difference" not in page and "The ladder is up to date" in page, path


def test_which_of_several_ladders_differs(
    season: Club, owner: User, arbiter_client: Client
) -> None:
    other = create_ladder(season, by=owner, slug="blitz", name="Blitz list")
    builders.rebuild(season)
    Ladder.objects.filter(pk=other.pk).update(fingerprint=b"x")
    assert verify(other.pk).drift
    shown = words(arbiter_client.get("/c/rooks/").content.decode())
    assert "Blitz list : The comparison found a difference. An administrator" in shown


def test_what_was_put_right_lately_is_told_at_the_ladder(
    season: Club, arbiter_client: Client
) -> None:
    ladder = builders.rebuild(season)
    event = season.events.earliest("date")
    told = "1 event that had been changed behind the pages of this site"
    assert told not in arbiter_client.get("/c/rooks/ladder/").content.decode()
    Game.objects.filter(event=event, number=1).update(board=9)
    builders.rebuild(season)
    page = arbiter_client.get("/c/rooks/ladder/").content.decode()
    assert told in page and f"/c/rooks/events/{event.uid}/" in page
    LadderRun.objects.filter(ladder=ladder).update(started=timezone.now() - timedelta(days=31))
    assert told not in arbiter_client.get("/c/rooks/ladder/").content.decode()


def test_games_without_a_result_are_told_apart(club: Club, arbiter_client: Client) -> None:
    games = ["Anna adj Bob", "Cyril ... Dana", "Eva ... Filip", "Gita 1-0 Hana"]
    builders.make_event(club, "2021-03-17", games, name="Put off")
    builders.make_event(club, "2021-03-18", ["Anna ... Bob"], name="Left")
    page = words(arbiter_client.get("/c/rooks/").content.decode())
    told = "3 games without a result, 17 March 2021: Put off (1 adjourned, 2 not entered)"
    assert told in page
    assert "1 game without a result, 18 March 2021: Left Look" in page
    this_year = timezone.now().date().replace(month=1, day=1)
    builders.make_event(club, str(this_year), ["Anna ... Bob"], name="New")
    page = words(arbiter_client.get("/c/rooks/").content.decode())
    assert "1 game without a result, 1 January: New" in page


def test_more_events_cost_no_more_queries(club: Club, arbiter_client: Client) -> None:
    def cost() -> int:
        builders.rebuild(club)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert arbiter_client.get("/c/rooks/").status_code == 200
        return len(queries)

    builders.make_event(club, "2026-03-03", ["Anna 1-0 Bob"])
    few = cost()
    for day in range(4, 9):
        builders.make_event(club, f"2026-03-0{day}", ["Anna 1-0 Bob", "Cyril 1/2 Dana"])
    assert cost() == few


@pytest.mark.parametrize("path", ["/c/rooks/", "/c/rooks/log/", "/c/rooks/officers/"])
def test_pages_of_arbiters_are_kept_by_no_cache(
    season: Club, arbiter_client: Client, path: str
) -> None:
    assert arbiter_client.get(path).headers["Cache-Control"] == "private, no-store"
