"""A long rebuild says how far it has come, past its transaction; nothing depends on that."""

import re
import threading
import time
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club
from ladder import progress
from ladder import rebuild as module
from ladder.models import Ladder
from ladder.progress import Progress
from ladder.rebuild import rebuild
from tests import builders
from tests.ladder import oracle

LIST = "/staff/ladders/"


@pytest.fixture
def ladder(club: Club) -> Ladder:
    """A ladder that has yet to be built: of three events one lasts."""
    builders.make_event(club, "2026-03-03", ["Anna 1-0 Bob", "Cyril 1/2 Dana"])
    builders.make_event(club, "2026-03-17", ["Anna 1-0 Cyril"], start="2026-03-01")
    builders.make_event(club, "2026-03-24", ["Dana 1-0 Anna"])
    Ladder.objects.update(built_version=-1)
    return club.ladders.get()


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told each second is told at once."""
    monkeypatch.setattr(progress, "EVERY", 0.01)


def _until(found: Any, seconds: float = 20) -> Any:
    deadline = time.monotonic() + seconds
    while not (seen := found()):
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)
    return seen


def _is_right(ladder: Ladder) -> bool:
    ladder.refresh_from_db()
    current = ladder.built_version == Club.objects.get(pk=ladder.club_id).history_version
    return current and oracle.stored(ladder) == oracle.expected(ladder)


# -- Told while it is at work ---------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_it_is_seen_while_the_rebuild_is_at_work_and_gone_when_it_has_ended(
    ladder: Ladder, soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove, seen = module.remove, []

    def look(*args: Any) -> None:
        seen.append(_until(lambda: progress.of([ladder.pk]).get(ladder.pk)))
        remove(*args)

    monkeypatch.setattr(module, "remove", look)
    assert rebuild(ladder.pk)
    assert seen[0].done == 0
    assert seen[0].seconds < 60
    assert progress.of([ladder.pk]) == {}
    assert _is_right(ladder)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("soon")
def test_of_a_rebuild_that_fails_nothing_is_left(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        _until(lambda: progress.of([ladder.pk]))
        raise DatabaseError

    monkeypatch.setattr(module, "remove", fail)
    with pytest.raises(DatabaseError):
        rebuild(ladder.pk)
    assert progress.of([ladder.pk]) == {}


def test_events_are_counted_each_once(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    told, counted = progress.told, []

    def listen(ladder_id: int) -> Any:
        counted.append(told(ladder_id))
        return counted[-1]

    monkeypatch.setattr(progress, "told", listen)
    monkeypatch.setattr(progress, "Progress", kept := Mock(wraps=Progress))
    kept.return_value = count = Progress()
    rebuild(ladder.pk)
    assert len(counted) == 1
    assert (count.done, count.total, count.percent) == (3, 3, 100)


# -- Nothing depends on it ------------------------------------------------------------------------


def test_what_is_short_says_nothing(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "EVERY", 3600)
    monkeypatch.setattr(progress, "cache", mute := Mock())
    assert rebuild(ladder.pk)
    assert mute.mock_calls == []


def test_what_is_short_enough_for_a_request_starts_no_thread(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "told", Mock(side_effect=AssertionError))
    assert rebuild(ladder.pk, at_most=20_000)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("error", [DatabaseError("away"), ConnectionRefusedError()])
def test_a_cache_that_fails_fails_no_rebuild(
    ladder: Ladder, soon: None, monkeypatch: pytest.MonkeyPatch, error: Exception, caplog: Any
) -> None:
    monkeypatch.setattr(progress, "cache", lost := Mock())
    lost.set.side_effect = error
    remove = module.remove

    def once_lost(*args: Any) -> None:
        _until(lambda: lost.set.called)
        remove(*args)

    monkeypatch.setattr(module, "remove", once_lost)
    assert rebuild(ladder.pk)
    assert _is_right(ladder)
    assert f"No word of the rebuild of {ladder.pk}: {type(error).__name__}" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_cache_that_hangs_holds_up_no_rebuild(
    ladder: Ladder, soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    hanging, over = threading.Event(), threading.Event()

    def hang(*_: Any) -> None:
        hanging.set()
        over.wait(60)

    monkeypatch.setattr(progress, "PATIENCE", 0.01)
    monkeypatch.setattr(progress, "cache", Mock(set=hang))
    remove = module.remove

    def once_hanging(*args: Any) -> None:
        assert hanging.wait(20)
        remove(*args)

    monkeypatch.setattr(module, "remove", once_hanging)
    try:
        assert rebuild(ladder.pk)
        assert _is_right(ladder)
    finally:
        over.set()


# -- Shown to instance admins ---------------------------------------------------------------------


def _tell(ladder: Ladder, done: int, total: int, seconds: int) -> None:
    cache.set(progress._key(ladder.pk), (done, total, time.time() - seconds), 60)


def test_the_page_says_how_far_it_is_and_asks_again(ladder: Ladder, staff_client: Client) -> None:
    builders.rebuild(ladder.club)
    _tell(ladder, 8_000, 20_000, 1200)
    page = staff_client.get(LIST, {"page": 1}).content.decode()
    assert re.search(r"40 % \(8,000 of 20,000 events\), since 12\d\d s", page)
    assert ">being rebuilt</span>" in page
    assert f'hx-get="{LIST}?page=1" hx-trigger="every 3s"' in page
    assert 'hx-select-oob="#state-rooks__main,#facts-rooks__main"' in page
    assert 'id="state-rooks__main"' in page and 'id="facts-rooks__main"' in page
    assert f'<noscript><a href="{LIST}?page=1">Look again</a></noscript>' in page
    cache.clear()
    page = staff_client.get(LIST).content.decode()
    assert "hx-get" not in page and "eing rebuilt" not in page and "Look again" not in page


def test_before_the_first_event_it_says_what_it_does(ladder: Ladder, staff_client: Client) -> None:
    _tell(ladder, 0, 0, 300)
    page = staff_client.get(LIST).content.decode()
    assert re.search(r"the history is being read, since 3\d\d s", page)


def test_the_page_asks_again_while_a_ladder_waits(ladder: Ladder, staff_client: Client) -> None:
    page = staff_client.get(LIST).content.decode()
    assert ">waits to be rebuilt</span>" in page and 'hx-trigger="every 3s"' in page


def test_progress_costs_the_page_no_more_queries(ladder: Ladder, staff_client: Client) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            staff_client.get(LIST)
        return len(queries)

    without = cost()
    _tell(ladder, 1, 3, 2)
    assert cost() == without
