"""A form that comes too late: the login has ended, or another one has begun since.

What was typed is not thrown away. It comes back inside a page with one button, "Send again", for
the time after the new login. Only for arbiters' pages, and only for a form that this site itself
sent (by its Origin), so that nobody else can put words into that button.
"""

from django.conf import settings
from django.contrib.auth import middleware
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views import csrf

ARBITERS = "/c/"


class LoginRequiredMiddleware(middleware.LoginRequiredMiddleware):
    """Everything asks for a login, and a form that finds none is kept."""

    def handle_no_permission(  # type: ignore[override]
        self, request: HttpRequest, view_func: object
    ) -> HttpResponseBase:
        if request.headers.get("HX-Request") == "true":
            # A fragment cannot hold the login: the whole page is asked for again.
            return HttpResponse(status=401, headers={"HX-Refresh": "true"})
        if is_own_form(request):
            return send_again(request)
        return super().handle_no_permission(request, view_func)  # type: ignore[arg-type]


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form belongs to an earlier login, or to no login of this browser."""
    if is_own_form(request):
        return send_again(request)
    return csrf.csrf_failure(request, reason=reason)


def is_own_form(request: HttpRequest) -> bool:
    """Whether this is a form of an arbiters' page, sent from this very site."""
    if request.method != "POST" or not request.path.startswith(ARBITERS):
        return False
    here = f"{request.scheme}://{request.get_host()}"
    return request.headers.get("Origin") in {here, *settings.CSRF_TRUSTED_ORIGINS}


def send_again(request: HttpRequest) -> HttpResponse:
    """The page that holds what was typed."""
    context = {
        "fields": [
            (name, value)
            for name, values in request.POST.lists()
            for value in values
            if name != "csrfmiddlewaretoken"
        ],
        "files": bool(request.FILES),
        "logged_in": request.user.is_authenticated,
        "login_url": f"{reverse('account_login')}?next={reverse('clubs:home')}",
    }
    return render(request, "again.html", context, status=403)
