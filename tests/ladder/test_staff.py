"""What instance admins see of every club's ladders, and the buttons that do it again."""

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.models import AuditEntry, Club, User
from events.models import Game
from events.services import revising
from events.services.projection import current_content
from ladder import jobs
from ladder.jobs import Asked, ask_rebuild, ask_verify
from ladder.models import Ladder, LadderRun, RatingRow
from ladder.rebuild import TooLong, rebuild
from ladder.sweeping import NO_STAMP, sweep
from tests import builders
from tests.cast import CANARIES
from tests.ladder import oracle

LIST = "/staff/ladders/"
BUTTONS = ("rebuild", "full", "verify")


@pytest.fixture
def ladder(season: Club) -> Ladder:
    return builders.rebuild(season)


@pytest.fixture
def trusted(staff_client: Client, staff: User) -> Client:
    """An admin who has given the password a moment ago."""
    asked = staff_client.post("/staff/ladders/rooks/main/full/")
    assert asked.headers["Location"].startswith("/accounts/reauthenticate/")
    staff_client.post(asked.headers["Location"], {"password": builders.PASSWORD})
    return staff_client


def press(client: Client, button: str, club: str = "rooks", ladder: str = "main"):
    return client.post(f"/staff/ladders/{club}/{ladder}/{button}/", follow=True)


def said(answer) -> str:
    """What the page answers to the last press."""
    return str(list(answer.context["messages"])[-1])


def make_stale(club: Club) -> None:
    """Raw SQL behind the services, so that nothing is rebuilt at once."""
    Game.objects.filter(event=club.events.earliest("date"), number=1).update(board=9)


# -- Who may ------------------------------------------------------------------------------------


def test_for_everybody_else_there_is_no_such_page(
    ladder: Ladder, owner_client: Client, arbiter_client: Client, outsider_client: Client
) -> None:
    before = LadderRun.objects.count()
    for client in (owner_client, arbiter_client, outsider_client):
        assert client.get("/staff/").status_code == 404
        assert client.get(LIST).status_code == 404
        for button in BUTTONS:
            path = f"/staff/ladders/rooks/main/{button}/"
            assert client.post(path).status_code == client.get(path).status_code == 404
    for path in ("/staff/", LIST, "/staff/ladders/rooks/main/rebuild/"):
        assert Client().post(path).headers["Location"].startswith("/accounts/login/")
    assert LadderRun.objects.count() == before


@pytest.mark.parametrize("button", BUTTONS)
def test_a_button_is_pressed_not_visited(ladder: Ladder, staff_client: Client, button: str) -> None:
    assert staff_client.get(f"/staff/ladders/rooks/main/{button}/").status_code == 405


@pytest.mark.parametrize("button", ["rebuild", "verify"])
@pytest.mark.parametrize("where", [("rooks", "other"), ("nobody", "main")])
def test_a_ladder_that_is_not_there(
    ladder: Ladder, staff_client: Client, button: str, where: tuple[str, str]
) -> None:
    assert press(staff_client, button, *where).status_code == 404


def test_only_admins_are_shown_the_way(
    ladder: Ladder, owner_client: Client, staff_client: Client
) -> None:
    assert LIST in staff_client.get("/home/?all=1").content.decode()
    assert LIST not in owner_client.get("/home/?all=1").content.decode()


# -- What stands there --------------------------------------------------------------------------


def test_clubs_stand_there_by_their_address_and_nobody_by_name(
    ladder: Ladder, other_club: Club, staff_client: Client
) -> None:
    Club.objects.filter(slug="rooks").update(name="Secret Society")
    Ladder.objects.update(name="Secret Society")
    season = Club.objects.get(slug="rooks")
    assert staff_client.get("/staff/").headers["Location"] == LIST
    page = staff_client.get(LIST).content.decode()
    assert "rooks/main" in page and "bishops/main" in page
    hidden = ["Secret Society", *CANARIES, *season.events.values_list("name", flat=True)]
    assert not any(word in page for word in hidden)


def test_it_says_what_was_built_and_what_waits(
    season: Club, ladder: Ladder, other_club: Club, staff_client: Client
) -> None:
    builders.rebuild(other_club)
    make_stale(season)
    answer = staff_client.get(LIST)
    first, second = answer.context["builds"]
    assert (first.ladder.club.slug, first.state) == ("rooks", "stale")
    assert (second.ladder.club.slug, second.state) == ("bishops", "current")
    page = answer.content.decode()
    season.refresh_from_db()
    assert f"built at {ladder.built_version}; the history is at {season.history_version}" in page
    assert "Waits since" in page
    assert "1 waits to be rebuilt" in page and "1 up to date" in page
    run = first.runs[0]
    assert f">{run.games}</td>" in page and f"{run.duration_ms} ms" in page


def test_a_failure_names_the_event_by_its_uid(
    season: Club, ladder: Ladder, staff_client: Client
) -> None:
    event = season.events.earliest("date")
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO events_eventrevision (club_id, event_id, number, action, content, at, why)"
            " SELECT club_id, event_id, number + 1, 'correct',"
            " jsonb_set(content, '{games,0,white}', '77'), now(), 'by hand'"
            " FROM events_eventrevision WHERE event_id = %s",
            [event.pk],
        )
    answer = press(staff_client, "rebuild")
    assert said(answer) == "rooks/main cannot be built: see at which event."
    page = answer.content.decode()
    assert f"event {event.uid} (" in page and "1 cannot be built" in page
    assert answer.context["builds"][0].runs[0].outcome == "failed"


def test_what_was_put_right_is_listed(season: Club, ladder: Ladder, staff_client: Client) -> None:
    event = season.events.earliest("date")
    make_stale(season)
    answer = press(staff_client, "rebuild")
    assert answer.context["builds"][0].runs[0].drift == [event.uid]
    assert f"1 event put right: {event.uid}" in answer.content.decode()


def test_what_was_put_right_lately_is_told_in_the_open(
    season: Club, ladder: Ladder, staff_client: Client
) -> None:
    told = "1 event written behind the services"
    assert told not in staff_client.get(LIST).content.decode()
    make_stale(season)
    facts = press(staff_client, "rebuild").content.decode()
    assert told in facts[facts.index('id="facts-rooks__main"') :].partition("</dl>")[0]
    for _ in range(6):  # more than are listed below
        ask_rebuild(ladder.pk, full=True)
    assert told in staff_client.get(LIST).content.decode()
    LadderRun.objects.update(started=timezone.now() - timedelta(days=31))
    assert told not in staff_client.get(LIST).content.decode()


def test_more_ladders_cost_no_more_queries_and_are_paged(
    ladder: Ladder, staff_client: Client
) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert staff_client.get(LIST).status_code == 200
        return len(queries)

    few = cost()
    for _ in range(25):
        builders.make_club()
    assert cost() == few
    pages = [staff_client.get(LIST, {"page": n}).context["builds"] for n in (1, 2)]
    assert [len(page) for page in pages] == [25, 1]


def test_only_the_last_rebuilds_of_each_are_shown(
    season: Club, ladder: Ladder, other_club: Club, staff_client: Client
) -> None:
    for _ in range(6):
        jobs.ask_rebuild(ladder.pk, full=True)
    builders.rebuild(other_club)
    found = {
        build.ladder.club.slug: build.runs for build in staff_client.get(LIST).context["builds"]
    }
    assert [run.pk for run in found["rooks"]] == list(
        LadderRun.objects.filter(ladder=ladder).order_by("-pk").values_list("pk", flat=True)[:5]
    )
    assert all(run.ladder.club == other_club for run in found["bishops"]) and found["bishops"]


# -- Rebuilding ---------------------------------------------------------------------------------


def test_a_stale_ladder_is_rebuilt_from_the_change_on(
    season: Club, ladder: Ladder, staff: User, staff_client: Client
) -> None:
    make_stale(season)
    assert said(press(staff_client, "rebuild")) == "rooks/main was rebuilt."
    assert oracle.stored(ladder) == oracle.expected(ladder)
    run = LadderRun.objects.latest("pk")
    assert (run.full, run.outcome) == (False, "built")
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.by, entry.club) == ("ladder.rebuild", staff, season)
    assert entry.details == {"full": False, "came": "done"}


def test_a_hundred_presses_are_one_rebuild(
    season: Club, ladder: Ladder, staff_client: Client
) -> None:
    make_stale(season)
    before = LadderRun.objects.count()
    for _ in range(100):
        staff_client.post("/staff/ladders/rooks/main/rebuild/")
    assert LadderRun.objects.count() == before + 1
    assert AuditEntry.objects.filter(action="ladder.rebuild").count() == 1
    assert said(press(staff_client, "verify")).startswith("rooks/main is right")


def test_what_is_up_to_date_is_left_alone(ladder: Ladder, staff_client: Client) -> None:
    before = LadderRun.objects.count()
    assert said(press(staff_client, "rebuild")) == "rooks/main is up to date: nothing to do."
    assert LadderRun.objects.count() == before


def test_a_ladder_that_differs_is_not_up_to_date_and_only_a_full_rebuild_helps(
    season: Club, ladder: Ladder, other_club: Club, trusted: Client
) -> None:
    builders.rebuild(other_club)
    RatingRow.objects.filter(ladder=ladder).update(rating=1)
    answer = press(trusted, "verify")
    assert [build.state for build in answer.context["builds"]] == ["differs", "current"]
    page = answer.content.decode()
    assert "1 differs from its history" in page and "1 up to date" in page
    card = page[page.index('id="state-rooks__main"') :].partition("</h2>")[0]
    assert "differs" in card and "up to date" not in card

    before = LadderRun.objects.count()
    answer = press(trusted, "rebuild")
    assert said(answer).endswith("is not what its history gives: rebuild it from the first event.")
    assert LadderRun.objects.count() == before
    make_stale(season)
    answer = press(trusted, "rebuild")
    assert answer.context["builds"][0].state == "differs", "only a full one trusts no mark"
    answer = press(trusted, "full")
    assert {build.state for build in answer.context["builds"]} == {"current"}
    assert "differs" not in answer.content.decode()
    assert oracle.stored(ladder) == oracle.expected(ladder)


def test_from_the_first_event_on_asks_for_the_password_and_trusts_nothing(
    ladder: Ladder, trusted: Client
) -> None:
    RatingRow.objects.filter(ladder=ladder).update(rating=1)
    assert oracle.stored(ladder) != oracle.expected(ladder)
    assert said(press(trusted, "rebuild")) == "rooks/main is up to date: nothing to do."
    assert said(press(trusted, "full")) == "rooks/main was rebuilt."
    assert oracle.stored(ladder) == oracle.expected(ladder)
    assert LadderRun.objects.latest("pk").full


# -- Comparing ----------------------------------------------------------------------------------


def test_comparing_says_right_or_what_differs(ladder: Ladder, staff_client: Client) -> None:
    rows = RatingRow.objects.filter(ladder=ladder).count()
    assert said(press(staff_client, "verify")) == f"rooks/main is right: {rows} rows compared."
    last = RatingRow.objects.filter(ladder=ladder).latest("place")
    RatingRow.objects.filter(ladder=ladder, place=last.place).update(rating=last.rating + 1e-9)
    answer = press(staff_client, "verify")
    assert said(answer) == "rooks/main is not what its history gives."
    page = answer.content.decode()
    assert "rating rows are not what the history gives" in page
    event = Club.objects.get(slug="rooks").events.latest("date")
    assert event.uid in page


def test_of_a_stale_ladder_nothing_is_compared_and_the_old_verdict_stays(
    season: Club, ladder: Ladder, staff_client: Client
) -> None:
    Ladder.objects.filter(pk=ladder.pk).update(drift="something differs")
    make_stale(season)
    answer = press(staff_client, "verify")
    assert "Nothing was compared." in said(answer)
    ladder.refresh_from_db()
    assert (ladder.drift, ladder.verified_at) == ("something differs", None)


# -- Long ladders and busy ones -----------------------------------------------------------------


@pytest.fixture
def long(settings) -> None:
    """Every ladder is too long for a request."""
    settings.INLINE_REBUILD_GAMES = 0


def test_a_long_rebuild_is_left_to_the_next_sweep(
    season: Club, ladder: Ladder, staff_client: Client, long: None
) -> None:
    make_stale(season)
    before = LadderRun.objects.count()
    assert "within a minute" in said(press(staff_client, "rebuild"))
    assert LadderRun.objects.count() == before
    assert sweep() == 1
    assert oracle.stored(ladder) == oracle.expected(ladder)


def test_a_long_full_rebuild_is_marked_for_the_next_sweep(
    ladder: Ladder, link: str, trusted: Client, long: None
) -> None:
    RatingRow.objects.filter(ladder=ladder).update(rating=1)
    for _ in range(3):
        answer = press(trusted, "full")
        assert "within a minute" in said(answer)
    build = answer.context["builds"][0]
    assert (build.state, build.from_scratch) == ("stale", True)
    assert "Being recomputed" in Client().get(f"{link}l/main/").content.decode()

    before = LadderRun.objects.count()
    assert (sweep(), sweep()) == (1, 0)
    assert LadderRun.objects.count() == before + 1
    assert LadderRun.objects.latest("pk").full
    assert oracle.stored(ladder) == oracle.expected(ladder)
    ladder.refresh_from_db()
    assert ladder.built_version == Club.objects.get(slug="rooks").history_version


def test_what_is_published_meanwhile_does_not_draw_the_long_rebuild_into_a_request(
    season: Club, ladder: Ladder, long: None, django_capture_on_commit_callbacks: Callable
) -> None:
    assert ask_rebuild(ladder.pk, full=True) is Asked.LEFT
    with django_capture_on_commit_callbacks(execute=True):
        builders.make_event(season, "2026-03-17", ["Anna 1-0 Bob"])
    ladder.refresh_from_db()
    assert ladder.built_version == NO_STAMP
    assert sweep() == 1
    assert oracle.stored(ladder) == oracle.expected(ladder)


def test_what_is_put_right_does_not_draw_a_long_rebuild_into_a_request(
    club: Club, ladder: Ladder
) -> None:
    """How far back an event reaches shows only when its rows are what its revision says."""
    event = club.events.latest("date")
    early = date(2026, 1, 6)
    content = replace(current_content(event), start=early, date=early)
    revising.revise(event, content, action="edit", by=None)
    late = date(2026, 3, 31)
    club.events.filter(pk=event.pk).update(start=late, date=late)
    with pytest.raises(TooLong):
        rebuild(ladder.pk, at_most=event.games.count())
    assert club.events.get(pk=event.pk).date == late, "nothing was done"
    assert sweep() == 1
    assert club.events.get(pk=event.pk).date == early
    assert oracle.stored(ladder) == oracle.expected(ladder)


def test_a_failed_ladder_is_tried_again_by_the_sweep_when_asked_for(
    season: Club, ladder: Ladder, long: None
) -> None:
    make_stale(season)
    season.refresh_from_db()
    Ladder.objects.update(failed_version=season.history_version)
    assert sweep() == 0
    assert ask_rebuild(ladder.pk, full=False) is Asked.LEFT
    assert sweep() == 1


def test_with_workers_the_task_is_sent(
    season: Club, ladder: Ladder, trusted: Client, long: None, settings, monkeypatch
) -> None:
    sent: list[tuple[int, str]] = []

    def send(ladder_id: int, task=None) -> bool:
        sent.append((ladder_id, task.name if task else "ladder.tasks.rebuild"))
        return True

    settings.REDIS_URL = "redis://localhost:1/0"
    monkeypatch.setattr(jobs, "_send", send)
    make_stale(season)
    for button in BUTTONS:
        assert said(press(trusted, button)) == "rooks/main was given to the workers."
    rebuild, verify = "ladder.tasks.rebuild", "ladder.tasks.verify"
    assert [name for _pk, name in sent] == [rebuild, rebuild, verify]
    assert {pk for pk, _name in sent} == {ladder.pk}


def test_without_its_broker_a_long_rebuild_is_left_to_the_sweep(
    season: Club, ladder: Ladder, long: None, settings, monkeypatch
) -> None:
    settings.REDIS_URL = "redis://localhost:1/0"
    monkeypatch.setattr(jobs, "_send", lambda *_: False)
    make_stale(season)
    assert ask_rebuild(ladder.pk, full=False) is Asked.LEFT


def test_a_long_comparison_without_workers_names_the_command(
    ladder: Ladder, staff_client: Client, long: None
) -> None:
    assert said(press(staff_client, "verify")).endswith("manage.py verify_ladders rooks")


@pytest.mark.django_db(transaction=True)
def test_while_one_works_the_others_are_told(season: Club) -> None:
    """Another connection holds the ladder, as a rebuild does."""
    ladder = builders.rebuild(season)
    make_stale(season)
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            list(Ladder.objects.select_for_update().filter(pk=ladder.pk))
            held.set()
            done.wait(20)
        connection.close()

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        assert held.wait(20)
        answers = [
            ask_rebuild(ladder.pk, full=False),
            ask_rebuild(ladder.pk, full=True),
            ask_verify(ladder.pk),
        ]
    finally:
        done.set()
        thread.join()
    assert answers == [Asked.BUSY] * 3
    assert ask_rebuild(ladder.pk, full=False) is Asked.DONE
