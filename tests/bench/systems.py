"""Every rating system over one made history, and club Elo beside the library riix in the same run.

`python -m tests.bench.systems [--games N] [--json]`. riix computes Elo in batches, one for each
event: from the same list of names, days and results as club Elo, from its data set made beforehand,
and by bare updates from arrays made beforehand, in which names are numbers already; in events of 50
games and in evenings of ten. It does less: no events that last, no counted games, no provisional
players, no K by experience, no standings after each event, no keys and results. Where riix is not
installed (it is in requirements/bench.txt), it is left out, and the run says so.
"""

import argparse
import datetime as dt
import json
import os
from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec
from itertools import groupby
from operator import itemgetter
from typing import Any

from ladder.replay import Timeline, replay
from ladder.systems import Row, Step, choices, get, list_step
from ladder.systems.places import day_number
from ladder.systems.steps import fact_step
from tests.bench.core import GAMES_PER_EVENT, PER_EVENT, TRIES, Run, best, season

# Processor time is added up over threads: one for each library.
os.environ.setdefault("POLARS_MAX_THREADS", "1")
Played = list[tuple[str, str, int, dt.date]]  # games with a day
ROUNDS_BESIDE_RIIX = 5  # of TRIES each
RATED = 100  # so many enter with a rating, for systems in which nobody else would begin
SCALES = {"ingo": 150.0, "ecf": 120.0}


def with_lists(system_id: str, steps: Sequence[Step]) -> list[Step]:
    """The history with what the system needs beside its games: first ratings, and its lists."""
    system = get(system_id)
    days = [dt.date.fromordinal(day_number(step.read_at)) for step in steps]
    first, last = min(days), dt.date.fromordinal(day_number(steps[-1].place))
    people = sorted({white for step in steps for white, _, _ in step.games})[:RATED]
    rating = SCALES.get(system_id, 1500.0)
    facts = fact_step(first, {uid: (rating + number, None) for number, uid in enumerate(people)})
    lists = system.list_dates(system.settings(), first, last + dt.timedelta(days=190))
    everything = [facts, *steps, *(list_step(day) for day in lists)]
    return sorted(everything, key=lambda step: step.place)


def replayed(system_id: str, steps: Sequence[Step]) -> Run:
    timeline = Timeline.of(system_id)
    prepared = with_lists(system_id, steps)

    def run() -> None:
        for _ in replay(prepared, timeline):
            pass

    return run


def club_elo_alone(steps: Sequence[Step]) -> Run:
    """Club Elo without keys and results, each event read where it begins or, as riix does, where
    it ends: the work that riix does, and what the rules of the club ask for beside it."""
    system, settings = get("club_elo"), get("club_elo").settings()

    def run() -> None:
        current: dict[str, Row] = {}
        for step in steps:
            for row in system.rows(step, current, current, settings):
                current[row[0]] = row

    return run


def club_elo_from_names(steps: Sequence[Step]) -> Run:
    """From the list of games to ratings, as riix is asked for: in the order of their days, which
    riix needs too, and which are all the places there are."""
    played = _games(steps)
    system, settings = get("club_elo"), get("club_elo").settings()

    def run() -> None:
        current: dict[str, Row] = {}
        for day, of_day in groupby(played, itemgetter(3)):
            games = [(white, black, half) for white, black, half, _ in of_day]
            step = Step(day.toordinal(), day.toordinal(), games)
            for row in system.rows(step, current, current, settings):
                current[row[0]] = row

    return run


def riix_from_names(steps: Sequence[Step]) -> Run:
    """The same list through riix: its data set is made of a frame, its batches are the days."""
    played = _games(steps)
    return lambda: _fit(_data_set(played))


def riix_from_its_data_set(steps: Sequence[Step]) -> Run:
    """The data set is made beforehand: names are numbers already, and games sorted by day."""
    return partial(_fit, _data_set(_games(steps)))


def _data_set(played: Played) -> Any:
    import polars
    from riix.utils import MatchupDataset

    white, black, half, day = zip(*played, strict=True)
    points = [score / 2 for score in half]
    frame = polars.DataFrame({"white": white, "black": black, "points": points, "day": day})
    return MatchupDataset(
        frame, ["white", "black"], "points", datetime_col="day", rating_period="1D", verbose=False
    )


def _fit(data: Any) -> None:
    from riix.models.elo import Elo

    elo = Elo(data.competitors, initial_rating=1200.0, k=20.0, update_method="batched")
    elo.fit_dataset(data)


def _games(steps: Sequence[Step]) -> Played:
    """Every game with a day, a day for each event."""
    first = dt.date(1990, 1, 1)
    return [
        (white, black, half, first + dt.timedelta(days=number))
        for number, step in enumerate(steps)
        for white, black, half in step.games
    ]


def riix_batched(steps: Sequence[Step]) -> Run:
    import numpy as np
    from riix.models.elo import Elo

    people = sorted({uid for step in steps for game in step.games for uid in game[:2]})
    index = {uid: number for number, uid in enumerate(people)}
    batches = [
        (
            np.array([(index[white], index[black]) for white, black, _ in step.games]),
            np.array([half / 2 for *_, half in step.games]),
        )
        for step in steps
    ]

    def run() -> None:
        elo = Elo(people, initial_rating=1200.0, k=20.0, update_method="batched")
        for number, (matchups, outcomes) in enumerate(batches):
            elo.update(matchups, outcomes, time_step=number, use_cache=False)

    return run


def measure(games: int = 100_000) -> dict[str, Any]:
    """Games a second of processor time for every system, the best of three, all taken in turn; and
    how many times as fast as riix club Elo is, by the best of more tries, for these are short;
    empty where riix is not installed."""
    steps = season(max(1, games // GAMES_PER_EVENT))
    evenings = season(max(1, games // PER_EVENT * 2), rounds=1)
    taken = best({system: replayed(system, steps) for system, _ in choices()})
    beside = _beside_riix(steps, evenings) if find_spec("riix") else {}
    runs: dict[str, Run] = {}
    for (what, ours), theirs in beside.items():
        runs |= {f"club_elo {what}": ours, f"riix {what}": theirs}
    tries = [best(runs) for _ in range(ROUNDS_BESIDE_RIIX)]
    taken |= {name: min(one[name] for one in tries) for name in runs}
    played = sum(len(step.games) for step in steps)
    return {
        "games": played,
        "events": len(steps),
        "games_a_second": {system: round(played / taken[system]) for system, _ in choices()},
        "to_riix": {
            what: round(taken[f"riix {what}"] / taken[f"club_elo {what}"], 2) for what, _ in beside
        },
    }


def _beside_riix(steps: Sequence[Step], evenings: Sequence[Step]) -> dict[tuple[str, Run], Run]:
    """What is measured side by side: {(what, ours): theirs}."""
    found: dict[tuple[str, Run], Run] = {}
    for size, history in (("events of 50 games", steps), ("evenings of 10", evenings)):
        alone, bare = club_elo_alone(history), riix_batched(history)
        found |= {
            (f"{size}, from names, days and results", club_elo_from_names(history)): (
                riix_from_names(history)
            ),
            (f"{size}, its data set made beforehand", alone): riix_from_its_data_set(history),
            (f"{size}, bare updates from arrays made beforehand", alone): bare,
            (f"{size}, the same, with keys and results", replayed("club_elo", history)): bare,
        }
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = measure(options.games)
    if options.json:
        print(json.dumps(found))
        return
    print(f"{found['games']:,} games in {found['events']:,} events, best of {TRIES}:")
    for name, speed in found["games_a_second"].items():
        print(f"  {name:12} {speed:>10,} games a second")
    for what, times in found["to_riix"].items():
        print(f"  club Elo is {times} times as fast as riix: {what}")
    if not found["to_riix"]:
        print("  riix is not installed: LEFT OUT (`make setup-bench`)")


if __name__ == "__main__":
    main()
