"""What every answer carries, whatever went wrong inside."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubs import security

Next = Callable[[HttpRequest], HttpResponse]

PRIVATE_PREFIX = "/m/"
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


class LimitsMiddleware:
    """Refuse a body that is too large before anything reads it, with a page that says so."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            length = int(request.headers.get("Content-Length") or 0)
        except ValueError:
            length = 0
        if length > settings.MAX_UPLOAD_BYTES + 64 * 1024:
            limit = settings.MAX_UPLOAD_BYTES // 1024 // 1024
            return render(request, "413.html", {"limit": limit}, status=413)
        return self.get_response(request)
