"""Open members' pages as a member would, after a deployment: over HTTP, through every proxy."""

import re
from argparse import ArgumentParser
from collections.abc import Iterator
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from django.conf import settings

from clubs.commands import JsonCommand
from clubs.models import Club, Visibility
from clubs.queries import members_link

SECONDS = 20
CLUBS = 5
# What every answer under a link carries; see docs/safety.md, L4, L6, L11.
PRIVATE = {
    "X-Robots-Tag": "noindex",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'",
}
_MEMBERS = re.compile(r'href="((?:https?://[^"/]+)?/m/[^"/]+/[^"#?]*)')


class Command(JsonCommand):
    help = (
        "Open the pages that members see, as they do, and say whether all is well. "
        "Without --link: of the first clubs that have a link."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--link", metavar="URL", help="the link of one club or event")
        parser.add_argument(
            "--at", metavar="URL", help="where the server is asked, if not at BASE_URL"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        self.at = (options["at"] or "").rstrip("/")
        links = [options["link"]] if options["link"] else list(_links())
        found = [self._look(f"{settings.BASE_URL}{path}", {}) for path in ("/healthz", "/readyz")]
        for link in links:
            found += self._pages(link)
        bad = [f"{page}: {why}" for page, why, _ in found if why]
        values = {"links": len(links), "pages": len(found), "bad": bad}
        if bad:
            raise self.refuse("; ".join(bad))
        self.answer(values, f"{len(found)} pages of {len(links)} links, all is well.")

    def _pages(self, link: str) -> Iterator[tuple[str, str, str]]:
        """The first page, and one page of every kind that it leads to."""
        first = self._look(link, PRIVATE)
        yield first
        seen = {_kind(link)}
        for href in _MEMBERS.findall(first[2]):
            if (kind := _kind(href)) not in seen:
                seen.add(kind)
                yield self._look(urljoin(link, href), PRIVATE)

    def _look(self, url: str, headers: dict[str, str]) -> tuple[str, str, str]:
        """(page without its token, what is wrong or nothing, body)."""
        parts = urlsplit(url)
        request = Request(f"{self.at or f'{parts.scheme}://{parts.netloc}'}{parts.path}")  # noqa: S310 (an operator's URL)
        if self.at:
            request.add_header("Host", parts.netloc)
            request.add_header("X-Forwarded-Proto", parts.scheme)
        try:
            with _opener.open(request, timeout=SECONDS) as answer:
                body, said = answer.read().decode(), answer.headers
        except HTTPError as error:
            return _kind(url), f"answers {error.code}", ""
        except (URLError, HTTPException, OSError, UnicodeDecodeError) as error:
            return _kind(url), f"does not answer ({type(error).__name__})", ""
        missing = [name for name, part in headers.items() if part not in said.get(name, "")]
        return _kind(url), f"lacks {', '.join(missing)}" if missing else "", body


class _NoRedirect(HTTPRedirectHandler):
    """A page that sends members elsewhere is not well; and no token goes to another place."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


_opener = build_opener(_NoRedirect)


def _links() -> Iterator[str]:
    for club in Club.objects.exclude(visibility=Visibility.ARBITERS).order_by("pk")[:CLUBS]:
        if link := members_link(club):
            yield link.url


def _kind(url: str) -> str:
    """What may stand in a log: the way without the token, of objects only what they are."""
    way = re.sub(r"^/m/[^/]+/", "/m/…/", urlsplit(url).path)
    return re.sub(r"(/(?:player|event|l)/)[^/]+", r"\1…", way)
