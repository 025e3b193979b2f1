"""Whatever statement fails, the state is that before the change or that after it, never between.

And never silently stale: either the ladder is right, or it says that it is behind, and the next
sweep puts it right.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import date

import pytest
from django.db import DatabaseError, connection

from clubs.models import AuditEntry, Club
from events.models import Draft, Entry, Event, EventRevision, Game
from events.results import GameKind, Result
from events.services import drafts, revising
from events.services.projection import differing
from events.services.publishing import publish_draft
from ladder.rebuild import is_stale, rebuild
from ladder.services import give_starting_rating
from ladder.sweeping import sweep
from tests import builders
from tests.faults.failing import Planted, failing, terminated_at_commit
from tests.ladder import oracle

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club(owner) -> Club:
    club = builders.make_club(owner)
    builders.make_event(club, "2026-03-03", ["Anna 1-0 Bob", "Cyril 1/2 Dana"])
    builders.make_event(club, "2026-03-17", ["Anna 1-0 Cyril", "Bob 1-0 Dana"], start="2026-03-01")
    builders.make_event(club, "2026-03-24", ["Dana 1-0 Anna", "Bob 1/2 Cyril"])
    builders.rebuild(club)
    return club


def _first(club: Club) -> Event:
    return Event.objects.filter(club=club).order_by("date", "sequence")[0]


def _publish(club: Club) -> None:
    content = builders.replace_days(
        builders.make_draft(club, ["Anna 1-0 Eva", "Bob 1/2 Filip"]),
        date(2026, 3, 10),
        date(2026, 3, 10),
    )
    draft = drafts.start(club, content, by=None)
    publish_draft(draft, content, by=None)


def _correct(club: Club) -> None:
    event = _first(club)
    other = {Result.DRAW: Result.WHITE_WINS}.get(
        Result(event.games.order_by("number")[0].result), Result.DRAW
    )
    revising.set_result(event, 1, other, GameKind.PLAYED, by=None)


def _delete_or_restore(club: Club) -> None:
    event = _first(club)
    (revising.restore if event.deleted else revising.delete)(event, by=None)


def _revert(club: Club) -> None:
    event = _first(club)
    _correct(club)
    revising.revert(event, 1, by=None)


def _start_at(club: Club) -> None:
    count = club.ladders.get().starting_ratings.count()
    player = club.players.order_by("pk")[0]
    give_starting_rating(club.ladders.get(), player, 1300.0 + count, by=None, why="test")


def _rebuild_all(club: Club) -> None:
    rebuild(club.ladders.get().pk, full=True)


MUTATIONS = [_publish, _correct, _delete_or_restore, _revert, _start_at, _rebuild_all]


def _history(club: Club) -> tuple[object, ...]:
    """Everything that a change writes, but the ladder."""
    tables = (EventRevision, Entry, Game)
    return (
        *(list(table.objects.filter(club=club).order_by("pk").values()) for table in tables),
        list(Event.objects.filter(club=club).order_by("pk").values()),
        list(club.ladders.get().starting_ratings.order_by("pk").values()),
        AuditEntry.objects.filter(club=club).count(),
        club.players.count(),
    )


def _check(club: Club, before: tuple[object, ...]) -> None:
    if _history(club) != before:
        assert not list(differing(club.pk)), "entries and games are what the revisions state"
        revisions = EventRevision.objects.filter(club=club)
        audited = AuditEntry.objects.filter(club=club, action__startswith="event.")
        assert audited.exclude(action="event.file").count() == revisions.count()
    ladder = club.ladders.get()
    version = Club.objects.get(pk=club.pk).history_version
    if not is_stale(ladder, version, date(2026, 4, 1)):
        assert oracle.stored(ladder) == oracle.expected(ladder), "not silently stale"
    sweep()
    assert oracle.stored(ladder) == oracle.expected(ladder)


def _fail_at(club: Club, mutation: Callable[[Club], None], at: int) -> bool:
    """Whether statement `at` was reached."""
    before = _history(club)
    with failing(at) as counter, suppress(Planted):
        mutation(club)
    _check(club, before)
    Draft.objects.filter(club=club).delete()
    return counter.said >= at


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__.strip("_"))
def test_some_statements(club, mutation):
    """A smoke: every ninth statement."""
    at = 2
    while _fail_at(club, mutation, at):
        at += 9
    assert at > 20, "the mutation says more than this to the database"


@pytest.mark.long
@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__.strip("_"))
def test_every_statement(club, mutation):
    _fail_at_each(club, mutation)


def _fail_at_each(club: Club, mutation: Callable[[Club], None]) -> None:
    at = 1
    while _fail_at(club, mutation, at):
        at += 1


def test_a_change_in_two_transactions_is_caught(club, monkeypatch):
    """The control: with a commit in the middle of a change, some failure leaves a state between."""
    project = revising.project

    def commit_first(*args):
        connection.connection.commit()
        return project(*args)

    monkeypatch.setattr(revising, "project", commit_first)
    with pytest.raises(AssertionError):
        _fail_at_each(club, _correct)


@pytest.mark.parametrize("done", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__.strip("_"))
def test_the_connection_ends_during_a_commit(club, mutation, done):
    """The outcome of that commit is unknown to the caller; the state is whole all the same."""
    at = 1
    while True:
        before = _history(club)
        with terminated_at_commit(at, done=done) as counter, suppress(DatabaseError):
            mutation(club)
        connection.close()
        _check(club, before)
        Draft.objects.filter(club=club).delete()
        if counter.said < at:
            break
        at += 1
    assert at > 1
