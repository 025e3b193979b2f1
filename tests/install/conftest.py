"""Folders for installations of their own."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from config import embedded


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that the server's user can reach. Not pytest's own: the next run closes that."""
    path = Path(tempfile.mkdtemp(prefix="ladders-"))
    yield path
    shutil.rmtree(path)


@pytest.fixture
def data_dir(folder: Path) -> Iterator[Path]:
    """A data folder; whatever a test left running in it stops with this last holder."""
    yield folder
    with embedded.running(folder, durable=False):
        pass
