"""Norms in the words of arbiters' pages: what was counted, what is needed, what is missing.

Everything here has full names in it: for officers of the club only.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubs.models import Club
from events.queries import UNKNOWN
from events.words import points
from ladder import shown
from ladder.calculators.czech_norms import LEAST_GAMES, Choice, Norm
from ladder.calculators.event_norms import (
    CLASS_WORDS,
    SOURCES,
    Coefficient,
    working,
)
from ladder.calculators.title_norms import LEAST_GAMES as LEAST_FOR_TITLES
from ladder.calculators.title_norms import NormResult
from ladder.queries.norms import PlayerNorms
from players.privacy import ERASED_PLAYER
from players.queries import full_names

Names = Mapping[str, str]


class CoefficientWords(NamedTuple):
    """A coefficient and what it rests on."""

    value: int
    source: str


class ChoiceWords(NamedTuple):
    """One way to count, in figures as pages write them. `left_out` are the opponents of the wins
    that were left out. Without `percent` no norm is possible at this average."""

    own: bool
    left_out: Sequence[str]
    games: int
    total: int
    coefficients: int
    average: int
    percent: int | None
    exact: str  # needed points before they go up to the next half
    needed: str
    scored: str
    margin: str  # with its sign


class NormWords(NamedTuple):
    """A Czech norm of a player. `is_new`: the class is above the one that the player has."""

    name: str
    achieved: bool
    is_new: bool
    few: int | None  # so many games at least are needed, where fewer were played
    plain: ChoiceWords | None
    best: ChoiceWords | None

    @property
    def same(self) -> bool:
        """Whether counting everything is the best choice."""
        return self.plain == self.best


class GameLine(NamedTuple):
    """A game on a norm's sheet; `fide` is the opponent's FIDE rating."""

    round: int
    opponent: str
    coefficient: CoefficientWords
    fide: int | None
    points: str
    left_out: bool


class PlayerLine(NamedTuple):
    """A player on the page of an event's norms."""

    uid: str
    name: str
    class_before: str
    own: CoefficientWords
    games: int
    points: str
    norms: Sequence[NormWords]
    titles: Sequence[NormResult]

    @property
    def at_stake(self) -> bool:
        """Whether enough games were played for a norm that would give a higher class."""
        return any(norm.few is None for norm in self.norms)


def names_of(club: Club, found: Sequence[PlayerNorms]) -> dict[str, str]:
    """The full names of everybody concerned; words for erased people and for nobody known."""
    uids = {one.uid for one in found} | {game.opponent for one in found for game in one.games}
    names = full_names(club, uids)
    return {uid: names.get(uid, _(ERASED_PLAYER.template)) for uid in uids if uid} | {
        "": _(UNKNOWN.template)
    }


def player_line(found: PlayerNorms, names: Names) -> PlayerLine:
    """A player with the norms that matter: those of classes which the player does not have."""
    return PlayerLine(
        uid=found.uid,
        name=names[found.uid],
        class_before=class_words(found.class_before),
        own=coefficient_words(found.own),
        games=len(found.games),
        points=points(sum(game.half_points for game in found.games)),
        norms=[norm_words(found, norm, names) for norm in found.czech if found.is_new(norm.name)],
        titles=found.titles if len(found.games) >= LEAST_FOR_TITLES else (),
    )


def norm_words(found: PlayerNorms, norm: Norm, names: Names) -> NormWords:
    """One norm of a player."""
    return NormWords(
        name=norm.name,
        achieved=norm.achieved,
        is_new=found.is_new(norm.name),
        few=None if norm.enough else LEAST_GAMES[norm.name],
        plain=_choice(found, norm.plain, names) if norm.plain else None,
        best=_choice(found, norm.best, names) if norm.best else None,
    )


def game_lines(found: PlayerNorms, names: Names, choice: Choice | None) -> list[GameLine]:
    """The games of a sheet, those marked that a choice leaves out."""
    left_out = choice.left_out if choice else ()
    return [
        GameLine(
            game.round,
            names[game.opponent],
            coefficient_words(game.coefficient),
            game.fide,
            points(game.half_points),
            at in left_out,
        )
        for at, game in enumerate(found.games)
    ]


def coefficient_words(coefficient: Coefficient) -> CoefficientWords:
    """A coefficient in the reader's language."""
    return CoefficientWords(coefficient.value, _(SOURCES[coefficient.source]))


def class_words(name: str | None) -> str:
    """A performance class in the reader's language, "" without one."""
    return _(CLASS_WORDS[name]) if name else ""


def _choice(found: PlayerNorms, choice: Choice, names: Names) -> ChoiceWords:
    by_hand = working(found.own, found.games, choice)
    return ChoiceWords(
        own=choice.own,
        left_out=[names[found.games[at].opponent] for at in choice.left_out],
        games=choice.games,
        total=by_hand.total,
        coefficients=by_hand.coefficients,
        average=choice.average,
        percent=choice.percent,
        exact="" if by_hand.exact_needed is None else _decimal(by_hand.exact_needed),
        needed="" if choice.needed is None else _points(choice.needed),
        scored=_points(choice.scored),
        margin="" if choice.margin is None else _signed(choice.margin),
    )


def _points(value: Fraction) -> str:
    return points(int(2 * value))


def _signed(value: Fraction) -> str:
    sign = shown.MINUS if value < 0 else "+" if value > 0 else ""
    return sign + _points(abs(value))


def _decimal(value: Fraction) -> str:
    """A share of games in per cent has at most two decimals."""
    return shown.decimals(Decimal(value.numerator) / Decimal(value.denominator), 2)
