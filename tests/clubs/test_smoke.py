"""`manage.py smoke`: members' pages are tried after a deployment, over HTTP (docs/safety.md, L14)."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django.live_server_helper import LiveServer

from clubs import services
from clubs.models import Club, ShareLink
from tests import builders
from tests.cast import make_cast, make_rooks, play_season


@pytest.fixture
def season(transactional_db: None) -> Club:
    """Committed: the server answers from connections of its own."""
    people = make_cast()
    club = make_rooks(people.owner, people.arbiter)
    play_season(club)
    return club


def smoke(server: LiveServer, **options: str) -> dict[str, object]:
    out = StringIO()
    call_command("smoke", at=server.url, json=True, stdout=out, **options)
    return json.loads(out.getvalue())


def test_every_kind_of_page_is_opened(season: Club, live_server: LiveServer) -> None:
    builders.make_link(season)
    said = smoke(live_server)
    # healthz, readyz; ladder, players, events, an event, a player
    assert (said["links"], said["pages"], said["bad"]) == (1, 7, [])


def test_the_link_of_an_event(season: Club, live_server: LiveServer) -> None:
    event = season.events.earliest("pk").uid
    _, token = services.create_link(season, by=None, event_uid=event)
    link = f"http://localhost:8000/m/{token}/event/{event}/"
    # Two of the server, the event, and its table as a file.
    assert smoke(live_server, link=link)["pages"] == 4


def test_a_dead_link_is_named_without_its_token(season: Club, live_server: LiveServer) -> None:
    link = builders.make_link(season)
    services.revoke_link(ShareLink.objects.get(), by=None)
    with pytest.raises(CommandError, match="answers 404") as raised:
        smoke(live_server, link=f"http://localhost:8000{link}")
    assert link.split("/")[2] not in str(raised.value)


def test_a_page_that_breaks_is_found(
    season: Club, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError

    builders.make_link(season)
    monkeypatch.setattr("events.views.reader.queries.seasons", broken)
    with pytest.raises(CommandError, match=r"/m/…/events/: answers 500"):
        smoke(live_server)


def test_a_missing_header_is_found(
    season: Club, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    builders.make_link(season)
    monkeypatch.setattr("config.middleware.NO_INDEX", "all")
    with pytest.raises(CommandError, match="lacks X-Robots-Tag"):
        smoke(live_server)


def test_a_server_that_is_away_is_said(db: None) -> None:
    with pytest.raises(CommandError, match="does not answer"):
        call_command("smoke", at="http://127.0.0.1:9", stdout=StringIO())
