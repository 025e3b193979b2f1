"""An evening typed by keyboard alone; a name that nobody knew, known later."""

from playwright.sync_api import Page, expect

from tests.e2e import keyboard, pages
from tests.site import Site

# A round of ten, with a key for each way a game may end, and how it stands then.
ROUND = {"1": "1 : 0", "0": "0 : 1", "=": "½ : ½", "+": "+ : −", "-": "− : +"}
NEWCOMERS = ("Gamma Cyril", "Delta Dana", "Epsilon Eva", "Zeta Filip", "Eta Gita")
MORE = ("Theta Hana", "Iota Ivo", "Kappa Jan")


def test_an_evening_by_keyboard_alone(page: Page, site: Site) -> None:
    pages.open_club(page, site, "typed@example.org", "Typed")
    pages.play(page, "First evening", "2026-03-03", "1;Alpha Anna;Beta Bob;1-0")
    page.goto("/home/")
    type_the_details(page)
    type_the_names(page)
    type_the_round(page)
    answer_for_the_names(page)
    keyboard.follow(page, "Go on")
    keyboard.follow(page, "Write into the ladder")
    pages.outcome(page, "2 ratings changed")  # a draw of equals and two forfeits move nothing
    for written in ROUND.values():
        expect(page.locator("td.result").get_by_text(written, exact=True)).to_be_visible()
    expect(page.get_by_text("Waits until it is known who played")).to_be_visible()
    say_who_it_was(page)


def type_the_details(page: Page) -> None:
    keyboard.follow(page, "New event")
    keyboard.follow(page, "Type the event")
    keyboard.type_in(page, "Name", "Second evening")
    keyboard.tab_to(page, "Last day")
    page.keyboard.type("03102026")  # the parts of a date field, in the browser's own order
    expect(page.get_by_label("Last day")).to_have_value("2026-03-10")
    keyboard.follow(page, "Save and go on")


def type_the_names(page: Page) -> None:
    """The box waits for one name after the other; the club's players are offered."""
    pages.heading(page, "Who played?")
    offered = page.evaluate("[...document.activeElement.list.options].map((o) => o.value)")
    assert sorted(offered) == ["Alpha Anna", "Beta Bob"]
    twice = NEWCOMERS[0]  # refused: the next name that is typed takes its place
    for name in ("Alpha Anna", "Beta Bob", *NEWCOMERS, twice, *MORE):
        expect(page.get_by_label("One more player")).to_be_focused()
        page.keyboard.type(name)
        with page.expect_navigation():
            page.keyboard.press("Enter")
    keyboard.follow(page, "Save and type results")


def type_the_round(page: Page) -> None:
    """Numbers of players; a result is one key. Enter goes down a column, Tab along a board."""
    pages.heading(page, "Round 1")
    keyboard.tab_to(page, "Board 1, white")
    for board, key in enumerate(ROUND, 1):
        for text in (str(2 * board - 1), key, str(2 * board)):
            page.keyboard.type(text)
            page.keyboard.press("Tab")
    keyboard.follow(page, "Save round")
    expect(page.get_by_label("Board 2, white")).to_have_value("3 Gamma Cyril")
    keyboard.tab_to(page, "Board 1, result")
    page.keyboard.press("Enter")
    assert keyboard.focused(page) == "Board 2, result"
    keyboard.follow(page, "Save, then who is who")


def answer_for_the_names(page: Page) -> None:
    keyboard.follow(page, "Confirm the 2 names that match a member whole")
    keyboard.tab_to(page, "Not known yet")
    page.keyboard.press("Enter")
    expect(pages.card(page, "Gamma Cyril")).to_have_count(0)
    page.wait_for_load_state("networkidle")
    keyboard.tab_to(page, "A guest")
    page.keyboard.press("Enter")
    expect(pages.card(page, "Delta Dana")).to_have_count(0)
    page.reload()
    keyboard.follow(page, "All 6 remaining names are new members")


def say_who_it_was(page: Page) -> None:
    """The game that waited is counted, and what the panel says follows."""
    page.goto("/home/")
    expect(page.get_by_text("name not known yet, 10 March")).to_be_visible()
    keyboard.follow(page, "Say who")
    pages.heading(page, "Who was it?")
    keyboard.follow(page, "A new member")
    pages.outcome(page, "2 ratings changed")
    expect(page.get_by_text("By the last change: a name resolved")).to_be_visible()
    expect(page.get_by_text("not known yet")).to_have_count(0)
