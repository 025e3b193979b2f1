"""A real club's season under every rating system, by the pure core alone.

`python -m tests.season_ladders` prints for each system what the golden file keeps, and how many
seconds of processor time the whole season took; with `--write` it writes the golden file anew,
which is for changes of a system's version only: say in the commit why numbers changed.
"""

import argparse
import json
import time
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from config.demo.season import PUBLISHED_TWICE, SeasonEvent, season_events
from events.importers import read_event
from events.results import half_points, rated_result
from events.revisions import EventKind, Tempo
from ladder.about import Line, Pairing, about
from ladder.replay import NOTHING_YET, Timeline, replay
from ladder.systems import RatedEvent, Row, StartingRating, choices, get, steps_in_order

GOLDEN = Path(__file__).parent / "data" / "season_ladders.json"
TODAY = date(2026, 6, 1)
SHOWN = 10  # places of each list
# Somebody has to have a rating where the club's first ones are entered by hand: the ten who
# played most, by how much they scored. Ingo and ECF have scales of their own.
STARTED = 10
SCALES = {"ingo": (150, -5), "ecf": (120, 6)}
SCALE = (1500, 40)


def uid(name: str) -> str:
    """A person's uid; people of the season are told apart by their names as published."""
    return sha256(name.encode()).hexdigest()[:12]


@cache
def season() -> tuple[RatedEvent, ...]:
    """The 57 events of the season that are not a second copy of another one."""
    events = [event for event in season_events() if event.key not in PUBLISHED_TWICE]
    sequences: dict[date, int] = {}
    return tuple(_rated(event, sequences) for event in events)


def _rated(event: SeasonEvent, sequences: dict[date, int]) -> RatedEvent:
    read = read_event(event.pairings_csv(), filename=f"{event.key}.csv", today=TODAY)
    people = {player.number: uid(player.name) for player in read.players}
    games = [
        (people[game.white], people[game.black], half_points(result)[0])
        for game in read.games
        if game.black is not None
        and (result := rated_result(game.kind, game.result, game.board_result))
    ]
    closed = EventKind.ROUND_ROBIN if "robin" in event.system.casefold() else EventKind.SWISS
    lines = [Line(number, person, None, asked_out=False) for number, person in people.items()]
    pairings = [Pairing(game.white, game.black, game.result) for game in read.games]
    sequences[event.end] = sequences.get(event.end, 0) + 1
    told = about(closed, Tempo.STANDARD, None, "", lines, pairings, games)
    return RatedEvent(event.start, event.end, sequences[event.end], games, about=told)


def starts(system: str) -> list[tuple[date, str, StartingRating]]:
    """Ratings to begin with, for the same ten people under every system."""
    played: dict[str, list[int]] = {}
    for event in season():
        for white, black, half in event.games:
            played.setdefault(white, []).append(half)
            played.setdefault(black, []).append(2 - half)
    most = sorted(played, key=lambda person: (-len(played[person]), person))[:STARTED]
    most.sort(key=lambda person: (sum(played[person]) / len(played[person]), person))
    low, step = SCALES.get(system, SCALE)
    day = min(event.start for event in season())
    return [(day, person, (float(low + step * number), None)) for number, person in enumerate(most)]


def ladder(system_id: str) -> dict[str, Any]:
    """What the golden file keeps of one system: the fingerprint, how many are rated, and the top
    of the list with unrounded ratings."""
    system = get(system_id)
    timeline = Timeline.of(system_id)
    events = season()
    first = min(event.start for event in events)
    last = max(event.date for event in events) + timedelta(days=190)
    lists = system.list_dates(timeline.on(first).settings, first, last)
    steps = steps_in_order(events, starts(system_id), lists=lists)
    mark, standing = NOTHING_YET, dict[str, Row]()
    for done in replay(steps, timeline):
        mark = done.mark
        standing.update((row.uid, row) for row in done.rows)
    settings = timeline.on(last).settings
    rated = [row for row in standing.values() if row.played and system.is_rated(row)]
    rated.sort(key=lambda row: system.list_key(row.uid, row, settings))
    return {
        "fingerprint": mark.result.hex(),
        "players": len(standing),
        "rated": len(rated),
        "games": sum(row.played for row in standing.values()) // 2,
        "top": [[row.uid, row.rating, row.games] for row in rated[:SHOWN]],
    }


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.season_ladders")
    parser.add_argument("--write", action="store_true", help="write the golden file anew")
    write = parser.parse_args(arguments).write
    season()
    found: dict[str, dict[str, Any]] = {}
    for system, title in choices():
        begin = time.process_time()
        found[system] = ladder(system)
        seconds = time.process_time() - begin
        rated, games = found[system]["rated"], found[system]["games"]
        print(f"{title:40} {rated:4} rated, {games} games, {seconds:.3f} s")
    if write:
        GOLDEN.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
