"""A browser and a site for the tests that do what a person does."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connections
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests import services, settings
from tests.e2e.watching import Watch
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
        # Beside a running loop Django has connections of its own, which nobody else closes: the
        # test database could not be dropped.
        connections.close_all()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


Profiles = Callable[..., Page]


@pytest.fixture
def profile(browser: Browser) -> Iterator[Profiles]:
    """Makes fresh profiles on a phone of 360 px: `profile(site.url).goto("/path")`.

    In the end no page may have said anything, asked another origin, missed a part of itself, or
    tried what its policy forbids.
    """
    contexts: list[BrowserContext] = []
    watches: list[Watch] = []

    def fresh(url: str, **options: Any) -> Page:
        options = {"viewport": {"width": 360, "height": 740}, "locale": "en", **options}
        context = browser.new_context(base_url=url, **options)
        context.set_default_timeout(15_000)
        watch = Watch(url)
        watch.over(context)
        contexts.append(context)
        watches.append(watch)
        return context.new_page()

    yield fresh
    for context in contexts:
        context.close()
    assert [found for watch in watches if (found := watch.everything())] == []


@pytest.fixture
def page(profile: Profiles, site: Site) -> Page:
    return profile(site.url)
