"""Somebody at the door asks to be hidden, or to be erased: what the browser shows before and after.

Members look all the time, so that every page of theirs has been kept once.
"""

import re

from playwright.sync_api import Page, expect

from tests.e2e import members, pages
from tests.e2e.conftest import Profiles
from tests.site import Site

GAMES = (
    "1;Alpha Anna;Zvonohlík Kvido;1-0",
    "1;Gamma Cyril;Delta Dana;1-0",
    "2;Zvonohlík Kvido;Gamma Cyril;1-0",
    "2;Delta Dana;Alpha Anna;0-1",
)
NAME, SHORT = "Zvonohlík Kvido", "Z. K."
PARTS = {"Zvonohlík", "Kvido", SHORT}


def of_the_player(page: Page) -> None:
    """From anywhere in the club to the person's page."""
    page.get_by_role("link", name="Players").first.click()
    page.get_by_role("link", name=NAME, exact=True).click()
    pages.heading(page, NAME)


def said(pages_of_members: dict[str, str]) -> set[str]:
    """Parts of the name, or the initials, that are on some page."""
    text = "\n".join(pages_of_members.values())
    return {part for part in PARTS if part in text}


def test_hidden_at_once_and_back_in_one_press(page: Page, profile: Profiles, site: Site) -> None:
    pages.open_club(page, site, "hide@example.org", "Hide")
    pages.play(page, "Evening", "2026-03-10", *GAMES)
    pages.outcome(page, re.compile("ratings changed"))
    member, link = profile(site.url), pages.member_link(page)
    assert said(members.crawl(member, link)) == {SHORT}
    before = {name: row.rating for name, row in members.ladder(at(member, link)).items()}

    of_the_player(page)
    pages.press(page, "Hide now")
    expect(page.get_by_text("From this moment readers see “hidden player”.")).to_be_visible()
    expect(page.get_by_text("by hide@example.org")).to_be_visible()
    everything = members.crawl(member, link)
    assert said(everything) == set()
    assert "hidden player" in "\n".join(everything.values())
    after = {name: row.rating for name, row in members.ladder(at(member, link)).items()}
    assert after == {name: rating for name, rating in before.items() if name != SHORT}

    pages.press(page, "Show again as member")
    expect(page.get_by_text("Shown again, as before: member.")).to_be_visible()
    assert {n: row.rating for n, row in members.ladder(at(member, link)).items()} == before


def at(member: Page, link: str) -> Page:
    member.goto(link)
    return member


def test_erased_for_ever_after_a_page_that_says_so(
    page: Page, profile: Profiles, site: Site
) -> None:
    pages.open_club(page, site, "erase@example.org", "Erase")
    pages.play(page, "Evening", "2026-03-10", *GAMES)
    pages.outcome(page, re.compile("ratings changed"))
    member, link = profile(site.url), pages.member_link(page)
    members.crawl(member, link)
    before = {name: row.rating for name, row in members.ladder(at(member, link)).items()}

    of_the_player(page)
    page.get_by_role("link", name="Erase for ever…").click()
    pages.heading(page, "Is it you?")
    pages.fill(page, "Password", pages.PASSWORD)
    pages.press(page, "Confirm")
    pages.heading(page, "Erase this player for ever?")
    expect(page.get_by_text("This cannot be undone, by anybody.")).to_be_visible()
    page.get_by_label("a parent").check()
    page.get_by_label("I know that nobody can bring this back.").check()
    pages.press(page, "Erase for ever")
    expect(page.get_by_text("Erased. The name is gone")).to_be_visible()
    expect(page.get_by_text(NAME)).to_have_count(0)

    everything = members.crawl(member, link)
    assert said(everything) == set()
    assert "erased player" in "\n".join(everything.values())
    after = {name: row.rating for name, row in members.ladder(at(member, link)).items()}
    assert after == {name: rating for name, rating in before.items() if name != SHORT}
    verified = site.manage("verify_ladders")
    assert "DRIFT" not in verified and "stale" not in verified
    log = (site.folder / "web.log").read_text(errors="replace")
    assert not [part for part in PARTS if part in log]
