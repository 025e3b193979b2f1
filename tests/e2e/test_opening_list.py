"""A club brings its players with it: pasted, looked at, saved, and taken back in one press."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import members, pages
from tests.e2e.conftest import Profiles
from tests.site import Site

LIST = """\
surname;given name;rating;games;junior;group
Alpha;Anna;1650;30;;
Beta;Bob;much;;yes;beginners
Gamma;Cyril;;;;
Gamma;Cyril;;;;
"""


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_an_opening_list_from_the_first_paste_to_the_undo(
    profile: Profiles, site: Site, script: bool
) -> None:
    page = profile(site.url, java_script_enabled=script)
    name = "Opening" if script else "Opening without script"
    pages.open_club(page, site, f"{name.replace(' ', '-').lower()}@example.org", name)
    page.get_by_role("link", name="Opening list").click()
    pages.fill(page, "One player on a line", LIST)
    pages.press(page, "Look at it")

    # What is wrong is told by line, and nothing that was typed is lost.
    expect(page.get_by_text("1 problem keeps the list out.")).to_be_visible()
    expect(page.get_by_text("line 3, column 3")).to_be_visible()
    pages.fill(page, "One player on a line", LIST.replace("much", "1400"))
    pages.press(page, "Look again")

    expect(page.get_by_text("3 new players, 1 line waits for your answer.")).to_be_visible()
    pages.press(page, "Save the list")
    expect(page.get_by_role("heading", name="Nothing was saved yet")).to_be_visible()
    page.get_by_role("group", name="Gamma Cyril").get_by_label("Leave the line out").check()
    pages.press(page, "Save the list")
    expect(page.get_by_text("3 players made, 2 starting ratings")).to_be_visible()

    listed(page, "All (3)", ["Alpha Anna", "Beta Bob", "Gamma Cyril"])
    page.get_by_role("link", name="beginners (1)").click()
    expect(page.locator("table.people tbody tr")).to_have_count(1)
    play(page)
    member = profile(site.url)
    member.goto(pages.member_link(page))
    assert members.ladder(member)["A. A."].rating == 1650  # established by the games taken over

    page.goto("/home/")
    page.get_by_role("link", name="Players", exact=True).first.click()
    page.get_by_role("link", name="Opening list").click()
    pages.press(page, "Undo")
    expect(page.get_by_text("1 player of the list has been used since and stays.")).to_be_visible()
    expect(page.get_by_role("link", name="Alpha Anna")).to_be_visible()
    listed(page, "All (2)", ["Alpha Anna", "Zeta Zoe"])
    member.reload()
    assert members.ladder(member)["A. A."].rating < 1300


def listed(page: Page, chip: str, names: list[str]) -> None:
    """The roster holds these people and nobody else."""
    page.get_by_role("link", name="Players", exact=True).first.click()
    page.get_by_role("link", name=chip).click()
    expect(page.locator("table.people tbody th a")).to_have_text(names)


def play(page: Page) -> None:
    """An evening of somebody of the list and somebody new."""
    pages.upload(page, pages.csv_file("1;Alpha Anna;Zeta Zoe;1-0"))
    pages.details(page, "First evening", "2026-03-10")
    page.get_by_role("button", name="Confirm the 1 name that matches a member whole").click()
    page.get_by_role("button", name="remaining name is a new member").click()
    pages.publish(page)
    pages.outcome(page, "1 rating changed")
