"""What every answer carries, whatever went wrong inside."""

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.template.loader import render_to_string

from clubs import security
from players.opening.base import Limits

Next = Callable[[HttpRequest], HttpResponse]

PRIVATE_PREFIX = "/m/"
_LENGTH = re.compile(r"[0-9]{1,18}")
NO_INDEX = "noindex, nofollow, noarchive"


class SafetyHeadersMiddleware:
    """Private pages: not indexed, no referrer, kept by no cache, also when they are errors.

    Only pages under /p/, of clubs that chose to be public, may be indexed; they say so
    themselves by setting `response.indexable`.
    """

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not getattr(response, "indexable", False):
            response["X-Robots-Tag"] = NO_INDEX
        if request.path.startswith(PRIVATE_PREFIX):
            response["Referrer-Policy"] = "no-referrer"
        if not request.path.startswith(settings.STATIC_URL):
            response.setdefault("Cache-Control", "private, no-store")
        response.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        return response


class SecurityLogMiddleware:
    """Who is refused what goes to the security log, with where the request came from."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with security.during(request):
            response = self.get_response(request)
            security.note_refusal(request, response)
        return response


class MethodsMiddleware:
    """A page where Django says nothing: the address is right, the method is not. Without a context,
    so that nothing of the club stands in it; which methods work stays in the header."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed):
            response.content = render_to_string("405.html")
        return response


class LimitsMiddleware:
    """Refuse a body that is too large before anything reads it, with a page that says so; and one
    whose length is no number, or whose letters are not in UTF-8: Django fails on some of those."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.headers.get("Content-Length") or "0"
        if not _LENGTH.fullmatch(length) or not _is_utf_8(request):
            return render(request, "400.html", status=400)
        if int(length) > settings.MAX_UPLOAD_BYTES + 64 * 1024:
            context = {
                "limit": settings.MAX_UPLOAD_BYTES / 1_000_000,
                "list_limit": Limits().size / 1_000_000,
            }
            return render(request, "413.html", context, status=413)
        return self.get_response(request)


def _is_utf_8(request: HttpRequest) -> bool:
    charset = (request.content_params or {}).get("charset", "utf-8")
    return charset.lower() in {"utf-8", "utf8", "us-ascii"}
