"""An upgrade that computes otherwise: ladders of before become stale, and are built anew."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.core.management.sql import emit_post_migrate_signal
from django.db.migrations.state import ProjectState

from clubs.models import Club
from events.results import GameKind, Result
from events.services.revising import set_result
from ladder import replay, rulebook
from ladder.arithmetic import arithmetic, ask_again, is_outdated
from ladder.models import Ladder
from ladder.rebuild import is_stale, rebuild
from ladder.sweeping import sweep
from ladder.systems import get
from ladder.verify import verify

pytestmark = pytest.mark.django_db


@pytest.fixture
def built(season: Club) -> Ladder:
    ladder = season.ladders.get()
    rebuild(ladder.pk)
    ladder.refresh_from_db()
    return ladder


@pytest.fixture(autouse=True)
def another_process() -> Iterator[None]:
    """Rules are worked out once in a process, and an upgrade starts others."""
    yield
    rulebook._rulebook.cache_clear()


def raised(monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    monkeypatch.setattr(type(get(system)), "version", 99)
    rulebook._rulebook.cache_clear()


def stale(ladder: Ladder) -> bool:
    ladder.refresh_from_db()
    version = Club.objects.get(pk=ladder.club_id).history_version
    return is_stale(ladder, version, ladder.created.date())


def test_a_build_says_by_what_it_was_computed(built: Ladder) -> None:
    assert built.arithmetic == arithmetic()
    assert built.arithmetic["club_elo"] == get("club_elo").version
    assert not is_outdated(built.arithmetic)


def test_a_raised_version_makes_ladders_stale_that_use_it(
    built: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    raised(monkeypatch, "club_elo")
    before = bytes(built.fingerprint)
    emit_post_migrate_signal(verbosity=0, interactive=False, db="default", apps=apps)
    assert stale(built)
    assert sweep() == 1
    assert not stale(built) and bytes(built.fingerprint) != before
    assert built.arithmetic == arithmetic() and verify(built.pk).right


def test_and_no_others(built: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    raised(monkeypatch, "lok")
    ask_again(apps)
    assert not stale(built) and built.arithmetic["lok"] == 99


def test_the_replay_has_a_version_too(built: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ladder.arithmetic.VERSION", replay.VERSION + 1)
    ask_again(apps)
    assert stale(built)


def test_of_a_ladder_that_does_not_say_it_nothing_is_taken_for_granted(built: Ladder) -> None:
    Ladder.objects.filter(pk=built.pk).update(arithmetic={})
    ask_again(apps)
    assert stale(built)


def test_without_a_migration_no_rows_of_before_stay_below_new_ones(
    built: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    raised(monkeypatch, "club_elo")
    event = built.club.events.order_by("date").last()
    assert event is not None
    set_result(event, 1, Result.DRAW, GameKind.PLAYED, by=None)
    rebuild(built.pk)
    assert verify(built.pk).right


def test_a_migration_that_leads_back_asks_for_nothing(built: Ladder) -> None:
    Ladder.objects.filter(pk=built.pk).update(arithmetic={})
    ask_again(ProjectState().apps)
    assert not stale(built)
