"""The same event twice: shown before anything is stored, and the same file changes nothing."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from clubs.models import AuditEntry, Club
from config.demo.season import PUBLISHED_TWICE, SeasonEvent, season_events
from events.models import Draft, Event, EventRevision, Upload
from players.models import Player, TypedName
from tests.web.arbiters import text, upload

SEASON = {event.key: event for event in season_events()}


def twin_of(event: SeasonEvent) -> SeasonEvent:
    """The event of the list that has the same games as one that was published twice."""
    games = {row[2:4] for row in event.rows}
    others = (one for one in SEASON.values() if one.key not in PUBLISHED_TWICE)
    return max(others, key=lambda one: len(games & {row[2:4] for row in one.rows}))


def run(club: Club, path: Path, event: SeasonEvent, *more: str) -> dict[str, Any]:
    out = io.StringIO()
    days = ("--date", event.end.isoformat(), "--start", event.start.isoformat())
    call_command(
        "import_event", club.slug, str(path), *days, "--confirm", "all-new", "--publish", *more,
        "--json", stdout=out,
    )  # fmt: skip
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def written(tmp_path: Path, event: SeasonEvent) -> Path:
    path = tmp_path / f"{event.key}.csv"
    path.write_bytes(event.pairings_csv())
    return path


def stored() -> list[int]:
    tables = (Event, EventRevision, Draft, Upload, Player, TypedName, AuditEntry)
    return [table.objects.count() for table in tables]


@pytest.mark.django_db
@pytest.mark.parametrize("key", sorted(PUBLISHED_TWICE))
def test_a_season_event_published_twice_is_not_stored_again(
    club: Club, tmp_path: Path, key: str
) -> None:
    again = SEASON[key]
    first = twin_of(again)
    run(club, written(tmp_path, first), first)
    before = stored()
    with pytest.raises(CommandError) as error:
        run(club, written(tmp_path, again), again, "--unless-here")
    assert error.value.returncode == 2
    assert stored() == before
    assert run(club, tmp_path / f"{first.key}.csv", first)["again"]
    assert stored() == before


@pytest.mark.django_db
def test_in_the_browser_the_draft_says_so_before_it_is_published(
    club: Club, arbiter_client: Client, tmp_path: Path
) -> None:
    again = SEASON["wwwHarbour Chess Club"]
    first = twin_of(again)
    run(club, written(tmp_path, first), first)
    answer = upload(arbiter_client, club, again.pairings_csv(), "again.csv")
    words = text(arbiter_client.get(answer["Location"]))
    event = club.events.get()
    assert "This looks like something that is here already." in words
    assert f"pairings are equal to an event you have: {event.name}" in words
    assert club.events.count() == 1


@pytest.mark.django_db
def test_the_same_file_again_leads_to_its_event_and_changes_nothing(
    club: Club, arbiter_client: Client, tmp_path: Path
) -> None:
    event = SEASON["wwwHarbour Chess Club"]
    said = run(club, written(tmp_path, event), event)
    before = stored()
    answer = upload(arbiter_client, club, event.pairings_csv(), "other-name.csv")
    assert answer["Location"] == f"/c/{club.slug}/events/{said['event']}/"
    page = arbiter_client.get(answer["Location"]).content.decode()
    assert "This very file was already imported as the event below. Nothing was changed." in page
    assert stored() == before
