"""The matcher on labelled pairs: the command, its counts, and how good they have to be."""

import csv
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from players.matching import Candidate, Matcher
from players.matching.__main__ import main
from players.matching.scoring import Counts, offered, read_pairs, score, total

NAMES = Path(__file__).parents[1] / "data" / "names"
PAIRS = NAMES / "pairs.csv"


@pytest.fixture(scope="module")
def counts() -> dict[str, Counts]:
    return score(read_pairs(PAIRS))


def test_nearly_all_that_are_one_person_are_proposed(counts: dict[str, Counts]) -> None:
    others = total(one for kind, one in counts.items() if kind != "nickname")
    assert others.same > 500
    assert others.same_proposed >= 0.97 * others.same


def test_every_kind_is_proposed(counts: dict[str, Counts]) -> None:
    """Of the kinds with enough pairs for a share to mean something."""
    kinds = {kind: one for kind, one in counts.items() if kind != "nickname" and one.same >= 10}
    assert len(kinds) >= 9
    low = {kind: one for kind, one in kinds.items() if one.same_proposed < 0.95 * one.same}
    assert not low


def test_nicknames_are_offered_mostly_with_a_warning(counts: dict[str, Counts]) -> None:
    one = counts["nickname"]
    assert one.same_proposed + one.same_warned >= 0.85 * one.same
    assert one.same_warned > one.same_proposed


def test_two_people_are_seldom_proposed(counts: dict[str, Counts]) -> None:
    everything = total(counts.values())
    assert everything.different > 150
    assert everything.different_proposed <= 0.08 * everything.different


def test_the_command_prints_the_counts_by_kind(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(PAIRS), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["order"] == {
        "same": 53,
        "same_proposed": 53,
        "same_warned": 0,
        "different": 0,
        "different_proposed": 0,
        "different_warned": 0,
    }
    assert main([str(PAIRS)]) == 0
    table = capsys.readouterr().out.splitlines()
    assert any(line.startswith("order ") and "53+0/53" in line for line in table)


def test_the_command_runs_as_a_module(tmp_path: Path) -> None:
    """Without Django, and without settings."""
    pairs = tmp_path / "pairs.csv"
    pairs.write_text(
        'a,b,same,kind\n"Novák, Jan",Jan Novak,1,x\n"Novák, Jan","Novák, Petr",0,x\n', "utf-8"
    )
    environment = {key: value for key, value in os.environ.items() if "DJANGO" not in key}
    done = subprocess.run(
        [sys.executable, "-m", "players.matching", str(pairs), "--json"],
        check=True,
        capture_output=True,
        text=True,
        env=environment,
        cwd=Path(__file__).parents[2],
    )
    assert json.loads(done.stdout)["x"]["same_proposed"] == 1
    assert json.loads(done.stdout)["x"]["different"] == 1


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"a,b,kind\nx,y,z\n", "line 1: The first line must name the columns a, b, same, kind"),
        (b"", "line 1: The first line must name"),
        (b"a,b,same,kind\nx,y,yes,z\n", "line 2: Column"),
        (b"a,b,same,kind\nx,y\n", "line 2: Column"),
        (b"a,b,same,kind\nx,y,1,z\n" + b"n" * 101 + b",y,1,z\n", "line 3: A name may have at most"),
        (b"\xff\xfea,b", "cannot be read"),
        (None, "cannot be read"),
    ],
)
def test_the_command_refuses_what_it_cannot_read(
    content: bytes | None, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = tmp_path / "pairs.csv"
    if content is not None:
        pairs.write_bytes(content)
    assert main([str(pairs), "--json"]) == 2
    streams = capsys.readouterr()
    assert words in streams.err
    assert len(streams.err.splitlines()) == 1
    assert json.loads(streams.out)["problems"][0]["text"]


def test_both_directions_count_alike() -> None:
    for pair in read_pairs(PAIRS):
        assert offered(pair.a, pair.b) == offered(pair.b, pair.a), pair


def _roster() -> list[str]:
    with (NAMES / "roster.csv").open(encoding="utf-8", newline="") as file:
        return list(dict.fromkeys(row["name"] for row in csv.DictReader(file)))


def test_the_right_member_is_among_the_first_five_of_thousands() -> None:
    roster = _roster()
    matcher = Matcher(Candidate(name, name) for name in roster)
    members = set(roster)
    asked = found = 0
    for pair in read_pairs(PAIRS):
        if pair.same and pair.kind != "nickname":
            for typed, member in ((pair.a, pair.b), (pair.b, pair.a)):
                if member in members and typed not in members:
                    asked += 1
                    found += member in {one.key for one in matcher.propose(typed)}
    assert asked > 300
    assert found >= 0.99 * asked


def test_an_evening_against_a_large_club_takes_less_than_two_seconds() -> None:
    roster = _roster()
    full = [name.split(", ", 1) for name in roster if ", " in name]
    step = 7  # pairs surnames with given names of others, far enough apart for 10,000 names
    mixed = [
        f"{surname}, {full[(at + step * turn) % len(full)][1]}"
        for turn in range(1, 4)
        for at, (surname, _) in enumerate(full)
    ]
    members = list(dict.fromkeys([*roster, *mixed]))[:10_000]
    assert len(members) == 10_000
    evening = [" ".join(reversed(name.split(", "))).upper() for name in members[::50]]
    matcher = Matcher(Candidate(name, name) for name in members)
    start = time.process_time()
    best = [matcher.propose(name)[0].key for name in evening]
    assert time.process_time() - start < 2
    assert len(evening) == 200
    assert sum(key == name for key, name in zip(best, members[::50], strict=True)) > 190
