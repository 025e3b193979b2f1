"""The main job, as a new user does it: from a tournament file to what members read, and why."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import members, pages
from tests.e2e.conftest import Profiles
from tests.site import Site

FIRST = pages.TRF / "sanichi-icu_tournament" / "valid.tab"
SECOND = pages.TRF / "sanichi-icu_tournament" / "bunratty_masters_2011.tab"
SWAPPED = pages.TRF / "pypi-caissify_pairings-0.5.0" / "small_7p5r_byes.trf"
# Parts of full names in these files: nowhere on the members' side.
LONG_NAMES = re.compile(r"^001.{11}(.{33})", re.MULTILINE)


def parts_of_names(*files) -> set[str]:
    text = "".join(file.read_text(encoding="latin-1") for file in files)
    parts = re.split(r"[\s,.]+", " ".join(LONG_NAMES.findall(text)))
    return {part for part in parts if len(part) > 4}


def test_from_a_file_to_the_members_page(page: Page, profile: Profiles, site: Site) -> None:
    """Signs up, brings in two real tournaments, and reads as a member what they did."""
    start_a_club(page, site)
    bring_in_the_first(page)
    bring_in_the_second(page)
    link = pages.member_link(page)

    member = profile(site.url)
    before = read_the_ladder(member, link)
    everything = members.crawl(member, link)
    assert len(everything) > 2 * len(before), "a page for each player and each change"
    assert members.words_in(everything.values(), parts_of_names(FIRST, SECOND)) == set()
    label, told = read_why(member, link)
    assert told.after == before[label].rating

    correct_a_result(page)
    member.goto(link)
    assert members.ladder(member)[label].rating != before[label].rating
    _, told_now = read_why(member, link)
    assert told_now.before == told.before
    assert told_now.change < told.change


def start_a_club(page: Page, site: Site) -> None:
    pages.sign_up(page, "new@example.org")
    expect(page.get_by_text("Your e-mail address is not confirmed yet.")).to_be_visible()
    pages.make_club(page, "Rooks")
    expect(page.get_by_text("The link does not open anything yet", exact=False)).to_be_visible()
    pages.confirm_address(page, site, "new@example.org")
    page.goto("/home/")
    pages.open_to_members(page)
    page.goto("/home/")


def bring_in_the_first(page: Page) -> None:
    """A file whose days are plain; nobody is in the club yet."""
    pages.upload(page, FIRST)
    pages.heading(page, "Gonzaga Classic")
    expect(page.get_by_label("First day")).to_have_value("2008-02-01")
    pages.details(page)
    pages.all_new(page)
    pages.publish(page)
    pages.outcome(page, "10 ratings changed")


def bring_in_the_second(page: Page) -> None:
    """All five answers about names, each in its way."""
    pages.upload(page, SECOND)
    pages.details(page)
    page.get_by_role("button", name="Confirm the 2 names that match a member whole").click()
    expect(page.get_by_text("2 names have their answer.")).to_be_visible()
    pages.answer(page, "Griffiths, Ryan-Rhys", "It is Griffiths,Ryan Rhys")
    pages.answer(page, "Murray, David", "It is Murray,David B.")
    pages.answer(page, "Short, Philip", "A guest")
    pages.answer(page, "O'Connor, Jonathan", "Not known yet")
    pages.answer(page, "Fehr, Jukka", "A new member")
    look_for(page, "Moynihan, Kieran", "moser", "Moser,Philippe")
    pages.all_new(page)
    pages.publish(page)
    pages.outcome(page, re.compile(r"^\d+ ratings changed$"))
    expect(page.get_by_text("1 name not known yet").first).to_be_visible()


def look_for(page: Page, name: str, typed: str, found: str) -> None:
    """Another member, looked up in the club's list."""
    box = pages.card(page, name)
    box.get_by_label("Another member: name").fill(typed)
    box.get_by_role("button", name="Look").click()
    page.get_by_role("button", name=f"It is {found}").click()
    expect(page.locator("table.stacks tr").filter(has_text=name)).to_contain_text(found)


def read_the_ladder(member: Page, link: str) -> dict[str, members.Change]:
    member.goto(link)
    pages.heading(member, "Club ladder")
    expect(member.get_by_text("built from 2 events")).to_be_visible()
    found = members.ladder(member)
    assert all(re.fullmatch(r"(\w'?-?\.?[ -]?){1,4}( \d)?", label) for label in found), list(found)
    return found


def read_why(member: Page, link: str) -> tuple[str, members.Explained]:
    """The winner's change in the last event, game by game: the sum is what the list shows."""
    member.goto(link)
    member.get_by_role("link", name="All rounds and games").click()
    row = member.locator("table.ladder tbody tr").nth(0)
    label = row.locator("th.player").inner_text()
    shown = members.shown_change(member, label)
    row.locator(".change a").click()
    told = members.explanation(member)
    assert re.search(r"The ladder expected [\d.]+ of 6; you scored", told.sentence)
    assert f"{abs(shown):.1f}" in told.sentence
    assert told.change == shown
    assert sum(told.moved) == pytest.approx(told.change, abs=0.05 * len(told.moved))
    assert told.after == pytest.approx(told.before + told.change, abs=0.11)
    return label, told


def correct_a_result(page: Page) -> None:
    """The winner of the last event, it turns out, lost in round 2."""
    page.goto("/home/")
    page.get_by_role("link", name="Bunratty 2011").click()
    row = page.locator("tr").filter(has_text="Jones, Gawain").nth(1)
    row.get_by_role("link", name="correct this result").click()
    page.get_by_label("Result", exact=True).select_option("0 : 1")
    pages.fill(page, "Reason", "The score sheet says so")
    pages.press(page, "Save the correction")
    pages.outcome(page, re.compile(r"^\d+ ratings changed$"))
    page.get_by_role("link", name="Everything that was changed").click()
    expect(page.get_by_text("The score sheet says so")).to_be_visible()


def test_days_that_can_be_swapped_are_asked(page: Page, site: Site) -> None:
    """25/09/10 in the file: in 2025 or in 2010?"""
    pages.open_club(page, site, "swapped@example.org", "Swapped")
    pages.upload(page, SWAPPED)
    asked = page.get_by_role("group", name="Which days are meant?")
    expect(asked.get_by_role("radio")).not_to_have_count(0)
    expect(asked.locator("input:checked")).to_have_count(0)  # nothing is guessed
    pages.details(page)
    print(asked.inner_text())
    expect(page.get_by_text("Say on which day it was.").first).to_be_visible()
    asked.get_by_label("10 September 2025").check()
    pages.details(page)
    pages.all_new(page)
    pages.publish(page)
    pages.outcome(page, "4 ratings changed")
    expect(page.get_by_text("10 September 2025")).to_be_visible()
