"""Hostile input, one after the other: input N of a seed is the same in every world.

Each request is undone, so that inputs know nothing of each other and any of them can be given alone.
What follows it is part of it: the page it leads to, pages that show what it has stored, and, for
some, what runs after the commit.
"""

import io
import logging
import random
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from urllib.parse import quote, urljoin

import psutil
from django.core import mail
from django.core.cache import caches
from django.db import transaction
from django.http import HttpResponse
from django.test import Client, TestCase

from config.logs import JsonLines, RedactTokens
from events.importers import ImportRefused, read_event, readings, scrubbed
from events.importers.dates import read_day
from events.importers.encoding import LABELS, decode
from events.importers.typed import parse_typed_result, read_result, read_sole_points
from players.opening import ListRefused, is_workbook, read_list, scrub, sheet_text
from tests.web.fuzz import bodies
from tests.web.fuzz.files import any_file
from tests.web.fuzz.targets import Page, Target, Targets, route_of
from tests.web.fuzz.values import Dice, header, hostile, near
from tests.web.world import World

TODAY = date(2026, 6, 1)
FOLLOWED = 0.25  # share of the changes after which pages are looked at
SLOWEST = 10.0  # seconds of one input
STUCK = 60.0  # seconds by the clock
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
# That a ladder has been stale for long is what this address is there to say, with 503.
NOT_READY = "/readyz"
# What programs in between and libraries read; the cookies stand beside the ones of the login.
HEADERS = (
    "HTTP_HOST", "HTTP_REFERER", "HTTP_ORIGIN", "HTTP_USER_AGENT", "HTTP_ACCEPT", "HTTP_ACCEPT_LANGUAGE",
    "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST", "HTTP_X_CSRFTOKEN",
    "HTTP_HX_REQUEST", "HTTP_HX_CURRENT_URL", "HTTP_HX_TRIGGER", "HTTP_HX_PROMPT", "HTTP_HX_TARGET",
    "HTTP_HX_CURRENT_URL_URI_AUTOENCODED", "HTTP_RANGE", "HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE",
    "HTTP_ACCEPT_ENCODING", "HTTP_SEC_FETCH_SITE", "CONTENT_LENGTH", "CONTENT_TYPE", "HTTP_EXPECT",
)  # fmt: skip
COOKIES = ("session", "csrf", "csrftoken", "messages", "django_language", "x")


@dataclass(slots=True)
class Found:
    """An input that broke something."""

    number: int
    what: str
    why: str


@dataclass(slots=True)
class Report:
    """What was asked how often, what it answered, and everything that broke."""

    routes: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    found: list[Found] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    most_memory: int = 0  # bytes of this process

    def __str__(self) -> str:
        """For people: counts by route, then by answer, then what broke."""
        lines = [f"{count:>7}  {route}" for route, count in sorted(self.routes.items())]
        lines += [
            f"{count:>7}  answered {answer}" for answer, count in sorted(self.answers.items())
        ]
        lines.append(f"slowest: {self.slowest[0]:.2f} s, {self.slowest[1]}")
        lines.append(f"most memory: {self.most_memory / 1e6:.0f} MB")
        lines += [f"\nINPUT {one.number}: {one.what}\n{one.why}" for one in self.found]
        return "\n".join(lines)


class Fuzzer:
    """Gives inputs to one world. `seed` and the number of an input make what it is."""

    def __init__(self, world: World, targets: Targets, seed: int, report: Report) -> None:
        self.world, self.targets, self.seed = world, targets, seed
        self.report, self.what = report, ""
        self.kinds: list[Callable[[Dice], HttpResponse | None]] = [
            self._form, self._upload, self._page, self._file,
        ]  # fmt: skip
        self.taking_files = [target for target in targets.forms if target.files]

    def run(self, numbers: Iterable[int]) -> Report:
        process = psutil.Process()
        for number in numbers:
            self.one(number)
            self.report.most_memory = max(self.report.most_memory, process.memory_info().rss)
        return self.report

    def one(self, number: int) -> None:
        dice = random.Random(f"{self.seed}/{number}")
        kind = dice.choices(self.kinds, weights=(42, 6, 14, 38))[0]
        begin, busy = time.perf_counter(), time.process_time()
        try:
            with transaction.atomic():
                try:
                    answer = kind(dice)
                finally:
                    transaction.set_rollback(True)
        except Exception:  # noqa: BLE001  # whatever it is, it is what is looked for
            self._broke(number, traceback.format_exc(limit=-12))
        else:
            self._judge(number, answer)
        spent = time.perf_counter() - begin
        self.report.slowest = max(
            self.report.slowest, (spent, f"input {number}: {self.what[:300]}")
        )
        busy = time.process_time() - busy
        # By the clock only what waits for something for ever: others may use the machine as well.
        if busy > SLOWEST or spent > STUCK:
            self._broke(number, f"took {busy:.1f} s of work, {spent:.1f} s in all")
        mail.outbox.clear()

    def _judge(self, number: int, answer: HttpResponse | None) -> None:
        if answer is None:
            return
        self.report.answers[str(answer.status_code)] += 1
        if answer.status_code >= 500 and answer.request["PATH_INFO"] != NOT_READY:
            raised = getattr(answer, "exc_info", None)
            why = "".join(traceback.format_exception(*raised, limit=-12)) if raised else ""
            self._broke(number, f"answered {answer.status_code}\n{why}")

    def _broke(self, number: int, why: str) -> None:
        self.report.found.append(Found(number, self.what[:2_000], why))

    # -- Kinds of input ---------------------------------------------------------------------

    def _form(self, dice: Dice) -> HttpResponse:
        target = dice.choice(self.targets.forms)
        body = bodies.any_body(self._filled(target, dice), dice)
        path = target.path if dice.random() < 0.95 else self._odd(target.path, dice)
        return self._send(dice, target.role, "POST", path, body)

    def _upload(self, dice: Dice) -> HttpResponse:
        target = dice.choice(self.taking_files)
        # Names of files: never with the quotation mark and line that would end the header.
        name = (b"x.trf", b"list.xlsx", hostile(dice).translate(None, b'"\r\n'))[dice.randrange(3)]
        files = [(one, name, any_file(dice)) for one in target.files]
        fields = self._filled(target, dice) if dice.random() < 0.3 else _as_found(target)
        fields = [(one, value) for one, value in fields if one not in target.files]
        charset = dice.choice(("", "", "", "utf-16", "x"))
        return self._send(
            dice, target.role, "POST", target.path, bodies.multipart(fields, files, charset)
        )

    def _page(self, dice: Dice) -> HttpResponse:
        page = dice.choice(self.targets.pages)
        path = self._odd(page.path, dice) if dice.random() < 0.3 else page.path
        path += self._query(page, dice)
        method = "GET" if dice.random() < 0.9 else dice.choice(METHODS)
        return self._send(dice, page.role, method, path, (b"", bodies.PLAIN))

    def _file(self, dice: Dice) -> None:
        """The importers themselves: an event, a list, or a refusal in words."""
        data, label = any_file(dice), dice.choice((None, None, None, *LABELS))
        self.what = f"a file: {data[:200]!r} ({len(data)} bytes) as {label}"
        self.report.routes["(importers)"] += 1
        text = hostile(dice).decode("utf-8", "surrogateescape")
        for read in (parse_typed_result, read_result, read_sole_points):
            read(text)
        read_day(text, TODAY)
        try:
            event = read_event(
                data, filename=text[:50], encoding=label, code_page="cp1250", today=TODAY
            )
            scrubbed(data, event, encoding=event.encoding, filename="x", today=TODAY)
        except ImportRefused:
            readings(data, code_page="cp1250")
        try:
            sheet = sheet_text(data) if is_workbook(data) else decode(data, label, "cp1250").text
            read_list(scrub(sheet))
        except (ListRefused, ImportRefused):
            pass

    # -- Their parts ------------------------------------------------------------------------

    def _filled(self, target: Target, dice: Dice) -> list[tuple[str, bytes]]:
        """The form with one field, some or all of them wrong, missing or twice."""
        fields = _as_found(target)
        if not fields:
            return [(hostile(dice).decode("utf-8", "replace")[:50], hostile(dice))]
        share = dice.choice((0.0, 0.0, 0.0, 0.3, 1.0))
        sure = dice.randrange(len(fields))
        sent = []
        for at, (name, value) in enumerate(fields):
            wrong = at == sure or dice.random() < share
            sent += self._wrong(name, value, dice) if wrong else [(name, value)]
        return sent

    def _wrong(self, name: str, value: bytes, dice: Dice) -> list[tuple[str, bytes]]:
        kind = dice.random()
        if kind < 0.6:
            return [(name, hostile(dice))]
        if kind < 0.8:
            return [(name, near(value.decode(), dice))]
        if kind < 0.86:
            return []
        if kind < 0.92:
            return [(name, value), (name, hostile(dice))]
        if kind < 0.96:
            return [(dice.choice((f"{name}[]", f"{name}.x", name.upper(), f"{name}\x00")), value)]
        return [(name, str(self._thing(dice)).encode())]

    def _thing(self, dice: Dice) -> object:
        """An id of an object, of this club or of another."""
        return dice.choice([*self.world.own.values(), *self.world.foreign.values()])

    def _odd(self, path: str, dice: Dice) -> str:
        """The address with one of its parts replaced."""
        parts = path.split("/")
        at = dice.randrange(1, len(parts)) if len(parts) > 1 else 0
        kinds = (hostile(dice)[:2_000], str(self._thing(dice)).encode(), b"9" * 30, b"0", b"-1")
        parts[at] = quote(dice.choices(kinds, weights=(6, 3, 1, 1, 1))[0], safe="")
        return "/" + "/".join(parts).lstrip("/")

    def _query(self, page: Page, dice: Dice) -> str:
        fields = [(name, value.encode()) for name, value in page.asked]
        fields += [
            (dice.choice(self.targets.names), hostile(dice)[:LONGEST_QUERY])
            for _ in range(dice.choice((0, 1, 1, 2, 4)))
        ]
        dice.shuffle(fields)
        return "?" + bodies.plain(fields)[0].decode() if fields else ""

    # -- The request ------------------------------------------------------------------------

    def _send(
        self, dice: Dice, role: str, method: str, path: str, body: bodies.Body
    ) -> HttpResponse:
        client = self.world.clients[role]
        client.raise_request_exception = False
        extra = self._headers(client, dice) if dice.random() < 0.25 else {}
        self.what = f"{role} {method} {path[:500]} {body[1]} {extra} {body[0][:1_000]!r}"
        route = route_of(path)
        self.report.routes[f"{method} {route}" if route else "(no such address)"] += 1
        cookies, data = client.cookies.copy(), body[0]
        client.handler.enforce_csrf_checks = dice.random() < 0.03
        try:
            with TestCase.captureOnCommitCallbacks(execute=dice.random() < 0.1):
                answer = client.generic(method, path, data, content_type=body[1], **extra)
            b"".join(answer) if answer.streaming else answer.content
            if answer.status_code == 302 and method == "POST" and dice.random() < FOLLOWED:
                answer = self._after(client, path, answer, dice)
            return answer
        finally:
            client.cookies = cookies
            client.handler.enforce_csrf_checks = False

    def _headers(self, client: Client, dice: Dice) -> dict[str, str]:
        headers = {name: header(dice) for name in dice.sample(HEADERS, dice.choice((1, 1, 2, 5)))}
        if dice.random() < 0.3:
            own = [f"{name}={cookie.value}" for name, cookie in client.cookies.items()]
            odd = [f"{dice.choice(COOKIES)}={header(dice)}" for _ in range(2)]
            headers["HTTP_COOKIE"] = "; ".join(own + odd)
        return headers

    def _after(self, client: Client, path: str, answer: HttpResponse, dice: Dice) -> HttpResponse:
        """Where it leads to, and a page that may show what was stored; the worst of all answers."""
        followed = urljoin(path, answer["Location"])
        answers = [answer]
        if followed.startswith("/"):
            answers.append(client.get(followed))
        caches["pages"].clear()
        page = dice.choice(self.targets.pages)
        answers.append(self.world.clients[page.role].get(page.path))
        return max(answers, key=lambda one: one.status_code // 500)


LONGEST_QUERY = 6_000  # a server takes no longer lines (config/gunicorn.py)


def _as_found(target: Target) -> list[tuple[str, bytes]]:
    return [(name, value.encode()) for name, value in target.fields]


class _Sink(logging.StreamHandler[io.StringIO]):
    """The log of the product, of which one line is kept; what cannot be logged is an error."""

    def __init__(self) -> None:
        super().__init__(io.StringIO())
        self.addFilter(RedactTokens())
        self.setFormatter(JsonLines())

    def emit(self, record: logging.LogRecord) -> None:
        self.stream.seek(0)
        self.stream.truncate()
        super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:
        raise  # noqa: PLE0704  # called where the error is being handled


@contextmanager
def quiet() -> Iterator[None]:
    """Nothing of the log is shown and nothing piles up, but all of it is written."""
    root, sink = logging.getLogger(), _Sink()
    before, root.handlers = root.handlers, [sink]
    try:
        yield
    finally:
        root.handlers = before
