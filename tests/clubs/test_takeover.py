"""Who sits at a browser that somebody left logged in does not come to own the account."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from clubs.models import User
from tests import builders
from tests.cast import give_password, logged_in
from tests.clubs.test_sessions import later, log_in

__all__ = ["later"]  # a fixture

OTHER = "thief@example.org"
TOTP = "/accounts/2fa/totp/activate/"
MINUTE = 60


def add(client: Client, email: str = OTHER) -> str:
    """Where adding an address leads."""
    answer = client.post("/accounts/email/", {"email": email, "action_add": ""})
    return str(answer.headers.get("Location", ""))


def mails_to(address: str) -> list[str]:
    return [str(message.body) for message in mail.outbox if message.to == [address]]


def addresses(user: User) -> list[tuple[str, bool]]:
    return list(user.emailaddress_set.order_by("pk").values_list("email", "primary"))


def second_address(user: User, *, verified: bool = True) -> EmailAddress:
    return EmailAddress.objects.create(user=user, email=OTHER, verified=verified)


# -- Addresses ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", ["action_add", "action_primary", "action_remove"])
def test_no_address_is_changed_by_an_old_login(owner: User, later, action: str) -> None:
    if action != "action_add":
        second_address(owner)
    before, client = addresses(owner), log_in(owner)
    later(31 * MINUTE)
    answer = client.post("/accounts/email/", {"email": OTHER, action: ""})
    assert answer.headers["Location"].startswith("/accounts/reauthenticate/?next=")
    client.post(answer.headers["Location"], {"password": "wrong"})
    assert addresses(owner) == before and not mail.outbox


def test_after_the_password_it_goes_on_and_the_main_address_hears_of_it(owner: User) -> None:
    client = logged_in(owner)
    asked = add(client)
    client.post(asked, {"password": builders.PASSWORD})
    assert addresses(owner) == [(owner.email, True), (OTHER, False)]
    (told,) = mails_to(owner.email)
    assert f"The e-mail address {OTHER} was added to your account." in told
    assert len(mails_to(OTHER)) == 1, "the one with the link that confirms it"


def test_the_address_that_was_the_main_one_hears_of_the_change(owner: User) -> None:
    second_address(owner)
    client = logged_in(owner, fresh=True)
    client.post("/accounts/email/", {"email": OTHER, "action_primary": ""})
    (told,) = mails_to("owner@example.org")
    assert OTHER in told
    client.post("/accounts/email/", {"email": "owner@example.org", "action_remove": ""})
    assert addresses(owner) == [(OTHER, True)]
    assert len(mails_to(OTHER)) == 1


def test_a_mail_that_cannot_be_sent_stops_no_change(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise ConnectionRefusedError

    second_address(owner)
    client = logged_in(owner, fresh=True)
    monkeypatch.setattr("clubs.adapter.AccountAdapter.send_mail", refuse)
    answer = client.post("/accounts/email/", {"email": OTHER, "action_primary": ""})
    assert answer.headers["Location"] == "/accounts/email/"
    owner.refresh_from_db()
    assert owner.email == OTHER


# -- A forgotten password ------------------------------------------------------------------------------


def opens(email: str) -> bool:
    """Whether the mail to this address has a link to a new password in it."""
    mail.outbox.clear()
    Client().post("/accounts/password/reset/", {"email": email})
    (message,) = mail.outbox
    assert message.to == [email]
    return bool(re.search(r"/accounts/password/reset/key/\S+", str(message.body)))


@pytest.mark.parametrize("verified", [True, False])
def test_only_the_main_address_gets_the_link(owner: User, verified: bool) -> None:
    second_address(owner, verified=verified)
    assert opens(owner.email) and opens(owner.email.upper().lower())
    assert not opens(OTHER)


def test_a_main_address_that_is_not_confirmed_gets_none_beside_one_that_is(owner: User) -> None:
    EmailAddress.objects.filter(user=owner).update(verified=False)
    assert opens(owner.email), "the only one the account began with: else nobody ever gets in"
    second_address(owner)
    assert not opens(owner.email) and not opens(OTHER)


# -- What is told --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Your password has been changed."), ("cs", "Vaše heslo bylo změněno.")],
)
def test_a_new_password_is_told_in_the_language_of_the_person(
    owner: User, language: str, said: str
) -> None:
    User.objects.filter(pk=owner.pk).update(language=language)
    client, new = logged_in(owner), "another horse battery"
    typed = {"oldpassword": builders.PASSWORD, "password1": new, "password2": new}
    client.post("/accounts/password/change/", typed)
    (told,) = mails_to(owner.email)
    assert said in told


def test_a_password_set_by_mail_is_told(owner: User) -> None:
    client = Client()
    client.post("/accounts/password/reset/", {"email": owner.email})
    link = re.search(
        r"http://localhost:8000(/accounts/password/reset/key/\S+)", mails_to(owner.email)[0]
    )
    assert link
    form, new = client.get(link.group(1)).headers["Location"], "another horse battery"
    client.post(form, {"password1": new, "password2": new})
    assert "Your password has been reset." in mails_to(owner.email)[1]


def test_a_second_factor_is_told_when_it_comes_and_goes(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mail goes out with the commit, which a test never comes to."""
    monkeypatch.setattr("django.db.transaction.on_commit", lambda tell: tell())
    client = give_password(logged_in(owner))
    found = re.search(r'id="authenticator_secret".*?value="(\w+)"', page(client, TOTP), re.DOTALL)
    assert found
    client.post(TOTP, {"code": builders.totp_code(found.group(1))})
    client.post("/accounts/2fa/totp/deactivate/")
    told = "\n".join(mails_to(owner.email))
    assert "app activated." in told and "app deactivated." in told, told


# -- Not twice -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("minutes", "asked"), [(0, False), (29, False), (31, True)])
def test_the_password_of_the_login_counts_on_the_pages_of_the_second_factor(
    owner: User, later, minutes: int, asked: bool
) -> None:
    client = log_in(owner)
    later(minutes * MINUTE)
    assert client.get(TOTP).status_code == (302 if asked else 200)


def page(client: Client, path: str) -> str:
    return client.get(path).content.decode()
