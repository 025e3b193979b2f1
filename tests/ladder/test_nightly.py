"""Where there is no beat, each ladder is compared with its history once a day."""

from datetime import timedelta

import pytest
from django.utils import timezone

from ladder.models import Ladder, RatingRow
from ladder.nightly import verify_due
from tests import builders


@pytest.fixture
def ladder(club) -> Ladder:
    builders.make_event(club, "2026-03-03", ["Anna 1-0 Bob"])
    return builders.rebuild(club)


def _made(ladder: Ladder, hours: int) -> None:
    moment = timezone.now() - timedelta(hours=hours)
    Ladder.objects.filter(pk=ladder.pk).update(created=moment)


@pytest.mark.django_db
def test_a_ladder_is_compared_a_day_after_it_was_made_and_then_daily(ladder):
    assert not verify_due()
    _made(ladder, 25)
    assert verify_due()
    assert not verify_due()
    Ladder.objects.filter(pk=ladder.pk).update(verified_at=timezone.now() - timedelta(hours=25))
    assert verify_due()


@pytest.mark.django_db
def test_what_it_finds_stands_with_the_ladder(ladder):
    _made(ladder, 25)
    RatingRow.objects.filter(ladder=ladder).update(rating=1)
    assert verify_due()
    ladder.refresh_from_db()
    assert ladder.drift


@pytest.mark.django_db
def test_a_stale_ladder_waits(club, ladder):
    _made(ladder, 25)
    builders.make_event(club, "2026-03-10", ["Anna 1-0 Bob"])
    assert not verify_due()
