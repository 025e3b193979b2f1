"""Performances in an event, how strong it was, and what a rating is called. For every reader.

Nothing of it is kept or changes a ladder; the arithmetic is in `ladder.calculators`. Only ladders
whose numbers are on Elo's scale have it: an Ingo number or an ECF grade would have to be converted
first, and would then be no number that anybody knows.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.queries import EntryRow, EventHead, GameRow
from events.revisions import EventKind
from ladder import sources
from ladder.calculators.classes import ClassTable, label
from ladder.calculators.event_figures import Performance, Strength, performances, strength
from ladder.models import Ladder, LadderStep
from ladder.replay import Rules, rating_of, seen
from ladder.rulebook import rulebook
from ladder.systems import Standing
from ladder.systems.rounding import exact, half_up


class EventFigures(NamedTuple):
    """What an event says by the ratings of one ladder; `by_player` by the ids of players."""

    by_player: Mapping[int, Performance]
    strength: Strength

    @property
    def known(self) -> bool:
        """Whether anybody has a performance."""
        return any(found.counted for found in self.by_player.values())


def event_figures(
    ladder: int, event: EventHead, entries: Sequence[EntryRow], games: Sequence[GameRow]
) -> EventFigures | None:
    """The performances in an event, by what the replay read at its start. None where the event is
    not in the ladder, and for a ladder whose numbers are not on Elo's scale."""
    steps = LadderStep.objects.filter(ladder=ladder, event_id=event.id).order_by("read_at")
    first = steps.values_list("place", "read_at").first()
    if first is None:
        return None
    rules, place = rulebook(Ladder(pk=ladder)).timeline.at(*first), first[1]
    if not rules.system.elo_scale:
        return None
    ids = {entry.number: entry.player for entry in entries}
    uids = sources.Uids()
    uids.load(player for player in ids.values() if player is not None)
    wanted = [(uid, place) for uid in uids.id]
    states = sources.states_before(Ladder(pk=ladder), uids, wanted)
    ratings = {uid: whole_rating(state, rules) for (uid, _place), state in states.items()}
    names = {
        number: f"?{number}" if player is None else uids.uid[player]
        for number, player in ids.items()
    }
    rated = [
        (names[game.white], names[game.black], game.rated)
        for game in games
        if game.rated is not None and game.black is not None
    ]
    closed = event.kind == EventKind.ROUND_ROBIN
    return EventFigures(
        {
            uids.id[uid]: found
            for uid, found in performances(rated, ratings).items()
            if uid in uids.id
        },
        strength(list(names.values()), ratings, closed=closed),
    )


def whole_rating(state: Standing | None, rules: Rules) -> int | None:
    """The rating as lists show it, or what the system counts somebody as who has none yet; None for
    who counts for nobody."""
    rating = rating_of(state, rules)
    if rating is None and state is not None:
        rating = rules.system.value_of(seen(state, rules), rules.settings)
    return None if rating is None else int(half_up(exact(rating)))


class RatingClass(NamedTuple):
    """What a rating is called by one table, in the reader's language."""

    table: str
    label: str


_TABLES = {
    ClassTable.FIDE: gettext_lazy("FIDE"),
    ClassTable.USCF: gettext_lazy("US Chess"),
    ClassTable.HARKNESS: gettext_lazy("Harkness"),
}
_OWN = {"uscf": ClassTable.USCF, "harkness": ClassTable.HARKNESS}


def rating_classes(ladder: int, rating: float | None) -> list[RatingClass]:
    """What a rating of a ladder is called: by the table of its system's family first (FIDE's for
    all but US Chess and Harkness), then by the others. Empty without a rating, and for numbers that
    are not on Elo's scale."""
    rules = rulebook(Ladder(pk=ladder)).timeline.rules[-1]
    if rating is None or not rules.system.elo_scale:
        return []
    own = _OWN.get(rules.system.id, ClassTable.FIDE)
    found = [
        (table, label(table, exact(rating)))
        for table in sorted(ClassTable, key=lambda table: table is not own)
    ]
    return [RatingClass(str(_TABLES[table]), _(text)) for table, text in found if text]
