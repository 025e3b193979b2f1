"""What a reader's pages must not say: whole names, other people's tokens, children's days."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass

import pytest
from django.core.cache import caches
from django.test import Client

from clubs import links
from clubs.models import Club, NameDisplay, Visibility
from events.models import Entry, Event
from players.models import Display, Player, TypedName
from tests.builders import make_club, make_event, make_link, player, rebuild
from tests.cast import CANARIES
from tests.web.reading import every_page, main_part, page, text

EXACT = re.compile(r"\b(?:3|10)\.? ?(?:March|Mar)\b|2026-03-(?:03|10)|>(?:3|10)</b>")


def crawl(client: Client, root: str, club: Club) -> str:
    """All pages with their headers, in one text."""
    said = []
    for path in every_page(root, club):
        response = page(client, path)
        said += [response.content.decode(), *map(str, response.headers.items())]
    return "\n".join(said)


@pytest.fixture
def public(season: Club) -> Club:
    """The club with its season, open to everybody."""
    Club.objects.filter(pk=season.pk).update(visibility=Visibility.PUBLIC)
    season.refresh_from_db()
    return season


def test_no_part_of_a_whole_name_is_on_any_page(season: Club, link: str, client: Client) -> None:
    said = crawl(client, link, season)
    words_said = set(re.findall(r"\w+", said))
    assert words_said.isdisjoint({*CANARIES, "Petr", "Eva", "Jana", "Ivo", "Host"})
    assert "K. P." in said


def test_with_whole_names_the_consent_of_a_junior_decides(
    season: Club, link: str, client: Client
) -> None:
    Club.objects.filter(pk=season.pk).update(names=NameDisplay.FULL)
    Player.objects.filter(name__text="Kanárek Petr").update(junior=True)
    said = crawl(client, link, season)
    assert "Čížková Jana" in said
    assert "Kanárek" not in said
    Player.objects.filter(name__text="Kanárek Petr").update(consent=True)
    assert "Kanárek Petr" in crawl(client, link, season)


def test_titles_and_previews_name_nobody_and_no_event(
    season: Club, link: str, client: Client
) -> None:
    Club.objects.filter(pk=season.pk).update(names=NameDisplay.FULL)
    Event.objects.filter(club=season).update(name="Venue Hall Open")
    for path in every_page(link, season):
        head = page(client, path).content.decode().partition("</head>")[0]
        assert not any(name in head for name in CANARIES)
        assert "Venue" not in head
        assert season.name not in head


def test_every_name_is_isolated_from_its_line(season: Club, link: str, client: Client) -> None:
    label = "مرحبا"
    Player.objects.filter(name__text="Kanárek Petr").update(display=Display.LABEL, label=label)
    for path in every_page(link, season):
        body = main_part(page(client, path))
        assert body.count(label) == body.count(f"<bdi>{label}</bdi>")


def test_names_and_labels_are_escaped(season: Club, link: str, client: Client) -> None:
    nasty = '"><img src=x onerror=alert(1)>'
    Player.objects.filter(name__text="Kanárek Petr").update(display=Display.LABEL, label=nasty)
    Event.objects.filter(club=season).update(name=nasty, counts_reason=nasty)
    said = crawl(client, link, season)
    assert "<img" not in said
    assert "&lt;img src=x onerror=alert(1)&gt;" in said


def test_every_answer_keeps_out_of_searches_and_stores(
    season: Club, link: str, client: Client
) -> None:
    for path in [*every_page(link, season), link + "player/nobody/", link + "l/none/"]:
        response = client.get(path)
        assert response["X-Robots-Tag"] == "noindex, nofollow, noarchive"
        assert response["Referrer-Policy"] == "no-referrer"
        assert response["Cache-Control"] == "private, no-store"
        assert 'content="noindex,nofollow,noarchive"' in response.content.decode()


def test_a_public_page_may_be_found_but_stays_out_of_stores(public: Club, client: Client) -> None:
    response = page(client, f"/p/{public.slug}/")
    assert "X-Robots-Tag" not in response
    assert "noindex" not in response.content.decode()
    assert response["Cache-Control"] == "private, no-store"


# -- Tokens ---------------------------------------------------------------------------------------


def test_nothing_that_is_kept_opens_a_page(
    season: Club, link: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[str] = []
    store = type(caches["pages"]).set

    def spy(self: object, key: str, value: str, *rest: object) -> None:
        kept.extend((key, value))
        store(self, key, value, *rest)

    monkeypatch.setattr(type(caches["pages"]), "set", spy)
    crawl(client, link, season)
    token = link.split("/")[2]
    assert kept
    assert not any(token in piece for piece in kept)
    assert not any(client.cookies["csrf"].value in piece for piece in kept)


def test_each_reader_s_page_leads_on_by_the_reader_s_own_link(
    season: Club, link: str, client: Client
) -> None:
    other = make_link(season)
    for mine, theirs in ((link, other), (other, link)):
        body = page(client, mine).content.decode()
        assert f'href="{mine}players/"' in body
        assert theirs not in body
        assert "\x02" not in body


def test_a_revoked_link_opens_nothing_that_is_still_kept(
    season: Club, link: str, client: Client
) -> None:
    paths = every_page(link, season)
    for path in paths:
        page(client, path)
    season.links.update(revoked="2026-04-01T00:00:00Z")
    for path in paths:
        page(client, path, status=404)


def test_the_form_for_the_language_works_from_a_kept_page(season: Club, link: str) -> None:
    client = Client(enforce_csrf_checks=True)
    page(client, link)
    body = page(client, link + "events/?season=2025").content.decode()
    (token,) = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', body)
    (back,) = re.findall(r'name="next" value="([^"]+)"', body)
    assert back == link + "events/?season=2025"
    answer = client.post(
        "/language/", {"language": "cs", "next": back, "csrfmiddlewaretoken": token}
    )
    assert (answer.status_code, answer["Location"]) == (302, back)
    assert client.cookies["django_language"].value == "cs"


def test_a_link_to_one_event_opens_that_event_only(season: Club, client: Client) -> None:
    first, second = season.events.order_by("date")
    token = links.new_token()
    season.links.create(
        token_hash=links.digest(token), token_sealed=links.seal(token), event_uid=first.uid
    )
    root = f"/m/{token}/"
    body = page(client, f"{root}event/{first.uid}/").content.decode()
    for path in ("", "players/", "events/", f"event/{second.uid}/"):
        page(client, root + path, status=404)
    refused = re.findall(rf'href="({re.escape(root)}(?!event/{first.uid}/)[^"]*)"', body)
    assert refused == [], "it leads to pages that this reader may not open"
    who = player(season, "Kanárek Petr").uid  # ratings are explained to members only
    page(client, f"{root}event/{first.uid}/player/{who}/", status=404)


# -- Days of children -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "mark",
    [
        lambda club: Club.objects.filter(pk=club.pk).update(junior=True),
        lambda club: Player.objects.filter(club=club).update(junior=True),
    ],
    ids=["club", "people"],
)
def test_on_a_public_page_children_s_days_are_months(
    public: Club, client: Client, mark: Callable[[Club], object]
) -> None:
    root = f"/p/{public.slug}/"
    assert EXACT.search(crawl(client, root, public))
    mark(public)
    said = crawl(client, root, public)
    assert not EXACT.search(said)
    assert "March 2026" in said
    assert 'datetime="2026-03"' in said


def test_by_link_the_days_are_exact(season: Club, link: str, client: Client) -> None:
    Club.objects.filter(pk=season.pk).update(junior=True)
    assert "3 March 2026" in crawl(client, link, season)


@pytest.mark.django_db
def test_one_child_hides_the_days_of_the_events_it_was_in_and_no_others(client: Client) -> None:
    club = make_club(visibility=Visibility.PUBLIC)
    make_event(club, "2026-03-03", ["Dite Male 1-0 Adam Novak"], name="With a child")
    make_event(club, "2026-03-10", ["Adam Novak 1-0 Bara Mala"], name="Without")
    rebuild(club)
    Player.objects.filter(name__text="Dite Male").update(junior=True)
    shown = text(client, f"/p/{club.slug}/events/")
    assert "10 Mar Without" in shown
    assert "Mar 2026 With a child" in shown


def test_a_public_page_of_juniors_answers_no_question_about_a_day(
    public: Club, client: Client
) -> None:
    root = f"/p/{public.slug}/l/main/"
    Club.objects.filter(pk=public.pk).update(junior=True)
    assert text(client, f"{root}?on=2026-03-03") == text(client, root)
    assert 'name="on"' not in page(client, root).content.decode()


# -- What templates are given ---------------------------------------------------------------------


def test_templates_are_never_given_a_row_of_people(season: Club, link: str, client: Client) -> None:
    names = set()
    for path in every_page(link, season):
        for context in page(client, path).context:
            for layer in getattr(context, "dicts", [context]):
                own = {name: value for name, value in layer.items() if name not in _DJANGO_S}
                assert not list(_rows_of_people(own)), path
                names |= own.keys()
    assert names >= {"table", "players", "player", "podium", "order", "rounds", "steps"}


_DJANGO_S = {"request", "user", "perms"}


def _rows_of_people(value: object) -> Iterator[object]:
    """Every row of a table with people inside some value, however deep."""
    if isinstance(value, Player | TypedName | Entry):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _rows_of_people(inner)
    elif isinstance(value, list | tuple | set):
        for inner in value:
            yield from _rows_of_people(inner)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _rows_of_people(getattr(value, field.name))


def test_the_search_for_rows_of_people_finds_them(season: Club) -> None:
    person = player(season, "Kanárek Petr")
    hidden = {"a": [(1, Chart(person))]}
    assert list(_rows_of_people(hidden)) == [person]


@dataclass
class Chart:
    """Something with a row of people inside."""

    whose: Player
