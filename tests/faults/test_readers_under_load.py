"""Members read the ladder while it is corrected and rebuilt again and again.

The last evening has two states, which differ in its day and in its games. A page is whole when its
rows, the day whose changes it shows and the day up to which it was built are all of one of them.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from typing import Any
from unittest.mock import patch

import pytest
from django.core.cache import caches
from django.test import Client

from clubs.models import Club
from events.models import Event
from events.services import revising
from events.services.projection import current_content
from ladder.queries import Stamp, lists, stamp_or_404
from ladder.rebuild import rebuild
from tests import builders
from tests.faults.races import at_once, failures
from tests.web.reading import text

pytestmark = pytest.mark.django_db(transaction=True)

SECONDS = 5
TABLE = "Rank Player"


class Evening:
    """The last event of a club, corrected to and fro, and the two pages there are of the ladder."""

    def __init__(self, club: Club, link: str) -> None:
        builders.make_event(club, "2026-03-03", ["Anna 1-0 Bob", "Cyril 1-0 Dana"])
        made = builders.make_event(club, "2026-03-10", ["Anna 1-0 Cyril", "Bob 1/2 Dana"])
        self.event, self.path = made.pk, f"{link}l/main/"
        self.ladder = builders.rebuild(club).pk
        first, later = current_content(made), date(2026, 3, 17)
        self.contents = [first, replace(first, start=later, date=later, games=first.games[1:])]
        self.now = 0
        self.pages = [self.read()]
        self.turn()
        self.pages.append(self.read())

    def turn(self, _: int = 0) -> None:
        """Correct the event and rebuild the ladder, the whole of it every second time."""
        self.now = 1 - self.now
        event = Event.objects.get(pk=self.event)
        revising.revise(event, self.contents[self.now], action="edit", by=None)
        rebuild(self.ladder, full=bool(self.now), wait=True)

    def read(self) -> str:
        """The words of the page as it is now."""
        return text(Client(), self.path)

    def whole(self, shown: str) -> bool:
        """Whether all of a page is of one state."""
        head, _, table = shown.partition(TABLE)
        heads = {rows: said for said, _, rows in (page.partition(TABLE) for page in self.pages)}
        return table in heads and (head == heads[table] or "Being recomputed." in head)


@pytest.fixture
def evening(club: Club, link: str) -> Evening:
    evening = Evening(club, link)
    assert evening.pages[0] != evening.pages[1]
    assert "Change on 10 March" in evening.pages[0] and "Change on 17 March" in evening.pages[1]
    return evening


@contextmanager
def _slow() -> Iterator[None]:
    """Between the last day and the rows there is time for the writer to come in between."""
    lines = lists._lines

    def slowly(*args: Any, **kept: Any) -> Any:
        time.sleep(0.03)
        return lines(*args, **kept)

    with patch.object(lists, "_lines", slowly):
        yield


def test_every_page_is_of_one_state_however_fast_the_history_moves(evening: Evening) -> None:
    until = time.monotonic() + SECONDS
    seen: list[str] = []

    def write() -> None:
        while time.monotonic() < until:
            evening.turn()

    def read() -> None:
        while time.monotonic() < until:
            seen.append(evening.read())

    with _slow():
        assert failures(at_once(3, lambda n: write() if n == 0 else read())) == []
    torn = [page for page in seen if not evening.whole(page)]
    assert torn == [], f"{len(torn)} of {len(seen)}"
    assert len({page.partition(TABLE)[2] for page in seen}) == 2, "both states were seen"
    assert evening.read() == evening.pages[evening.now], "and the last one is what remains"


# -- The same, one move at the worst moment --------------------------------------------------


@contextmanager
def _moved_while_read(evening: Evening) -> Iterator[None]:
    """The first page reads the last day, then all is corrected and rebuilt, then it reads rows."""
    lines, moved = lists._lines, threading.Event()

    def late(*args: Any, **kept: Any) -> Any:
        if not moved.is_set():
            moved.set()
            assert failures(at_once(1, evening.turn)) == []
        return lines(*args, **kept)

    caches["pages"].clear()
    with patch.object(lists, "_lines", late):
        yield
    assert moved.is_set()


def test_a_page_that_is_overtaken_is_read_again(evening: Evening) -> None:
    with _moved_while_read(evening):
        shown = evening.read()
    assert shown == evening.pages[evening.now]


def test_without_comparing_the_stamps_it_would_be_torn(evening: Evening) -> None:
    """The control: to such a page the state before and after looks the same."""

    class Blind(Stamp):
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = Stamp.__hash__

    with (
        _moved_while_read(evening),
        patch("ladder.views.reader.stamp_or_404", lambda *args: Blind(*stamp_or_404(*args))),
    ):
        shown = evening.read()
    assert not evening.whole(shown)
