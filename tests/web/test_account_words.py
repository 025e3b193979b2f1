"""The pages of allauth speak as ours do: "log in", not "sign in"; one word for one thing."""

import re
from pathlib import Path

import allauth
import pytest
from babel.messages.pofile import read_po
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext

from clubs import account_words
from tests.web.texts import ROOT

ALLAUTH = Path(allauth.__file__).parent / "locale" / "cs" / "LC_MESSAGES" / "django.po"
ENGLISH = ROOT / "locale" / "en" / "LC_MESSAGES" / "django.po"


def ids(path: Path) -> set[str]:
    with path.open("rb") as file:
        return {str(message.id) for message in read_po(file) if message.id}


def test_allauth_still_says_each_of_them() -> None:
    """After an upgrade: what this lists has another text now. Change or drop it."""
    assert sorted(set(account_words.TEXTS) - ids(ALLAUTH)) == []


def test_english_replaces_only_what_allauth_says() -> None:
    """An English text of our own is changed where it stands, never in a catalogue."""
    assert sorted(ids(ENGLISH) - set(account_words.TEXTS)) == []
    with ENGLISH.open("rb") as file:
        assert [m.id for m in read_po(file) if m.id and (not m.string or m.fuzzy)] == []


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", ("Log in", "Two-step login")), ("cs", ("Přihlásit se", "Dvoufázové přihlášení"))],
)
def test_one_word_for_one_thing(language: str, said: tuple[str, str]) -> None:
    with translation.override(language):
        assert (gettext("Sign In"), gettext("Two-Factor Authentication")) == said
        assert (gettext("Log in"), gettext("Two-step login")) == said


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "heading", "never"),
    [("en", "Forgotten password", "Password Reset"), ("cs", "Zapomenuté heslo", "Reset hesla")],
)
def test_a_page_of_allauth_shows_them(
    client: Client, language: str, heading: str, never: str
) -> None:
    client.cookies["django_language"] = language
    page = client.get("/accounts/password/reset/").content.decode()
    assert re.search(rf"<h1>\s*{heading}\s*</h1>", page)
    assert never not in page
