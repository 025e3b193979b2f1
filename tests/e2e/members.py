"""The members' side as a test reads it: what stands there, and what must not."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

MOST_PAGES = 500
RANDOM = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"|/m/[\w-]+/')


@dataclass(frozen=True)
class Change:
    """A number of a player as a list shows it: rating 1512.3, change +12.3."""

    rating: float
    change: float | None


def number(text: str) -> float:
    """A figure as people read it: "+12.3", "−4.0", "1512.3"."""
    return float(text.strip().replace("−", "-").replace(",", "."))


def ladder(page: Page) -> dict[str, Change]:
    """Everybody on the list that is open, by what readers see of the name."""
    rows = page.locator("table.ladder tbody tr:not(.divide)")
    found = {}
    for row in rows.all():
        change = row.locator(".change").inner_text()
        found[row.locator("th.player").inner_text()] = Change(
            number(row.locator(".rating").inner_text()),
            number(change) if re.search(r"\d", change) else None,
        )
    assert len(found) == rows.count(), "two players look the same"
    return found


def shown_change(page: Page, label: str) -> float:
    """The change of a player in the list of an event's page."""
    row = page.locator("table.ladder tbody tr").filter(has=named(page, label))
    return number(row.locator(".change").inner_text())


def named(page: Page, label: str) -> Locator:
    return page.locator("th.player").get_by_text(label, exact=True)


@dataclass(frozen=True)
class Explained:
    """How a change came out: of each game what it moved, and the sum as the page states it."""

    sentence: str
    moved: list[float]
    expected: list[float]
    change: float
    before: float
    after: float


def explanation(page: Page) -> Explained:
    expect(page.get_by_role("heading", level=1)).to_have_text("How it came out")
    table = page.locator("table.stacks").first
    games = table.locator("tbody tr:not(.is-uncounted)")
    facts = page.locator("dl.sum dd").all_inner_texts()
    assert len(facts) == 3
    return Explained(
        page.locator(".verdict").first.inner_text(),
        [number(text) for text in games.locator("td[data-label=Change]").all_inner_texts()],
        [number(text) for text in games.locator("td[data-label=Expected]").all_inner_texts()],
        number(table.locator("tfoot td[data-label=Change]").inner_text()),
        number(facts[0]),
        number(facts[2]),
    )


def crawl(page: Page, root: str) -> dict[str, str]:
    """The HTML of every page that a reader can reach from `root`, by address."""
    queue, seen = [root], dict[str, str]()
    while queue:
        url = queue.pop()
        if url in seen:
            continue
        assert len(seen) < MOST_PAGES, "pages without end"
        answer = page.request.get(url)
        assert answer.ok, f"{answer.status} {url}"
        seen[url] = answer.text()
        links = re.findall(r'href="([^"#]+)', seen[url])
        queue += [full for link in links if (full := _full(root, link)).startswith(root)]
    return seen


def _full(root: str, link: str) -> str:
    split = urlsplit(root)
    return f"{split.scheme}://{split.netloc}{link}" if link.startswith("/") else link


def words_in(texts: Iterable[str], words: Iterable[str]) -> set[str]:
    """Which of these words stand anywhere in the texts, whatever the case.

    Not in random letters: a long enough crawl finds every short name in some form's token.
    """
    everything = RANDOM.sub("", "\n".join(texts)).casefold()
    return {word for word in words if word.casefold() in everything}
