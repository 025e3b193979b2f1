"""What every test may use. Services start when the first test asks for them."""

import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from tests import services

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
