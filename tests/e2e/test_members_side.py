"""What stays with members and in their browsers: no address, no name, nothing after the link ends."""

import re

from playwright.sync_api import Page, Request, expect

from tests.e2e import members, pages
from tests.e2e.conftest import Profiles
from tests.site import Site

FIRST = ("1;Kanarek Petr;Stehlik Eva;1-0", "1;Cizek Jana;Skrivanek Ivo;1-0")
SECOND = ("1;Kanarek Petr;Stehlik E.;0-1", "1;Cizek Jana;Neznamy Host;0-1")
NAMES = ("Kanarek", "Stehlik", "Cizek", "Skrivanek", "Neznamy")
LABELS = ("K. P.", "S. E.", "C. J.", "S. I.", "N. H.")


def test_a_link_leaves_nothing_behind(page: Page, profile: Profiles, site: Site) -> None:
    """From the review of names to the day when the link is revoked."""
    pages.open_club(page, site, "traces@example.org", "Traces")
    pages.play(page, "First evening", "2026-03-03", *FIRST)
    pages.upload(page, pages.csv_file(*SECOND))
    pages.details(page, "Second evening", "2026-03-10")
    pages.answer(page, "Stehlik E.", "It is Stehlik Eva")  # htmx put a name into the page
    assert stored(page) == []
    link = pages.member_link(page)

    member = profile(site.url)
    asked: list[Request] = []

    def note(request: Request) -> None:  # Playwright takes no method of a list
        asked.append(request)

    member.context.on("request", note)
    member.goto(link)
    assert set(members.ladder(member)) == set(LABELS[:4])
    member.get_by_role("link", name="K. P.", exact=True).click()
    member.get_by_role("link", name="First evening").click()
    pages.heading(member, "How it came out")
    member.get_by_role("link", name="What is stored, and who sees it").click()
    expect(member.get_by_role("heading", level=1)).to_contain_text("stored")
    assert referrers(asked) <= {"", f"{site.url}/privacy/"}, "the link was told on"
    assert stored(member) == []
    member.go_back()  # to the last page that has the key in its address
    expect(member.get_by_role("heading", level=1)).to_be_visible()
    assert "/m/" in member.url and stored(member) == []
    kept = member.evaluate("[{...localStorage}, {...sessionStorage}]")
    assert kept == [{}, {}], "a browser that others use too kept the key"

    revoke(page)
    member.go_back()
    gone(member)
    member.go_back()
    gone(member)
    member.goto(link)
    gone(member)


def referrers(asked: list[Request]) -> set[str]:
    """Where the browser said that it came from."""
    return {one.all_headers().get("referer", "") for one in asked}


def stored(page: Page) -> list[str]:
    """Names that the browser keeps of the pages of this site."""
    kept, of_the_tab = page.evaluate("[{...localStorage}, {...sessionStorage}]")
    assert kept == {}
    return [name for name in (*NAMES, *LABELS) if name in str(of_the_tab)]


def revoke(page: Page) -> None:
    page.get_by_role("link", name="Links for members").first.click()
    page.get_by_role("link", name="Replace or revoke").click()
    pages.press(page, "Revoke")
    expect(page.get_by_role("heading", name="No link")).to_be_visible()


def gone(member: Page) -> None:
    """The page of a link that opens nothing any more."""
    expect(member.get_by_role("heading", level=1)).to_be_visible()
    html = member.content()
    assert [name for name in (*NAMES, *LABELS) if name in html] == []
    assert "noindex" in html


def test_a_member_chooses_a_language(page: Page, profile: Profiles, site: Site) -> None:
    """The page sends no referrer, and the form under it works all the same."""
    pages.open_club(page, site, "words@example.org", "Words")
    pages.play(page, "First evening", "2026-03-03", *FIRST)
    member = profile(site.url)
    member.goto(pages.member_link(page))
    assert member.locator("html").get_attribute("lang") == "en"
    member.get_by_role("button", name="Česky").click()
    expect(member.locator("html")).to_have_attribute("lang", "cs")
    assert set(members.ladder(member)) == set(LABELS[:4])
    member.get_by_role("link", name=re.compile("K. P.")).first.click()
    expect(member.locator("html")).to_have_attribute("lang", "cs")
