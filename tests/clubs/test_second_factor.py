"""The second step of a login: offered to everybody, asked of instance admins (docs/safety.md, S8)."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import call_command
from django.test import Client

from clubs.models import Club, User
from clubs.queries import has_second_factor
from tests import builders
from tests.cast import give_password, logged_in
from tests.web.routes import routes

STAFF = [route for route in routes() if route.access == "staff"]
SETUP = "/accounts/2fa/"


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, f"{path}: {answer.status_code}"
    return str(answer.content.decode())


def set_up(client: Client) -> tuple[str, list[str]]:
    """Set up an authenticator app on the pages, without script -> (secret, recovery codes)."""
    shown = page(give_password(client), "/accounts/2fa/totp/activate/")
    found = re.search(r'id="authenticator_secret".*?value="([A-Z2-7]+)"', shown, re.DOTALL)
    assert found and "data:image/svg" in shown
    code = builders.totp_code(found.group(1))
    answer = client.post("/accounts/2fa/totp/activate/", {"code": code})
    assert answer.headers["Location"] == "/accounts/2fa/recovery-codes/"
    codes = re.findall(r"\b\d{8}\b", page(client, "/accounts/2fa/recovery-codes/"))
    return found.group(1), codes


def first_step(user: User) -> Client:
    """The password was right; the second step is asked for."""
    client = Client()
    answer = client.post("/accounts/login/", {"login": user.email, "password": builders.PASSWORD})
    assert answer.headers["Location"] == "/accounts/2fa/authenticate/"
    return client


def is_in(client: Client) -> bool:
    return client.get("/home/?all=1").status_code == 200


def test_every_arbiter_is_offered_an_app_and_passkeys(arbiter_client: Client) -> None:
    assert SETUP in page(arbiter_client, "/home/?all=1")
    offered = page(arbiter_client, SETUP)
    assert "/accounts/2fa/totp/activate/" in offered and "/accounts/2fa/webauthn/add/" in offered
    assert "publicKey" in page(give_password(arbiter_client), "/accounts/2fa/webauthn/add/")


def test_with_an_app_the_password_alone_opens_nothing(arbiter: User) -> None:
    secret, _ = set_up(logged_in(arbiter))
    client = first_step(arbiter)
    assert not is_in(client)
    assert client.post("/accounts/2fa/authenticate/", {"code": "000000"}).status_code == 200
    assert not is_in(client)
    client.post("/accounts/2fa/authenticate/", {"code": builders.totp_code(secret)})
    assert is_in(client)


def test_a_recovery_code_works_once(arbiter: User) -> None:
    _, codes = set_up(logged_in(arbiter))
    assert len(set(codes)) == 10
    client = first_step(arbiter)
    client.post("/accounts/2fa/authenticate/", {"code": codes[0]})
    assert is_in(client)
    again = first_step(arbiter)
    again.post("/accounts/2fa/authenticate/", {"code": codes[0]})
    assert not is_in(again)
    again.post("/accounts/2fa/authenticate/", {"code": codes[1]})
    assert is_in(again)
    assert "8 out of 10" in page(again, SETUP)


def test_new_recovery_codes_end_the_old_ones(arbiter: User) -> None:
    client = logged_in(arbiter)
    _, codes = set_up(client)
    client.post("/accounts/2fa/recovery-codes/generate/")
    again = first_step(arbiter)
    again.post("/accounts/2fa/authenticate/", {"code": codes[0]})
    assert not is_in(again)


def test_the_second_factor_is_as_good_as_the_password_for_destructive_acts(
    club: Club, owner: User
) -> None:
    client = logged_in(owner)
    secret = builders.make_second_factor(owner)
    asked = client.post("/c/rooks/visibility/change/", {"visibility": "public"})
    assert "/accounts/2fa/reauthenticate/" in page(client, asked.headers["Location"])
    where = "/accounts/2fa/reauthenticate/?next=/c/rooks/visibility/change/"
    client.post(where, {"code": "000000"})
    club.refresh_from_db()
    assert club.visibility == "link"
    client.post(where, {"code": builders.totp_code(secret)})
    club.refresh_from_db()
    assert club.visibility == "public", "what was pressed goes on"


# -- Instance admins -----------------------------------------------------------------------------


@pytest.mark.parametrize("route", STAFF, ids=lambda route: route.route)
def test_an_admin_without_one_is_sent_to_set_it_up(season: Club, route: object) -> None:
    client = logged_in(builders.make_user(is_staff=True), fresh=True)
    path = route.path({"club": "rooks", "ladder": "main"})  # type: ignore[attr-defined]
    for answer in (client.get(path), client.post(path)):
        assert (answer.status_code, answer.headers["Location"]) == (302, SETUP)
    assert "asks for a login in two steps" in page(client, SETUP)


def test_an_admin_with_one_comes_in(staff_client: Client) -> None:
    assert staff_client.get("/staff/ladders/").status_code == 200


@pytest.mark.parametrize(
    ("kinds", "enough"),
    [(["totp"], True), (["webauthn"], True), (["recovery_codes"], False), ([], False)],
)
def test_what_counts_as_one(db: None, kinds: list[str], enough: bool) -> None:
    user = builders.make_user()
    for kind in kinds:
        Authenticator.objects.create(user=user, type=kind, data={})
    assert has_second_factor(user) is enough


def test_a_passkey_is_not_called_by_what_cannot_be_seen(arbiter: User) -> None:
    key = Authenticator.objects.create(user=arbiter, type="webauthn", data={"name": "phone"})
    client = logged_in(arbiter, fresh=True)
    path = f"/accounts/2fa/webauthn/keys/{key.pk}/edit/"
    for name in ("pho\u202ene", "\u2800\u3164"):
        answer = client.post(path, {"name": name})
        assert answer.status_code == 200
        assert "is invisible or not a letter" in answer.content.decode()
        key.refresh_from_db()
        assert key.data["name"] == "phone"
    client.post(path, {"name": "  the  old phone "})
    key.refresh_from_db()
    assert key.data["name"] == "the old phone"


def test_an_admin_of_the_shell_sets_one_up_and_comes_in(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`createsuperuser` needs no mail, and nothing stands between it and /staff/ but this step."""
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", builders.PASSWORD)
    call_command("createsuperuser", email="admin@example.org", interactive=False, verbosity=0)
    client = Client()
    client.post("/accounts/login/", {"login": "admin@example.org", "password": builders.PASSWORD})
    assert client.get("/staff/ladders/").headers["Location"] == SETUP
    set_up(client)
    assert client.get("/staff/ladders/").status_code == 200
    client.post("/accounts/2fa/totp/deactivate/")
    assert client.get("/staff/ladders/").headers["Location"] == SETUP


def test_for_everybody_else_there_is_no_administration(arbiter_client: Client) -> None:
    assert arbiter_client.get("/staff/ladders/").status_code == 404
