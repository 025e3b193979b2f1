"""The security log (logger `security`): who came in, was refused, opened or closed something.

Ids and a truncated address, never a name, an e-mail address or a token. What changes a club stands
in the log of the club as well (`clubs.services.log`), which hands it on here with its commit.
"""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from ipaddress import ip_address, ip_network
from typing import Any

from allauth.account.adapter import get_adapter
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from clubs.models import User

logger = logging.getLogger("security")

# Actions of the audit log that are events of security as well.
_ACTIONS = ("club.", "link.", "officer.", "player.erase", "player.export", "ladder.rebuild")

_request: ContextVar[HttpRequest | None] = ContextVar("request", default=None)


@contextmanager
def during(request: HttpRequest) -> Iterator[None]:
    """What is noted meanwhile comes from the address of this request."""
    token = _request.set(request)
    try:
        yield
    finally:
        _request.reset(token)


def note(event: str, **ids: object) -> None:
    """Write an event down: fields without a value are left out."""
    found = {
        "event": event,
        **{name: value for name, value in ids.items() if value not in ("", None)},
    }
    request = _request.get()
    if request is not None:
        found["from"] = address_prefix(request)
    logger.info(
        " ".join(f"{name}={value}" for name, value in found.items()), extra={"security": found}
    )


def note_action(action: str, club: str, by: int | None, object_uid: str) -> None:
    """An entry of the audit log that has committed."""
    if action.startswith(_ACTIONS) or action.endswith(".export"):
        note(action, club=club, user=by, object=object_uid)


def note_refusal(request: HttpRequest, response: HttpResponseBase) -> None:
    """Somebody asked for a thing that is not theirs, or for too much. Addresses that lead nowhere
    (no route) are noise and left out."""
    match = request.resolver_match
    if match is None or response.status_code not in (403, 404, 429):
        return
    user = getattr(request, "user", None)
    note(
        "access.refused",
        route=match.view_name,
        method=request.method if (request.method or "").isalpha() else "",
        status=response.status_code,
        user=user.pk if user is not None else None,
        club=match.kwargs.get("club", ""),
    )


def address_prefix(request: HttpRequest) -> str:
    """Where a request comes from, not to the house: IPv4 /24, IPv6 /48."""
    try:
        address = ip_address(get_adapter(request).get_client_ip(request))
    except (ValueError, PermissionDenied, ImproperlyConfigured):
        return "unknown"
    return str(ip_network((address, 24 if address.version == 4 else 48), strict=False))


# -- Signals of logging in ------------------------------------------------------------------------


def login_failed(sender: Any, credentials: Mapping[str, Any], **more: Any) -> None:
    """The account by its number, if there is one; what was typed may be a password by mistake."""
    email = str(credentials.get("email") or credentials.get("username") or "")
    user = User.objects.filter(email__iexact=email).values_list("pk", flat=True).first()
    note("login.failed", user=user)


def code_failed(sender: Any, user: User, **more: Any) -> None:
    note("login.code-failed", user=user.pk)


class Noted:
    """Hears a signal about an account and notes it under a name."""

    def __init__(self, event: str) -> None:
        self.event = event

    def __call__(self, sender: Any, user: User | None = None, **more: Any) -> None:
        note(self.event, user=user.pk if user else None)
