"""A second ladder, for rapid games: made, compared with FIDE's rules, switched over, taken back."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import members, pages
from tests.e2e.conftest import Profiles
from tests.site import Site

GAMES = ("1;Alpha Anna;Beta Bob;1-0", "1;Gamma Cyril;Delta Dana;1-0")
AGAIN = ("1;Alpha Anna;Gamma Cyril;1-0", "1;Beta Bob;Delta Dana;0-1")


def evening(page: Page, day: str, games: tuple[str, ...], *, new: bool) -> None:
    pages.upload(page, pages.csv_file(*games))
    page.get_by_label("Tempo").select_option("rapid")
    pages.details(page, f"Evening of {day}", day)
    if new:
        pages.all_new(page)
    else:
        page.get_by_role("button", name="Confirm the 4 names that match a member whole").click()
    pages.publish(page)


def settled(page: Page, ladder: str) -> None:
    """The ladder's page says that it is up to date."""
    page.goto(ladder)
    for _ in range(30):
        if page.get_by_text("The ladder is up to date").count():
            return
        page.wait_for_timeout(500)
        page.reload()
    raise AssertionError("the ladder was not recomputed")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_rapid_ladder_is_compared_switched_and_taken_back(
    profile: Profiles, site: Site, script: bool
) -> None:
    page = profile(site.url, java_script_enabled=script)
    name = "Quick" if script else "Quick without script"
    slug = name.lower().replace(" ", "-")
    pages.open_club(page, site, f"{slug}@example.org", name)
    evening(page, "2026-03-10", GAMES, new=True)
    evening(page, "2026-03-17", AGAIN, new=False)

    root = f"/c/{slug}/"
    page.goto(f"{root}ladder/")
    page.get_by_role("link", name="Ladders and rules").click()
    page.get_by_role("link", name="New ladder").click()
    page.get_by_role("link", name="Rapid").click()
    expect(page.get_by_label("Name")).to_have_value("Rapid")
    expect(page.get_by_label("rapid", exact=True)).to_be_checked()
    pages.press(page, "Make the ladder")
    expect(page.get_by_text("The ladder was made")).to_be_visible()
    settled(page, f"{root}ladder/rapid/")
    before = arbiters_list(page)
    assert len(before) == 4

    page.goto(f"{root}ladders/rapid/rules/")
    page.get_by_role("link", name="What if").click()
    page.get_by_role("link", name="FIDE", exact=True).click()
    page.get_by_label("Rating", exact=True).select_option(label="rapid")
    page.get_by_label("Ratings change").select_option(label="after each event")
    pages.fill(page, "Rating of a player new to the ladder", "1400")
    pages.press(page, "Compare")
    expect(page.get_by_text("computed from club games, unofficial")).to_be_visible()
    expect(page.get_by_role("row", name="Alpha Anna")).to_be_visible()
    for chart in ("What favourites were expected", "Ranks now and then"):
        expect(page.get_by_role("img", name=chart)).to_be_visible()

    page.get_by_role("link", name="Switch to these rules").click()
    expect(page.get_by_label("Rating", exact=True)).to_have_value("rapid")
    pages.press(page, "What will change")
    expect(page.locator("#what-changes .headline")).to_contain_text("4 ratings change")
    pages.fill(page, "Reason", "the committee of March")
    pages.press(page, "Save")
    expect(page.get_by_text("Saved. The ladder is recomputed")).to_be_visible()
    expect(page.get_by_text("the committee of March")).to_be_visible()
    settled(page, f"{root}ladder/rapid/")
    assert all(rating > 1300 for rating in arbiters_list(page).values())

    page.goto(f"{root}ladders/rapid/rules/")
    page.get_by_role("button", name="Entry 2").click()
    expect(page.get_by_role("heading", name="Entry 2 taken back")).to_be_visible()
    settled(page, f"{root}ladder/rapid/")
    assert arbiters_list(page) == before
    page.goto(root)
    member = profile(site.url)
    member.goto(pages.member_link(page))
    assert len(members.ladder(member)) == 4


def arbiters_list(page: Page) -> dict[str, int]:
    """Who has which number on the page that is open."""
    rows = page.locator("table.ladder tbody tr:has(td.rating)")
    names = rows.locator("th.player").all_inner_texts()
    ratings = rows.locator("td.rating").all_inner_texts()
    return {name.strip(): int(rating) for name, rating in zip(names, ratings, strict=True)}
