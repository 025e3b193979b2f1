"""A page that was made for one kind of reader is given to no other (T10)."""

from itertools import permutations

import pytest
from django.core.cache import caches
from django.test import Client

from clubs.models import Club, NameDisplay, Visibility
from players.models import Player
from tests import builders
from tests.cast import CANARIES, logged_in
from tests.web.reading import every_page, main_part


@pytest.fixture
def open_club(season: Club) -> Club:
    """Full names, one child among the people, open to everybody."""
    builders.make_link(season)
    Club.objects.filter(pk=season.pk).update(names=NameDisplay.FULL, visibility=Visibility.PUBLIC)
    Player.objects.filter(name__text__startswith=CANARIES[0]).update(junior=True)
    season.refresh_from_db()
    return season


@pytest.mark.parametrize("order", list(permutations(("arbiter", "link", "public"))), ids="-".join)
def test_in_whatever_order_they_come(open_club: Club, order: tuple[str, ...]) -> None:
    """The arbiter sees the child's name, members by link exact days, the public months."""
    caches["pages"].clear()
    link = builders.make_link(open_club)
    arbiter = logged_in(open_club.officers.latest("pk").user)
    said = {}
    for kind in order:
        client = arbiter if kind == "arbiter" else Client()
        roots = {
            "arbiter": "/c/rooks/players/",
            "link": f"{link}events/",
            "public": "/p/rooks/events/",
        }
        said[kind] = client.get(roots[kind]).content.decode()
        if kind != "arbiter":
            other = f"{link}players/" if kind == "link" else "/p/rooks/players/"
            said[kind] += client.get(other).content.decode()
    assert CANARIES[0] in said["arbiter"]
    assert CANARIES[0] not in said["link"] + said["public"]
    assert CANARIES[1] in said["link"]
    assert "/m/" not in said["public"] and "/p/rooks/" not in said["link"]
    assert 'datetime="2026-03-03"' in said["link"]
    assert 'datetime="2026-03-03"' not in said["public"]


def test_each_language_has_its_own(open_club: Club) -> None:
    pages = [
        Client(headers={"cookie": f"django_language={language}"}).get("/p/rooks/players/")
        for language in ("en", "cs", "en")
    ]
    texts = [page.content.decode() for page in pages]
    assert '<html lang="en"' in texts[0] and '<html lang="cs"' in texts[1]
    assert '<html lang="en"' in texts[2]
    mains = [main_part(page) for page in pages]
    assert mains[0] == mains[2] != mains[1]


def test_each_club_has_its_own(open_club: Club) -> None:
    """Alike in their versions and in their day: only the club tells the pages apart."""
    other = builders.make_club(slug="other", visibility=Visibility.PUBLIC)
    builders.make_event(other, "2026-03-03", ["Anna 1-0 Bob"])
    builders.rebuild(other)
    versions = {"history_version": 7, "view_version": 7}
    Club.objects.filter(pk__in=(open_club.pk, other.pk)).update(**versions)
    first = Client().get("/p/rooks/events/").content.decode()
    second = Client().get("/p/other/events/").content.decode()
    assert first.count('datetime="2026-03') == 2 and second.count('datetime="2026-03') == 1


def test_whatever_a_browser_has_kept_the_page_is_sent_again(season: Club, link: str) -> None:
    """No answer says "not modified", so none of them lacks what every answer carries."""
    kept = {"if-none-match": "*", "if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT"}
    for path in every_page(link, season):
        answer = Client().get(path, headers=kept)
        assert answer.status_code == 200
        assert answer.headers["X-Robots-Tag"] == "noindex, nofollow, noarchive"
