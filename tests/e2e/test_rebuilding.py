"""The ladder follows by itself where the request leaves it to others: worker, beat, sweeper."""

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

pytestmark = pytest.mark.xdist_group("rebuilding")  # one site for both, in one process

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
