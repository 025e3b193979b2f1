"""The only door from (user or link token, slug, uid) to objects.

Outsiders get the 404 of a thing that does not exist; insiders without the role get 403. A view
without one of these decorators is found by a test.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from allauth.core.exceptions import ReauthenticationRequired
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _

from clubs import links
from clubs.guessing import too_many_wrong
from clubs.limits import too_much
from clubs.memory import keep_up
from clubs.models import Club, NameDisplay, Officer, User
from clubs.queries import has_second_factor
from clubs.roles import Permission, may
from clubs.sessions import is_fresh

LOOKING = ("GET", "HEAD")

P = ParamSpec("P")
R = TypeVar("R", bound=HttpResponse)


class SignedInRequest(HttpRequest):
    """A request of somebody who is logged in."""

    user: User


class ArbiterRequest(SignedInRequest):
    """A request of an officer of `club` whose role allows what the view does."""

    club: Club
    officer: Officer


@dataclass(frozen=True, slots=True)
class Reader:
    """Whoever looks at the members' side of a club: by link, or because the club is public."""

    club: Club
    kind: str  # "link" or "public"
    token: str = ""
    event_uid: str = ""  # a link that opens this event only

    @property
    def full_names(self) -> bool:
        """Whether the club shows full names to this reader (persons may differ: privacy)."""
        return self.club.names == NameDisplay.FULL

    @property
    def root(self) -> str:
        """Where the club's member pages begin for this reader: /m/<token>/ or /p/<club>/."""
        return f"/m/{self.token}/" if self.kind == "link" else f"/p/{self.club.slug}/"


class ReaderRequest(HttpRequest):
    """A request that may see the members' side of `reader.club`."""

    reader: Reader
    user: User


class StaffRequest(SignedInRequest):
    """A request of an instance admin."""


def officer(
    permission: Permission,
) -> Callable[
    [Callable[Concatenate[ArbiterRequest, P], R]],
    Callable[Concatenate[HttpRequest, str, P], R],
]:
    """The view of an officer: takes `club` (a slug) from the URL, gives `request.club`."""

    def decorate(
        view: Callable[Concatenate[ArbiterRequest, P], R],
    ) -> Callable[Concatenate[HttpRequest, str, P], R]:
        @wraps(view)
        def inner(request: HttpRequest, club: str, *args: P.args, **kwargs: P.kwargs) -> R:
            found = (
                Officer.objects.select_related("club")
                .filter(club__slug=club, user=request.user.pk)
                .first()
            )
            if found is None:
                raise Http404
            if not may(found.role, permission):
                raise PermissionDenied
            if too_much(request, found.club):
                return render(request, "429.html", status=429)  # type: ignore[return-value]
            keep_up(found.club)
            request.club, request.officer = found.club, found  # type: ignore[attr-defined]
            return view(request, *args, **kwargs)  # type: ignore[arg-type]

        inner.access = permission  # type: ignore[attr-defined]
        return inner

    return decorate


def reader(
    view: Callable[Concatenate[ReaderRequest, P], R],
) -> Callable[Concatenate[HttpRequest, P], R]:
    """A members' page: takes `token` or `club` from the URL, gives `request.reader`.

    It is for looking only: whoever may see it gets 405 for anything else. A link that opens one
    event only does not open it.
    """
    return _reader(view, event_link=False)


def event_reader(
    view: Callable[Concatenate[ReaderRequest, P], R],
) -> Callable[Concatenate[HttpRequest, P], R]:
    """A members' page that the link of its `event` opens as well."""
    return _reader(view, event_link=True)


def _reader(
    view: Callable[Concatenate[ReaderRequest, P], R], *, event_link: bool
) -> Callable[Concatenate[HttpRequest, P], R]:
    @wraps(view)
    def inner(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> R:
        token, slug = kwargs.pop("token", None), kwargs.pop("club", None)
        try:
            who = _by_token(str(token)) if token is not None else _public(str(slug))
        except Http404:
            if token is not None and too_many_wrong(request):
                return render(request, "429.html", status=429)  # type: ignore[return-value]
            raise
        if who.event_uid and not (event_link and kwargs.get("event") == who.event_uid):
            raise Http404
        if request.method not in LOOKING:
            return HttpResponseNotAllowed(LOOKING)  # type: ignore[return-value]
        keep_up(who.club)
        request.reader = who  # type: ignore[attr-defined]
        if not request.COOKIES.get("django_language"):
            translation.activate(who.club.language)
            request.LANGUAGE_CODE = translation.get_language()
        response = view(request, *args, **kwargs)  # type: ignore[arg-type]
        if who.kind == "public":
            # A file says itself that it is none for search engines (clubs.downloads).
            response.indexable = getattr(response, "indexable", True)  # type: ignore[attr-defined]
        return response

    inner.access, inner.event_link = "reader", event_link  # type: ignore[attr-defined]
    return login_not_required(inner)


def staff(
    view: Callable[Concatenate[StaffRequest, P], R],
) -> Callable[Concatenate[HttpRequest, P], R]:
    """A page of the instance's admins; for everybody else it does not exist.

    An admin without a second factor is sent to set one up first.
    """

    @wraps(view)
    def inner(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> R:
        if not getattr(request.user, "is_staff", False):
            raise Http404
        if not has_second_factor(request.user):  # type: ignore[arg-type]
            messages.warning(
                request,
                _("The administration asks for a login in two steps. Set up the second one here."),
            )
            return redirect("mfa_index")  # type: ignore[return-value]
        return view(request, *args, **kwargs)  # type: ignore[arg-type]

    inner.access = "staff"  # type: ignore[attr-defined]
    return inner


View = TypeVar("View", bound=Callable[..., HttpResponse])


def fresh(
    *, only_if: Callable[[Any], bool] | None = None, looking: bool = False
) -> Callable[[View], View]:
    """For what destroys or reveals: the password or the second factor, given within half an hour
    (with the login, or again).

    Stands below the decorator that says who may. `only_if(request)` narrows it to the presses that
    do; `looking` asks for it before the page with the question is shown, too. What was sent is kept
    and goes on after the answer.
    """

    def asked(request: HttpRequest) -> bool:
        acts = looking or request.method not in LOOKING
        return acts and (only_if is None or only_if(request))

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if asked(request) and not is_fresh(request):
                raise ReauthenticationRequired  # answered by allauth's middleware
            return view(request, *args, **kwargs)

        guarded.fresh = True  # type: ignore[attr-defined]
        return guarded  # type: ignore[return-value]

    return decorate


def signed_in(
    view: Callable[Concatenate[SignedInRequest, P], R],
) -> Callable[Concatenate[HttpRequest, P], R]:
    """A page for anybody who is logged in (LoginRequiredMiddleware asks for that)."""
    view.access = "signed-in"  # type: ignore[attr-defined]
    return view  # type: ignore[return-value]


def everybody(
    view: Callable[Concatenate[HttpRequest, P], R],
) -> Callable[Concatenate[HttpRequest, P], R]:
    """A page without a login and without a club's data."""
    view.access = "everybody"  # type: ignore[attr-defined]
    return login_not_required(view)


# Read without the ORM's machinery: this stands before every page of every reader.
_CLUB = tuple(field.attname for field in Club._meta.concrete_fields)
_COLUMNS = ", ".join(f"c.{field.column}" for field in Club._meta.concrete_fields)
_BY_TOKEN = f"""
    SELECT l.event_uid, {_COLUMNS} FROM clubs_sharelink l JOIN clubs_club c ON c.id = l.club_id
    WHERE l.token_hash = %s AND l.revoked IS NULL AND c.visibility <> 'arbiters'
        AND c.closing_since IS NULL
"""  # noqa: S608 (the columns are ours)
_PUBLIC = f"""
    SELECT '', {_COLUMNS} FROM clubs_club c
    WHERE c.slug = %s AND c.visibility = 'public' AND c.closing_since IS NULL
"""  # noqa: S608


def _by_token(token: str) -> Reader:
    event_uid, club = _found(_BY_TOKEN, links.digest(token))
    return Reader(club, "link", token, event_uid)


def _public(slug: str) -> Reader:
    _, club = _found(_PUBLIC, slug)
    return Reader(club, "public")


def _found(query: str, key: str | bytes) -> tuple[str, Club]:
    with connection.cursor() as cursor:
        cursor.execute(query, [key])
        row = cursor.fetchone()
    if row is None:
        raise Http404
    return row[0], Club.from_db(connection.alias, _CLUB, row[1:])
