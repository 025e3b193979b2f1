"""All measurements of one run, in the order of the table."""

from collections.abc import Callable, Collection
from contextlib import ExitStack
from typing import Any

from ladder.models import Ladder
from tests.bench import core, corrections, full, load, names, pages, systems
from tests.bench.databases import database, use
from tests.bench.full import from_scratch
from tests.bench.history import Size

Found = dict[str, Any]

LONG, QUICK = Size(1_000_000), Size(3_000, members=60)
SIZES = [Size(1_000), Size(100_000), LONG]
QUICK_SIZES = [Size(1_000, members=60), QUICK]
FRACTIONS = (0.01, 0.1, 0.5)


def run(only: Collection[str], *, quick: bool, say: Callable[[str], None]) -> Found:
    """What was found, by the name of the measurement; `say` is told what is being measured."""
    measurements: dict[str, Callable[[bool], Found]] = {
        "rebuild": _rebuild,
        "newest": _newest,
        "deep": _deep,
        "core": _core,
        "systems": _systems,
        "page": _page,
        "proofs": _proofs,
        "names": _names,
        "load": _load,
    }
    found = {}
    for name, measure in measurements.items():
        if name in only:
            say(f"measuring: {name} ...")
            found[name] = measure(quick)
    return found


def _rebuild(quick: bool) -> Found:
    size = QUICK if quick else LONG
    with database(size):
        return _about(size) | full.measure(tries=1 if quick else 3)


def _newest(quick: bool) -> Found:
    sizes = QUICK_SIZES if quick else SIZES
    with ExitStack() as stack:
        names = {size: stack.enter_context(database(size)) for size in sizes}
        found = corrections.newest(sizes, names, times=2 if quick else 40)
    flat = found[sizes[-1]]["correction_ms"] / found[sizes[0]]["correction_ms"]
    return {"games": {str(size.games): found[size] for size in sizes}, "flat": round(flat, 2)}


def _deep(quick: bool) -> Found:
    size = QUICK if quick else LONG
    with database(size) as name:
        everything = from_scratch(Ladder.objects.get()).wall
        found = {}
        for fraction in FRACTIONS:
            use(name)
            seconds = corrections.deep(fraction, times=1 if quick else 3)
            found[str(fraction)] = {
                "seconds": round(seconds, 3),
                "of_a_rebuild": round(seconds / everything, 3),
            }
        again = from_scratch(Ladder.objects.get()).wall
    return _about(size) | {"rebuild_seconds": [round(everything, 2), round(again, 2)], **found}


def _core(quick: bool) -> Found:
    return dict(core.measure(QUICK.games if quick else LONG.games))


def _systems(quick: bool) -> Found:
    return systems.measure(QUICK.games if quick else 100_000)


def _page(quick: bool) -> Found:
    return dict(pages.measure(times=20 if quick else 200))


def _proofs(quick: bool) -> Found:
    size = QUICK if quick else LONG
    with database(size):
        return _about(size) | full.proofs()


def _names(quick: bool) -> Found:
    members = (200, 400) if quick else (1_000, 10_000)
    return {"members": names.measure(members, evenings=1 if quick else 3)}


def _load(quick: bool) -> Found:
    size = QUICK if quick else Size(LONG.games, members=1_000)
    return load.measure(size, turns=1 if quick else 5, quiet_seconds=1 if quick else 20)


def _about(size: Size) -> Found:
    return {"games": size.games, "events": size.events, "members": size.members}
