"""Every rating system over one made history, and club Elo beside the library riix in the same run.

`python -m tests.bench.systems [--games N] [--json]`. riix computes Elo in batches, one for each
event, from arrays that are made beforehand. It does less: no events that last, no counted games, no
provisional players, no K by experience, no names, no keys and results. Where riix is not installed
(it is in requirements/bench.txt), the run stops and says so.
"""

import argparse
import datetime as dt
import gc
import json
import time
from collections.abc import Callable, Sequence

from ladder.replay import Timeline, replay
from ladder.systems import Step, choices, get, list_step
from ladder.systems.places import day_number
from ladder.systems.steps import fact_step
from tests.bench.core import GAMES_PER_EVENT, PER_EVENT, season

TRIES = 3
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


def replayed(system_id: str, steps: Sequence[Step]) -> Callable[[], None]:
    timeline = Timeline.of(system_id)
    prepared = with_lists(system_id, steps)

    def run() -> None:
        for _ in replay(prepared, timeline):
            pass

    return run


def club_elo_alone(steps: Sequence[Step]) -> Callable[[], None]:
    """Club Elo without keys and results, each event read where it begins or, as riix does, where
    it ends: the work that riix does, and what the rules of the club ask for beside it."""
    system, settings = get("club_elo"), get("club_elo").settings()

    def run() -> None:
        current: dict[str, object] = {}
        for step in steps:
            for row in system.rows(step, current, current, settings):  # type: ignore[arg-type]
                current[row.uid] = row

    return run


def riix_batched(steps: Sequence[Step]) -> Callable[[], None]:
    try:
        import numpy as np
        from riix.models.elo import Elo
    except ImportError:
        raise SystemExit("riix is missing: `make setup-bench`") from None
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


def measure(games: int = 100_000) -> dict[str, object]:
    """Games a second of processor time for every system, the best of three, all taken in turn."""
    steps = season(max(1, games // GAMES_PER_EVENT))
    evenings = season(max(1, games // PER_EVENT * 2), rounds=1)
    runs = {"riix, batched": riix_batched(steps), "club_elo, no keys": club_elo_alone(steps)}
    runs |= {system: replayed(system, steps) for system, _ in choices()}
    runs |= {
        "riix, evenings": riix_batched(evenings),
        "club_elo, evenings": replayed("club_elo", evenings),
    }
    best = _best(runs)
    played = sum(len(step.games) for step in steps)
    return {
        "games": played,
        "events": len(steps),
        "games_a_second": {name: round(played / seconds) for name, seconds in best.items()},
        "to_riix": {
            "tournaments of 50 games": round(best["riix, batched"] / best["club_elo"], 2),
            "the same without keys": round(best["riix, batched"] / best["club_elo, no keys"], 2),
            "evenings of 10 games": round(best["riix, evenings"] / best["club_elo, evenings"], 2),
        },
    }


def _best(runs: dict[str, Callable[[], None]]) -> dict[str, float]:
    best = dict.fromkeys(runs, float("inf"))
    gc.collect()
    gc.freeze()
    for _ in range(TRIES):
        for name, run in runs.items():
            begin = time.process_time()
            run()
            best[name] = min(best[name], time.process_time() - begin)
    gc.unfreeze()
    return best


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
    for name, speed in found["games_a_second"].items():  # type: ignore[attr-defined]
        print(f"  {name:20} {speed:>10,} games a second")
    for what, times in found["to_riix"].items():  # type: ignore[attr-defined]
        print(f"  club Elo is {times} times as fast as riix in {what}")


if __name__ == "__main__":
    main()
