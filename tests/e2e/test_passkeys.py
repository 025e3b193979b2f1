"""A passkey as the second step of a login, from the first press to its removal (docs/safety.md, S8).

Chromium's virtual authenticator stands in for the phone or the key; everything else is real.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.e2e import pages
from tests.e2e.conftest import Profiles
from tests.site import Site

PHONE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Authenticator:
    """What confirms that somebody is there: a phone with its fingerprint, a key with its button."""

    def __init__(self, page: Page) -> None:
        self.cdp: CDPSession = page.context.new_cdp_session(page)
        self.cdp.send("WebAuthn.enable")
        made = self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": PHONE})
        self.id = made["authenticatorId"]

    def credentials(self) -> list[dict[str, object]]:
        found = self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.id})
        return list(found["credentials"])

    def times_used(self) -> int:
        (key,) = self.credentials()
        return int(str(key["signCount"]))

    @contextmanager
    def of_somebody_else(self) -> Iterator[None]:
        """Meanwhile it holds no key of this account, like the phone of another person."""
        kept = self.credentials()
        self.cdp.send("WebAuthn.clearCredentials", {"authenticatorId": self.id})
        yield
        for key in kept:
            told = {"authenticatorId": self.id, "credential": key}
            self.cdp.send("WebAuthn.addCredential", told)


def add_passkey(page: Page) -> None:
    """As somebody finds it from the page of the account; the login was a moment ago."""
    page.goto("/accounts/2fa/")
    card = page.locator("section", has=page.get_by_role("heading", name="Security keys"))
    card.get_by_role("link", name="Add").click()
    pages.fill(page, "Name", "My phone")
    pages.press(page, "Add")


def password(page: Page, email: str) -> None:
    """The first step of a login."""
    page.goto("/accounts/login/")
    pages.fill(page, "E-mail", email)
    pages.fill(page, "Password", pages.PASSWORD)
    pages.press(page, "Log in")


@pytest.fixture
def account(page: Page, site: Site) -> str:
    """Somebody who signed up and has a confirmed address."""
    email = "passkey@example.org"
    pages.sign_up(page, email)
    pages.confirm_address(page, site, email)
    return email


def test_a_passkey_is_the_second_step(
    page: Page, profile: Profiles, site: Site, account: str
) -> None:
    phone = Authenticator(page)
    add_passkey(page)
    pages.heading(page, "Recovery codes")
    expect(page.get_by_text("Security key added.")).to_be_visible()
    assert [key["rpId"] for key in phone.credentials()] == ["localhost"]
    recovery = re.findall(r"\b\d{8}\b", page.locator("textarea").input_value())

    log_out(page)
    password(page, account)
    pages.heading(page, "Two-step login")
    page.goto("/home/")
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Your clubs")
    page.goto("/accounts/2fa/authenticate/")
    used = phone.times_used()
    with phone.of_somebody_else():
        pages.press(page, "Use a security key")
        expect(page.get_by_role("alert")).to_contain_text("That did not work")
    pages.press(page, "Use a security key")
    pages.heading(page, "Your clubs")
    assert phone.times_used() > used

    with_a_recovery_code(profile(site.url), account, recovery[0])
    remove(page)
    assert page.get_by_text("No security keys have been added.").is_visible()
    log_out(page)
    password(page, account)
    pages.heading(page, "Your clubs")


def log_out(page: Page) -> None:
    page.goto("/home/")
    pages.log_out(page)


def with_a_recovery_code(page: Page, email: str, code: str) -> None:
    """On another computer, without the phone: each code opens once."""
    for way in ("Your clubs", "Two-step login"):
        password(page, email)
        expect(page.get_by_text("or one of your recovery codes")).to_be_visible()
        pages.fill(page, "Code", code)
        pages.press(page, "Log in")
        pages.heading(page, way)
        if way == "Your clubs":
            log_out(page)
    expect(page.get_by_text("Incorrect code.").first).to_be_visible()


def remove(page: Page) -> None:
    """Before it is removed the key itself may say that its owner is there: half an hour after the
    login this page comes by itself, here it is gone to."""
    page.goto("/accounts/reauthenticate/?next=/accounts/2fa/webauthn/")
    pages.heading(page, "Is it you?")
    page.get_by_role("link", name="Use a security key").click()
    pages.press(page, "Use a security key")
    page.get_by_role("link", name="Remove").click()
    pages.heading(page, "Remove the security key")
    page.get_by_role("main").get_by_role("button").first.click()
    expect(page.get_by_text("Security key removed.")).to_be_visible()
    page.goto("/accounts/2fa/")
