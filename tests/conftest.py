"""What every test may use. Services start when the first test asks for them."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation
from xdist.scheduler import LoadScopeScheduling

from clubs.models import Club, User
from tests import builders, services
from tests.cast import Cast, logged_in, make_cast, make_rooks, play_season

# One browser; one run of all measurements; one world to be fuzzed; whole servers one at a time.
TOGETHER = {
    "tests/e2e/": "e2e",
    "tests/bench/test_smoke.py": "bench",
    "tests/web/fuzz/": "fuzz",
    "tests/install/test_backup.py": "backup",
    "tests/install/test_migrations.py": "backup",
}

hypothesis.settings.register_profile("default", deadline=None)
hypothesis.settings.load_profile("default")


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling | None:
    """Tests of a group in one process. xdist's own way of saying so, the mark `xdist_group`, goes by
    a suffix of the id, which tests have not had since pytest 9.2."""
    return Together(config, log) if config.getvalue("dist") == "loadgroup" else None


class Together(LoadScopeScheduling):
    """Those of TOGETHER each in one process; others anywhere."""

    def _split_scope(self, nodeid: str) -> str:
        groups = (name for path, name in TOGETHER.items() if nodeid.startswith(path))
        return next(groups, nodeid)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Everything in tests/e2e needs a browser; E2E=0 leaves it out. One process serves it all."""
    e2e = [item for item in items if "e2e" in Path(item.path).parts]
    for item in e2e:
        item.add_marker(pytest.mark.e2e)
    if os.environ.get("E2E") == "0" and e2e:
        config.hook.pytest_deselected(items=e2e)
        items[:] = [item for item in items if item not in e2e]


@pytest.fixture(scope="session")
def postgresql() -> Iterator[None]:
    with services.postgresql():
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, postgresql: None
) -> None:
    """pytest-django asks for this before it makes the test database."""


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """A request answered in Czech leaves its language on; the next test is not to be answered in it."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


# -- The cast: one club, and everybody who may want something of it ------------------------------


@pytest.fixture
def people(db: None) -> Cast:
    return make_cast()


@pytest.fixture
def owner(people: Cast) -> User:
    return people.owner


@pytest.fixture
def arbiter(people: Cast) -> User:
    return people.arbiter


@pytest.fixture
def outsider(people: Cast) -> User:
    """Owner of another club: knows the product, has no business here."""
    return people.outsider


@pytest.fixture
def staff(people: Cast) -> User:
    """An instance admin, who is nobody in any club."""
    return people.staff


@pytest.fixture
def club(people: Cast) -> Club:
    """Open to members with the link; names as initials."""
    return make_rooks(people.owner, people.arbiter)


@pytest.fixture
def other_club(outsider: User) -> Club:
    return builders.make_club(outsider, "bishops", name="Bishops")


@pytest.fixture
def season(club: Club) -> Club:
    """The club with two evenings whose players are called like canaries."""
    play_season(club)
    return club


@pytest.fixture
def link(club: Club) -> str:
    """Where members of `club` get in: /m/<token>/."""
    return builders.make_link(club)


@pytest.fixture
def owner_client(owner: User) -> Client:
    return logged_in(owner)


@pytest.fixture
def arbiter_client(arbiter: User) -> Client:
    return logged_in(arbiter)


@pytest.fixture
def outsider_client(outsider: User) -> Client:
    return logged_in(outsider)


@pytest.fixture
def staff_client(staff: User) -> Client:
    return logged_in(staff)
