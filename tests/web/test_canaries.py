"""Nobody's name, and no place or day, on any members' page however it is asked (docs/safety.md, P4, P7).

The club's people are called like nothing else in the world. They came in through the pages, in a
tournament report that says more than it should. Then every route of the members' side is asked in
every way, and no part of any of these words may come back, in no language and no writing.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from types import SimpleNamespace
from urllib.parse import quote

import pytest
from anyascii import anyascii
from django.conf import settings
from django.core.cache import caches
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import Http404, HttpResponse
from django.test import Client

import clubs.access
from clubs import services
from clubs.models import Club, NameDisplay, User, Visibility
from events.models import Draft, Event
from events.results import GameKind, Result
from events.revisions import GameContent
from events.services.erasing import erase_person
from events.services.projection import current_content
from events.services.revising import revise
from ladder.announced import announce
from ladder.services import create_ladder
from players.models import AskedBy, Display, Player
from players.names import without_marks
from players.services import hide, mark_junior
from tests import builders
from tests.cast import logged_in
from tests.trf_files import player as line
from tests.web import arbiters as reading
from tests.web.arbiters import answer as give_answer
from tests.web.arbiters import save_details, write
from tests.web.canaries import LEAST, leaks, parts
from tests.web.routes import METHODS, Route, ask, routes

pytestmark = pytest.mark.django_db

NAMES = {
    "adult": "Žluťoučkýř-Květiňák, Vřesoslav",
    "cyrillic": "Щюбаковский Всемогор Ярогнев",
    "several": "van der Quuxström Þórgnýr Håk",
    "junior": "Wrzchczyk Zdzizbor",
    "hidden": "Ukrytnikov Hvězdogor",
    "erased": "Wymazalski Świętorzyr",
    "guest": "Gästqefreuqndß Övzerqljung",
    "label": "Nálepkář Štítkomír",
}
BESIDE = {  # what a report says of people and places beside names and results
    "town": "Kwixtown", "arbiter": "Gwěndrubozh", "deputy": "Xylkwǒpra", "hall": "Zwrxqhála",
    "born": "1931", "number": "87654309", "rating": "2917", "federation": "QQX", "title": "WGM",
    "file": "kwrǒnxykq", "reason": "Pwǒdzxamq", "group": "Ouqtěrxnj", "planned": "2039", "note": "Skwrxiňq",
}  # fmt: skip
# Whose name may be shown in full when the club shows full names; the others' never.
OPEN = {"adult", "cyrillic", "several", "guest"}
LABEL = "Wombatko"
PLANNED = date(2039, 9, 17)
LANGUAGES = [code for code, _ in settings.LANGUAGES]
READERS = [route for route in routes() if route.access == "reader"]
# What a browser sends that has the page already.
KNOWN = {"if-none-match": "*", "if-modified-since": "Thu, 01 Jan 2099 00:00:00 GMT"}
LINKED = [route for route in READERS if route.route.startswith("m/")]
PUBLIC = [route for route in READERS if route.route.startswith("p/")]


def _words(name: str) -> list[str]:
    """The words of a name that are long enough to be nobody else's."""
    return [word for word in re.split(r"[\s,-]+", name) if len(word) >= LEAST]


def report() -> bytes:
    """Two rounds, and a third that is planned; with birth dates, numbers, ratings and a hall."""
    rounds = [("2 w 1", "3 b ="), ("1 b 0", "4 w 1"), ("4 w +", "1 w ="), ("3 b -", "2 b 0"),
              ("6 w 1", "7 b 0"), ("5 b 0", "8 w 1"), ("8 w =", "5 w 1"), ("7 b =", "6 b 0")]  # fmt: skip
    lines = [
        "012 Evening of the lodge", f"022 {BESIDE['town']}, {BESIDE['hall']}", f"032 {BESIDE['federation']}",
        "042 2026/03/03", "052 2026/03/10", "062 8", f"102 {BESIDE['arbiter']}", f"112 {BESIDE['deputy']}",
        f"132{'':88}26/03/03  26/03/10  39/09/17", "XXR 3",
    ]  # fmt: skip
    for number, (name, cells) in enumerate(zip(NAMES.values(), rounds, strict=True), 1):
        full = line(number, name, cells)
        personal = f"{BESIDE['rating']:>4} {BESIDE['federation']} {BESIDE['number']:>11} {BESIDE['born']}/07/29"
        lines.append(f"{full[:9]}w{BESIDE['title']:>3}{full[13:48]}{personal}{full[79:]}")
    return ("\n".join(lines) + "\n").encode()


NEEDLES = {role: parts(_words(name)) for role, name in NAMES.items()}
ALL = set().union(*NEEDLES.values()) | parts(BESIDE.values())


@dataclass(frozen=True, slots=True)
class Lodge:
    """The club, who is who in it, and its events."""

    club: Club
    owner: User
    people: Mapping[str, Player]
    events: tuple[Event, ...]

    def link(self, event: str = "") -> str:
        return services.create_link(self.club, by=self.owner, event_uid=event)[1]

    def arguments(self, token: str) -> Iterator[dict[str, object]]:
        """For every event and person what a route may be asked with."""
        for event in self.events:
            for person in self.people.values():
                for ladder in ("main", "blitz"):
                    yield {
                        "token": token, "club": self.club.slug, "ladder": ladder,
                        "event": event.uid, "player": person.uid, "day": ANNOUNCED.isoformat(),
                    }  # fmt: skip

    def paths(self, found: list[Route], token: str = "") -> list[str]:
        """Every address of these routes."""
        given = list(self.arguments(token))
        return list(dict.fromkeys(route.path(one) for route in found for one in given))


Ways = Mapping[str, Callable[[str], HttpResponse]]
ANNOUNCED = date(2026, 3, 31)


def make_lodge() -> Lodge:
    """Brought in as an arbiter does it."""
    owner = builders.make_user("owner@example.org")
    club = builders.make_club(owner, "lodge", name="The lodge")
    create_ladder(club, by=owner, slug="blitz", name="Blitz")
    client = logged_in(owner)
    event = publish(client, bring_in(client, club))
    plan_a_round(event, owner)
    second = builders.make_event(
        club, "2026-03-17",
        [f"{NAMES['adult']} 1-0 {NAMES['hidden']}", f"{NAMES['erased']} 1/2 {NAMES['junior']}",
         f"{NAMES['cyrillic']} 0-1 {NAMES['label']}", f"{NAMES['guest']} 1-0 {NAMES['several']}"],
        counts=False, counts_reason="Blitz only", why=BESIDE["reason"], by=owner,
    )  # fmt: skip
    builders.make_event(club, "2026-03-24", [f"{NAMES['adult']} 1-0 {NAMES['cyrillic']}"])
    people = {role: builders.player(club, name) for role, name in NAMES.items()}
    mark_junior(people["junior"], True, by=owner)
    Player.objects.filter(pk=people["guest"].pk).update(status="guest")
    club.players.update(group=BESIDE["group"])
    Player.objects.filter(pk=people["label"].pk).update(display=Display.LABEL, label=LABEL)
    hide(people["hidden"], by=owner)
    erase_person(people["erased"], by=owner, asked_by=AskedBy.PERSON, asked_on=date(2026, 4, 1))
    builders.rebuild(club)
    for ladder in club.ladders.all():
        announce(ladder, ANNOUNCED, by=owner)
    return Lodge(club, owner, people, (event, second))


def plan_a_round(event: Event, by: User) -> None:
    """A third round, on a day that lies far ahead, with a pairing."""
    content = current_content(event)
    days = (date(2026, 3, 3), date(2026, 3, 10), PLANNED)
    pairing = GameContent(3, 1, 3, result=Result.NONE, kind=GameKind.OPEN)
    planned = replace(content, rounds=3, round_days=days, games=(*content.games, pairing))
    revise(event, planned, action="details", by=by)


def bring_in(client: Client, club: Club) -> Draft:
    file = SimpleUploadedFile(f"{BESIDE['file']}.trf", report())
    answer = client.post(f"/c/{club.slug}/events/new/file/", {"file": file})
    assert answer.status_code == 302, reading.text_of(answer.content.decode())
    return club.drafts.get()


def publish(client: Client, draft: Draft) -> Event:
    assert save_details(client, draft, start="2026-03-03", date="2026-03-10").status_code == 302
    for number in range(1, len(NAMES) + 1):
        assert give_answer(client, draft, number, "new").status_code < 400
    assert write(client, draft).status_code == 302
    return draft.club.events.get()


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: SimpleNamespace) -> Iterator[Lodge]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield make_lodge()
        transaction.set_rollback(True)


@pytest.fixture
def lodge(built: Lodge, db: None) -> Lodge:
    # What other tests took back left pages behind, under numbers that come again.
    caches["pages"].clear()
    return built


def crawl(paths: list[str], needles: set[str], ways: Ways) -> dict[str, set[str]]:
    """What leaks where, of every address asked in every one of these ways."""
    found = {}
    for path in paths:
        for name, way in ways.items():
            if leaked := leaks(way(path), needles):
                found[f"{name} {path}"] = leaked
    return found


def looking(language: str) -> Ways:
    """What a browser asks for in this language: pages, fragments, heads, and the same once more."""
    client = Client(headers={"accept-language": language})
    client.raise_request_exception = False
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    return {
        "page": client.get,
        "fragment": lambda path: client.get(path, headers={"hx-request": "true"}),
        "head": client.head,
        "again": lambda path: client.get(path, headers=KNOWN),
    }


def refused() -> Ways:
    """Every way to be refused: methods, missing slashes, bodies too large, other hosts."""
    client = Client(raise_request_exception=False)
    checked = Client(enforce_csrf_checks=True, raise_request_exception=False)
    ways: Ways = {
        method: _by(client, method) for method in METHODS if method not in ("GET", "HEAD")
    }
    return ways | {
        "no slash": lambda path: client.get(path.rstrip("/")),
        "below": lambda path: client.get(f"{path}nothing/"),
        "forged": checked.post,
        "too large": lambda path: client.post(path, CONTENT_LENGTH="60000000"),
        "other host": lambda path: client.get(path, headers={"host": "evil.example"}),
        "unknown": lambda path: client.get(re.sub(r"[0-9a-z]{12}", "zzzzzzzzzzzz", path)),
    }


def _by(client: Client, method: str) -> Callable[[str], HttpResponse]:
    return lambda path: ask(client, method, path)


def never_shown() -> set[str]:
    """What nobody may read where the club shows full names: those of four people are no secret."""
    return ALL - set().union(*(NEEDLES[role] for role in OPEN))


# -- Nothing gets out --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_by_link(lodge: Lodge, language: str) -> None:
    paths, ways = lodge.paths(LINKED, lodge.link()), looking(language)
    assert crawl(paths, ALL, ways) == {}
    show_full_names(lodge.club)
    assert crawl(paths, never_shown(), {"page": ways["page"]}) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_public(lodge: Lodge, language: str) -> None:
    Club.objects.filter(pk=lodge.club.pk).update(visibility=Visibility.PUBLIC)
    paths, ways = lodge.paths(PUBLIC), looking(language)
    assert crawl(paths, ALL, ways) == {}
    show_full_names(lodge.club)
    assert crawl(paths, never_shown(), {"page": ways["page"]}) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_by_the_link_of_one_event(lodge: Lodge, language: str) -> None:
    """Of the other events it says nothing at all."""
    for event in lodge.events:
        paths = lodge.paths(LINKED, lodge.link(event.uid))
        assert crawl(paths, ALL, {"page": looking(language)["page"]}) == {}
        opened = [path for path in paths if Client().get(path).status_code == 200]
        assert opened and all(event.uid in path for path in opened)


def test_when_it_is_refused(lodge: Lodge) -> None:
    show_full_names(lodge.club)
    Club.objects.filter(pk=lodge.club.pk).update(visibility=Visibility.PUBLIC)
    given = next(lodge.arguments(lodge.link()))
    paths = [route.path(given) for route in READERS]
    assert crawl(paths, never_shown(), refused()) == {}


def test_when_it_fails(lodge: Lodge, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception that tells a name, in every view."""
    given = next(lodge.arguments(lodge.link()))
    paths = [route.path(given) for route in LINKED]
    for raised in (RuntimeError, PermissionDenied, SuspiciousOperation, Http404):

        def fail(*_: object, raised: type[Exception] = raised) -> None:
            raise raised(" ".join(NAMES.values()))

        monkeypatch.setattr(clubs.access, "_by_token", fail)
        client = Client(raise_request_exception=False)
        assert crawl(paths, ALL, {raised.__name__: client.get}) == {}


def test_after_the_link_ended(lodge: Lodge) -> None:
    show_full_names(lodge.club)
    paths = lodge.paths(LINKED, lodge.link())
    assert {Client().get(path).status_code for path in paths} == {200, 404}
    for link in lodge.club.links.filter(revoked=None):
        services.revoke_link(link, by=lodge.owner)
    assert crawl(paths, ALL, {"revoked": Client().get}) == {}


def test_nobody_is_told_whether_somebody_is_a_member(lodge: Lodge) -> None:
    """Asking with a name, in an address or a question, is answered like asking with nonsense (P5)."""
    root = f"/m/{lodge.link()}/"
    for way in ("?q={0}", "?name={0}", "players/?q={0}", "players/?search={0}", "player/{0}/", "l/{0}/",
                "events/?season={0}", "event/{0}/", "l/main/?on={0}"):  # fmt: skip
        name, nonsense = quote(NAMES["cyrillic"]), quote("Qwrtzpsd Fghjkl")
        one, other = (Client().get(root + way.format(said)) for said in (name, nonsense))
        assert one.status_code == other.status_code
        assert leaks(one, ALL) == set()
        assert without_random(one).replace(name, "") == without_random(other).replace(nonsense, "")


def without_random(answer: HttpResponse) -> str:
    return re.sub(r'value="\w{64}"', "", answer.content.decode())


def show_full_names(club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(names=NameDisplay.FULL)


# -- The controls ----------------------------------------------------------------------------------


def test_arbiters_do_read_them(lodge: Lodge) -> None:
    page = logged_in(lodge.owner).get(f"/c/lodge/events/{lodge.events[0].uid}/")
    found = leaks(page, ALL)
    assert all(NEEDLES[role] & found for role in NAMES if role != "erased")
    assert not NEEDLES["erased"] & found


def test_members_do_read_initials_labels_and_what_the_club_shows(lodge: Lodge) -> None:
    link = lodge.link()
    everything = "".join(Client().get(path).content.decode() for path in lodge.paths(LINKED, link))
    for shown in (LABEL, "Щ. В. Я.", "W. Z.", "hidden player", "erased player"):
        assert shown in everything
    show_full_names(lodge.club)
    shown = crawl(lodge.paths(LINKED, link), ALL, {"page": Client().get})
    assert all(NEEDLES[role] & set().union(*shown.values()) for role in OPEN)


def test_the_crawl_asks_every_route(lodge: Lodge) -> None:
    """A new route of the members' side is part of it, or fails here with KeyError."""
    assert {route.route for route in READERS} == {route.route for route in LINKED + PUBLIC}
    for route in LINKED:
        paths = lodge.paths([route], lodge.link())
        assert 200 in {Client().get(path).status_code for path in paths}, route.route


@pytest.mark.parametrize(
    "written",
    ["{0}", "<!-- {0} -->", '<p title="{0}">', "/x?name={0}"],
)
def test_every_way_to_write_a_name_is_seen(written: str) -> None:
    name = "Žluťoučkýř"
    for text in (name, name.upper(), without_marks(name), quote(name), quote(name.lower()), "Zlutouckyr",
                 "".join(f"&#{ord(c)};" for c in name), "".join(f"&#x{ord(c):x};" for c in name),
                 "".join(f"\\u{ord(c):04x}" for c in name), name[1:8]):  # fmt: skip
        assert leaks(HttpResponse(written.format(text)), NEEDLES["adult"]), text
    assert leaks(HttpResponse(headers={"X-Name": quote(name)}), NEEDLES["adult"])
    assert leaks(HttpResponse("Щука, Яков"), NEEDLES["cyrillic"]) == set()
    assert leaks(HttpResponse(anyascii("Щюбаковский")), NEEDLES["cyrillic"])
