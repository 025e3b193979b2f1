"""What is published can be completed, deleted and brought back; a draft loses nothing."""

from playwright.sync_api import Page, expect

from tests.e2e import members, pages
from tests.e2e.conftest import Profiles
from tests.site import Site

TWO_OF_THREE = (
    "1;Alpha Anna;Beta Bob;1-0",
    "1;Gamma Cyril;Delta Dana;1-0",
    "2;Alpha Anna;Gamma Cyril;1-0",
    "2;Beta Bob;Delta Dana;1-0",
)


def test_an_event_is_completed_later(page: Page, profile: Profiles, site: Site) -> None:
    pages.open_club(page, site, "later@example.org", "Later")
    pages.upload(page, pages.csv_file(*TWO_OF_THREE))
    page.get_by_text("Rounds, order on the day").click()
    pages.fill(page, "Rounds", "3")
    pages.details(page, "Autumn cup", "2026-03-10")
    pages.all_new(page)
    pages.publish(page)
    expect(page.get_by_text("includes 2 of 3 rounds")).to_be_visible()
    pages.outcome(page, "2 ratings changed")  # the other two won one and lost one
    member = profile(site.url)
    link = pages.member_link(page)
    member.goto(link)
    assert members.ladder(member)["A. A."].rating == 1240
    member.get_by_role("link", name="Autumn cup").first.click()
    expect(member.get_by_text("includes 2 of 3 rounds")).to_be_visible()

    page.get_by_role("link", name="Autumn cup").click()
    page.get_by_role("button", name="Continue this event").click()
    type_the_third_round(page)
    pages.publish(page)
    pages.outcome(page, "4 ratings changed")
    expect(page.get_by_text("includes 2 of 3 rounds")).to_have_count(0)
    member.goto(link)
    assert members.ladder(member)["A. A."].rating == 1260
    expect(member.get_by_text("built from 1 event")).to_be_visible()


def type_the_third_round(page: Page) -> None:
    page.get_by_role("link", name="Rounds").click()
    page.get_by_role("link", name="3, new").click()
    for board, (white, black) in enumerate((("Alpha Anna", "Delta Dana"), ("3", "2")), 1):
        page.get_by_label(f"Board {board}, white").fill(white)
        page.get_by_label(f"Board {board}, result").fill("1")
        page.get_by_label(f"Board {board}, black").fill(black)
    pages.press(page, "Save, then who is who")


def test_an_event_is_deleted_and_restored(page: Page, profile: Profiles, site: Site) -> None:
    pages.open_club(page, site, "deleted@example.org", "Deleted")
    pages.play(page, "First evening", "2026-03-03", "1;Alpha Anna;Beta Bob;1-0")
    pages.upload(page, pages.csv_file("1;Beta Bob;Alpha Anna;0-1"))
    pages.details(page, "Second evening", "2026-03-10")
    pages.press(page, "Confirm the 2 names that match a member whole")
    pages.publish(page)
    pages.outcome(page, "2 ratings changed")
    event, link = page.url, pages.member_link(page)
    member = profile(site.url)
    member.goto(link)
    with_both = members.ladder(member)

    page.goto(event)
    page.get_by_role("link", name="Delete", exact=True).click()
    pages.heading(page, "Delete this event?")
    expect(page.get_by_text("You can restore it at any time")).to_be_visible()
    pages.fill(page, "Reason", "Entered twice")
    pages.press(page, "Delete the event")
    pages.outcome(page, "The ladder is up to date without this event.")
    member.goto(link)
    assert members.ladder(member)["A. A."].rating == 1220
    expect(member.get_by_text("Second evening")).to_have_count(0)

    page.get_by_label("Reason (optional)").fill("It was not")
    pages.press(page, "Restore the event")
    pages.outcome(page, "2 ratings changed")
    member.goto(link)
    assert members.ladder(member) == with_both


def test_a_draft_outlives_its_tab_and_its_login(page: Page, site: Site) -> None:
    pages.open_club(page, site, "draft@example.org", "Draft")
    pages.upload(page, pages.csv_file("1;Alpha Anna;Beta Bob;1-0", "1;Gamma Cyril;Delta Dana;1-0"))
    pages.details(page, "Long evening", "2026-03-10")
    pages.answer(page, "Gamma Cyril", "A guest")
    context = page.context
    page.close()  # in the middle of it

    page = context.new_page()
    page.goto("/home/")
    page.get_by_role("link", name="Long evening").click()
    page.get_by_role("link", name="Who is who").click()
    expect(page.get_by_text("4 names: 3 wait for your answer.")).to_be_visible()
    page.get_by_role("link", name="Rounds").click()
    page.get_by_label("Board 1, result").fill("=")
    page.get_by_label("Board 2, result").fill("0")
    log_out_in_another_tab(page)
    pages.press(page, "Next round")
    pages.heading(page, "You were logged out")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Log in, in another tab").click()
    pages.log_in(opened.value, "draft@example.org")
    pages.press(page, "Send again")
    pages.heading(page, "Please send it once more")  # the form was made before this login
    pages.press(page, "Send again")
    pages.heading(page, "Round 2")
    page.get_by_role("link", name="1", exact=True).click()
    expect(page.get_by_label("Board 1, result")).to_have_value("½")
    expect(page.get_by_label("Board 2, result")).to_have_value("0")
    expect(page.get_by_label("Board 2, white")).to_have_value("3 Gamma Cyril")


def log_out_in_another_tab(page: Page) -> None:
    other = page.context.new_page()
    other.goto("/home/")
    pages.log_out(other)
    other.close()
