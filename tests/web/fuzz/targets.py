"""What can be asked and filled in: every page that every role reaches, every form on them.

Found by walking: all routes with the objects of the world, the links on their pages (one for each
route and kind of edit), and the forms that an answer to an unchanged form holds (a preview, a
refusal). A route that takes POST and has no form anywhere gets a form of all names there are.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.urls import Resolver404, resolve

from tests.web.access_table import ROLES, rows
from tests.web.forms import Form, forms
from tests.web.routes import ask, routes
from tests.web.world import World

# Who walks: an arbiter's pages are the owner's, an outsider's are anybody's.
WALKING = ("owner", "staff", "reader", "anonymous")
_HREF = re.compile(r'(?:href|hx-get)="(/[^"#]*)"')
_FILE = re.compile(r'<input[^>]*type="file"[^>]*>')
_NAME = re.compile(r'name="(\w+)"')
_IN_CODE = re.compile(r'GET(?:\.get|\.getlist)?[(\[]"(\w+)"|"(\w+)" (?:not )?in request\.GET')


@dataclass(frozen=True, slots=True)
class Page:
    """An address that answers GET. `asked`: the parameters it was found with."""

    role: str
    route: str
    path: str
    asked: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Target:
    """A form somebody may send: `files` are the fields that take one."""

    role: str
    route: str
    path: str
    fields: tuple[tuple[str, str], ...]
    files: tuple[str, ...] = ()


@dataclass(slots=True)
class Targets:
    pages: list[Page]
    forms: list[Target]
    names: list[str]
    """Of all parameters in addresses."""


def route_of(path: str) -> str:
    """The route of an address; empty where there is none."""
    try:
        return resolve(unquote(urlsplit(path).path)).route
    except Resolver404:
        return ""


def find(world: World) -> Targets:
    walk = _Walk(world)
    for role in WALKING:
        walk.all_pages(role)
    for target in list(walk.forms.values()):
        walk.answer_to(target)
    names = sorted({name for page in walk.pages.values() for name, _ in page.asked} | _in_code())
    targets = [*walk.forms.values(), *_without_form(world, walk.forms.values())]
    return Targets(list(walk.pages.values()), targets, names)


def _in_code() -> set[str]:
    """Names of parameters that the product's code asks for."""
    files = (p for app in ("clubs", "players", "events", "ladder", "config")
             for p in Path(settings.BASE_DIR, app).rglob("*.py"))  # fmt: skip
    found = (pair for path in files for pair in _IN_CODE.findall(path.read_text()))
    return {one or other for one, other in found}


class _Walk:
    def __init__(self, world: World) -> None:
        self.world = world
        self.pages: dict[tuple[str, ...], Page] = {}
        self.forms: dict[tuple[object, ...], Target] = {}

    def all_pages(self, role: str) -> None:
        """All routes that answer this role with a page, and the links there."""
        at, table = ROLES.index(role), rows()
        todo = [
            route.path(self.world.arguments(route, role))
            for route in routes()
            if route.route in table and table[route.route][1][at] == 200
        ]
        while todo:
            path = todo.pop(0)
            if (page := self._unknown(role, path)) is None:
                continue
            with transaction.atomic():
                answer = ask(self.world.clients[role], "GET", path)
                transaction.set_rollback(True)
            self.pages[self._key(page)] = page
            if answer.status_code == 200:
                todo += self._read(role, path, answer)

    def answer_to(self, target: Target) -> None:
        """Send the form as it stands and read the forms of the page that comes; all undone."""
        with transaction.atomic():
            client = self.world.clients[target.role]
            cookies = client.cookies.copy()
            answer = client.post(target.path, dict(target.fields))
            if answer.status_code in (200, 422):
                self._read(target.role, target.path, answer)
            client.cookies = cookies
            transaction.set_rollback(True)

    def _unknown(self, role: str, path: str) -> Page | None:
        asked = tuple(sorted(parse_qsl(urlsplit(path).query)))
        page = Page(role, route_of(path), urlsplit(path).path, asked)
        known = not page.route or "/logout" in path or self._key(page) in self.pages
        return None if known else page

    def _key(self, page: Page) -> tuple[str, ...]:
        kind = resolve(unquote(page.path)).kwargs.get("edit", "")
        return (page.role, page.route, str(kind), *(name for name, _ in page.asked))

    def _read(self, role: str, path: str, answer: HttpResponse) -> list[str]:
        """Keep the forms of a page -> the addresses it links to."""
        if not answer.headers.get("Content-Type", "").startswith("text/html"):
            return []
        text = answer.content.decode()
        files = {name for tag in _FILE.findall(text) for name in _NAME.findall(tag)}
        for form in forms(text, path):
            self._keep(role, form, files)
        return [found.replace("&amp;", "&") for found in _HREF.findall(text)]

    def _keep(self, role: str, form: Form, files: set[str]) -> None:
        for action in {form.action: 0, **dict.fromkeys(form.also)}:
            self._keep_one(role, urlsplit(action).path, form, files)

    def _keep_one(self, role: str, path: str, form: Form, files: set[str]) -> None:
        # Another role's press on the same button is the same code.
        key = (route_of(path), resolve(path).kwargs.get("edit"), *sorted(form.fields))
        if key not in self.forms:
            found = tuple(sorted(files & form.fields.keys()))
            fields = tuple((name, value) for name, value in form.fields.items())
            self.forms[key] = Target(role, route_of(path), path, fields, found)


def _without_form(world: World, known: object) -> Iterator[Target]:
    """Routes that somebody may POST to, and that no page has a form for."""
    forms_: list[Target] = list(known)  # type: ignore[call-overload]
    having, table = {form.route for form in forms_}, rows()
    names = sorted({name for form in forms_ for name, _ in form.fields})
    for route in routes():
        codes = table[route.route][2] if route.route in table else ()
        role = _who_may(codes)
        if route.route not in having and role:
            path = route.path(world.arguments(route, role))
            yield Target(role, route.route, path, tuple((name, "") for name in names))


def _who_may(codes: tuple[int, ...]) -> str:
    """A role that is let in with POST, by the table; empty where nobody is. For an owner 302 is a
    change made, for a stranger the way to the login."""
    closed = {"owner": (403, 404, 405), "staff": (403, 404, 405), "anonymous": (302, 403, 404, 405)}
    answers = dict(zip(ROLES, codes, strict=bool(codes)))
    return next((role for role in closed if answers.get(role, 404) not in closed[role]), "")
