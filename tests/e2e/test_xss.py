"""Nothing that people leave behind runs in anybody's browser (docs/safety.md, O3).

The corpus is tests/data/xss.json: a sample of it here, all of it in `make test-long`. The club of
tests/web/infested.py holds each text in every field; who may look at what looks at it.
"""

import re
from collections.abc import Iterator
from importlib import import_module
from itertools import count
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from allauth.account.models import EmailAddress
from django import forms as forms_of_django
from django.apps import apps
from django.core import mail as django_mail
from django.core.cache import caches
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.db.models import CharField, JSONField, TextField
from django.forms import BaseForm, FileField
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve
from django.utils.html import escape
from playwright.sync_api import Browser

from clubs.models import Club, NameDisplay, User, Visibility
from players.models import Display
from tests.cast import logged_in
from tests.e2e.inside import MARK, Inside, inside
from tests.web.forms import Form, forms
from tests.web.infested import (
    MARKS,
    Infested,
    as_name,
    infest,
    marked,
    payloads,
    rename_singles,
    sample,
)
from tests.web.routes import Route, routes

pytestmark = pytest.mark.django_db

SAMPLE = 4
PARTS = 5  # of the whole corpus, each in a club of its own
# Where a field is shown of one object at a time: these are opened for every object, of all other
# routes a few. What is left over in the end says whether the list is long enough.
EVERY = {
    "c/<slug:club>/players/<slug:player>/",
    "c/<slug:club>/players/<slug:player>/start/",
    "c/<slug:club>/players/<slug:player>/facts/",
    "c/<slug:club>/events/<slug:event>/",
    "c/<slug:club>/events/<slug:event>/history/",
    "c/<slug:club>/drafts/<slug:draft>/",
    "c/<slug:club>/drafts/<slug:draft>/review/",
    "c/<slug:club>/opening/new/<slug:paste>/",
    "c/<slug:club>/opening/<slug:opening>/",
    "m/<str:token>/event/<slug:event>/",
    "m/<str:token>/player/<slug:player>/",
}
# What there is once in a club is shown here, and renamed for each text.
SINGLES = {"m/<str:token>/", "c/<slug:club>/ladder/", "staff/ladders/", "c/<slug:club>/settings/"}
# Pages that read something from their address.
ASKED = {
    "m/<str:token>/", "m/<str:token>/l/<slug:ladder>/", "m/<str:token>/events/", "c/<slug:club>/players/",
    "c/<slug:club>/events/", "c/<slug:club>/decisions/", "c/<slug:club>/log/", "c/<slug:club>/ladder/",
    "c/<slug:club>/drafts/<slug:draft>/review/", "c/<slug:club>/events/<slug:event>/",
    "c/<slug:club>/players/<slug:player>/one/<slug:other>/", "accounts/signup/",
}  # fmt: skip
# A form that ends the login, or sends mails; and fields that keep what the page gave them.
ENDS = re.compile(r"logout|sessions/end|/language/|accounts/")
KEPT = {"version", "alone", "based_on", "press", "digest", "seen", "number", "role"}
OURS = {"clubs", "players", "events", "ladder", "config"}
NO_TEXT = {
    "clubs.User.password": "a hash", "clubs.User.language": "a code", "clubs.Club.slug": "letters and digits",
    "clubs.Club.time_zone": "of a list", "clubs.Club.language": "of a list", "clubs.Club.code_page": "of a list",
    "clubs.ShareLink.uid": "random", "clubs.ShareLink.event_uid": "random",
    "clubs.AuditEntry.action": "ours", "clubs.AuditEntry.object_uid": "random", "clubs.AuditEntry.details": "ids and choices",
    "players.TypedName.key": "never shown", "players.Player.uid": "random", "players.SuffixGiven.initials": "of names",
    "players.Erasure.player_uid": "random",
    "players.PersonFact.name": "ours", "players.PersonFact.press": "random",
    "players.PersonRequest.uid": "random", "players.PersonRequest.player_uid": "random",
    "events.Event.listing": "a code", "ladder.AnnouncedList.lines": "ids and numbers",
    "events.Upload.facts": "shown when read as facts only", "events.Event.uid": "random", "events.EventRevision.action": "ours",
    "events.EventRevision.content": "the texts of Event and Game", "events.EventRevision.press": "random",
    "events.IdentityDecision.kind": "ours", "events.IdentityDecision.details": "ids", "events.Draft.uid": "random",
    "ladder.Ladder.slug": "letters and digits", "ladder.Ladder.failed_event_uid": "random",
    "ladder.StartingRating.system": "ours", "ladder.Ladder.arithmetic": "numbers",
    "ladder.LadderSettings.system": "ours", "ladder.LadderSettings.parameters": "numbers",
    "ladder.OpeningDraft.uid": "random", "ladder.OpeningDraft.encoding": "of a list", "ladder.OpeningList.uid": "random",
    "ladder.OpeningList.press": "random", "ladder.LadderSettings.press": "random", "ladder.OpeningList.players": "ids", "ladder.OpeningList.starts": "ids",
    "ladder.OpeningList.kept": "ids", "ladder.RatingRow.extra": "numbers", "ladder.LadderRun.outcome": "ours",
    "ladder.LadderRun.drift": "ids", "ladder.Effect.later": "ids", "ladder.Effect.system": "ours",
}  # fmt: skip
NOT_ON_A_PAGE = {
    "clubs.account_forms.LoginForm.password": "no page ever shows it again",
    "clubs.account_forms.AddWebAuthnForm.credential": "what a key answers; no page shows it",
    "events.forms.deciding.MergeForm.keep": "one of two ids, as buttons",
}
ROUTES = routes()
QUERY = "?" + "&".join(
    f"{name}={{0}}"
    for name in ("on", "season", "page", "version", "before", "status", "group", "about", "from",
                 "round", "part", "ladder", "next")
)  # fmt: skip


class Reading:
    """Everybody who may look at something, and the browser they look with. A page is rendered;
    with `once` only the first of its route is, and of the others what they are parsed into is
    looked at, which takes a tenth of the time."""

    def __init__(
        self, world: Infested, texts: tuple[str, ...], browser: Browser, *, once: bool = False
    ) -> None:
        self.world, self.once = world, once
        self.rendered: set[str] = set()
        self.held: dict[str, HttpResponse] = {}
        self.clients = {
            "c": logged_in(world.owner), "clubs": logged_in(world.owner),
            "staff": logged_in(world.staff), "accounts": logged_in(world.owner),
        }  # fmt: skip
        self.anybody = Client(raise_request_exception=False)
        for client in self.clients.values():
            client.raise_request_exception = False
        self.client = self.anybody
        self.browser: Inside = inside(browser, self._fragment)
        self.left = {
            (column, escape(_stored(text, column)))
            for text in texts
            for column in MARKS
            # A pasted list is shown in cells; tabs and lines end them.
            if not (column == "ladder.OpeningDraft.text" and re.search(r"[\t\n]", text))
        }

    def _fragment(self, path: str) -> HttpResponse:
        return self.client.get(path, headers={"hx-request": "true"})

    def get(self, route: Route, query: str = "", number: int = 0) -> HttpResponse:
        """One page, asked for by whoever it is for."""
        path = route.path(self.world.arguments(number)) + query
        self.client = self.clients.get(route.route.split("/")[0], self.anybody)
        answer: HttpResponse = self.client.get(path)
        assert answer.status_code < 500, path
        return answer

    def look(self, route: Route, number: int, query: str = "") -> str:
        """Open one page; its text."""
        answer = self.get(route, query, number)
        return self.show(answer, route.route, f"{query} no. {number}")

    def show(self, answer: HttpResponse, route: str, which: str) -> str:
        """Look at it in the browser, if it is a page with text of people."""
        if not answer.headers.get("Content-Type", "").startswith("text/html"):
            return ""
        text = answer.content.decode(errors="replace")
        if MARK.search(text) or "xss" in text:
            if self.once and route in self.rendered:
                self.held[f"{route} {which}, {len(self.held)}"] = answer
            else:
                self.browser.show(answer, f"{route} {which}")
            self.rendered.add(route)
            self.left = {(column, said) for column, said in self.left if said not in text}
        return text

    def finish(self) -> None:
        """Parse what was not rendered."""
        self.browser.parse(self.held)
        self.held = {}

    def look_at_all_pages(self, route: Route) -> None:
        for number in count(1):
            if f"page={number + 1}" not in self.look(route, 0, f"?page={number}"):
                return

    def everything(self, few: int) -> None:
        """Every page, for each of the objects or for a few of them."""
        for place, route in enumerate(ROUTES):
            wanted = len(self.world.things["player"]) if route.route in EVERY else few
            objects = set(route.parameters) - {"club", "token"}
            self.look_at_all_pages(route)
            for number in range(1, wanted if objects else 1):
                self.look(route, number if route.route in EVERY else number * (place + 1))


def _stored(text: str, column: str) -> str:
    if column == "players.TypedName.text":
        return as_name(text)
    # Publishing leaves out the blanks around the name of an event.
    return marked(text, column).strip() if column == "events.Event.name" else marked(text, column)


@pytest.fixture(scope="module")
def built(
    browser: Browser, django_db_setup: None, django_db_blocker: SimpleNamespace
) -> Iterator[Infested]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield infest(sample(SAMPLE))
        transaction.set_rollback(True)


def read_all_of_it(
    world: Infested, texts: tuple[str, ...], browser: Browser, few: int, *, once: bool = False
) -> Reading:
    """With labels, then whole names, then initials, the club public, and what there is once."""
    reading, club = Reading(world, texts, browser, once=once), Club.objects.filter(pk=world.club.pk)
    caches["pages"].clear()
    world.club.players.update(display=Display.LABEL)
    reading.everything(few)
    world.club.players.update(display=Display.CLUB)
    club.update(names=NameDisplay.FULL, visibility=Visibility.PUBLIC)
    members = [route for route in ROUTES if route.access == "reader"]
    reading.finish()
    reading.rendered.clear()
    for names in (NameDisplay.FULL, NameDisplay.INITIALS):
        club.update(names=names)
        for route in members:
            reading.look(route, 1)
    for text in texts:
        rename_singles(world, text)
        for route in ROUTES:
            if route.route in SINGLES:
                reading.look(route, 0)
    reading.finish()
    return reading


def unshown(reading: Reading) -> set[tuple[str, str]]:
    """Which text of which field was on no page."""
    return reading.left


# -- What is stored ------------------------------------------------------------------------------------


def test_a_sample_of_the_corpus_runs_nowhere(built: Infested, browser: Browser, db: None) -> None:
    reading = read_all_of_it(built, sample(SAMPLE), browser, few=1, once=True)
    assert reading.browser.found == []
    assert reading.browser.loose == set(), "names that could turn the line they stand in"
    assert unshown(reading) == set(), "fields that no page showed: EVERY misses their page"
    assert reading.browser.shown > 60 and reading.browser.parsed > 20


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_all_of_the_corpus_runs_nowhere(browser: Browser, db: None, part: int) -> None:
    texts = payloads()[part::PARTS]
    reading = read_all_of_it(infest(texts), texts, browser, few=1)
    assert reading.browser.found == []
    assert reading.browser.loose == set()
    assert unshown(reading) == set()
    print(f"{len(texts)} payloads in {len(MARKS)} fields on {reading.browser.shown} pages")


# -- What is typed ---------------------------------------------------------------------------------------


def forms_of(reading: Reading) -> dict[str, Form]:
    """Every form of the club's pages, one for each route it goes to and each set of fields."""
    found: dict[tuple[str, ...], tuple[str, Form]] = {}
    for route in ROUTES:
        client = reading.clients.get(route.route.split("/")[0], reading.anybody)
        path = route.path(reading.world.arguments(0))
        page = client.get(path)
        if page.status_code == 200 and page.headers["Content-Type"].startswith("text/html"):
            for form in forms(page.content.decode(), path):
                goes_to = resolve(urlsplit(form.action).path).route
                found.setdefault((goes_to, *sorted(form.fields)), (route.route, form))
    kept = [(where, form) for where, form in found.values() if not ENDS.search(form.action)]
    return {f"{where}: {form.action} {sorted(form.fields)}": form for where, form in kept}


def send(reading: Reading, where: str, form: Form, text: str) -> HttpResponse | None:
    """One text in every field of the form, and what comes of it, taken back afterwards."""
    client = reading.clients.get(where.split("/")[0], reading.anybody)
    kept = {name: value for name, value in form.fields.items() if name in KEPT}
    data: dict[str, Any] = {**dict.fromkeys(form.fields, text), **kept}
    if "file" in data:
        data["file"] = SimpleUploadedFile(
            f"{text}.csv".replace("/", ":"), text.encode(errors="replace")
        )
    with transaction.atomic():
        answer: HttpResponse = client.post(form.action, data, follow=True)
        transaction.set_rollback(True)
    assert answer.status_code < 500, where
    shown = answer.headers.get("Content-Type", "").startswith("text/html")
    return answer if shown and "xss" in answer.content.decode(errors="replace") else None


@pytest.fixture(scope="module")
def typed(built: Infested, browser: Browser, django_db_blocker: SimpleNamespace) -> dict[str, Form]:
    with django_db_blocker.unblock():
        return forms_of(Reading(built, (), browser))


def type_all(
    reading: Reading, typed: dict[str, Form], texts: tuple[str, ...], each: int, every: int
) -> int:
    """So many of the texts into each form, others into the next; one in `every` of the answers is
    rendered, all are parsed. How many forms were sent."""
    sent = 0
    for place, (where, form) in enumerate(typed.items()):
        held: dict[str, HttpResponse] = {}
        for number in range(each):
            sent += 1
            text = texts[(place + number) % len(texts)]
            if (answer := send(reading, where, form, text)) is None:
                continue
            held[f"{where} no. {number}"] = answer
            if (number + place) % every == 0:
                reading.browser.show(answer, f"{where} no. {number}")
        reading.browser.parse(held)
    return sent


def test_what_is_typed_comes_back_as_text(
    built: Infested, typed: dict[str, Form], browser: Browser, db: None
) -> None:
    reading = Reading(built, (), browser)
    sent = type_all(reading, typed, sample(12), each=1, every=8)
    assert reading.browser.found == []
    assert reading.browser.loose == set()
    assert sent > 60 and reading.browser.parsed > 20 and reading.browser.shown > 3


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_all_of_the_corpus_typed_comes_back_as_text(
    built: Infested, typed: dict[str, Form], browser: Browser, db: None, part: int
) -> None:
    reading, texts = Reading(built, (), browser), payloads()[part::PARTS]
    sent = type_all(reading, typed, texts, each=len(texts), every=40)
    assert reading.browser.found == []
    parsed, shown = reading.browser.parsed, reading.browser.shown
    print(f"{len(texts)} payloads, {sent} forms sent, {parsed} answers parsed, {shown} rendered")


def test_addresses_questions_and_errors(built: Infested, browser: Browser, db: None) -> None:
    """What somebody puts into a link for others to press; each page is rendered with one text."""
    reading, root = Reading(built, (), browser), f"/m/{built.token}/"
    owner, late = reading.clients["c"], {"origin": "http://testserver"}
    asked = [route for route in ROUTES if route.route in ASKED]
    assert len(asked) == len(ASKED)
    held: dict[str, HttpResponse] = {}
    for number, text in enumerate(sample(6)):
        said = quote(text, safe="")
        answers = [reading.get(route, QUERY.format(said)) for route in asked]
        answers += [
            reading.anybody.get(f"{root}player/{said}/"),
            reading.anybody.post(root, {text: text}),
            reading.anybody.get(f"/accounts/login/?next={said}"),
            owner.get(f"/c/infested/{said}/"),
            Client().post("/c/infested/settings/change/", {"name": text}, headers=late),
        ]
        for place, answer in enumerate(answers):
            where = f"address {place} no. {number}: {answer.status_code}"
            assert answer.status_code < 500, where
            if answer.headers.get("Content-Type", "").startswith("text/html"):
                held[where] = answer
                if place % 6 == number:
                    reading.browser.show(answer, where)
    reading.browser.parse(held)
    assert reading.browser.found == []
    assert reading.browser.shown > 8 and reading.browser.parsed > 50


def test_mails_are_text(built: Infested, db: None) -> None:
    rename_singles(built, payloads()[0])
    built.club.refresh_from_db()
    EmailAddress.objects.filter(user=built.owner).update(verified=True)
    User.objects.filter(pk=built.owner.pk).update(email="owner@example.org")
    EmailAddress.objects.filter(user=built.owner).update(email="owner@example.org")
    built.owner.refresh_from_db()
    logged_in(built.owner, fresh=True).post(
        "/c/infested/officers/invite/", {"email": "new@example.org", "role": "arbiter"}
    )
    (mail,) = django_mail.outbox
    assert MARKS["clubs.Club.name"] in mail.body
    assert mail.content_subtype == "plain" and not getattr(mail, "alternatives", [])


# -- Nothing is left out ------------------------------------------------------------------------------


def columns() -> set[str]:
    """Every column of our tables that can hold any text."""
    return {
        f"{model._meta.label}.{column.name}"
        for model in apps.get_models()
        if model.__module__.split(".")[0] in OURS
        for column in model._meta.get_fields()
        if isinstance(column, (CharField, TextField, JSONField)) and not column.choices
    }


def test_every_column_with_text_is_part_of_it_or_says_why_not() -> None:
    assert columns() - set(MARKS) - set(NO_TEXT) == set(), "a mark in infested.MARKS, or a reason"
    assert (set(MARKS) | set(NO_TEXT)) - columns() == set(), "there is no such column any more"


def test_every_form_field_with_text_is_on_a_page_that_is_tried(typed: dict[str, Form]) -> None:
    names = {name for form in typed.values() for name in form.fields}
    missing = {
        f"{form.__module__}.{form.__qualname__}.{name}"
        for form, name in text_fields()
        if name not in names
    }
    assert missing == set(NOT_ON_A_PAGE), "a page with this field, or a reason in NOT_ON_A_PAGE"


def text_fields() -> Iterator[tuple[type[BaseForm], str]]:
    """Every field of our forms in which somebody can write. Some are imported when first asked for."""
    for module in ("clubs.account_forms", "ladder.fact_forms", "ladder.rule_forms"):
        import_module(module)
    waiting: list[type[BaseForm]] = [BaseForm]
    for form in waiting:
        waiting += form.__subclasses__()
        if form.__module__.split(".")[0] in OURS:
            for name, found in getattr(form, "base_fields", {}).items():
                if isinstance(found, (forms_of_django.CharField, FileField)):
                    yield form, name


# -- The controls ---------------------------------------------------------------------------------------


PLACES = ("<p>{0}</p>", '<p title="{0}">', "<p title='{0}'>", "<input value={0}>", '<a href="{0}">')


def forgotten(shown: Inside, text: str, *places: str) -> list[str]:
    """What is caught on a page with the text as it is, in these places."""
    policy = Client().get("/privacy/").headers["Content-Security-Policy"]
    page = "<!doctype html><title>x</title>" + "".join(place.format(text) for place in places)
    return shown.show(HttpResponse(page, headers={"Content-Security-Policy": policy}), text)


def test_a_place_that_forgets_to_escape_is_seen(browser: Browser) -> None:
    shown = inside(browser, lambda _: HttpResponse())
    for place, text in (
        (PLACES[0], "<img src=x onerror=xss()>"),
        (PLACES[0], "<script>xss()</script>"),
        (PLACES[1], '" onfocus=xss() autofocus tabindex=1 x="'),
        (PLACES[2], "' onmouseover=xss() '"),
        (PLACES[3], "x onfocus=xss() autofocus"),
        (PLACES[4], "javascript:xss()"),
    ):
        assert forgotten(shown, text, place), text
        assert not forgotten(shown, str(escape(text)), PLACES[0]), text


@pytest.mark.long
def test_what_is_not_escaped_is_seen(browser: Browser) -> None:
    """Every payload in all places where a page may forget to escape it: they are no duds."""
    shown = inside(browser, lambda _: HttpResponse())
    caught = {text: forgotten(shown, text, *PLACES) for text in payloads()}
    ran = sum(any(": ran: " in one for one in found) for found in caught.values())
    harmless = [text for text, found in caught.items() if not found]
    print(f"{len(caught)} payloads not escaped: {ran} run or are stopped, {harmless} harmless")
    assert ran > 100
    assert len(harmless) < 60


def test_a_product_that_forgets_to_escape_is_seen(
    built: Infested, browser: Browser, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same pages as above, of a product whose templates escape nothing."""
    caches["pages"].clear()
    monkeypatch.setattr("django.template.base.conditional_escape", str)
    reading = Reading(built, (), browser)
    for route in ROUTES:
        if route.route in EVERY:
            before = len(reading.browser.found)
            for number in range(SAMPLE):
                reading.look(route, number)
                if seen := len(reading.browser.found) > before:
                    break
            assert seen, route.route
    caches["pages"].clear()


def test_a_template_that_was_run_is_seen(browser: Browser) -> None:
    shown = inside(browser, lambda _: HttpResponse())
    assert shown.show(HttpResponse(f"<p>{7777 * 7777}</p>"), "x")
    assert shown.show(HttpResponse("<p>x<!-- xss --></p>"), "x")
    assert not shown.show(HttpResponse("<p>&lt;svg onload=xss()&gt;</p>"), "x")


def test_a_name_that_is_not_isolated_is_seen(browser: Browser) -> None:
    shown = inside(browser, lambda _: HttpResponse())
    shown.show(
        HttpResponse("<table><tr><td>\u05d0 ~nm</td><td><bdi>\u05d1 ~nm</bdi></td></table>"), "x"
    )
    assert [line for line in shown.loose if "\u05d0" in line] and len(shown.loose) == 1
