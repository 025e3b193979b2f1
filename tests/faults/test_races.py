"""Several at once: real threads, real transactions. Each race has a control without the lock."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from unittest.mock import patch

import pytest
from django.db import connection, transaction
from django.db.models.query import QuerySet
from django.test import Client

from events.models import Draft, Event
from events.results import GameKind, Result
from events.services import drafts, revising
from events.services.publishing import publish_draft
from ladder import rebuild as module
from ladder.models import LadderRun
from ladder.rebuild import rebuild
from ladder.services import give_starting_rating
from tests import builders
from tests.ladder import oracle

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(count: int, work: Callable[[int], object]) -> list[object]:
    """Run `work` so often, all starting together; exceptions are given back as results."""
    start = threading.Barrier(count)

    def one(number: int) -> object:
        start.wait()
        try:
            return work(number)
        except Exception as error:  # noqa: BLE001  (the answer of this thread)
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))


@pytest.fixture
def draft(club) -> Draft:
    day = date(2026, 3, 10)
    content = builders.make_draft(club, ["Anna 1-0 Bob", "Cyril 1/2 Dana"])
    return drafts.start(club, builders.replace_days(content, day, day), by=None)


def test_fifty_identical_posts_of_publish_give_one_event(club, owner, draft):
    clients = [Client() for _ in range(50)]
    for client in clients:
        client.force_login(owner)
    url = f"/c/{club.slug}/drafts/{draft.uid}/publish/now/"

    def press(number: int) -> tuple[int, str]:
        response = clients[number].post(url, {"version": draft.version})
        return response.status_code, response.get("Location", "")

    answers = at_once(50, press)
    event = Event.objects.get(club=club)
    assert set(answers) == {(302, f"/c/{club.slug}/events/{event.uid}/")}
    assert event.revisions.count() == 1
    assert club.players.count() == 4


def test_two_arbiters_publish_on_one_day(club, owner):
    """The order on the day is decided under the club's lock: both are published."""
    day = date(2026, 3, 10)
    made = []
    for games in (["Anna 1-0 Bob"], ["Cyril 1-0 Dana"]):
        content = builders.replace_days(builders.make_draft(club, games), day, day)
        made.append((drafts.start(club, content, by=None), content))
    at_once(2, lambda n: publish_draft(*made[n], by=owner))
    assert sorted(club.events.values_list("sequence", flat=True)) == [1, 2]


def test_of_two_corrections_from_one_revision_one_is_a_conflict(club, owner):
    event = builders.make_event(club, "2026-03-03", ["Anna 1-0 Bob", "Cyril 1-0 Dana"])

    def correct(number: int) -> object:
        return revising.set_result(
            event, number + 1, Result.DRAW, GameKind.PLAYED, by=owner, based_on=1
        )

    answers = at_once(2, correct)
    assert sum(isinstance(answer, revising.Conflict) for answer in answers) == 1
    assert event.revisions.count() == 2


def test_corrections_of_different_events_at_once_are_all_in_the_ladder(club, owner):
    days = [f"2026-03-{day:02}" for day in range(1, 9)]
    events = [builders.make_event(club, day, ["Anna 1-0 Bob", "Cyril 1-0 Dana"]) for day in days]
    at_once(8, lambda n: revising.set_result(events[n], 1, Result.DRAW, GameKind.PLAYED, by=owner))
    ladder = builders.rebuild(club)
    assert oracle.stored(ladder) == oracle.expected(ladder)
    assert all(event.revisions.count() == 2 for event in events)


def _stale_ladder(club):
    builders.make_event(club, "2026-03-03", ["Anna 1-0 Bob", "Cyril 1-0 Dana"])
    ladder = club.ladders.get()
    type(ladder).objects.filter(pk=ladder.pk).update(built_version=0)
    LadderRun.objects.all().delete()
    return ladder


def test_one_replay_of_a_ladder_at_a_time(club):
    """Eight workers with the same message: one builds, the others leave or find it built."""
    ladder = _stale_ladder(club)
    answers = at_once(8, lambda _: rebuild(ladder.pk))
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    assert LadderRun.objects.filter(ladder=ladder).count() == 1
    assert oracle.stored(ladder) == oracle.expected(ladder)


def test_without_the_lock_several_would_replay(club):
    """The control: with the row lock taken away the same race shows."""
    ladder = _stale_ladder(club)
    with patch.object(QuerySet, "select_for_update", lambda rows, **_: rows):
        answers = at_once(8, lambda _: rebuild(ladder.pk))
    raced = LadderRun.objects.filter(ladder=ladder).count() > 1
    assert raced or [answer for answer in answers if isinstance(answer, Exception)]


def test_different_ladders_are_built_in_parallel(club, other_club):
    """A ladder that is being built holds up no other club's."""
    builders.make_event(other_club, "2026-03-03", ["Xaver 1-0 Yvona"])
    other = other_club.ladders.get()
    type(other).objects.filter(pk=other.pk).update(built_version=0)
    locked, done = threading.Event(), threading.Event()

    def hold(_: int) -> None:
        with transaction.atomic():
            list(club.ladders.select_for_update())
            locked.set()
            assert done.wait(20)

    def build(_: int) -> object:
        assert locked.wait(20)
        try:
            return rebuild(other.pk)
        finally:
            done.set()

    _, built = at_once(2, lambda n: (hold, build)[n](n))
    assert built is not None and not isinstance(built, Exception)


def test_a_history_that_moves_during_a_replay_is_replayed_again(club, owner, monkeypatch):
    """What was computed from a moved history is thrown away (the version is compared again)."""
    ladder = _stale_ladder(club)
    event = club.events.get()
    computed = module._replay_from
    moved = []

    def move_once(*args):
        computed(*args)
        if not moved:
            moved.append(True)
            at_once(
                1,
                lambda _: revising.set_result(event, 1, Result.DRAW, GameKind.PLAYED, by=owner),
            )

    monkeypatch.setattr(module, "_replay_from", move_once)
    rebuild(ladder.pk)
    assert moved
    assert oracle.stored(ladder) == oracle.expected(ladder)
    ladder.refresh_from_db()
    club.refresh_from_db()
    assert ladder.built_version == club.history_version


def test_a_starting_rating_entered_during_a_rebuild_is_no_deadlock(club, owner, monkeypatch):
    """It holds the club and looks at the ladder's row; the rebuild holds that and wants the club."""
    ladder = _stale_ladder(club)
    player = club.players.first()
    inside, entered = threading.Event(), threading.Event()
    computed = module._replay_from

    def wait_inside(*args):
        computed(*args)
        inside.set()
        entered.wait(2)

    monkeypatch.setattr(module, "_replay_from", wait_inside)

    def enter(_: int) -> object:
        assert inside.wait(20)
        try:
            return give_starting_rating(ladder, player, 1500, by=owner, why="earlier list")
        finally:
            entered.set()

    answers = at_once(2, lambda n: (lambda _: rebuild(ladder.pk), enter)[n](n))
    assert not [answer for answer in answers if isinstance(answer, Exception)], answers
    rebuild(ladder.pk)
    assert oracle.stored(ladder) == oracle.expected(ladder)
