"""What every page of a club has at hand (a context processor)."""

from django.http import HttpRequest
from django.urls import reverse

from clubs.access import Reader
from clubs.models import Club, Officer
from clubs.roles import Permission, may


def of_club(request: HttpRequest) -> dict[str, object]:
    """`club`, `root` and what the officer `may` do; for readers only the club's name and `root`."""
    officer: Officer | None = getattr(request, "officer", None)
    if officer is not None:
        return {
            "club": officer.club,
            "root": club_root(officer.club),
            "may": {permission.value: may(officer.role, permission) for permission in Permission},
        }
    reader: Reader | None = getattr(request, "reader", None)
    if reader is not None:
        return {"club": {"name": reader.club.name}, "root": reader.root}
    return {}


def club_root(club: Club) -> str:
    """Where the arbiters' pages of the club begin, with the slash at the end."""
    return reverse("clubs:club", args=[club.slug])
