"""The choice of a language, also from pages that tell nobody where the browser comes from."""

from django.test import Client

from clubs.models import Club, User
from tests.cast import logged_in


def choose(client: Client, language: str, back: str) -> None:
    """Press the button as a browser does on a page with "Referrer-Policy: no-referrer"."""
    answer = client.post(
        "/language/", {"language": language, "next": back}, headers={"origin": "null"}
    )
    assert (answer.status_code, answer["Location"]) == (302, back)
    assert client.cookies["django_language"].value == language


def test_a_member_chooses_on_a_page_without_referrer(club: Club, link: str) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.get(link)["Referrer-Policy"] == "no-referrer"
    choose(client, "cs", link)
    assert 'lang="cs"' in client.get(link).content.decode()


def test_the_account_follows(club: Club, owner: User) -> None:
    choose(logged_in(owner), "cs", "/home/")
    owner.refresh_from_db()
    assert owner.language == "cs"


def test_a_form_of_another_site_comes_without_the_login(settings) -> None:
    """Why this one form needs no token."""
    assert settings.SESSION_COOKIE_SAMESITE == "Lax"
