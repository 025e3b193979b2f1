"""How long a login lasts, and what ends it: the one place that says so.

A login that was not meant to stay ends after three hours without use, and after twelve at the
latest; "stay logged in on this computer" makes it thirty days without use. A lost role, a new
password, a shut account end all others at once: the account's `sessions_ended` is raised (by
triggers, whoever writes), and a session that knows an earlier number is over. A role that was
given changes the key of the session (`roles_changed`).

Where a person is logged in is kept by allauth.usersessions; before it is stored the address is
cut to its network and what the browser says of itself to two words.
"""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from ipaddress import ip_address, ip_network
from typing import Any, cast

from allauth.account import signals as account_signals
from allauth.mfa import signals as mfa_signals
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends.base import SessionBase
from django.db.models import F
from django.db.models.signals import pre_save
from django.http import HttpRequest, HttpResponse

from clubs.models import User

HOUR = 3600
IDLE_SECONDS = 3 * HOUR
LONGEST_SECONDS = 12 * HOUR
STAYING_SECONDS = settings.SESSION_COOKIE_AGE
# How often it is written down that a session is in use: no row is written with every request.
NOTED_SECONDS = 60

KEY, PROVED = "login", "proved"
NUMBERS = ("sessions_ended", "roles_changed")  # of the account
READERS = ("/m/", "/p/", settings.STATIC_URL)


def connect() -> None:
    """Hear of logins, new passwords and second factors; called when the program starts."""
    user_logged_in.connect(begin, dispatch_uid="sessions")
    account_signals.authentication_step_completed.connect(prove, dispatch_uid="sessions")
    account_signals.user_signed_up.connect(prove, dispatch_uid="sessions")
    pre_save.connect(shorten, sender=UserSession, dispatch_uid="sessions")
    for signal in (
        account_signals.password_changed,
        account_signals.password_set,
        account_signals.password_reset,
        mfa_signals.authenticator_added,
        mfa_signals.authenticator_removed,
    ):
        signal.connect(keep_only, dispatch_uid="sessions")


class SessionsMiddleware:
    """Ends what is over before any page sees it; stands after the one that finds the user."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # Members' pages know no login, so they pay for none.
        if settings.SESSION_COOKIE_NAME in request.COOKIES and not request.path.startswith(READERS):
            check(request)
        return self.get_response(request)


def check(request: HttpRequest) -> None:
    """End this session if it is over, give it another key after a change of role, note its use."""
    if not request.user.is_authenticated:
        return
    user, session, now = request.user, request.session, time.time()
    if is_over(session, user, now):
        UserSession.objects.filter(session_key=session.session_key).delete()
        logout(request)
        return
    kept = session[KEY]
    if kept["roles"] != user.roles_changed:
        _other_key(request)
        session[KEY] = {**kept, "roles": user.roles_changed, "seen": now}
    elif now - kept["seen"] >= NOTED_SECONDS:
        session[KEY] = {**kept, "seen": now}
        seen = datetime.fromtimestamp(now, UTC)
        UserSession.objects.filter(session_key=session.session_key).update(last_seen_at=seen)


def is_over(session: SessionBase, user: User, now: float) -> bool:
    """Whether the login was ended elsewhere, or has lasted or rested too long."""
    kept = session.get(KEY)
    if kept is None or kept["ended"] != user.sessions_ended:
        return True
    if stays(session):
        return bool(now - kept["seen"] > STAYING_SECONDS)
    return bool(now - kept["seen"] > IDLE_SECONDS or now - kept["since"] > LONGEST_SECONDS)


def stays(session: SessionBase) -> bool:
    """Whether "stay logged in on this computer" was ticked."""
    return not session.get_expire_at_browser_close()


def begin(request: HttpRequest, user: User, **_: Any) -> None:
    """Somebody has logged in (Django's signal, sent after the session got its new key)."""
    user.refresh_from_db(fields=NUMBERS)
    now = time.time()
    request.session[KEY] = {"since": now, "seen": now, **_numbers(user)}


def prove(request: HttpRequest, method: str = "password", **_: Any) -> None:
    """Somebody showed just now who they are: by password or second factor, or by signing up."""
    if method in settings.ACCOUNT_REAUTHENTICATION_METHODS:
        request.session[PROVED] = time.time()


def is_fresh(request: HttpRequest) -> bool:
    """Whether they did so within half an hour: enough for what destroys or reveals."""
    proved = float(request.session.get(PROVED, 0))
    return time.time() - proved < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT


def keep_only(request: HttpRequest, user: User, **_: Any) -> None:
    """End every session of the account but the one of this request, if it is the account's."""
    own = request.user.pk == user.pk
    end_all(user, keep=request.session.session_key if own else None)
    if own:
        keep(request)


def keep(request: HttpRequest) -> None:
    """Let this session live on under another key: its own account just ended all of them."""
    user = cast(User, request.user)
    user.refresh_from_db(fields=NUMBERS)
    _other_key(request)
    request.session[KEY] = {**request.session[KEY], **_numbers(user)}


def end_all(user: User, *, keep: str | None = None) -> None:
    """End every session of the account, at once; of `keep` only what is written down stays."""
    User.objects.filter(pk=user.pk).update(sessions_ended=F("sessions_ended") + 1)
    for row in UserSession.objects.filter(user=user.pk).exclude(session_key=keep or ""):
        row.end()


# -- Where one is logged in ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """A browser in which the person is logged in. `uid` tells it from others and opens nothing."""

    uid: str
    client: str
    network: str
    since: datetime
    seen: datetime
    stays: bool
    here: bool


def places(request: HttpRequest) -> list[Place]:
    """Where the person is logged in now: this browser first, then the last used."""
    user, now, found = cast(User, request.user), time.time(), []
    store = import_module(settings.SESSION_ENGINE).SessionStore
    for row in UserSession.objects.filter(user=user.pk):
        session = store(row.session_key)
        if KEY not in session or is_over(session, user, now):
            row.end()
            continue
        here = row.session_key == request.session.session_key
        seen = datetime.fromtimestamp(session[KEY]["seen"], UTC)
        network, days = _network_words(row.ip), stays(session)
        place = Place(
            _uid(row), row.user_agent, network, row.created_at, seen, stays=days, here=here
        )
        found.append(place)
    return sorted(found, key=lambda place: (not place.here, -place.seen.timestamp()))


def end_place(user: User, uid: str) -> bool:
    """End one of the person's sessions; False when there is none like that (any more)."""
    for row in UserSession.objects.filter(user=user.pk):
        if _uid(row) == uid:
            row.end()
            return True
    return False


def shorten(instance: UserSession, **_: Any) -> None:
    """Before it is stored: the address becomes its network, the browser two words."""
    instance.ip = network_of(str(instance.ip))
    instance.user_agent = client_words(instance.user_agent)


def network_of(address: str) -> str:
    """The first address of the network: 24 bits of IPv4, 48 of IPv6."""
    found = ip_address(address)
    bits = 24 if found.version == 4 else 48
    return str(ip_network((found, bits), strict=False).network_address)


# The first that stands in what the browser says wins: Edge and Opera call themselves Chrome too.
BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("Opera", "Opera"), ("Samsung", "Samsung"),
    ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("Chrome", "Chrome"), ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
    ("CrOS", "ChromeOS"), ("ChromeOS", "ChromeOS"), ("Mac OS X", "macOS"), ("macOS", "macOS"),
    ("Linux", "Linux"),
)  # fmt: skip


def client_words(user_agent: str) -> str:
    """Like "Firefox, Windows"; what is not known is left out, and short words stay as they are."""
    words = [
        next((name for mark, name in table if mark in user_agent), "")
        for table in (BROWSERS, SYSTEMS)
    ]
    return ", ".join(filter(None, words))


def _numbers(user: User) -> dict[str, int]:
    return {"ended": user.sessions_ended, "roles": user.roles_changed}


def _other_key(request: HttpRequest) -> None:
    before = request.session.session_key
    request.session.cycle_key()
    UserSession.objects.filter(session_key=before).update(session_key=request.session.session_key)


def _uid(row: UserSession) -> str:
    return hashlib.sha256(f"session:{row.session_key}".encode()).hexdigest()[:16]


def _network_words(network: str) -> str:
    """Where the address is cut: 192.0.2.x, 2001:db8:1:…"""
    return f"{network.rpartition('.')[0]}.x" if "." in network else f"{network.removesuffix(':')}…"
