"""Several rebuilds at once, and a history that moves below them; each with its control."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
from django.db import OperationalError, transaction
from django.db.models.query import QuerySet

from clubs import history
from clubs.models import Club, User
from events.results import GameKind, Result
from events.services import revising
from ladder import rebuild as module
from ladder.models import Ladder, LadderRun
from ladder.rebuild import rebuild
from ladder.services import give_starting_rating
from ladder.stamping import Build
from tests import builders
from tests.faults.races import at_once, failures, meeting, without_locks
from tests.ladder import oracle

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ladder(club) -> Ladder:
    """A ladder that has yet to be built."""
    builders.make_event(club, "2026-03-03", ["Anna 1-0 Bob", "Cyril 1-0 Dana"])
    ladder = club.ladders.get()
    Ladder.objects.filter(pk=ladder.pk).update(built_version=0)
    LadderRun.objects.all().delete()
    return ladder


def _silently_stale(ladder: Ladder) -> bool:
    """Whether it says that it is up to date and is not."""
    ladder.refresh_from_db()
    version = Club.objects.get(pk=ladder.club_id).history_version
    return ladder.built_version == version and oracle.stored(ladder) != oracle.expected(ladder)


# -- Eight workers with the same message -----------------------------------------------------


def _eight(ladder: Ladder) -> tuple[list[Exception], int]:
    """What went wrong, and how many have built."""
    with meeting("ladder.rebuild.read_changes", 8):
        answers = at_once(8, lambda _: rebuild(ladder.pk))
    return failures(answers), LadderRun.objects.filter(ladder=ladder).count()


def test_one_replay_of_a_ladder_at_a_time(ladder):
    """One builds, the others leave or find it built."""
    assert _eight(ladder) == ([], 1)
    assert oracle.stored(ladder) == oracle.expected(ladder)


def test_without_the_lock_several_would_replay(ladder):
    with without_locks():
        failed, built = _eight(ladder)
    assert failed or built > 1


# -- Other clubs are not kept waiting --------------------------------------------------------


def test_different_ladders_are_built_in_parallel(ladder, other_club):
    """A ladder that is being built holds up no other club's."""
    builders.make_event(other_club, "2026-03-03", ["Xaver 1-0 Yvona"])
    other = other_club.ladders.get()
    Ladder.objects.filter(pk=other.pk).update(built_version=0)
    locked, done = threading.Event(), threading.Event()

    def hold(_: int) -> None:
        with transaction.atomic():
            list(ladder.club.ladders.select_for_update())
            locked.set()
            assert done.wait(20)

    def build(_: int) -> object:
        assert locked.wait(20)
        try:
            return rebuild(other.pk)
        finally:
            done.set()

    _, built = at_once(2, lambda n: (hold, build)[n](n))
    assert isinstance(built, Build)


# -- A history that moves during a replay ----------------------------------------------------


@contextmanager
def _moving(
    club: Club, by: User, times: int, *, last_waits: bool = False
) -> Iterator[list[threading.Thread]]:
    """So many replays are overtaken by a correction, but for the last where that has to wait."""
    event = club.events.get()
    computed, moves, failed = module._replay_from, [], []
    results = (Result.DRAW, Result.BLACK_WINS, Result.WHITE_WINS)

    def correct(number: int) -> None:
        def work(_: int) -> object:
            return revising.set_result(event, 1, results[number], GameKind.PLAYED, by=by)

        failed.extend(failures(at_once(1, work)))

    def move(*args: Any) -> None:
        computed(*args)
        if len(moves) < times:
            moves.append(threading.Thread(target=correct, args=[len(moves)]))
            moves[-1].start()
            moves[-1].join(1 if last_waits and len(moves) == times else 20)

    # What a correction makes the ladder do by itself is not the matter here.
    with patch.object(module, "_replay_from", move), patch.object(history, "after_commit", []):
        yield moves
        for thread in moves:
            thread.join()
    assert failed == []


def test_a_history_that_moves_during_a_replay_is_replayed_again(ladder, owner):
    """What was computed from a moved history is thrown away (the version is compared again)."""
    with _moving(ladder.club, owner, 1) as moves:
        rebuild(ladder.pk)
    assert len(moves) == 1
    assert oracle.stored(ladder) == oracle.expected(ladder)
    assert not _silently_stale(ladder)
    assert LadderRun.objects.filter(ladder=ladder).count() == 1


def test_with_the_version_read_at_the_end_only_it_would_be_silently_stale(ladder, owner):
    stamp = module.stamp

    def stamp_blindly(found: Ladder, build: Build, *times: Any) -> None:
        build.version = Club.objects.get(pk=found.club_id).history_version
        stamp(found, build, *times)

    with patch.object(module, "stamp", stamp_blindly), _moving(ladder.club, owner, 1):
        rebuild(ladder.pk)
    assert _silently_stale(ladder)


def test_the_last_try_cannot_be_overtaken(ladder, owner):
    """It holds the club, so the third correction waits; the ladder then says that it is behind."""
    with _moving(ladder.club, owner, module.TRIES, last_waits=True) as moves:
        assert isinstance(rebuild(ladder.pk), Build)
    assert len(moves) == module.TRIES
    ladder.refresh_from_db()
    assert ladder.built_version < Club.objects.get(pk=ladder.club_id).history_version
    rebuild(ladder.pk)
    assert oracle.stored(ladder) == oracle.expected(ladder)


def test_without_the_lock_the_last_try_would_be_overtaken(ladder, owner):
    with (
        without_locks(),
        _moving(ladder.club, owner, module.TRIES),
        pytest.raises(AssertionError, match="cannot be overtaken"),
    ):
        rebuild(ladder.pk)


# -- A starting rating entered during a rebuild ----------------------------------------------


def _enter_meanwhile(ladder: Ladder, owner: User) -> list[Exception]:
    """It holds the club and looks at the ladder's row; the rebuild holds that and wants the club."""
    player = ladder.club.players.first()
    inside, entered = threading.Event(), threading.Event()
    computed = module._replay_from

    def wait_inside(*args: Any) -> None:
        computed(*args)
        inside.set()
        entered.wait(2)

    def enter(_: int) -> object:
        assert inside.wait(20)
        try:
            return give_starting_rating(ladder, player, 1500, by=owner, why="earlier list")
        finally:
            entered.set()

    with patch.object(module, "_replay_from", wait_inside):
        return failures(at_once(2, lambda n: (lambda _: rebuild(ladder.pk), enter)[n](n)))


def test_a_starting_rating_entered_during_a_rebuild_is_no_deadlock(ladder, owner):
    assert _enter_meanwhile(ladder, owner) == []
    rebuild(ladder.pk)
    assert oracle.stored(ladder) == oracle.expected(ladder)


def test_with_a_lock_of_the_whole_row_it_would_be_a_deadlock(ladder, owner):
    lock = QuerySet.select_for_update

    def whole(rows: Any, **options: Any) -> Any:
        return lock(rows, **{**options, "no_key": False})

    with patch.object(QuerySet, "select_for_update", whole):
        (failed,) = _enter_meanwhile(ladder, owner)
    assert isinstance(failed, OperationalError) and "deadlock" in str(failed)
