"""A ladder computed from a place of its history on, as the database states it. Writes nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ladder import sources
from ladder.models import Ladder
from ladder.replay import Done, Timeline, replay
from ladder.sources import BEGINNING, Before, Source, Uids, WhatIf
from ladder.systems import State, first_of_day

BEGINNING_PLACE = first_of_day(BEGINNING)


@dataclass(frozen=True, slots=True)
class Stretch:
    """The history from a place on: its steps, the rules, what stands before it, and the replay of
    the steps, computed as it is walked through (once)."""

    found: Sequence[Source]
    rules: Timeline
    before: Before
    done: Iterable[Done]


def compute(ladder: Ladder, since: int, uids: Uids, what_if: WhatIf | None = None) -> Stretch:
    """The history from a place on, ready to be replayed."""
    found = sources.sources(ladder, since, uids, what_if)
    steps = [source.step for source in found]
    rules = sources.timeline(ladder)
    before = sources.before(ladder, since)
    states: dict[str, State] = {}
    opened = {}
    if since > BEGINNING_PLACE:
        everybody: set[str] = set().union(*map(sources.players_of, steps))
        there = sources.states_before(ladder, uids, ((uid, since) for uid in everybody))
        states = {uid: state for (uid, _), state in there.items()}
        opened = dict(sources.opened_before(ladder, uids, steps, since))
    done = replay(steps, rules, since=since, states=states, opened=opened, previous=before.mark)
    return Stretch(found, rules, before, done)
