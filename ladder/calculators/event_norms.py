"""What an event gives a player towards Czech classes and titles of FIDE. Pure.

Source: the federation code, 2.4 to 2.9 (docs/rules/czech_classes.md); FIDE's arithmetic of norms
(docs/rules/performance.md). Norms found here are computed; they are valid after registration.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

from clubs.messages import Message, gettext_noop
from events.revisions import NOT_COUNTED_BY_DEFAULT, Tempo
from ladder.calculators import title_norms
from ladder.calculators.czech_classes import (
    NORMS,
    Merits,
    Sex,
    higher,
    performance_class,
)
from ladder.calculators.czech_norms import LEAST_MINUTES, Choice, Norm, NormGame, norm
from ladder.calculators.title_norms import NormResult
from ladder.systems.lok.formulas import valid
from ladder.systems.lok.starting import CLASSES, substitute

Facts = Mapping[str, Any]
"""What is known about a person on a day, by the names of `ladder.systems.facts`."""


class Source(StrEnum):
    """What a coefficient rests on."""

    FRL = "frl"
    NATIONAL = "national"
    LOK = "lok"
    CLUB = "club"  # the club's own ladder by the Czech list: computed, unofficial
    CLASS = "class"
    NOTHING = "nothing"


SOURCES: Mapping[Source, str] = {
    Source.FRL: gettext_noop("FIDE rating"),
    Source.NATIONAL: gettext_noop("rating of another federation"),
    Source.LOK: gettext_noop("OK"),
    Source.CLUB: gettext_noop("OK computed by the club, unofficial"),
    Source.CLASS: gettext_noop("by the class"),
    Source.NOTHING: gettext_noop("nothing known"),
}
"""The same in words, English, marked for translation."""

CLASS_WORDS: Mapping[str, str] = {
    "mistr": gettext_noop("master"),
    "kandidat_mistra": gettext_noop("candidate master"),
    **{name: name for name in ("I", "II", "III", "IV")},
}
"""What classes are called."""


class Coefficient(NamedTuple):
    """The value of a player in norms (2.8), and where it comes from."""

    value: int
    source: Source


class Played(NamedTuple):
    """A game that was really played, from one side. `opponent` is a uid, "" of somebody not known
    yet; `fide` the opponent's FIDE rating, None without one."""

    round: int
    opponent: str
    half_points: int
    coefficient: Coefficient
    fide: int | None


class Working(NamedTuple):
    """A choice of what is counted, as it is computed by hand: the sum of so many coefficients, and
    the needed points before they go up to the next half."""

    total: int
    coefficients: int
    exact_needed: Fraction | None


def coefficient_of(facts: Facts, computed: int | None = None) -> Coefficient:
    """A player's coefficient: what was entered first, in the order of the list (1.4, 3.8).
    `computed`: the OK by a ladder of the club; it stands in where no value was entered."""
    lok = Source.LOK, facts.get("lok_standard")
    frl = Source.FRL, facts.get("fide_standard")
    national = Source.NATIONAL, facts.get("national")
    entered = (frl, national, lok) if facts.get("foreigner") == "yes" else (lok, frl)
    for source, value in (*entered, (Source.CLUB, computed)):
        if valid(value) is not None:
            return Coefficient(value, source)
    named = class_of(facts)
    return Coefficient(substitute(named), Source.CLASS if named else Source.NOTHING)


def class_of(facts: Facts) -> str | None:
    """The class that somebody recorded."""
    recorded = facts.get("class")
    return recorded if recorded in CLASSES else None


def sex_of(facts: Facts) -> Sex | None:
    """What is known of the sex, for the thresholds of women."""
    return Sex(facts["sex"]) if facts.get("sex") in set(Sex) else None


def merits_of(facts: Facts, computed: int | None = None, norm: str | None = None) -> Merits:
    """What a class may rest on: the higher of OK and FRL on each list, norms, sex. `computed`
    stands in for an OK that nobody has entered."""
    lok = facts.get("lok_standard", computed)
    return Merits(
        standard=_highest(lok, facts.get("fide_standard")),
        rapid=_highest(facts.get("lok_rapid"), facts.get("fide_rapid")),
        sex=sex_of(facts),
        norm=norm,
        title_norm=facts.get("title_norm"),
    )


def class_reached(facts: Facts, computed: int | None = None, norm: str | None = None) -> str | None:
    """The class by what is known; one that was recorded is never lost."""
    return higher(class_of(facts), performance_class(merits_of(facts, computed, norm)))


def _highest(*values: int | None) -> int | None:
    return max((value for value in values if value is not None), default=None)


# -- Norms --------------------------------------------------------------------------------------

TOO_QUICK = Message(
    gettext_noop("Czech norms need at least %(least)s minutes of thinking time for a player."),
    {"least": LEAST_MINUTES},
)
NO_CHESS = Message(gettext_noop("Events of this kind give no norms."))
NOT_STANDARD = Message(gettext_noop("Norms for titles need an event of standard tempo."))


def no_czech_norms(tempo: str, kind: str, minutes: int | None) -> Message | None:
    """Why an event gives no Czech norms; None where it does. Where nobody has entered the minutes,
    standard and rapid have enough of them."""
    if kind in NOT_COUNTED_BY_DEFAULT:
        return NO_CHESS
    enough = tempo in (Tempo.STANDARD, Tempo.RAPID) if minutes is None else minutes >= LEAST_MINUTES
    return None if enough else TOO_QUICK


def no_title_norms(tempo: str, kind: str) -> Message | None:
    """Why an event gives no norms for titles; None where it may."""
    if kind in NOT_COUNTED_BY_DEFAULT:
        return NO_CHESS
    return None if tempo == Tempo.STANDARD else NOT_STANDARD


def czech(own: Coefficient, games: Sequence[Played]) -> tuple[Norm, ...]:
    """The norms for III and IV, in this order."""
    found = [NormGame(game.coefficient.value, game.half_points) for game in games]
    return tuple(norm(name, own.value, found) for name in NORMS)


def titles(games: Sequence[Played], sex: Sex | None) -> tuple[NormResult, ...]:
    """The arithmetic of the norms for titles; those of women only of somebody known to be one.
    None without a single opponent with a FIDE rating."""
    if all(game.fide is None for game in games):
        return ()
    wanted = [one for one in title_norms.Norm if sex is Sex.WOMAN or not one.startswith("W")]
    scored = sum(game.half_points for game in games)
    opponents = [game.fide for game in games]
    return tuple(title_norms.norm_result(one, opponents, scored) for one in wanted)


def working(own: Coefficient, games: Sequence[Played], choice: Choice) -> Working:
    """How a choice is computed by hand."""
    left = [game.coefficient.value for at, game in enumerate(games) if at not in choice.left_out]
    values = [*left, *([own.value] if choice.own else [])]
    needed = None if choice.percent is None else Fraction(choice.percent * choice.games, 100)
    return Working(sum(values), len(values), needed)


def is_higher(name: str, than: str | None) -> bool:
    """Whether a class is above another one, or above none."""
    return than is None or CLASSES.index(name) > CLASSES.index(than)
