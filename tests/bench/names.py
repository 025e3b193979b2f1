"""The name review of one evening: the matcher against `rapidfuzz.process.extract` with WRatio.

    python -m tests.bench.names [--members N] [--memory]

Members are surnames and given names of real players, mixed; an evening's names are 200 of them as
somebody else would type them. Asking is measured for both; building the matcher's index, which is
done once and kept, is measured beside it. --memory prints what a process needs that does nothing
else: build the index and ask, in MB.
"""

import argparse
import csv
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psutil

from players.matching import Candidate, Matcher, likely_pairs
from tests.made_names import mistyped, without_accents

ROSTER = Path(__file__).parents[1] / "data" / "names" / "roster.csv"
EVENING, EVENINGS, TOP = 200, 3, 5

Typed = tuple[str, str]
"""A name as typed, and the member who is meant."""


def members(count: int) -> list[str]:
    """So many different names, the same at every call."""
    with ROSTER.open(encoding="utf-8", newline="") as file:
        roster = list(dict.fromkeys(row["name"] for row in csv.DictReader(file)))
    full = [name.split(", ", 1) for name in roster if ", " in name and "." not in name]
    surnames, given = [one for one, _ in full], [other for _, other in full]
    mixed = [
        f"{surname}, {given[(at + 7 * turn) % len(given)]}"
        for turn in range(5)
        for at, surname in enumerate(surnames)
    ]
    return random.Random(7).sample(sorted(set(mixed)), count)


def evening(everybody: Sequence[str], chance: random.Random) -> list[Typed]:
    """Names of one evening as somebody else would type them."""
    return [(_typed(name, chance), name) for name in chance.sample(everybody, EVENING)]


def _typed(name: str, chance: random.Random) -> str:
    surname, given = name.split(", ", 1)
    ways = [
        f"{given} {surname}",
        f"{surname} {given}".upper(),
        f"{surname} {given[0]}.",
        without_accents(f"{surname}, {given.split()[0]}"),
        f"{given.split()[0]} Karel {surname}",
        f"FM {surname}-Marek, {given}",
    ]
    if len(surname) > 4:
        ways.append(f"{mistyped(surname, chance)}, {given}")
    return chance.choice(ways)


def measure(sizes: Sequence[int] = (1_000, 10_000), evenings: int = EVENINGS) -> dict[str, Any]:
    """By number of members: processor seconds of an evening, the ratio, and the recall of both."""
    return {str(size): _measure(size, evenings) for size in sizes}


def _measure(size: int, evenings: int) -> dict[str, float]:
    from rapidfuzz.fuzz import WRatio
    from rapidfuzz.process import extract

    everybody = members(size)
    chance = random.Random(11)
    asked = [one for _ in range(evenings) for one in evening(everybody, chance)]
    begin = time.process_time()
    matcher = Matcher(Candidate(name, name) for name in everybody)
    built = time.process_time() - begin

    begin = time.process_time()
    likely_pairs(Candidate(name, name) for name in everybody)
    paired = time.process_time() - begin

    def ours(typed: str) -> list[str]:
        return [one.key for one in matcher.propose(typed, TOP)]

    def theirs(typed: str) -> list[str]:
        return [name for name, _, _ in extract(typed, everybody, scorer=WRatio, limit=TOP)]

    seconds, recall = _ask(ours, asked)
    plain_seconds, plain_recall = _ask(theirs, asked)
    return {
        "build_seconds": round(built, 3),
        "seconds": round(seconds / evenings, 3),
        "plain_seconds": round(plain_seconds / evenings, 3),
        "ratio": round(plain_seconds / seconds, 1),
        "recall": round(recall, 3),
        "plain_recall": round(plain_recall, 3),
        "pairs_seconds": round(paired, 3),
        "memory_mb": _memory_apart(size),
    }


def _ask(find: Callable[[str], list[str]], asked: Sequence[Typed]) -> tuple[float, float]:
    """Processor seconds, and how often the member is among those found."""
    begin = time.process_time()
    found = [find(typed) for typed, _ in asked]
    seconds = time.process_time() - begin
    hits = sum(meant in names for names, (_, meant) in zip(found, asked, strict=True))
    return seconds, hits / len(asked)


def _memory_apart(size: int) -> int:
    """What a process of its own needs."""
    command = [sys.executable, "-m", "tests.bench.names", "--memory", "--members", str(size)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(done.stdout)


def _memory(size: int) -> int:
    """MB that this process needs with the index built and an evening asked."""
    everybody = members(size)
    matcher = Matcher(Candidate(name, name) for name in everybody)
    for typed, _ in evening(everybody, random.Random(11)):
        matcher.propose(typed, TOP)
    return int(psutil.Process().memory_info().rss) // 2**20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--members", type=int, default=10_000)
    parser.add_argument("--memory", action="store_true")
    options = parser.parse_args()
    if options.memory:
        print(_memory(options.members))
    else:
        print(json.dumps(measure([options.members]), indent=2))


if __name__ == "__main__":
    main()
