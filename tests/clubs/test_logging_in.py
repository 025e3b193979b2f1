"""Guessing is slow, a school is not locked out, and nobody learns who has an account."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from clubs.models import Club, User
from tests import builders

SCHOOL = "192.0.2.1"


@pytest.fixture(autouse=True)
def _no_earlier_attempts(db: None) -> None:
    cache.clear()


@pytest.fixture
def behind_a_proxy(settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1


def attempt(email: str, password: str, **meta: str) -> int:
    """302: logged in. 200: the form again. 429: too many."""
    client = Client(**{"REMOTE_ADDR": SCHOOL, **meta})
    return client.post("/accounts/login/", {"login": email, "password": password}).status_code


# -- Limits ---------------------------------------------------------------------------------------


def test_ten_who_mistype_do_not_lock_out_the_eleventh(db: None) -> None:
    users = [builders.make_user(f"teacher{n}@example.org") for n in range(11)]
    for _ in range(8):
        for user in users[:10]:
            assert attempt(user.email, "wrong") == 200
    assert attempt(users[10].email, builders.PASSWORD) == 302


def test_an_account_that_is_guessed_at_is_shut_for_a_while_for_everybody(owner: User) -> None:
    assert [attempt(owner.email, f"guess {n}") for n in range(5)] == [200] * 5
    assert attempt(owner.email, builders.PASSWORD) == 200
    assert attempt(owner.email, builders.PASSWORD, REMOTE_ADDR="198.51.100.7") == 200
    cache.clear()  # five minutes later
    assert attempt(owner.email, builders.PASSWORD) == 302


@pytest.fixture
def low_limit(settings) -> None:
    """Of an address: 20 instead of 240, to be there sooner."""
    assert settings.ACCOUNT_RATE_LIMITS["login_failed"] == "240/m/ip,5/300s/key"
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "20/m/ip,5/300s/key"}


@pytest.mark.usefixtures("low_limit")
def test_an_address_that_tries_hundreds_of_accounts_is_stopped(owner: User, arbiter: User) -> None:
    for n in range(20):
        attempt(f"guess{n}@example.org", "wrong")
    assert attempt(owner.email, builders.PASSWORD) == 200
    assert attempt(arbiter.email, builders.PASSWORD, REMOTE_ADDR="198.51.100.7") == 302


@pytest.mark.usefixtures("low_limit", "behind_a_proxy")
def test_a_forged_chain_of_addresses_does_not_begin_anew(owner: User) -> None:
    """The proxy adds the last address; what stands before it is what the client says."""
    for n in range(20):
        attempt(f"guess{n}@example.org", "wrong", HTTP_X_FORWARDED_FOR=f"10.0.0.{n}, {SCHOOL}")
    forged = {"HTTP_X_FORWARDED_FOR": f"10.9.9.9, {SCHOOL}"}
    assert attempt(owner.email, builders.PASSWORD, **forged) == 200
    elsewhere = {"HTTP_X_FORWARDED_FOR": f"{SCHOOL}, 198.51.100.7"}
    assert attempt(owner.email, builders.PASSWORD, **elsewhere) == 302


@pytest.mark.usefixtures("low_limit")
def test_without_a_proxy_the_chain_is_not_believed(owner: User) -> None:
    for n in range(20):
        attempt(f"guess{n}@example.org", "wrong", HTTP_X_FORWARDED_FOR=f"10.0.0.{n}")
    assert attempt(owner.email, builders.PASSWORD, HTTP_X_FORWARDED_FOR="10.9.9.9") == 200


# -- Who has an account -----------------------------------------------------------------------------


def answer(client: Client, path: str, typed: str, **fields: str) -> tuple[int, str, str]:
    """Status, where it leads, and the body without what was typed and what is random."""
    page = client.post(path, fields)
    body = page.content.decode().replace(typed, "ADDRESS")
    body = re.sub(r'csrfmiddlewaretoken" value="\w+', "", body)
    return page.status_code, page.headers.get("Location", ""), body


def both(path: str, known: str, **fields: str) -> list[tuple[int, str, str]]:
    found = []
    for email in (known, "nobody@example.org"):
        given = {name: value.replace("EMAIL", email) for name, value in fields.items()}
        found.append(answer(Client(), path, email, **given))
    return found


def test_a_wrong_password_is_the_same_for_known_and_unknown(owner: User) -> None:
    known, unknown = both("/accounts/login/", owner.email, login="EMAIL", password="wrong")
    assert known == unknown and known[0] == 200


def test_so_is_a_forgotten_one(owner: User, mailoutbox) -> None:
    known, unknown = both("/accounts/password/reset/", owner.email, email="EMAIL")
    assert known == unknown and known[0] == 302
    assert [mail.to for mail in mailoutbox] == [[owner.email], ["nobody@example.org"]]


def test_the_link_to_a_new_password_names_the_configured_host(owner: User, mailoutbox) -> None:
    asked = {"email": owner.email}
    Client(headers={"x-forwarded-host": "evil.example"}).post("/accounts/password/reset/", asked)
    (message,) = mailoutbox
    assert "http://localhost:8000/accounts/password/reset/key/" in message.body
    assert "evil" not in message.body
    answer = Client(headers={"host": "evil.example"}).post("/accounts/password/reset/", asked)
    assert answer.status_code == 400 and len(mailoutbox) == 1


def test_so_is_signing_up_where_mail_is_sent(owner: User, settings, mailoutbox) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    password = {"password1": builders.PASSWORD, "password2": builders.PASSWORD}
    known, unknown = both("/accounts/signup/", owner.email, email="EMAIL", **password)
    assert known == unknown == (302, "/accounts/confirm-email/", "")
    assert Client().get(known[1]).status_code == 200
    assert [mail.to for mail in mailoutbox] == [[owner.email], ["nobody@example.org"]]
    assert User.objects.filter(email=owner.email).count() == 1


def test_so_is_an_invitation(club: Club, owner_client: Client, outsider: User) -> None:
    found = []
    for email in (outsider.email, "nobody@example.org"):
        sent = {"email": email, "role": "arbiter"}
        found.append(answer(owner_client, f"/c/{club.slug}/officers/invite/", email, **sent))
    assert found[0] == found[1] and found[0][0] == 302


# -- Passwords --------------------------------------------------------------------------------------


def sign_up(password: str) -> tuple[Client, int]:
    client = Client()
    form = {"email": "new@example.org", "password1": password, "password2": password}
    return client, client.post("/accounts/signup/", form).status_code


@pytest.mark.parametrize(
    "password", ["password123", "1234567890", "qwertyuiop", "new@example.org", "short-9ž"]
)
def test_common_short_and_telling_ones_are_refused(password: str, db: None) -> None:
    assert sign_up(password)[1] == 200
    assert not User.objects.filter(email="new@example.org").exists()


@pytest.mark.parametrize(
    "password",
    [
        "žluťoučký kůň úpěl",
        "пешка на ферзя идёт",
        "♟️♞♝♜♛♚ ♟️♞♝♜",
        "correct horse battery staple " * 3,
        "a" * 63 + "é" + "b" * 64,
    ],
)
def test_long_ones_of_any_letters_are_taken_whole(password: str, db: None) -> None:
    assert sign_up(password)[1] == 302
    for wrong in (password[:-1], password[:64], password + " x"):
        if wrong != password:
            assert attempt("new@example.org", wrong) == 200
    assert attempt("new@example.org", password) == 302


@hypothesis_settings(max_examples=50)
@given(st.text(st.characters(blacklist_categories=("Cs",)), min_size=1, max_size=200))
def test_no_letter_of_a_password_is_dropped_or_folded(password: str) -> None:
    user = User(email="new@example.org")
    user.set_password(password)
    assert user.check_password(password)
    assert not user.check_password(password[:-1])
    assert not user.check_password(password + "x")
