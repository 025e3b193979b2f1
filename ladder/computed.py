"""A ladder computed from a place of its history on, as the database states it. Writes nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ladder import sources
from ladder.models import Ladder
from ladder.replay import Done, Timeline, replay
from ladder.sources import BEGINNING, Before, Players, Source, WhatIf
from ladder.systems import first_of_day

BEGINNING_PLACE = first_of_day(BEGINNING)


@dataclass(frozen=True, slots=True)
class Stretch:
    """The history from a place on: its steps, the rules, who is in them, what stands before it, and
    the replay of the steps, computed as it is walked through (once)."""

    since: int
    found: Sequence[Source]
    rules: Timeline
    players: Players
    before: Before
    done: Iterable[Done]


def compute(ladder: Ladder, since: int, what_if: WhatIf | None = None) -> Stretch:
    """The history from a place on, ready to be replayed."""
    players = Players(ladder, since)
    found = sources.sources(ladder, since, players, what_if)
    if what_if:
        # Whoever plays there only by the change has rows before it that nothing else asks for.
        players.load_uids(_people(what_if))
    steps = [source.step for source in found]
    rules = sources.timeline(ladder)
    before = sources.before(ladder, since)
    done = replay(
        steps,
        rules,
        since=since,
        states=players.before,
        opened=sources.opened_before(ladder, players, steps, since),
        previous=before.mark,
    )
    return Stretch(since, found, rules, players, before, done)


def _people(what_if: WhatIf) -> set[str]:
    """Everybody who would play in the events concerned, by uid."""
    said = [rated for rated in what_if.events.values() if rated]
    return {uid for rated in said for game in rated.games for uid in game[:2]}
