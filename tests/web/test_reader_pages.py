"""Members' pages are kept for each state of the club: quick, and never old."""

from collections.abc import Callable

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs import pages
from clubs.models import Club, NameDisplay
from clubs.views import reader
from events.models import Event
from ladder.models import Ladder
from players.models import Display, Player
from tests.builders import make_event, make_link, player, rebuild
from tests.web.reading import every_page, page, text

LABEL = "The Rook"


def queries(client: Client, path: str) -> list[str]:
    with CaptureQueriesContext(connection) as asked:
        page(client, path)
    return [query["sql"] for query in asked]


def test_a_kept_page_asks_for_the_reader_and_the_club_only(
    season: Club, link: str, client: Client
) -> None:
    for path in every_page(link, season):
        page(client, path)
        asked = queries(client, path)
        assert len(asked) == 1, asked
        assert "clubs_sharelink" in asked[0]


def test_a_kept_page_is_the_page(season: Club, link: str, client: Client) -> None:
    for path in every_page(link, season):
        fresh = text(client, path)
        assert text(client, path) == fresh


def _publish(club: Club) -> None:
    make_event(club, "2026-03-17", ["Kanárek Petr 1-0 Čížková Jana"])


def _publish_and_rebuild(club: Club) -> None:
    _publish(club)
    rebuild(club)


CHANGES: dict[str, Callable[[Club], object]] = {
    "a label": lambda club: Player.objects.filter(club=club).update(
        display=Display.LABEL, label=LABEL
    ),
    "whole names": lambda club: Club.objects.filter(pk=club.pk).update(names=NameDisplay.FULL),
    "the name of the club": lambda club: Club.objects.filter(pk=club.pk).update(name="Knights"),
    "an event, not yet in the ladder": _publish,
    "an event": _publish_and_rebuild,
    "an event's name": lambda club: Event.objects.filter(club=club).update(name="Renamed"),
    "a hidden person": lambda club: Player.objects.filter(name__text="Kanárek Petr").update(
        status="hidden"
    ),
    "a rebuild that only moved the fingerprint": lambda club: Ladder.objects.filter(
        club=club
    ).update(fingerprint=b"x", events=99),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_shows_at_once(
    season: Club, link: str, client: Client, change: Callable[[Club], object]
) -> None:
    paths = [path for path in every_page(link, season) if "player" not in path]
    for path in paths:
        page(client, path)
    change(season)
    kept = [page(client, path).content for path in paths]
    caches["pages"].clear()
    fresh = [page(client, path).content for path in paths]
    same = [
        _without_token(one) == _without_token(other) for one, other in zip(kept, fresh, strict=True)
    ]
    assert all(same), [path for path, fine in zip(paths, same, strict=True) if not fine]


def _without_token(body: bytes) -> bytes:
    head, _, rest = body.partition(b'name="csrfmiddlewaretoken" value="')
    return head + rest[64:]


def test_languages_are_kept_apart(season: Club, link: str, client: Client) -> None:
    english = text(client, link)
    client.cookies["django_language"] = "cs"
    czech = text(client, link)
    client.cookies["django_language"] = "en"
    assert "10 March" in english
    assert "10. března" in czech
    assert text(client, link) == english


def test_readers_by_link_and_of_the_public_page_are_kept_apart(
    season: Club, link: str, client: Client
) -> None:
    Club.objects.filter(pk=season.pk).update(visibility="public", junior=True)
    by_link = text(client, link)
    assert "10 March" in by_link
    assert "10 March" not in text(client, f"/p/{season.slug}/")
    assert text(client, link) == by_link


def test_a_state_that_moves_while_it_is_read_is_read_again(
    season: Club, link: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rows of one state under the stamp of another must never be shown or kept."""
    read = reader.latest_events
    moved = []

    def move_once(*given: object) -> object:
        found = read(*given)  # type: ignore[arg-type]
        if not moved:
            moved.append(_publish(season))
        return found

    monkeypatch.setattr(reader, "latest_events", move_once)
    shown = text(client, link)
    assert "17 March 2026" in shown
    assert "Being recomputed." in shown
    assert text(client, link) == shown


def test_a_history_that_never_rests_is_shown_and_not_kept(
    season: Club, link: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, days = reader.latest_events, iter(range(1, 29))

    def move(*given: object) -> object:
        make_event(season, f"2026-02-{next(days):02}", ["Kanárek Petr 1-0 Čížková Jana"])
        return read(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(reader, "latest_events", move)
    for _ in range(2):
        page(client, link)
    assert next(days) == 1 + 2 * pages.TRIES


def test_an_officer_s_messages_wait_for_the_officer_s_pages(
    season: Club, link: str, owner_client: Client, client: Client
) -> None:
    page(owner_client, link)  # the frame is kept without them
    caches["pages"].clear()
    owner_client.get("/home/")
    session = owner_client.session
    session["_messages"] = '[["__json_message",0,20,"Saved for the officer",""]]'
    session.save()
    assert "Saved for the officer" not in page(owner_client, link).content.decode()
    assert "Saved for the officer" not in page(client, link).content.decode()


def test_parameters_that_no_page_understands_make_no_new_page(
    season: Club, link: str, client: Client
) -> None:
    page(client, link)
    assert len(queries(client, link + "?utm_source=x&season=nonsense")) == 1
    assert len(queries(client, f"{link}events/?season=2025")) > 1
    assert len(queries(client, f"{link}events/?season=2025&x=1")) == 1


def test_looking_writes_nothing_and_other_methods_are_refused(
    season: Club, link: str, client: Client
) -> None:
    for path in every_page(link, season):
        asked = queries(client, path)
        assert all(sql.lstrip().upper().startswith("SELECT") for sql in asked), asked
        assert client.head(path).status_code == 200
        assert client.post(path).status_code == 405


def test_everybody_s_page_is_one_s_own_club(
    season: Club, other_club: Club, link: str, client: Client
) -> None:
    uid = player(season, "Kanárek Petr").uid
    page(client, f"{link}player/{uid}/")
    page(client, f"{make_link(other_club)}player/{uid}/", status=404)
