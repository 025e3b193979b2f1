"""One change of a published event taken back, in the database and on the ladder."""

import pytest

from clubs.models import AuditEntry, Club, User
from events.inverse import InTheWay
from events.models import Event, EventRevision
from events.queries import taken_back
from events.results import GameKind, Result
from events.services import revising, undoing
from events.services.projection import current_content, differing
from events.words import did
from tests import builders


@pytest.fixture
def event(club: Club) -> Event:
    event = builders.make_event(
        club, "2026-03-03", ["Alfa Ada 1-0 Bravo Bo", "Charlie Cyril 1/2 Delta Dana"]
    )
    builders.make_event(club, "2026-03-10", ["Alfa Ada 1-0 Charlie Cyril"])
    return event


def correct(event: Event, number: int, result: Result) -> int:
    return revising.set_result(event, number, result, GameKind.PLAYED, by=None).number


def test_the_ladder_is_that_of_the_same_history_without_the_change(
    club: Club, event: Event
) -> None:
    correct(event, 2, Result.WHITE_WINS)
    wanted, there = current_content(event), builders.rebuild(club).fingerprint
    revising.revert(event, 1, by=None)
    first = correct(event, 1, Result.DRAW)
    correct(event, 2, Result.WHITE_WINS)
    assert builders.rebuild(club).fingerprint != there
    undoing.undo(event, first, by=None)
    assert current_content(event) == wanted
    assert not list(differing(club.pk))
    assert builders.rebuild(club).fingerprint == there


def test_it_is_one_revision_that_says_who_and_what(club: Club, event: Event, owner: User) -> None:
    first = correct(event, 1, Result.DRAW)
    revision = undoing.undo(event, first, by=owner, why="misread")
    assert (revision.number, revision.action) == (3, "undo")
    assert (revision.by, revision.why) == (owner, "misread")
    assert did(revision.action, revision.press) == "undid version 2"
    assert taken_back(club, [event.pk]) == {event.pk: {2: 3}}
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.details, entry.by) == ("event.undo", {"revision": 3}, owner)


def test_the_same_press_again_is_the_same_revision(event: Event) -> None:
    first = correct(event, 1, Result.DRAW)
    once = undoing.undo(event, first, by=None, press="bcdfghjkmnpq")
    assert undoing.undo(event, first, by=None, press="bcdfghjkmnpq") == once
    assert event.revisions.count() == 3


def test_what_is_undone_already_stays_as_it_is(event: Event) -> None:
    first = correct(event, 1, Result.DRAW)
    undoing.undo(event, first, by=None)
    assert undoing.undo(event, first, by=None).number == 3
    assert event.revisions.count() == 3


def test_nothing_is_saved_where_something_stands_in_the_way(event: Event) -> None:
    first = correct(event, 1, Result.DRAW)
    correct(event, 1, Result.BLACK_WINS)
    with pytest.raises(InTheWay) as caught:
        undoing.undo(event, first, by=None)
    (said,) = caught.value.obstacles
    assert str(said).endswith("the result was changed again in version 3.")
    assert "Alfa Ada – Bravo Bo" in str(said)
    assert event.revisions.count() == 3


def test_nothing_is_saved_over_what_somebody_saves_at_the_same_moment(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = correct(event, 1, Result.DRAW)
    computed = undoing.undone_content

    def late(event: Event, number: int):  # type: ignore[no-untyped-def]
        content = computed(event, number)
        correct(event, 2, Result.WHITE_WINS)
        return content

    monkeypatch.setattr(undoing, "undone_content", late)
    with pytest.raises(revising.Conflict):
        undoing.undo(event, first, by=None)
    assert event.revisions.count() == 3


def test_a_place_that_is_taken_by_now_is_not_taken_twice(club: Club, event: Event) -> None:
    deleted = revising.delete(event, by=None).number
    builders.make_event(club, "2026-03-03", ["Alfa Ada 0-1 Delta Dana"], sequence=1)
    undoing.undo(event, deleted, by=None)
    event.refresh_from_db()
    assert (event.deleted, event.sequence) == (False, 2)


@pytest.mark.parametrize("number", [-1, 0, 1, 4])
def test_there_is_no_such_change(event: Event, number: int) -> None:
    correct(event, 1, Result.DRAW)
    with pytest.raises(EventRevision.DoesNotExist):
        undoing.undo(event, number, by=None)
