"""The samples in a browser: nothing wider than a phone, large targets, no violation of the policy."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.web.design import pages

NAMES = pages.names()
# Things to press that stand alone; links inside a line of text may be as high as the line.
TARGETS = ".button, .chips a, .site-nav a, .check, .choice, .event, .ladder tr:not(.divide), input, select"
SMALL = """(selector) => [...document.querySelectorAll(selector)]
  .filter((e) => e.checkVisibility() && !e.closest('.choice, .check')?.contains(e.parentElement))
  .filter((e) => e.getBoundingClientRect().height < 43.5)
  .map((e) => e.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("samples")
    pages.write(folder)
    with pages.serving(folder) as base:
        yield base


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 360, "height": 740})
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("name", NAMES)
def test_no_page_scrolls_sideways(phone: Page, samples: str, name: str) -> None:
    """180 is a phone of 360 px at 200 % zoom."""
    phone.goto(f"{samples}/{name}.html")
    wide = {}
    for width in (180, 320, 360, 736, 1024, 1440):
        phone.set_viewport_size({"width": width, "height": 740})
        wide[width] = phone.evaluate("document.documentElement.scrollWidth")
    assert {width: found for width, found in wide.items() if found > width} == {}


@pytest.mark.parametrize("name", NAMES)
def test_policy_targets_and_names_of_things(phone: Page, samples: str, name: str) -> None:
    said: list[str] = []
    phone.on("console", lambda message: said.append(message.text))
    phone.on("pageerror", lambda error: said.append(str(error)))
    phone.goto(f"{samples}/{name}.html")
    assert phone.evaluate(SMALL, TARGETS) == []
    assert said == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("scheme", "width"), [("light", 360), ("dark", 1440)])
def test_axe_finds_nothing(
    browser: Browser, samples: str, name: str, scheme: str, width: int
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 800},
        color_scheme=scheme,  # type: ignore[arg-type]
        bypass_csp=True,  # axe is put into the page
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(f"{samples}/{name}.html")
    found = Axe().run(page).response["violations"]
    context.close()
    assert [(v["id"], [node["html"][:90] for node in v["nodes"]]) for v in found] == []


def test_a_ladder_of_sixty_is_one_sheet(browser: Browser, samples: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{samples}/print.html")
    pdf = page.pdf(prefer_css_page_size=True)
    context.close()
    assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") == 1


def test_enter_goes_down_the_column(phone: Page, samples: str) -> None:
    phone.goto(f"{samples}/grid.html")
    phone.locator("td.result input").first.focus()
    phone.keyboard.press("Enter")
    assert phone.evaluate("document.activeElement.getAttribute('aria-label')") == "Board 2, result"
    phone.keyboard.press("ArrowUp")
    assert phone.evaluate("document.activeElement.getAttribute('aria-label')") == "Board 1, result"


def test_a_row_has_two_targets(phone: Page, samples: str) -> None:
    """The row opens the player, the change inside it how it came out."""
    phone.goto(f"{samples}/event.html")
    phone.locator(".ladder tbody tr").first.click(position={"x": 120, "y": 45})
    assert phone.url.endswith("event.html#")
    phone.locator(".ladder .change a").first.click()
    assert phone.url.endswith("event.html#how")


def test_the_ladder_is_a_table_for_those_who_hear_it(phone: Page, samples: str) -> None:
    phone.goto(f"{samples}/ladder.html")
    table = phone.get_by_role("table")
    assert table.get_by_role("row").count() > 20
    assert table.get_by_role("rowheader").first.inner_text() == "A. A."
