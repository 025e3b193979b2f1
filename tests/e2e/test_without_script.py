"""The whole way with JavaScript switched off, and no Redis: the sweeper computes."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests import services
from tests.e2e import members, pages
from tests.e2e.conftest import Profiles
from tests.site import Site, serving

FIRST = ("1;Alpha Anna;Beta Bob;1-0", "1;Gamma Cyril;Delta Dana;1-0")
SECOND = ("1;Alpha Anna;Gama Cyril;1-0", "1;Beta Bob;Epsilon Eva;½-½", "2;Zeta F.;Alpha Anna;0-1")


@pytest.fixture(scope="module")
def site(postgresql: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    with (
        services.database() as database_url,
        serving(folder, database_url, INLINE_REBUILD_GAMES="0") as site,
    ):
        yield site


def test_everything_works_without_script(profile: Profiles, site: Site) -> None:
    page = profile(site.url, java_script_enabled=False)
    pages.open_club(page, site, "plain@example.org", "Plain")
    pages.play(page, "First evening", "2026-03-03", *FIRST)
    pages.upload(page, pages.csv_file(*SECOND))
    pages.details(page, "Second evening", "2026-03-10")
    pages.press(page, "Confirm the 2 names that match a member whole")
    pages.answer(page, "Gama Cyril", "It is Gamma Cyril")
    pages.answer(page, "Zeta F.", "Not known yet")
    pages.answer(page, "Epsilon Eva", "A guest")
    pages.publish(page)
    page.get_by_role("link", name="0 : 1: correct this result").click()
    page.get_by_label("Result", exact=True).select_option("1 : 0")
    pages.press(page, "Save the correction")
    expect(page.get_by_text("not known yet").first).to_be_visible()
    look_until(page, "4 ratings changed")

    member = profile(site.url, java_script_enabled=False)
    member.goto(pages.member_link(page))
    assert members.ladder(member)["A. A."].change
    member.get_by_role("link", name="A. A.", exact=True).click()
    member.get_by_role("link", name="Second evening").click()
    told = members.explanation(member)
    assert told.moved == [told.change] and told.change > 0
    expect(member.get_by_text("Waits until it is known who played")).to_be_visible()


def look_until(page: Page, headline: str) -> None:
    """Press "Look again" as long as the ladder is being recomputed."""
    again = page.locator("#outcome").get_by_role("link", name="Look again")
    for _ in range(2 * pages.REBUILD_SECONDS):
        if not again.count():
            break
        page.wait_for_timeout(500)
        again.click()
    expect(page.locator("#outcome .headline")).to_have_text(headline)
