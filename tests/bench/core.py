"""The computing core against a plain loop: a million games in 20,000 events, in one run.

`python -m tests.bench.core [--games N] [--json]`. The plain loop is the least that a program could
do: two ratings in a dictionary, the formula, an addition; no K by experience, no provisional players,
no events that last, no keys and results. The ratio says what all of those cost together.
"""

import argparse
import datetime as dt
import gc
import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from ladder.replay import Timeline, replay
from ladder.systems import RatedEvent, Step, steps_of_event

PLAYERS, PER_EVENT, ROUNDS = 1000, 20, 5
GAMES_PER_EVENT = PER_EVENT // 2 * ROUNDS
TRIES = 3
Run = Callable[[], None]


def season(events: int, seed: int = 1, *, rounds: int = ROUNDS) -> list[Step]:
    """Events of 20 players and 5 rounds, three a day; two of three last one or four weeks."""
    chance = random.Random(seed)
    uids = [f"player{number:06d}" for number in range(PLAYERS)]
    first = dt.date(1990, 1, 1)
    steps: list[Step] = []
    for number in range(events):
        start = first + dt.timedelta(days=number // 3)
        last = start + dt.timedelta(days=(0, 7, 28)[number % 3])
        players, games = chance.sample(uids, PER_EVENT), []
        for _ in range(rounds):
            chance.shuffle(players)
            pairs = zip(players[::2], players[1::2], strict=True)
            games += [(white, black, chance.choice((0, 1, 2))) for white, black in pairs]
        steps += steps_of_event(RatedEvent(start, last, number % 3 + 1, games))
    steps.sort(key=lambda step: step.place)
    return steps


def plain_loop(steps: Sequence[Step]) -> None:
    ratings: dict[str, float] = {}
    for step in steps:
        changes: dict[str, float] = {}
        for white, black, half in step.games:
            gap = ratings.get(black, 1200.0) - ratings.get(white, 1200.0)
            moved = 20 * (half / 2 - 1 / (1 + 10 ** (gap / 400)))
            changes[white] = changes.get(white, 0.0) + moved
            changes[black] = changes.get(black, 0.0) - moved
        for uid, change in changes.items():
            ratings[uid] = ratings.get(uid, 1200.0) + change


def core(steps: Sequence[Step]) -> None:
    for _ in replay(steps, Timeline.of("club_elo")):
        pass


def best(runs: Mapping[str, Run]) -> dict[str, float]:
    """The least processor seconds of each in TRIES tries, all taken in turn."""
    found = dict.fromkeys(runs, float("inf"))
    gc.collect()
    gc.freeze()  # the games themselves are not the collector's business
    for _ in range(TRIES):
        for name, run in runs.items():
            begin = time.process_time()
            run()
            found[name] = min(found[name], time.process_time() - begin)
    gc.unfreeze()
    return found


def measure(games: int = 1_000_000) -> dict[str, float]:
    """Processor seconds of both, the best of three, taken in turn; and the ratio."""
    steps = season(max(1, games // GAMES_PER_EVENT))
    found = best({"plain": partial(plain_loop, steps), "core": partial(core, steps)})
    return {
        "games": len(steps) * GAMES_PER_EVENT,
        "events": len(steps),
        "plain_seconds": round(found["plain"], 3),
        "core_seconds": round(found["core"], 3),
        "ratio": round(found["core"] / found["plain"], 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = measure(options.games)
    if options.json:
        print(json.dumps(found))
        return
    print(f"{found['games']:,} games in {found['events']:,} events, best of {TRIES}:")
    print(f"  plain loop {found['plain_seconds']:6.2f} s")
    print(f"  core       {found['core_seconds']:6.2f} s   {found['ratio']} times the plain loop")


if __name__ == "__main__":
    main()
