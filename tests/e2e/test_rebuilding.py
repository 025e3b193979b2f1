"""The ladder follows by itself where the request leaves it to others: worker, beat, sweeper."""

import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import expect

from tests import services
from tests.e2e import pages
from tests.e2e.conftest import Profiles
from tests.site import Site, serving

LEAVE_IT = {"INLINE_REBUILD_GAMES": "0"}  # nothing is short enough for the request itself
EVENING = ("1;Alpha Anna;Beta Bob;1-0", "1;Gamma Cyril;Delta Dana;1-0")


@dataclass
class Redis:
    """A Redis that can be taken away and brought back, empty, at the same address."""

    port: int = field(default_factory=services.free_port)
    running: ExitStack = field(default_factory=ExitStack)

    def start(self) -> str:
        return self.running.enter_context(services.redis_at(self.port))

    def stop(self) -> None:
        self.running.close()


@pytest.fixture(scope="module")
def redis() -> Iterator[Redis]:
    redis = Redis()
    yield redis
    redis.stop()


@pytest.fixture(scope="module")
def site(
    redis: Redis, postgresql: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    with (
        services.database() as database_url,
        serving(folder, database_url, redis.start(), **LEAVE_IT) as site,
    ):
        yield site


def test_the_worker_is_told_through_redis(profile: Profiles, site: Site) -> None:
    page = profile(site.url)
    pages.open_club(page, site, "worker@example.org", "Worker")
    with site.paused("worker"):
        pages.play(page, "First evening", "2026-03-03", *EVENING)
        expect(page.locator("#outcome")).to_contain_text("Being recomputed …")
    pages.outcome(page, "4 ratings changed")


def test_redis_away_costs_nothing_but_time(profile: Profiles, site: Site, redis: Redis) -> None:
    """What was published while it was away is found by the sweep that beat asks for."""
    page = profile(site.url)
    pages.open_club(page, site, "away@example.org", "Away")
    redis.stop()
    began = time.monotonic()
    pages.play(page, "First evening", "2026-03-03", *EVENING)
    expect(page.locator("#outcome")).to_contain_text("Being recomputed …")
    assert time.monotonic() - began < 20
    redis.start()
    pages.outcome(page, "4 ratings changed")


def test_an_admin_sees_how_far_a_long_rebuild_has_come(profile: Profiles, site: Site) -> None:
    """The page follows without anybody pressing anything, and stands still when all is done."""
    page = profile(site.url)
    pages.sign_up(page, "watcher@example.org")
    pages.make_club(page, "Watched")
    _shell(site, "User.objects.filter(email='watcher@example.org').update(is_staff=True)")
    pages.confirm_address(page, site, "watcher@example.org")
    pages.set_up_second_step(page)
    with site.paused("worker"):
        pages.play(page, "First evening", "2026-03-03", *EVENING)
        page.goto("/staff/ladders/")
        card = page.locator(".card").filter(has_text="watched/main")
        expect(card).to_contain_text("waits to be rebuilt")
        _shell(site, f"cache.set('rebuild-{_ladder(site)}', (8000, 20000, time.time()), 600)")
        expect(card).to_contain_text(re.compile(r"40 % \(8,000 of 20,000 events\), since \d+ s"))
        _shell(site, f"cache.delete('rebuild-{_ladder(site)}')")
        expect(card).not_to_contain_text("20,000")
    expect(card).to_contain_text("up to date", timeout=60_000)
    expect(page.locator("#states")).not_to_have_attribute("hx-get", re.compile("."))


def _ladder(site: Site) -> str:
    return _shell(site, "print(Ladder.objects.get(club__slug='watched').pk)").split()[-1]


def _shell(site: Site, line: str) -> str:
    imports = "import time; from django.core.cache import cache; from clubs.models import User"
    return site.manage(
        "shell", "-v", "0", "-c", f"{imports}; from ladder.models import Ladder; {line}"
    )
