"""The controls: what the watch over every browser test would see (docs/safety.md, O1)."""

import pytest
from playwright.sync_api import Browser, Route

from tests.e2e.watching import Watch
from tests.web.test_headers import POLICY

ORIGIN = "http://localhost:8000"
HEADER = "; ".join(f"{name} {value}" for name, value in POLICY.items())


def watched(browser: Browser, body: str) -> dict[str, list[str]]:
    """What the watch says of a page with this body under the product's policy."""

    def answer(route: Route) -> None:
        if route.request.url == f"{ORIGIN}/":
            headers = {"Content-Security-Policy": HEADER, "Content-Type": "text/html"}
            route.fulfill(body=f"<!doctype html><title>x</title>{body}", headers=headers)
        else:
            route.fulfill(body="", headers={"Content-Type": "text/css"})

    context = browser.new_context()
    watch = Watch(ORIGIN)
    watch.over(context)
    context.route("**/*", answer)
    page = context.new_page()
    page.goto(f"{ORIGIN}/")
    page.wait_for_timeout(100)
    context.close()
    return watch.everything()


@pytest.mark.parametrize(
    ("body", "directive"),
    [
        ("<script>document.title = 1</script>", "script-src-elem inline"),
        ("<img src='data:,' onerror='document.title = 1'>", "script-src-attr inline"),
        ("<p style='color: red'>x", "style-src-attr inline"),
        ("<script src='https://elsewhere.example/x.js'></script>", "script-src-elem https"),
        ("<iframe src='/frame'></iframe>", "frame-src"),
    ],
)
def test_what_the_policy_forbids_is_seen(browser: Browser, body: str, directive: str) -> None:
    found = watched(browser, body)
    assert [line for line in found["violations"] if line.startswith(directive)]
    assert found["said"], "the console tells of it as well"


def test_a_clean_page_is_clean(browser: Browser) -> None:
    assert watched(browser, "<link rel='stylesheet' href='/x.css'><p>x") == {}
