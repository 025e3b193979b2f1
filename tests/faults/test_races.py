"""Several arbiters at once. Each race has its control, which shows it with the lock taken away."""

from contextlib import nullcontext
from datetime import date

import pytest
from django.test import Client

from clubs.models import Club, User
from events.models import Draft, Event
from events.results import GameKind, Result
from events.services import drafts, revising
from events.services.publishing import publish_draft
from tests import builders
from tests.faults.races import at_once, failures, meeting, without_locks
from tests.ladder import oracle

pytestmark = pytest.mark.django_db(transaction=True)

PRESSES = 50
DAY = date(2026, 3, 10)


# -- The button pressed often ----------------------------------------------------------------


@pytest.fixture
def draft(club) -> Draft:
    content = builders.make_draft(club, ["Anna 1-0 Bob", "Cyril 1/2 Dana"])
    return drafts.start(club, builders.replace_days(content, DAY, DAY), by=None)


def _press_often(owner: User, draft: Draft) -> list[object]:
    """Identical POSTs, all at once -> status and place of each answer."""
    clients = [Client() for _ in range(PRESSES)]
    for client in clients:
        client.force_login(owner)
    url = f"/c/{draft.club.slug}/drafts/{draft.uid}/publish/now/"

    def press(number: int) -> tuple[int, str]:
        response = clients[number].post(url, {"version": draft.version})
        return response.status_code, response.get("Location", "")

    return at_once(PRESSES, press)


def test_fifty_identical_posts_of_publish_give_one_event(club, owner, draft):
    answers = _press_often(owner, draft)
    event = Event.objects.get(club=club)
    assert set(answers) == {(302, f"/c/{club.slug}/events/{event.uid}/")}
    assert event.revisions.count() == 1
    assert club.players.count() == 4


def test_without_the_lock_presses_would_collide(club, owner, draft):
    """The control. The database keeps it at one event, but not everybody is told of that one."""
    with without_locks():
        answers = _press_often(owner, draft)
    assert failures(answers)


# -- Two publish on one day ------------------------------------------------------------------


def _publish_two(club: Club, owner: User) -> list[int]:
    """Two evenings of one day, both looked at before either is written -> their order.

    Of known people: to write down a new one changes the club, and that keeps others waiting too.
    """
    builders.make_event(club, "2026-03-03", ["Anna 1-0 Bob", "Cyril 1-0 Dana"])
    made = []
    for games in (["Anna 1-0 Bob"], ["Cyril 1-0 Dana"]):
        content = builders.replace_days(builders.make_draft(club, games), DAY, DAY)
        made.append((drafts.start(club, content, by=None), content))
    with meeting("events.services.publishing.next_sequence", 2):
        at_once(2, lambda n: publish_draft(*made[n], by=owner))
    return sorted(club.events.filter(date=DAY).values_list("sequence", flat=True))


def test_two_arbiters_publish_on_one_day(club, owner):
    """The order on the day is decided under the club's lock: both are published."""
    assert _publish_two(club, owner) == [1, 2]


def test_without_the_lock_both_would_take_the_same_place(club, owner):
    with without_locks():
        assert _publish_two(club, owner) != [1, 2]


# -- Two correct one event -------------------------------------------------------------------


def _correct_two(club: Club, owner: User) -> tuple[list[object], Event]:
    """Two corrections of one revision, both looked at before either is written."""
    event = builders.make_event(club, "2026-03-03", ["Anna 1-0 Bob", "Cyril 1-0 Dana"])

    def correct(number: int) -> object:
        return revising.set_result(
            event, number + 1, Result.DRAW, GameKind.PLAYED, by=owner, based_on=1
        )

    with meeting("events.services.revising._check", 2):
        return at_once(2, correct), event


def test_of_two_corrections_from_one_revision_one_is_a_conflict(club, owner):
    answers, event = _correct_two(club, owner)
    assert [type(answer) for answer in failures(answers)] == [revising.Conflict]
    assert event.revisions.count() == 2


def test_without_the_lock_the_second_would_not_be_told_of_the_first(club, owner):
    with without_locks():
        answers, _ = _correct_two(club, owner)
    assert revising.Conflict not in [type(answer) for answer in failures(answers)]


# -- Many correct different events -----------------------------------------------------------


def _correct_eight(club: Club, owner: User) -> bool:
    """Corrections of eight events at once -> whether all are in the history and in the ladder."""
    days = [f"2026-03-{day:02}" for day in range(1, 9)]
    events = [builders.make_event(club, day, ["Anna 1-0 Bob", "Cyril 1-0 Dana"]) for day in days]
    with meeting("events.services.revising._check", 8):
        at_once(
            8, lambda n: revising.set_result(events[n], 1, Result.DRAW, GameKind.PLAYED, by=owner)
        )
    ladder = builders.rebuild(club)
    return oracle.stored(ladder) == oracle.expected(ladder) and all(
        event.revisions.count() == 2 for event in events
    )


@pytest.mark.parametrize("lock", [nullcontext, without_locks], ids=["locks", "no locks"])
def test_corrections_of_different_events_at_once_are_all_in_the_ladder(club, owner, lock):
    """No lock of a service guards this: each statement raises the club's counter by an UPDATE,
    which waits for the other by itself. (That the counter guards it: test_rebuild_races.)"""
    with lock():
        assert _correct_eight(club, owner)
