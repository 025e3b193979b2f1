"""A browser and a site for the tests that do what a person does."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests import services, settings
from tests.site import Site, serving


@pytest.fixture(scope="session")
def site(postgresql: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The product with an empty database of its own; its processes end with the tests."""
    folder = tmp_path_factory.mktemp("site")
    with (
        services.database() as database_url,
        services.redis(settings.REDIS_OF_THE_ENVIRONMENT) as redis_url,
        serving(folder, database_url, redis_url) as site,
    ):
        yield site


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    # Playwright's loop runs in this thread, so Django would refuse its database here. Nothing of
    # the test runs inside the loop.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=services.chromium(), args=services.chromium_flags()
        )
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def page(browser: Browser, site: Site) -> Iterator[Page]:
    """A fresh profile on a phone of 360 px; `page.goto("/path")` is relative to the site."""
    context = browser.new_context(
        base_url=site.url, viewport={"width": 360, "height": 740}, locale="en"
    )
    yield context.new_page()
    context.close()
