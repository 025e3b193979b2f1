"""Every route of the product, found by walking the URLconf, and how to ask it for something."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
# Rows of these tables may come and go with any request.
_FLEETING = {"django_session", "usersessions_usersession", "cache"}


@dataclass(frozen=True, slots=True)
class Route:
    """One pattern. `route` is how the URLconf writes it, from the root."""

    route: str
    view: Any
    parameters: tuple[str, ...]

    @property
    def ours(self) -> bool:
        """Whether the view is the product's own, not a library's."""
        return not str(self.view.__module__).startswith("allauth.")

    @property
    def access(self) -> str:
        """Who the view says it is for; allauth's views say nothing."""
        return str(getattr(self.view, "access", "")) if self.ours else "account"

    def path(self, arguments: Mapping[str, object]) -> str:
        """An address of this route. Raises KeyError for a parameter that nobody has classified."""
        path = self.route
        for name in self.parameters:
            start = path.rindex("<", 0, path.index(f"{name}>"))
            end = path.index(">", start)
            path = path[:start] + str(arguments[name]) + path[end + 1 :]
        return "/" + path


def routes() -> list[Route]:
    """All of them, in the order of the URLconf."""
    return list(_walk(get_resolver(), ""))


def _walk(resolver: URLResolver, prefix: str) -> Iterator[Route]:
    for pattern in resolver.url_patterns:
        route = prefix + _written(pattern)
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern, route)
        else:
            names = [part.split(">")[0].split(":")[-1] for part in route.split("<")[1:]]
            yield Route(route, pattern.callback, tuple(names))


def _written(pattern: URLPattern | URLResolver) -> str:
    """The pattern as `path` would write it; of a regular expression only the groups' names stay."""
    text = str(pattern.pattern)
    if not text.startswith("^"):
        return text
    text = text.removeprefix("^").removesuffix("$")
    while "(?P<" in text:
        start = text.index("(?P<")
        depth, end = 0, start
        for end in range(start, len(text)):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            if depth == 0:
                break
        name = text[start + 4 : text.index(">", start)]
        text = f"{text[:start]}<{name}>{text[end + 1 :]}"
    return text


def ask(client: Client, method: str, path: str) -> HttpResponse:
    """One request with an empty body; an exception in the view is the answer 500.

    The client keeps the cookies it had: asking to be logged out does not log it out.
    """
    client.raise_request_exception = False
    cookies = deepcopy(client.cookies)
    answer: HttpResponse = client.generic(
        method, path, content_type="application/x-www-form-urlencoded"
    )
    client.cookies = cookies
    return answer


def rows_hash() -> str:
    """A hash over every row of every table, except what any request may write."""
    tables = [
        f"SELECT '{name}' AS name, md5(string_agg(t::text, '|' ORDER BY t::text)) FROM \"{name}\" t"
        for name in connection.introspection.table_names()
        if name not in _FLEETING
    ]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT md5(string_agg(u::text, '|' ORDER BY name)) FROM ({}) u".format(
                " UNION ALL ".join(tables)
            )
        )
        return str(cursor.fetchone()[0])


def everything_said(answer: HttpResponse) -> str:
    """Body and headers of an answer, as text."""
    body = b"".join(answer) if answer.streaming else answer.content
    return body.decode(errors="replace") + "\n".join(f"{k}: {v}" for k, v in answer.items())
