"""Changes in the units of the numbers beside them, where a ladder's system has changed.

A change is stored in the units of the system that computed it. Beside numbers of another one stands
the difference of what its system sees before and after.
"""

from typing import NamedTuple

from django.db import connection
from django.utils.translation import gettext as _

from ladder.models import LadderStep
from ladder.replay import Rules, seen
from ladder.rulebook import Rulebook
from ladder.sources.people import state_of
from ladder.systems import Standing, get
from ladder.systems.places import is_list


def title_of(system: str) -> str:
    """What a system (its id) is called, in the reader's language."""
    return _(get(system).title)


class Part(NamedTuple):
    """What one system changed. `title` names it where its units could be taken for others, else it
    is ""; `change` None: nothing by itself, as in `Gave`. `whole`: its numbers are; `lower`: the
    lower number is the better one."""

    title: str
    change: float | None
    whole: bool
    first: bool = False
    lower: bool = False


class Gave(NamedTuple):
    """What an event gave a player. `change` None: nothing, since games wait for a list, there is no
    rating yet, or the `first` one was given, which is no change."""

    change: float | None
    first: bool = False

    def and_then(self, other: "Gave") -> "Gave":
        """With what another playing day gave."""
        given = [one.change for one in (self, other) if one.change is not None]
        first = self.first or other.first
        return Gave(None if first or not given else sum(given), first)


def gave(change: float, before: Standing | None, after: Standing, rules: Rules) -> Gave:
    """What a step gave whom it left `after`; `before` None: who is new to the ladder."""
    system, settings = rules.system, rules.settings
    was = system.enter(settings) if before is None else seen(before, rules)
    if system.is_rated(was):
        return Gave(change)
    return Gave(None, first=system.is_rated(after))


class Foreign(NamedTuple):
    """What another system computed in a stretch of the history: at which places, and by player id
    how far the number moved there, in the units of the list; None: it gave or took the rating."""

    places: list[int]
    moved: dict[int, float | None]

    def with_own(self, player: int, change: float | None) -> float | None:
        """The change of a player in all, of which `change` is what the system itself computed."""
        if player not in self.moved:
            return change
        by = self.moved[player]
        return None if by is None else by + (change or 0.0)


NOTHING = Foreign([], {})


def foreign(ladder: int, book: Rulebook, rules: Rules, first: int, until: int) -> Foreign:
    """The events and lists from one place to before another that the system of `rules` has not
    computed."""
    if not book.timeline.mixed:
        return NOTHING
    steps = LadderStep.objects.filter(ladder=ladder, place__gte=first, place__lt=until)
    places = [
        place
        for place, event in steps.values_list("place", "event_id")
        if (event is not None or is_list(place))
        and book.timeline.at(place).system.id != rules.system.id
    ]
    return Foreign(places, _moved(ladder, places, rules)) if places else NOTHING


_MOVED = """
    SELECT r.player_id, r.rating, r.games, r.played, r.extra, b.rating, b.games, b.played, b.extra
    FROM ladder_ratingrow r
    LEFT JOIN LATERAL (
        SELECT rating, games, played, extra FROM ladder_ratingrow
        WHERE ladder_id = r.ladder_id AND player_id = r.player_id AND place < r.place
        ORDER BY place DESC LIMIT 1
    ) b ON true
    WHERE r.ladder_id = %s AND r.place = ANY(%s)
"""


def _moved(ladder: int, places: list[int], rules: Rules) -> dict[int, float | None]:
    with connection.cursor() as cursor:
        cursor.execute(_MOVED, [ladder, places])
        rows = cursor.fetchall()
    system, settings = rules.system, rules.settings
    found: dict[int, float | None] = {}
    for player, *columns in rows:
        after = seen(state_of(*columns[:4]), rules)
        was = columns[4:]
        before = system.enter(settings) if was[0] is None else seen(state_of(*was), rules)
        so_far = found.get(player, 0.0)
        if so_far is None or not (system.is_rated(before) and system.is_rated(after)):
            found[player] = None
        else:
            found[player] = so_far + after.rating - before.rating
    return found
