"""Which OK somebody has at a place of the history, from the ladder and from what is known."""

from datetime import date

from ladder.systems.base import Standing, known_of
from ladder.systems.lok.formulas import age_on, valid
from ladder.systems.lok.lists import List
from ladder.systems.lok.settings import LokSettings
from ladder.systems.lok.starting import CLASSES, Known, starting_ok
from ladder.systems.rounding import exact, half_up

ID = "lok"
REMOVED = "removed"
"""Mark in the state of somebody who fell below 1001: 11 games are needed again."""

FRL = {List.STANDARD: "fide_standard", List.RAPID: "fide_rapid"}
"""The fact that is a player's value on FIDE's list."""


def listed(standing: Standing | None) -> int | None:
    """The OK on the ladder's own list: its rating, a whole number from 1001 on."""
    if standing is None:
        return None
    rating = standing.rating
    return valid(int(rating if rating.is_integer() else half_up(exact(rating))))


def ok_of(standing: Standing | None, settings: LokSettings) -> int | None:
    """The OK with which a player starts: the listed one; else by what is known (1.4, 3.7, 3.8)."""
    own = listed(standing)
    if own is not None:
        return own
    extra = (standing.extra if standing else None) or {}
    gone = extra.get("of") == ID and bool(extra.get(REMOVED))
    start = starting_ok(_known(standing, settings.which, gone), settings.which)
    return start.ok if start.valid else None


def age_of(standing: Standing | None, day: date) -> int | None:
    """Completed years on the day of a list, None where the day of birth is not known."""
    birth = known_of(standing).get("birth")
    return age_on(date.fromisoformat(birth), day) if birth else None


def _known(standing: Standing | None, which: List, gone: bool) -> Known:
    facts = known_of(standing)
    own = "lok_rapid" if which is List.RAPID else "lok_standard"
    if gone:
        facts = {name: value for name, value in facts.items() if name not in (own, "class")}
    named = facts.get("class")
    return Known(
        lok=facts.get("lok_standard"),
        frl=facts.get("fide_standard"),
        lok_rapid=facts.get("lok_rapid"),
        frl_rapid=facts.get("fide_rapid"),
        national=facts.get("national"),
        foreigner=facts.get("foreigner") == "yes",
        performance_class=named if named in CLASSES else None,
    )
