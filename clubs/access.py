"""The only door from (user or link token, slug, uid) to objects.

Outsiders get the 404 of a thing that does not exist; insiders without the role get 403. A view
without one of these decorators is found by a test.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils import translation

from clubs import links
from clubs.guessing import too_many_wrong
from clubs.limits import too_much
from clubs.memory import keep_up
from clubs.models import Club, NameDisplay, Officer, User
from clubs.roles import Permission, may

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

    It is for looking only: whoever may see it gets 405 for anything else.
    """

    @wraps(view)
    def inner(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> R:
        token, slug = kwargs.pop("token", None), kwargs.pop("club", None)
        try:
            who = _by_token(str(token)) if token is not None else _public(str(slug))
        except Http404:
            if token is not None and too_many_wrong(request):
                return render(request, "429.html", status=429)  # type: ignore[return-value]
            raise
        if who.event_uid and kwargs.get("event") != who.event_uid:
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
            response.indexable = True  # type: ignore[attr-defined]
        return response

    inner.access = "reader"  # type: ignore[attr-defined]
    return login_not_required(inner)


def staff(
    view: Callable[Concatenate[StaffRequest, P], R],
) -> Callable[Concatenate[HttpRequest, P], R]:
    """A page of the instance's admins; for everybody else it does not exist."""

    @wraps(view)
    def inner(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> R:
        if not getattr(request.user, "is_staff", False):
            raise Http404
        return view(request, *args, **kwargs)  # type: ignore[arg-type]

    inner.access = "staff"  # type: ignore[attr-defined]
    return inner


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
"""  # noqa: S608 (the columns are ours)
_PUBLIC = f"""
    SELECT '', {_COLUMNS} FROM clubs_club c WHERE c.slug = %s AND c.visibility = 'public'
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
