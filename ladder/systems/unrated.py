"""Systems in which a newcomer has no rating until the first games give one.

Who has no rating does not count as an opponent. Where that would leave a club without a first
rating for ever, `counts_as` says what everybody counts as in an event in which nobody has one.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from clubs.messages import Message, gettext_noop
from ladder.systems.base import (
    Change,
    ExplainedGame,
    Explanation,
    Game,
    Row,
    S,
    Standing,
    State,
    Step,
    row_of,
)
from ladder.systems.rounding import Exact, exact, half_up, stored
from ladder.systems.stateful import StatefulSystem

RATED = "rated"
START_LABEL = gettext_noop("While nobody has a rating, everybody counts as")
START_HELP = gettext_noop(
    "It holds in events in which nobody who plays has a rating yet. With 0 such an event gives "
    "nobody a rating: then the arbiter enters the first ones as starting ratings."
)
NOT_RATED = Message(gettext_noop("the opponent had no rating yet"))
NO_OPPONENT = Message(gettext_noop("No game counted, since no opponent had a rating yet."))
COUNTED = gettext_noop("Games of this event that count: %(games)s.")
NOTHING_YET = Message(gettext_noop("no game against a rated opponent yet"))


class Meeting(NamedTuple):
    """A rated game from one side."""

    opponent: str
    white: bool
    half_points: int

    @property
    def score(self) -> float:
        return self.half_points / 2


class Telling(NamedTuple):
    """What an explanation says beside the numbers of the row."""

    sentence: Message
    workings: Sequence[Message] = ()
    note: Message | None = None
    k: float | None = None
    expected: float | None = None


def meetings(games: Sequence[Game]) -> dict[str, list[Meeting]]:
    """Everybody's games, players in uid order."""
    played: dict[str, list[Meeting]] = {}
    for white, black, half_points in games:
        played.setdefault(white, []).append(Meeting(black, True, half_points))
        played.setdefault(black, []).append(Meeting(white, False, 2 - half_points))
    return {uid: played[uid] for uid in sorted(played)}


def shown(value: Exact | float, digits: int = 1) -> Decimal:
    """A number as sentences show it: whole, or with so many decimals."""
    number = exact(value) if isinstance(value, float) else value
    return half_up(number, digits if Fraction(number).denominator > 1 else 0)


def points_of(half_points: int) -> Decimal:
    """A score as sentences show it: 2.5."""
    return Decimal(half_points) / 2


class OpensUnrated(StatefulSystem[S]):
    """The common ground; what a system has kept says whether there is a rating."""

    def enter(self, settings: S) -> State:
        return State(0.0)

    def is_rated(self, state: Standing | None) -> bool:
        return bool(self.state(state).get(RATED))

    def is_provisional(self, games: int, settings: S) -> bool:
        return False

    def started(self, now: Row, rating: float, games: int | None) -> Row:
        state = {RATED: True, **self.taken_over(games or 0)}
        return Row(now.uid, stored(rating), games or 0, 0, 0.0, self.keep(now, state))

    def taken_over(self, games: int) -> Mapping[str, Any]:
        """What the state says of somebody who starts with a rating and so many games."""
        return {}

    def counts_as(
        self, played: Mapping[str, object], before: Mapping[str, Standing], start: float
    ) -> dict[str, float]:
        """What the players count as for their opponents; who is missing does not count."""
        rated = {
            uid: before[uid].rating
            for uid in played
            if uid in before and self.is_rated(before[uid])
        }
        return rated or (dict.fromkeys(played, start) if start else {})

    def unmoved(self, now: Row, change: Change, step: Step, settings: S) -> Row:
        """The row after games that change no rating."""
        state = self.keep(now, self.after(self.state(now), change, step, settings))
        games, played = now.games + change.counted, now.played + change.played
        return Row(now.uid, now.rating, games, played, 0.0, state)

    def change_of(
        self, step: Step, before: Mapping[str, Standing], uid: str, settings: S
    ) -> Change:
        """What `compute` says of one player. Raises KeyError for somebody without a game."""
        for change in self.compute(step, before, settings):
            if change.uid == uid:
                return change
        raise KeyError(f"{uid} has no rated game in the step at place {step.place}")

    def now_of(
        self, before: Mapping[str, Standing], uid: str, settings: S, now: Standing | None
    ) -> Row:
        """What the player has where the change is added."""
        return row_of(uid, now or before.get(uid, self.enter(settings)))

    def told(
        self,
        step: Step,
        before: Mapping[str, Standing],
        row: Row,
        now: Row,
        games: Sequence[ExplainedGame],
        telling: Telling,
        settings: S,
    ) -> Explanation:
        """An explanation of a row."""
        read = before.get(row.uid, self.enter(settings))
        counted = [game for game in games if game.counted]
        return Explanation(
            uid=row.uid,
            place=step.place,
            read_at=step.read_at,
            rating=read.rating,
            games=read.games,
            provisional=self.is_provisional(read.games, settings),
            k=telling.k,
            played=tuple(games),
            counted=len(counted),
            half_points=sum(game.half_points for game in counted),
            expected=telling.expected,
            change=row.change,
            added_to=now.rating,
            rating_after=row.rating,
            sentence=telling.sentence,
            note=telling.note,
            workings=tuple(telling.workings),
            rated=self.is_rated(read),
            first=self.is_rated(row) and not self.is_rated(now),
        )


def explained(
    meeting: Meeting,
    rating: float | None,
    *,
    expected: float | None = None,
    moved: float | None = None,
    provisional: bool = False,
    reason: Message = NOT_RATED,
) -> ExplainedGame:
    """A game as explanations show it; with an opponent of no rating it did not count."""
    counted = rating is not None
    return ExplainedGame(
        opponent=meeting.opponent,
        white=meeting.white,
        opponent_rating=rating or 0.0,
        opponent_provisional=provisional,
        half_points=meeting.half_points,
        expected=expected if counted else None,
        counted=counted,
        moved=moved if counted else 0.0,
        reason=None if counted else reason,
    )
