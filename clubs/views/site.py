"""Pages that belong to no club."""

import logging

from django.conf.locale import LANG_INFO
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, HttpResponseServerError, JsonResponse
from django.shortcuts import redirect, render
from django.template import loader
from django.utils import timezone, translation
from django.utils.translation import check_for_language
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views import i18n
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from clubs import queries
from clubs.access import everybody
from clubs.uid import new_uid
from clubs.young import languages, young

logger = logging.getLogger(__name__)

# A ladder that waits longer than this waits for a sweeper that is not there.
LONGEST_WAIT_SECONDS = 600

# Crawlers may fetch members' pages: only so do they read that these are not to be indexed.
ROBOTS = "User-agent: *\nDisallow:\n"


@everybody
@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect("clubs:home")
    return _indexable(render(request, "clubs/landing.html"))


@everybody
@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    context = {"young": young(translation.get_language() or "en")}
    return _indexable(render(request, "clubs/privacy.html", context))


@everybody
@require_safe
def for_young(request: HttpRequest) -> HttpResponse:
    """The part for children alone; `?in=ru` says the language, else the browser or the choice."""
    offered = languages()
    asked = request.GET.get("in", "")
    chosen = asked if asked in offered else _language_of(request, offered)
    names = [(code, LANG_INFO[code]["name_local"].capitalize()) for code in offered]
    context = {"young": young(chosen), "languages": names}
    return _indexable(render(request, "clubs/young.html", context))


def _language_of(request: HttpRequest, offered: list[str]) -> str:
    """What was chosen for this browser, else the first language it asks for that is offered."""
    if "django_language" not in request.COOKIES and not request.user.is_authenticated:
        for code, _weight in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
            if (found := code.partition("-")[0]) in offered:
                return found
    return translation.get_language() or "en"


@everybody
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


@csrf_exempt
@everybody
@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Choose a language for this browser and, logged in, for the account.

    Members' pages send no referrer, so browsers send this form with "Origin: null", which the check
    for forged forms refuses. Exempt from it: a form of another site comes without the login (the
    session's cookie is SameSite=Lax), so all it could choose is the language of this browser.
    """
    language = request.POST.get("language", "")
    if request.user.is_authenticated and check_for_language(language):
        request.user.language = language[:2]
        request.user.save(update_fields=["language"])
    response: HttpResponse = i18n.set_language(request)
    return response


@everybody
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Alive: answers without asking anything else."""
    return JsonResponse({"status": "ok"})


@everybody
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Fit to serve: database, migrations, no ladder that waits too long. No data of a club."""
    try:
        executor = MigrationExecutor(connection)
        missing = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
        since = queries.waiting_since() if not missing else None
    except DatabaseError:
        logger.exception("Not ready: the database does not answer")
        return JsonResponse({"status": "database"}, status=503)
    waits = int((timezone.now() - since).total_seconds()) if since else 0
    status = "migrations" if missing else "sweeper" if waits > LONGEST_WAIT_SECONDS else "ok"
    return JsonResponse(
        {"status": status, "missing_migrations": missing, "oldest_stale_seconds": waits},
        status=200 if status == "ok" else 503,
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page of an address that is nothing (handler404). Unlike Django's, it does not look for a
    token in what was sent, which nobody has read and which may be no form at all."""
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """The page of an error that is ours (handler500): a reference, which also stands in the log."""
    reference = new_uid()
    logger.error("The error at %s has the reference %s", request.path, reference)
    page = loader.render_to_string("500.html", {"reference": reference})
    return HttpResponseServerError(page)


def _indexable(response: HttpResponse) -> HttpResponse:
    """Search engines may show this page: it says nothing of any club."""
    response.indexable = True  # type: ignore[attr-defined]
    return response
