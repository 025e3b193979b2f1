"""A ladder computed from a place of its history on, as the database states it. Writes nothing."""

from collections.abc import Iterable

from ladder import sources
from ladder.models import Ladder
from ladder.replay import Done, replay
from ladder.sources import BEGINNING, Source, Uids, WhatIf
from ladder.systems import State, first_of_day

BEGINNING_PLACE = first_of_day(BEGINNING)


def compute(
    ladder: Ladder, since: int, uids: Uids, what_if: WhatIf | None = None
) -> tuple[list[Source], Iterable[Done]]:
    """The steps from a place on, and the replay of them (lazy: rows as they are computed)."""
    found = sources.sources(ladder, since, uids, what_if)
    steps = [source.step for source in found]
    everybody = {uid for step in steps for uid in sources.players_of(step)}
    states: dict[str, State] = {}
    opened = {}
    if since > BEGINNING_PLACE:
        before = sources.states_before(ladder, uids, ((uid, since) for uid in everybody))
        states = {uid: state for (uid, _), state in before.items()}
        opened = dict(sources.opened_before(ladder, uids, steps, since))
    previous, _ = sources.mark_before(ladder, since)
    done = replay(
        steps,
        sources.timeline(ladder),
        since=since,
        states=states,
        opened=opened,
        previous=previous,
    )
    return found, done
