"""An arbiter who brings in one evening after the other, by HTTP, as the browser would."""

import html
import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import (
    HTTPCookieProcessor,
    HTTPRedirectHandler,
    OpenerDirector,
    Request,
    build_opener,
)

from tests.site import Site

EMAIL, PASSWORD, CLUB = "arbiter@example.org", "quiet bishop on b7", "rooks"
NAMES = (
    "Alfa Ada", "Bravo Bo", "Charlie Cyril", "Delta Dana",
    "Echo Eva", "Foxtrot Filip", "Golf Gita", "Hotel Hugo",
)  # fmt: skip
GAMES = len(NAMES) // 2
RESULTS = ("1-0", "0-1", "1/2")
BOUNDARY = "----evening"


def evening(number: int) -> bytes:
    """A file like no other: the pairings turn, the results count in threes."""
    fixed, others = NAMES[0], NAMES[1:]
    turn = number % len(others)
    row = (fixed, *others[turn:], *others[:turn])
    lines = [f"1;{row[n]};{row[-1 - n]};{RESULTS[number // 7 // 3**n % 3]}" for n in range(GAMES)]
    return "\n".join(["round;white;black;result", *lines]).encode()


@dataclass(frozen=True)
class Answer:
    status: int
    location: str  # the path it leads on to, if it does
    text: str

    def hidden(self, name: str, form: str = "") -> str:
        """The value of a hidden field, of the form with this ending of its address; else empty."""
        pattern = rf'action="[^"]*{form}">.{{0,200}}?' if form else ""
        found = re.search(rf'{pattern}name="{name}" value="([^"]*)"', self.text, re.DOTALL)
        return html.unescape(found[1]) if found else ""


class Trouble(Exception):
    """An answer that is no page: a reason to try again, or to fail the test."""

    def __init__(self, status: int, path: str, text: str) -> None:
        super().__init__(f"{status} for {path}: {text[:2000]}")
        self.status = status


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


@dataclass
class Arbiter:
    """A login at a site, and what it answered."""

    site: Site
    cookies: CookieJar = field(default_factory=CookieJar)
    troubles: int = 0

    def __post_init__(self) -> None:
        self.opener: OpenerDirector = build_opener(_Stay, HTTPCookieProcessor(self.cookies))
        self.get("/accounts/signup/")
        self.post(
            "/accounts/signup/", {"email": EMAIL, "password1": PASSWORD, "password2": PASSWORD}
        )
        self.site.manage("create_club", CLUB, "--name", "Rooks", "--by", EMAIL)

    def get(self, path: str) -> Answer:
        return self._ask(path, None, {})

    def post(self, path: str, fields: dict[str, str], file: bytes = b"") -> Answer:
        token = next((cookie.value for cookie in self.cookies if cookie.name == "csrf"), "")
        fields = {"csrfmiddlewaretoken": token or "", **fields}
        if not file:
            return self._ask(path, urlencode(fields).encode(), {})
        kind = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
        return self._ask(path, _multipart(fields, file), kind)

    def _ask(self, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        request = Request(self.site.url + path, body, headers)
        try:
            response = self.opener.open(request, timeout=60)
        except HTTPError as error:
            response = error
        with response:
            text = response.read().decode()
        location = urlsplit(response.headers.get("Location") or "").path
        if response.status not in {200, 302}:
            self.troubles += response.status >= 500
            raise Trouble(response.status, path, text)
        return Answer(response.status, location, text)

    def guess(self) -> int:
        """Try a members' link that does not exist -> the status; such guesses are counted."""
        try:
            return self.get(f"/m/{'x' * 43}/").status
        except Trouble as trouble:
            return trouble.status

    def publish(self, number: int, *, presses: int = 1) -> str:
        """The whole way of one evening, from the file to the ladder -> the event's path.

        Begun anew it goes on where it was: the file is recognised. The last press is repeated
        as it is, so often, when its answer was none.
        """
        draft = self.post(f"/c/{CLUB}/events/new/file/", {}, evening(number)).location
        if "/events/" in draft:
            return draft
        self._details(draft, number)
        for form in ("whole", "new"):
            digest = self.get(f"{draft}review/").hidden("digest", f"review/{form}/")
            if digest:
                self.post(f"{draft}review/{form}/", {"digest": digest})
        page = self.get(f"{draft}publish/")
        if page.location:
            return page.location
        press = {"version": page.hidden("version"), "another": "1"}
        while True:
            presses -= 1
            try:
                event = self.post(f"{draft}publish/now/", press).location
                break
            except Trouble as trouble:
                if not presses or trouble.status < 500:
                    raise
        self.get(event)
        return event

    def _details(self, draft: str, number: int) -> None:
        day = date(2024, 1, 1) + timedelta(days=number)
        details = {
            "name": f"Evening {number}", "start": "", "date": day.isoformat(), "kind": "swiss",
            "tempo": "rapid", "counts": "yes", "steps": "event",
            "version": self.get(draft).hidden("version"),
        }  # fmt: skip
        self.post(f"{draft}save/", details)


def _multipart(fields: dict[str, str], file: bytes) -> bytes:
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    head = 'Content-Disposition: form-data; name="file"; filename="evening.csv"'
    parts.append(f"--{BOUNDARY}\r\n{head}\r\nContent-Type: text/csv\r\n\r\n".encode() + file)
    return b"".join([*parts, f"\r\n--{BOUNDARY}--\r\n".encode()])
