"""Guesses at the members' side: tokens, and whether somebody is a member (L10, P5)."""

import re

import pytest
from django.core.cache import cache
from django.test import Client

from clubs import links
from clubs.models import Club
from tests.cast import CANARIES
from tests.web.reading import every_page

ASKED = ("q", "search", "name", "player", "who", "text", "filter")


def test_a_thousand_wrong_tokens_are_too_many_and_the_right_one_still_opens(link: str) -> None:
    """With the limit as it is shipped."""
    cache.clear()
    school = Client(REMOTE_ADDR="192.0.2.9")
    wrong = (school.get(f"/m/{links.new_token()}/").status_code for _ in range(1000))
    tried = next(number for number, status in enumerate(wrong, 1) if status == 429)
    assert tried > 100
    assert school.get(link).status_code == 200
    assert school.get(f"/m/{links.new_token()}/").status_code == 429


@pytest.fixture
def pages(season: Club, link: str) -> list[str]:
    return every_page(link, season)


def said(client: Client, path: str) -> tuple[int, str]:
    """What is answered, without the address that was asked for and the form's own token."""
    answer = client.get(path)
    text = re.sub(r'csrfmiddlewaretoken" value="\w+', "", answer.content.decode())
    return answer.status_code, text.replace(path, "PATH")


def test_no_question_tells_whether_somebody_is_a_member(pages: list[str]) -> None:
    client = Client()
    for path in pages:
        for asked in ASKED:
            found = said(client, f"{path}?{asked}={CANARIES[0]} Petr")
            assert found == said(client, f"{path}?{asked}=Nobody Nowhere"), (path, asked)


def test_no_address_does(season: Club, link: str) -> None:
    client = Client()
    for place in ("player", "event", "l"):
        found = said(client, f"{link}{place}/{CANARIES[0]} Petr/")
        assert found == said(client, f"{link}{place}/Nobody Nowhere/")
        assert found[0] == 404
