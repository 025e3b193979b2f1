"""Going through a page with the keyboard alone, as somebody does who never touches a mouse."""

from playwright.sync_api import Page

FOCUSED = """() => {
  const e = document.activeElement;
  const label = e.labels?.[0]?.innerText || e.getAttribute('aria-label') || e.innerText || '';
  return label.trim();
}"""
MOST_TABS = 120


def focused(page: Page) -> str:
    """What the focused element is called."""
    return str(page.evaluate(FOCUSED))


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the thing that is called so has the focus."""
    seen = []
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        seen.append(focused(page))
        if seen[-1].startswith(name):
            return
    raise AssertionError(f"{name!r} cannot be reached by Tab; only {seen}")


def follow(page: Page, name: str) -> None:
    """Press the button or link that is called so, and wait for the next page."""
    tab_to(page, name)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def type_in(page: Page, name: str, text: str) -> None:
    tab_to(page, name)
    page.keyboard.press("Control+a")
    page.keyboard.type(text)
