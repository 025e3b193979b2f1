"""A world to fuzz, undone afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import caches
from django.db import transaction

from tests.web.fuzz.engine import Fuzzer, Report
from tests.web.fuzz.targets import find
from tests.web.world import make_world


@contextmanager
def fuzzing(seed: int, report: Report) -> Iterator[Fuzzer]:
    """A fuzzer with everything that the walk through a new world found."""
    with transaction.atomic():
        world = make_world()
        yield Fuzzer(world, find(world), seed, report)
        transaction.set_rollback(True)
    caches["pages"].clear()
