"""What every test may use. Services start when the first test asks for them."""

import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from django.test import Client

from clubs.models import Club, Officer, User
from clubs.roles import Role
from tests import builders, services

hypothesis.settings.register_profile("default", deadline=None)
hypothesis.settings.load_profile("default")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Everything in tests/e2e needs a browser; E2E=0 leaves it out."""
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


# -- The cast: one club, and everybody who may want something of it ------------------------------

# Whole names of people of `club`. Readers by link see initials, others nothing: wherever one of
# these words turns up on another side, a name has leaked.
CANARIES = ("Kanárek", "Stehlíková", "Čížková", "Skřivánek", "Neznámý")


@pytest.fixture
def owner(db: None) -> User:
    return builders.make_user("owner@example.org")


@pytest.fixture
def arbiter(db: None) -> User:
    return builders.make_user("arbiter@example.org")


@pytest.fixture
def outsider(db: None) -> User:
    """Owner of another club: knows the product, has no business here."""
    return builders.make_user("outsider@example.org")


@pytest.fixture
def staff(db: None) -> User:
    """An instance admin, who is nobody in any club."""
    return builders.make_user("staff@example.org", is_staff=True)


@pytest.fixture
def club(owner: User, arbiter: User) -> Club:
    """Open to members with the link; names as initials."""
    club = builders.make_club(owner, "rooks", name="Rooks")
    Officer.objects.create(club=club, user=arbiter, role=Role.ARBITER)
    return club


@pytest.fixture
def other_club(outsider: User) -> Club:
    return builders.make_club(outsider, "bishops", name="Bishops")


@pytest.fixture
def season(club: Club) -> Club:
    """The club with two evenings whose players are called like canaries."""
    kanarek, stehlikova, cizkova, skrivanek, unknown = (
        f"{name} {given}"
        for name, given in zip(CANARIES, ("Petr", "Eva", "Jana", "Ivo", "Host"), strict=True)
    )
    builders.make_event(
        club, "2026-03-03", [f"{kanarek} 1-0 {stehlikova}", f"{cizkova} 1/2 {skrivanek}"]
    )
    builders.make_event(
        club,
        "2026-03-10",
        [f"{skrivanek} 0-1 {kanarek}", f"{cizkova} 1-0 {unknown}"],
        unknown=[unknown],
    )
    builders.rebuild(club)
    return club


@pytest.fixture
def link(club: Club) -> str:
    """Where members of `club` get in: /m/<token>/."""
    return builders.make_link(club)


def logged_in(user: User) -> Client:
    """A browser of somebody who is logged in."""
    client = Client()
    client.force_login(user)
    return client


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
