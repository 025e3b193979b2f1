"""A ladder computed from a place of its history on, as the database states it. Writes nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from ladder import sources
from ladder.models import Ladder
from ladder.replay import Done, Timeline, replay
from ladder.rulebook import Rulebook, rulebook
from ladder.sources import BEGINNING, Before, Players, Source, WhatIf
from ladder.systems import first_of_day, turn_to

BEGINNING_PLACE = first_of_day(BEGINNING)


@dataclass(frozen=True, slots=True)
class Stretch:
    """The history from a place on: its steps, the rules, who is in them, what stands before it, and
    the replay of the steps, computed as it is walked through (once)."""

    since: int
    found: Sequence[Source]
    book: Rulebook
    players: Players
    before: Before
    done: Iterable[Done]

    @property
    def rules(self) -> Timeline:
        """Systems and settings."""
        return self.book.timeline


def felt_from(old: Rulebook | None, new: Rulebook, day: date) -> int:
    """From where on the history is another one by rules that differ from a day on. Where they want
    to know other things, of people or of events, these join it from its beginning."""
    if old is None or (old.needs, old.needs_event) != (new.needs, new.needs_event):
        return BEGINNING_PLACE
    return max(BEGINNING_PLACE, turn_to(day))


def compute(ladder: Ladder, since: int, what_if: WhatIf | None = None) -> Stretch:
    """The history from a place on, ready to be replayed."""
    players = Players(ladder, since)
    book = (what_if and what_if.rules) or rulebook(ladder)
    found = sources.sources(ladder, since, players, book, what_if)
    if any(source.step.of_all for source in found):
        players.load_everybody()
    if what_if:
        # Whoever plays there only by the change has rows before it that nothing else asks for.
        players.load_uids(_people(what_if))
    steps = [source.step for source in found]
    before = sources.before(ladder, since)
    done = replay(
        steps,
        book.timeline,
        since=since,
        states=players.before,
        opened=sources.opened_before(ladder, players, steps, since),
        previous=before.mark,
    )
    return Stretch(since, found, book, players, before, done)


def _people(what_if: WhatIf) -> set[str]:
    """Everybody who would play in the events concerned, by uid."""
    said = [rated for rated in what_if.events.values() if rated]
    return {uid for rated in said for game in rated.games for uid in game[:2]}
