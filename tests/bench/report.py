"""What was measured, as a table for people."""

from collections.abc import Iterator
from typing import Any

Found = dict[str, Any]
Line = tuple[str, str, str, str]
"""What, the measure, the ratio, the aim."""

MOST_MEMBERS = 10_000


def table(found: Found) -> str:
    """One line for each ratio; a measurement that was left out has none."""
    lines: list[Line] = [("", "measured", "ratio", "aim")]
    for name, write in WRITERS.items():
        if name in found:
            lines += write(found[name])
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def _rebuild(found: Found) -> Iterator[Line]:
    games, rows = f"{found['games']:,}", f"{found['rating_rows']:,}"
    yield (
        f"rebuild of {games} games / reading them in order and COPY of {rows} rows",
        f"{found['rebuild_seconds']} s / {found['least_seconds']} s",
        f"{found['multiple']} (processor time: {found['processor_multiple']})",
        "<= 2.5",
    )


def _newest(found: Found) -> Iterator[Line]:
    for games, line in found["games"].items():
        yield (
            f"newest event's correction at {int(games):,} games / one-row UPDATE and commit",
            f"{line['correction_ms']} ms / {line['update_ms']} ms",
            str(line["multiple"]),
            "<= 15",
        )
    yield "  the longest history / the shortest", "", str(found["flat"]), "<= 1.2"


def _deep(found: Found) -> Iterator[Line]:
    for fraction, aim in (("0.01", "<= 0.025"), ("0.1", "<= 0.125"), ("0.5", "<= 0.6")):
        yield (
            f"correction {float(fraction):.0%} of {found['games']:,} games from the end / rebuild",
            f"{found[fraction]['seconds']} s / {found['rebuild_seconds'][0]} s",
            str(found[fraction]["of_a_rebuild"]),
            aim,
        )


def _core(found: Found) -> Iterator[Line]:
    yield (
        f"computing core, {found['games']:,} games / plain loop",
        f"{found['core_seconds']} s / {found['plain_seconds']} s",
        str(found["ratio"]),
        "",
    )


def _systems(found: Found) -> Iterator[Line]:
    for what, times in found["to_riix"].items():
        yield f"riix / club Elo, {what}", f"{found['games']:,} games", str(times), ">= 1"
    if not found["to_riix"]:
        yield "riix is not installed: LEFT OUT", "", "", ""
    for system, speed in found["games_a_second"].items():
        yield f"  {system}", f"{speed:,} games a second", "", ""


def _page(found: Found) -> Iterator[Line]:
    for kind, aim in (("cached", ">= 0.4"), ("uncached", ">= 0.1")):
        yield (
            f"view of a constant / ladder page of {found['players']} players, {kind}",
            f"{found['constant_ms']} ms / {found[f'{kind}_ms']} ms",
            str(found[kind]),
            aim,
        )


def _proofs(found: Found) -> Iterator[Line]:
    yield f"verify_ladders, {found['games']:,} games", f"{found['verify_seconds']} s", "", ""
    yield f"rebuild_ladders --full, {found['games']:,} games", f"{found['full_seconds']} s", "", ""


def _names(found: Found) -> Iterator[Line]:
    for members, line in found["members"].items():
        aimed = int(members) == MOST_MEMBERS
        yield (
            f"rapidfuzz with WRatio / the matcher, 200 names against {int(members):,} members",
            f"{line['plain_seconds']} s / {line['seconds']} s",
            str(line["ratio"]),
            ">= 14" if aimed else "",
        )
        yield (
            "  the right member among the first five: matcher / rapidfuzz",
            f"{line['recall']:.1%} / {line['plain_recall']:.1%}",
            "",
            "more" if aimed else "",
        )
        yield (
            "  building the index, once; memory of a process with it",
            f"{line['build_seconds']} s; {line['memory_mb']} MB",
            "",
            "< 200 MB" if aimed else "",
        )
        yield "  possible pairs over all of them", f"{line['pairs_seconds']} s", "", ""


def _load(found: Found) -> Iterator[Line]:
    for kind in ("single", "worker"):
        for page in ("kept", "made"):
            for percentile in ("p50", "p95"):
                line = found[kind][f"{page}_{percentile}"]
                games, players = f"{found['games']:,}", f"{found['players']:,}"
                yield (
                    f"page of {players}, full rebuild of {games} games / quiet; {kind}, {page}, {percentile}",
                    f"{line['busy_ms']} ms / {line['quiet_ms']} ms",
                    str(line["times"]),
                    "<= 1.1",
                )


WRITERS = {
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
