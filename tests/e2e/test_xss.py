"""Nothing that people leave behind runs in anybody's browser (docs/safety.md, O3).

The corpus is tests/data/xss.json: a sample of it here, all of it in `make test-long`. The club of
tests/web/infested.py holds each text in every field; who may look at what looks at it.
"""

import re
from collections.abc import Iterator
from itertools import count
from types import SimpleNamespace
from typing import Any

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

SAMPLE = 12
PARTS = 5  # of the whole corpus, each in a club of its own
# Where a field is shown of one object at a time: these are opened for every object, of all other
# routes a few. What is left over in the end says whether the list is long enough.
EVERY = {
    "c/<slug:club>/players/<slug:player>/",
    "c/<slug:club>/players/<slug:player>/start/",
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
# A form that ends the login, or sends mails; and fields that keep what the page gave them.
ENDS = re.compile(r"logout|sessions/end|/language/|accounts/")
KEPT = {"version", "based_on", "press", "digest", "seen", "number", "role"}
OURS = {"clubs", "players", "events", "ladder", "config"}
NO_TEXT = {
    "clubs.User.password": "a hash", "clubs.User.language": "a code", "clubs.Club.slug": "letters and digits",
    "clubs.Club.time_zone": "of a list", "clubs.Club.language": "of a list", "clubs.Club.code_page": "of a list",
    "clubs.ShareLink.uid": "random", "clubs.ShareLink.event_uid": "random",
    "clubs.AuditEntry.action": "ours", "clubs.AuditEntry.object_uid": "random", "clubs.AuditEntry.details": "ids and choices",
    "players.TypedName.key": "never shown", "players.Player.uid": "random", "players.SuffixGiven.initials": "of names",
    "players.Erasure.player_uid": "random",
    "players.PersonFact.name": "ours", "players.PersonFact.value": "no page shows it", "players.PersonFact.why": "no page shows it",
    "events.Event.listing": "a code", "ladder.AnnouncedList.lines": "ids and numbers", "ladder.LadderSettings.filters": "of lists",
    "events.Event.uid": "random", "events.EventRevision.action": "ours",
    "events.EventRevision.content": "the texts of Event and Game", "events.EventRevision.press": "random",
    "events.IdentityDecision.kind": "ours", "events.IdentityDecision.details": "ids", "events.Draft.uid": "random",
    "ladder.Ladder.slug": "letters and digits", "ladder.Ladder.failed_event_uid": "random",
    "ladder.LadderSettings.system": "ours", "ladder.LadderSettings.parameters": "numbers",
    "ladder.LadderSettings.why": "not shown",
    "ladder.OpeningDraft.uid": "random", "ladder.OpeningDraft.encoding": "of a list", "ladder.OpeningList.uid": "random",
    "ladder.OpeningList.press": "random", "ladder.OpeningList.players": "ids", "ladder.OpeningList.starts": "ids",
    "ladder.OpeningList.kept": "ids", "ladder.RatingRow.extra": "numbers", "ladder.LadderRun.outcome": "ours",
    "ladder.LadderRun.drift": "ids", "ladder.Effect.later": "ids",
}  # fmt: skip
NOT_ON_A_PAGE = {
    "events.forms.deciding.MergeForm.keep": "one of two ids, as buttons",
}
ROUTES = routes()


class Reading:
    """Everybody who may look at something, and the browser they look with."""

    def __init__(self, world: Infested, texts: tuple[str, ...], browser: Browser) -> None:
        self.world = world
        self.clients = {
            "c": logged_in(world.owner), "clubs": logged_in(world.owner),
            "staff": logged_in(world.staff), "accounts": logged_in(world.owner),
        }  # fmt: skip
        self.anybody = Client(raise_request_exception=False)
        for client in self.clients.values():
            client.raise_request_exception = False
        self.client = self.anybody
        self.browser: Inside = inside(browser, self._fragment)
        self.left = {(column, escape(_stored(text, column))) for text in texts for column in MARKS}

    def _fragment(self, path: str) -> HttpResponse:
        return self.client.get(path, headers={"hx-request": "true"})

    def look(self, route: Route, number: int, query: str = "") -> str:
        """Open one page as whoever it is for; its text."""
        path = route.path(self.world.arguments(number)) + query
        self.client = self.clients.get(route.route.split("/")[0], self.anybody)
        answer = self.client.get(path)
        assert answer.status_code < 500, path
        return self.show(answer, f"{route.route}{query} no. {number}")

    def show(self, answer: HttpResponse, where: str) -> str:
        """Render it, if it is a page with text of people."""
        if not answer.headers.get("Content-Type", "").startswith("text/html"):
            return ""
        text = answer.content.decode(errors="replace")
        if MARK.search(text) or "xss" in text:
            self.browser.show(answer, where)
            self.left = {(column, said) for column, said in self.left if said not in text}
        return text

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
    return as_name(text) if column == "players.TypedName.text" else marked(text, column)


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: SimpleNamespace) -> Iterator[Infested]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield infest(sample(SAMPLE))
        transaction.set_rollback(True)


def read_all_of_it(world: Infested, texts: tuple[str, ...], browser: Browser, few: int) -> Reading:
    """With labels, then whole names, then initials, the club public, and what there is once."""
    reading, club = Reading(world, texts, browser), Club.objects.filter(pk=world.club.pk)
    caches["pages"].clear()
    world.club.players.update(display=Display.LABEL)
    reading.everything(few)
    world.club.players.update(display=Display.CLUB)
    club.update(names=NameDisplay.FULL, visibility=Visibility.PUBLIC)
    members = [route for route in ROUTES if route.access == "reader"]
    for names in (NameDisplay.FULL, NameDisplay.INITIALS):
        club.update(names=names)
        for route in members:
            reading.look(route, 1)
    for text in texts:
        rename_singles(world, text)
        for route in ROUTES:
            if route.route in SINGLES:
                reading.look(route, 0)
    return reading


def unshown(reading: Reading) -> set[tuple[str, str]]:
    """Which text of which field was on no page."""
    return reading.left


# -- What is stored ------------------------------------------------------------------------------------


def test_a_sample_of_the_corpus_runs_nowhere(built: Infested, browser: Browser, db: None) -> None:
    reading = read_all_of_it(built, sample(SAMPLE), browser, few=1)
    assert reading.browser.found == []
    assert reading.browser.loose == set(), "names that could turn the line they stand in"
    assert unshown(reading) == set(), "fields that no page showed: EVERY misses their page"
    print(f"{reading.browser.shown} pages")


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
    """Every form of the club's pages, by its action without the object; with the page it is on."""
    found: dict[tuple[str, ...], tuple[str, Form]] = {}
    for route in ROUTES:
        client = reading.clients.get(route.route.split("/")[0], reading.anybody)
        path = route.path(reading.world.arguments(0))
        page = client.get(path)
        if page.status_code == 200 and page.headers["Content-Type"].startswith("text/html"):
            for form in forms(page.content.decode(), path):
                found.setdefault((form.action, *sorted(form.fields)), (route.route, form))
    kept = [(where, form) for where, form in found.values() if not ENDS.search(form.action)]
    return {f"{where}: {form.action}": form for where, form in kept}


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


def type_all(reading: Reading, texts: tuple[str, ...], every: int) -> int:
    """Each text into every form; one in `every` of the answers is rendered, all are parsed."""
    sent = 0
    for place, (where, form) in enumerate(forms_of(reading).items()):
        held: dict[str, HttpResponse] = {}
        for number, text in enumerate(texts):
            sent += 1
            if (answer := send(reading, where, form, text)) is None:
                continue
            held[f"{where} no. {number}"] = answer
            if (number + place) % every == 0:
                reading.browser.show(answer, f"{where} no. {number}")
        reading.browser.parse(held)
    return sent


def test_what_is_typed_comes_back_as_text(built: Infested, browser: Browser, db: None) -> None:
    reading = Reading(built, (), browser)
    sent = type_all(reading, sample(3)[1:], every=4)
    assert reading.browser.found == []
    assert sent > 20 and reading.browser.parsed > 5


@pytest.mark.long
def test_all_of_the_corpus_typed_comes_back_as_text(
    built: Infested, browser: Browser, db: None
) -> None:
    reading = Reading(built, (), browser)
    sent = type_all(reading, payloads(), every=40)
    assert reading.browser.found == []
    print(
        f"{sent} forms sent, {reading.browser.parsed} answers parsed, {reading.browser.shown} rendered"
    )


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


def test_every_form_field_with_text_is_on_a_page_that_is_tried(
    built: Infested, browser: Browser, db: None
) -> None:
    names = {
        name for form in forms_of(Reading(built, (), browser)).values() for name in form.fields
    }
    missing = {
        f"{form.__module__}.{form.__qualname__}.{name}"
        for form, name in text_fields()
        if name not in names
    }
    assert missing == set(NOT_ON_A_PAGE), "a page with this field, or a reason in NOT_ON_A_PAGE"


def text_fields() -> Iterator[tuple[type[BaseForm], str]]:
    """Every field of our forms in which somebody can write."""
    waiting: list[type[BaseForm]] = [BaseForm]
    for form in waiting:
        waiting += form.__subclasses__()
        if form.__module__.split(".")[0] in OURS:
            for name, found in getattr(form, "base_fields", {}).items():
                if isinstance(found, (forms_of_django.CharField, FileField)):
                    yield form, name


# -- The controls ---------------------------------------------------------------------------------------


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
