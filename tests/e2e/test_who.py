"""One person twice, two people as one: said in the browser, and taken back long after."""

import re

from playwright.sync_api import Page, expect

from tests.e2e import members, pages
from tests.e2e.conftest import Profiles
from tests.site import Site

TWICE, OTHER = "Novák Jan", "Novak Jan"
FIRST = ("1;Novák Jan;Malá Eva;1-0", "1;Dub Ivo;Král Petr;1-0", "2;Novák Jan;Dub Ivo;1-0")
SECOND = ("1;Novak Jan;Král Petr;1-0", "1;Malá Eva;Dub Ivo;1-0")


def evening(number: int) -> tuple[str, ...]:
    """Every evening has its own results: the same file twice is known."""
    result = ("1-0", "0-1", "½-½")[number % 3]
    return (f"1;Malá Eva;Novák Jan;{result}", f"1;Král Petr;Dub Ivo;{result}")


def bring_in(page: Page, name: str, day: str, games: tuple[str, ...], new: str = "") -> None:
    """An evening of people whom the club has; whoever is `new` is said to be new."""
    pages.upload(page, pages.csv_file(*games))
    pages.details(page, name, day)
    if new:
        pages.answer(page, new, "A new member")
    page.get_by_role("button", name=re.compile("^Confirm the ")).click()
    expect(page.get_by_text("every name has its answer")).to_be_visible()
    pages.publish(page)
    pages.outcome(page, re.compile("ratings? changed"))


def two_of_one(page: Page, site: Site, email: str, club: str) -> None:
    """A club in which Jan has been taken for somebody new when the accent was missing."""
    pages.open_club(page, site, email, club)
    pages.play(page, "First evening", "2026-03-03", *FIRST)
    pages.outcome(page, re.compile("ratings changed"))
    bring_in(page, "Second evening", "2026-03-10", SECOND, new=OTHER)


def to_roster(page: Page) -> None:
    club = page.get_by_role("navigation", name="Club", exact=True)
    club.get_by_role("link", name="Players", exact=True).click()
    pages.heading(page, "Club's players")


def to_pairs(page: Page) -> None:
    to_roster(page)
    page.get_by_role("link", name="Possible pairs").click()
    pages.heading(page, "One person, twice?")


def to_player(page: Page, name: str) -> None:
    to_roster(page)
    page.get_by_role("main").get_by_role("link", name=name, exact=True).first.click()
    pages.heading(page, name)


def events(page: Page) -> list[str]:
    """The events on a player's page, the last first."""
    return page.locator(".events .title").all_inner_texts()


def test_a_merge_is_undone_three_events_later(page: Page, profile: Profiles, site: Site) -> None:
    two_of_one(page, site, "merge@example.org", "Merge")
    member, link = profile(site.url), pages.member_link(page)
    member.goto(link)
    apart = members.ladder(member)
    assert len(apart) == 5

    to_pairs(page)
    expect(page.get_by_text("1 possible pair: settle it tonight")).to_be_visible()
    page.get_by_role("link", name="It is one person").click()
    pages.heading(page, "Is it one person?")
    expect(page.locator("#what-changes")).to_contain_text(f"1 event goes from {OTHER} to {TWICE}.")
    pages.fill(page, "Reason", "The same handwriting")
    pages.press(page, "It is one person")
    pages.heading(page, "One person, twice?")
    expect(page.get_by_text("They are one player from now on.")).to_be_visible()
    expect(page.get_by_text(f"{OTHER} is one person with {TWICE}")).to_be_visible()
    member.goto(link)
    assert len(members.ladder(member)) == 4

    for number, day in ((3, "17"), (4, "24"), (5, "31")):
        bring_in(page, f"Evening {number}", f"2026-03-{day}", evening(number))
    to_player(page, TWICE)
    assert events(page) == [
        "Evening 5", "Evening 4", "Evening 3", "Second evening", "First evening",
    ]  # fmt: skip
    page.get_by_role("link", name="Undo No. 1").click()
    pages.heading(page, "Undo this decision?")
    expect(page.get_by_text("Published since: whose are they?")).to_be_visible()
    page.get_by_role("checkbox", name=re.compile("Evening 4")).check()
    panel = page.locator("#what-changes")
    expect(panel).to_contain_text(f"2 events go from {TWICE} to {OTHER}.")
    expect(panel).to_contain_text("ratings change")
    pages.press(page, "Undo the decision")
    pages.heading(page, OTHER)
    expect(page.get_by_text("It is undone.")).to_be_visible()
    assert events(page) == ["Evening 4", "Second evening"]
    to_player(page, TWICE)
    assert events(page) == ["Evening 5", "Evening 3", "First evening"]
    member.goto(link)
    assert len(members.ladder(member)) == 5


def test_a_profile_is_split_to_somebody_new_and_to_somebody_the_club_has(
    page: Page, profile: Profiles, site: Site
) -> None:
    pages.open_club(page, site, "split@example.org", "Split")
    pages.play(page, "First evening", "2026-03-03", *FIRST)
    for number, day in ((2, "10"), (3, "17")):
        bring_in(page, f"Evening {number}", f"2026-03-{day}", evening(number))
    to_player(page, TWICE)
    page.get_by_role("link", name="Is two people: split").click()
    pages.heading(page, "Whose events are these?")
    page.get_by_role("checkbox", name=re.compile("Evening 2")).check()
    page.get_by_role("radio", name=re.compile("A new member")).check()
    panel = page.locator("#what-changes")
    expect(panel).to_contain_text(f"1 event goes from {TWICE} to a new player.")
    pages.press(page, "Split")
    expect(page.get_by_text("These events are this player's from now on.")).to_be_visible()
    assert events(page) == ["Evening 2"]
    new = page.url
    page.get_by_text("Rename").click()
    pages.fill(page, "Name", "Novák Jan ml.")
    pages.press(page, "Save the name")
    pages.heading(page, "Novák Jan ml.")
    assert page.url == new

    to_player(page, TWICE)
    assert events(page) == ["Evening 3", "First evening"]
    page.get_by_role("link", name="Is two people: split").click()
    page.get_by_role("checkbox", name=re.compile("Evening 3")).check()
    page.get_by_role("searchbox", name="Somebody the club has").fill("ml.")
    pages.press(page, "Look")
    expect(page.get_by_role("checkbox", name=re.compile("Evening 3"))).to_be_checked()
    page.get_by_role("radio", name=re.compile("Novák Jan ml.")).check()
    expect(panel).to_contain_text(f"1 event goes from {TWICE} to Novák Jan ml..")
    pages.press(page, "Split")
    pages.heading(page, "Novák Jan ml.")
    assert events(page) == ["Evening 3", "Evening 2"]

    page.get_by_role("link", name="Undo No. 1").click()
    pages.press(page, "Undo the decision")
    pages.heading(page, TWICE)
    assert events(page) == ["Evening 2", "First evening"]


def test_two_different_people_by_one_press_and_back_by_one(page: Page, site: Site) -> None:
    two_of_one(page, site, "never@example.org", "Never")
    to_pairs(page)
    pages.press(page, "Two different people")
    expect(page.get_by_text("They are two people: never proposed again.")).to_be_visible()
    expect(page.get_by_text("No two players of the club look like one person.")).to_be_visible()
    page.get_by_role("button", name="Undo No. 1").click()
    expect(page.get_by_text("1 possible pair: settle it tonight")).to_be_visible()
    to_roster(page)
    page.get_by_role("link", name="Decisions").click()
    expect(page.get_by_text("undone by 2")).to_be_visible()
    page.get_by_role("link", name="Bring back No. 1").click()
    pages.press(page, "Bring it back")
    to_pairs(page)
    expect(page.get_by_text("No two players of the club look like one person.")).to_be_visible()


def test_a_merge_without_script(page: Page, profile: Profiles, site: Site) -> None:
    """The other one remains: the page says what that changes when it is asked."""
    two_of_one(page, site, "plain@example.org", "Plain")
    plain = profile(site.url, java_script_enabled=False)
    plain.goto("/accounts/login/")
    pages.log_in(plain, "plain@example.org")
    plain.goto("/home/")
    to_player(plain, TWICE)
    plain.get_by_role("link", name="Is one person with …").click()
    plain.get_by_role("searchbox", name="Part of a name").fill("novak")
    pages.press(plain, "Look")
    plain.get_by_role("link", name=re.compile(OTHER)).click()
    plain.get_by_role("radio", name=re.compile(OTHER)).check()
    pages.press(plain, "What will change")
    panel = plain.locator("#what-changes")
    expect(panel).to_contain_text(f"1 event goes from {TWICE} to {OTHER}.")
    pages.press(plain, "It is one person")
    pages.heading(plain, OTHER)
    assert events(plain) == ["Second evening", "First evening"]
