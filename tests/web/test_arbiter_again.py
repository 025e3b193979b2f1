"""A form that comes after the login has ended loses nothing (config.again)."""

import html
import re

import pytest
from django.test import Client

from clubs.models import Club, User
from events.drafts import DraftEvent
from events.models import Draft
from events.services import drafts

HERE = "http://localhost:8000"


@pytest.fixture
def draft(club: Club, arbiter: User) -> Draft:
    return drafts.start(club, DraftEvent(), by=arbiter)


@pytest.fixture
def browser(arbiter: User) -> Client:
    """A browser whose forms are checked for forgery, as everywhere outside tests."""
    client = Client(enforce_csrf_checks=True, headers={"host": "localhost:8000"})
    client.force_login(arbiter)
    return client


def form(page: str) -> dict[str, list[str]]:
    """The hidden fields of the form in the page, by name."""
    main = page.split("<main")[1].split("</main>")[0]
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', main):
        fields.setdefault(name, []).append(html.unescape(value))
    return fields


def token(client: Client, path: str) -> str:
    return form(client.get(path).content.decode())["csrfmiddlewaretoken"][0]


def typed(draft: Draft, token: str) -> tuple[str, dict[str, object]]:
    path = f"/c/{draft.club.slug}/drafts/{draft.uid}/players/save/"
    return path, {"csrfmiddlewaretoken": token, "version": 0, "list": 'Alfa "Ada"\nBravo Bo'}


def names(draft: Draft) -> list[str]:
    draft.refresh_from_db()
    return [entry.name for entry in drafts.content_of(draft).entries]


def test_after_the_session_has_ended(browser: Client, arbiter: User, draft: Draft) -> None:
    path, data = typed(draft, token(browser, f"/c/rooks/drafts/{draft.uid}/players/"))
    browser.cookies.pop("session")
    kept = browser.post(path, data, headers={"origin": HERE})
    assert kept.status_code == 403
    assert "logged out" in kept.content.decode()
    assert names(draft) == []

    browser.force_login(arbiter)  # in another tab; the page with the words stays open
    fields = form(kept.content.decode())
    assert fields["list"] == ['Alfa "Ada"\nBravo Bo']
    sent = browser.post(path, fields, headers={"origin": HERE})
    assert sent.status_code == 302
    assert names(draft) == ['Alfa "Ada"', "Bravo Bo"]


def test_after_another_login_has_begun(browser: Client, draft: Draft) -> None:
    """The old page carries the token of the old login."""
    path, data = typed(draft, "x" * 64)
    browser.get("/c/rooks/events/new/")
    once_more = browser.post(path, data, headers={"origin": HERE})
    assert once_more.status_code == 403
    assert "Send again" in once_more.content.decode()
    sent = browser.post(path, form(once_more.content.decode()), headers={"origin": HERE})
    assert sent.status_code == 302
    assert names(draft) == ['Alfa "Ada"', "Bravo Bo"]


def test_the_columns_of_a_grid_come_back_in_their_order(browser: Client, draft: Draft) -> None:
    browser.cookies.pop("session")
    path = f"/c/rooks/drafts/{draft.uid}/rounds/1/save/"
    cells = {"white": ["1", "", "3"], "result": ["1", "", "½"], "black": ["2", "", "4"]}
    token(browser, "/accounts/login/")
    kept = browser.post(
        path,
        {**cells, "csrfmiddlewaretoken": browser.cookies["csrf"].value},
        headers={"origin": HERE},
    )
    fields = form(kept.content.decode())
    assert {name: fields[name] for name in cells} == cells


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", ""])
def test_a_foreign_form_is_not_held_out_for_sending(
    browser: Client, draft: Draft, origin: str
) -> None:
    """Nobody else may put words into the button."""
    path, data = typed(draft, "x" * 64)
    headers = {"origin": origin} if origin else {}
    refused = browser.post(path, data, headers=headers)
    assert refused.status_code == 403
    assert "Bravo" not in refused.content.decode()
    assert "Send again" not in refused.content.decode()


def test_a_password_is_never_held(client: Client) -> None:
    strict = Client(enforce_csrf_checks=True, headers={"host": "localhost:8000"})
    data = {"login": "a@example.org", "password": "correct horse battery"}
    refused = strict.post("/accounts/login/", data, headers={"origin": HERE})
    assert refused.status_code == 403
    assert "correct horse" not in refused.content.decode()


def test_a_fragment_asks_for_the_whole_page(client: Client, club: Club, draft: Draft) -> None:
    answer = client.post(
        f"/c/{club.slug}/drafts/{draft.uid}/review/answer/", headers={"hx-request": "true"}
    )
    assert (answer.status_code, answer["HX-Refresh"]) == (401, "true")
