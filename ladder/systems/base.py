"""What every rating system is given and gives back. Pure: no database, no names, no clock.

A player is a `uid` (12 characters, no white space). Results are half points of white (0, 1, 2).

A step of the history is computed in two moves, which keeps events that last right
(docs/rules/club_elo.md, "Events that last"). A system's `compute` sees only `before`, the standings
at the place where the step is read (`Step.read_at`, for a longer event its start), and answers with
a `Change` for each player. `RatingSystem.rows` adds the changes to what the players have at
`Step.place` (for a longer event its end). So a system cannot read a rating at the wrong moment.

Club Elo is all of that and no more. Systems that keep other things beside rating and games, or
whose lists are issued on certain days, are `ladder.systems.stateful.StatefulSystem`s.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import date
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from clubs.messages import Message, gettext_noop
from ladder.systems.rounding import stored

Game = tuple[str, str, int]
"""A rated game: white's uid, black's uid, white's half points (0, 1 or 2)."""

StartingRating = tuple[float, int | None]
"""A rating, and the counted games taken over with it from an earlier list of the club (or None)."""

Extra = Mapping[str, Any] | None
"""A system's own state beside the common columns, as JSON values; None when it has none."""


ListKey = tuple[bool, bool, float, int, str]
"""What a list is sorted by."""


class Standing(Protocol):
    """What a ladder knows of a player at one place of the history: a `State` or a `Row`."""

    @property
    def rating(self) -> float: ...
    @property
    def games(self) -> int: ...
    @property
    def played(self) -> int: ...
    @property
    def extra(self) -> Extra: ...


class State(NamedTuple):
    """What a ladder knows of a player at one place of the history.

    `games` counted for the player, and those taken over with a starting rating. `played` is all
    rated games of the player in this ladder, counted or not, and never those taken over: a player
    stands on the list when it is above zero.
    """

    rating: float
    games: int = 0
    played: int = 0
    extra: Extra = None


class About(NamedTuple):
    """What some systems need to know of an event beside its rated games."""

    closed: bool = False  # everybody plays everybody
    cycles: int = 1  # how often, in a closed event
    entries: Sequence[str] = ()  # everybody who took part, rated games or none
    points: Mapping[str, int] = {}  # half points of the final standings, by player
    tempo: str = ""  # "standard", "rapid", "blitz", "other"; "" where it is not known
    minutes: int | None = None  # a player's time for 60 moves
    listing: str = ""  # "next" or "none": the arbiter's choice about the list, where there is one
    asked_out: Sequence[str] = ()  # who asked that the list leave the event out for them


NOTHING_SAID = About()


class Step(NamedTuple):
    """A thing that happened at one place of the history: rated games; facts about people; a list
    that is issued (`closes`), which takes in what has been waiting for it; or the end of a day
    after which another system follows (`leaves`), where what waits is let go of."""

    place: int
    read_at: int  # = place, except for a longer event: the place of its start
    games: Sequence[Game] = ()
    facts: Mapping[str, StartingRating] = {}
    known: Mapping[str, Mapping[str, Any]] = {}  # by player: facts of `RatingSystem.needs`
    about: About = NOTHING_SAID  # given only to systems with `needs_event`
    closes: bool = False
    leaves: bool = False

    @property
    def of_all(self) -> bool:
        """Whether it concerns everybody in the ladder; it is no part of the history if it then
        changes nothing."""
        return self.closes or self.leaves


class Change(NamedTuple):
    """What a step does to one player."""

    uid: str
    change: float  # not rounded
    counted: int  # games that counted for this player
    played: int  # rated games, counted or not
    extra: Extra = None


class Row(NamedTuple):
    """A player's standing after a step. `rating` is kept to 6 decimals; `change` is what the step
    added, not rounded, and exactly the sum that the explanation shows."""

    uid: str
    rating: float
    games: int
    played: int
    change: float
    extra: Extra = None


def row_of(uid: str, state: Standing) -> Row:
    """A standing as a row that changed nothing."""
    return Row(uid, state.rating, state.games, state.played, 0.0, state.extra)


def players_of(games: Sequence[Game]) -> set[str]:
    """Everybody who has a game among these."""
    if not games:
        return set()
    whites, blacks, _ = zip(*games, strict=True)
    return {*whites, *blacks}


def people_of(step: Step) -> set[str]:
    """Everybody whose state a step reads or writes, but for one that concerns everybody."""
    return players_of(step.games) | step.facts.keys() | step.known.keys()


@dataclass(frozen=True, slots=True)
class ExplainedGame:
    """One rated game as it stood for the player whose change is explained."""

    opponent: str
    white: bool  # the player had white (means nothing where colours are not known)
    opponent_rating: float  # at the place where the step is read
    opponent_provisional: bool
    half_points: int  # the player's
    expected: float | None  # None where the rule has no expected score of a game
    counted: bool
    moved: float | None  # 0.0 when not counted; None where a game alone moves nothing
    reason: Message | None = None  # why it was not counted
    ended: date | None = None  # in a list that took it in: the last day of its event
    counts_as: float | None = None  # what the rule computes with where that is another rating


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a change came about. Never stored: computed by the code that computes the change.

    `rating`, `games`, `provisional` and `k` are those at `read_at`, which for a longer event is its
    start; the change was added at `place` to `added_to`, which differs from `rating` when other
    events ended in between. Sums are over the games that counted.
    """

    uid: str
    place: int
    read_at: int
    rating: float
    games: int
    provisional: bool
    k: float | None
    played: tuple[ExplainedGame, ...]
    counted: int
    half_points: int
    expected: float | None
    change: float
    added_to: float
    rating_after: float
    sentence: Message
    note: Message | None = None  # said once below the games, when some were not counted
    workings: tuple[Message, ...] = ()
    rated: bool = True
    first: bool = False
    enters: date | None = None  # of an event whose games a list takes in: the day of that list

    @property
    def lasts(self) -> bool:
        """Read at one place and added at another."""
        return self.read_at != self.place


class BadSetting(ValueError):
    """A setting that a system refuses: which one, and why in words."""

    def __init__(self, name: str, message: Message) -> None:
        super().__init__(f"{name}: {message}")
        self.name = name
        self.message = message


@dataclass(frozen=True)
class Settings:
    """The common ground of every system's settings: frozen, with defaults, checked when made."""

    def as_dict(self) -> dict[str, object]:
        """Plain values, for keeping as JSON."""
        return asdict(self)


S = TypeVar("S", bound=Settings)


class RatingSystem(ABC, Generic[S]):
    """One way of rating. `id` and `version` are part of every fingerprint: raise `version` when the
    same input would give other numbers."""

    id: ClassVar[str]
    version: ClassVar[int]
    title: ClassVar[str]  # English, marked for translation
    settings_class: type[S]
    # Somebody else's formula: pages say "computed from club games, unofficial".
    unofficial: ClassVar[bool] = True
    lower_is_better: ClassVar[bool] = False
    whole: ClassVar[bool] = False  # its ratings are whole numbers by rule, so changes are too
    elo_scale: ClassVar[bool] = True  # numbers and differences mean what they mean in Elo's
    needs: ClassVar[tuple[str, ...]] = ()  # facts about people, names of `ladder.systems.facts`
    needs_event: ClassVar[bool] = False  # wants `Step.about`
    chosen_lists: ClassVar[bool] = False  # reads `About.listing` and `About.asked_out`

    def settings(self, values: Mapping[str, object] | None = None) -> S:
        """Settings from kept values; what is missing has its default. Raises BadSetting."""
        values = values or {}
        known = {field.name for field in fields(self.settings_class)}
        for name in values:
            if name not in known:
                raise BadSetting(name, Message(gettext_noop("this system has no such setting")))
        return self.settings_class(**values)

    def needed(self, settings: S) -> tuple[str, ...]:
        """The facts about people that these settings use: `needs`, unless a setting decides."""
        return self.needs

    @abstractmethod
    def enter(self, settings: S) -> State:
        """What a player has before the first rated game and without a starting rating."""

    @abstractmethod
    def compute(self, step: Step, before: Mapping[str, Standing], settings: S) -> Sequence[Change]:
        """One change for each player with at least one rated game in the step, in uid order.

        `before` has the states at `step.read_at`; a player who is not in it is new. The order of
        the games makes no difference to the answer.
        """

    @abstractmethod
    def explain(
        self,
        step: Step,
        before: Mapping[str, Standing],
        uid: str,
        settings: S,
        now: Standing | None = None,
    ) -> Explanation:
        """How `compute` came to the change of one player. `now` is what the player had at
        `step.place`; without it, what the player had at `step.read_at`. Raises KeyError when the
        player has no rated game in the step."""

    @abstractmethod
    def expected(self, own: float, opponent: float) -> float:
        """The expected score of one game, 0 to 1."""

    @abstractmethod
    def is_provisional(self, games: int, settings: S) -> bool:
        """Whether a rating that rests on so many counted games is still provisional."""

    def is_rated(self, state: Standing) -> bool:
        """Whether a player has a rating, and not only games towards the first one."""
        return True

    def value_of(self, state: Standing, settings: S) -> float | None:
        """What a player without a rating here counts as for the opponents, by what is known of the
        player; None for not at all."""
        return None

    def waiting(self, state: Standing, settings: S, due: date | None = None) -> Message | None:
        """What a player's games are waiting for, in words; None when nothing waits. `due`: the day
        of the next list, where it is known and to be said."""
        return None

    def waiting_games(self, state: Standing, day: date) -> int:
        """How many of a player's games wait for the list of this day."""
        return 0

    def list_dates(self, settings: S, first: date, last: date) -> Sequence[date]:
        """The days from `first` to `last`, both included, on which a list is issued; none for a
        system that computes each event by itself."""
        return ()

    def list_key(
        self, uid: str, state: Standing, settings: S
    ) -> tuple[bool, bool, float, int, str]:
        """Sorts the ladder: rated players first, of them the established; the better rating first;
        ties by more counted games, then by uid (never by the hidden name)."""
        better = state.rating if self.lower_is_better else -state.rating
        provisional = self.is_provisional(state.games, settings)
        return not self.is_rated(state), provisional, better, -state.games, uid

    def rows(
        self,
        step: Step,
        before: Mapping[str, Standing],
        current: Mapping[str, Row],
        settings: S,
    ) -> list[Row]:
        """What the players have after the step, in uid order: facts; what a list took in; what is
        let go of; else the changes computed from `before` added to `current`, the states at
        `step.place`."""
        if step.games:
            return self.game_rows(step, before, current, settings)
        if step.closes:
            return self.closing_rows(step, current, settings)
        if step.leaves:
            return self.leaving_rows(current)
        return self.fact_rows(step, current, settings)

    def game_rows(
        self,
        step: Step,
        before: Mapping[str, Standing],
        current: Mapping[str, Row],
        settings: S,
    ) -> list[Row]:
        """Rows of a step with games: changes are added."""
        rows: list[Row] = []
        new = tuple.__new__  # a NamedTuple made without its slow constructor
        entered = self.enter(settings)
        for uid, change, counted, played, extra in self.compute(step, before, settings):
            now = current.get(uid) or row_of(uid, before.get(uid, entered))
            _, rating, games, total, _, state = now
            after = (
                uid,
                stored(rating + change),
                games + counted,
                total + played,
                change,
                (state and known_only(state)) if extra is None else extra,
            )
            rows.append(new(Row, after))
        return rows

    def closing_rows(self, step: Step, current: Mapping[str, Row], settings: S) -> list[Row]:
        """Rows of a list that is issued, in uid order."""
        return []

    def leaving_rows(self, current: Mapping[str, Row]) -> list[Row]:
        """Rows of those whose games wait for a list when this system is left, in uid order: the
        games enter none, and count for nobody."""
        return []

    def fact_rows(self, step: Step, current: Mapping[str, Row], settings: S) -> list[Row]:
        """A starting rating is what a player enters with: it has an effect as long as no rated
        game of the player has entered the ladder, and none after (ratings are never edited).
        What is known about a person joins the state."""
        rows: list[Row] = []
        for uid in sorted(step.facts.keys() | step.known.keys()):
            now = current.get(uid) or row_of(uid, self.enter(settings))
            row = now
            if uid in step.facts and not now.played:
                rating, games = step.facts[uid]
                row = self.started(row, rating, games)
            if uid in step.known:
                row = row._replace(extra=knowing(row.extra, step.known[uid]))
            if row is not now:
                rows.append(row._replace(change=0.0))
        return rows

    def started(self, now: Row, rating: float, games: int | None) -> Row:
        """A player who enters with a starting rating."""
        return Row(now.uid, stored(rating), games or 0, 0, 0.0, now.extra)

    # -- Ladders that change their system on a day ----------------------------------------------

    @property
    def mark(self) -> str | None:
        """What a state of this system says under `OF`; None for one that keeps no state."""
        return None

    def to_elo(self, rating: float) -> float:
        """The Elo number that a rating stands for."""
        return rating

    def from_elo(self, elo: float) -> float:
        """The rating that an Elo number stands for."""
        return elo

    def arriving(self, uid: str, state: Standing, settings: S) -> Row | None:
        """What a player has here whose state another system of the ladder has left: the rating as a
        starting rating, with the counted games; without one, what newcomers have. None for a state
        of this system's own."""
        of = (state.extra or {}).get(OF)
        entered = self.enter(settings)
        if of == self.mark or (of is None and not state.played and state.rating == entered.rating):
            return None
        known = known_of(state)
        now = Row(uid, entered.rating, 0, 0, 0.0, {KNOWN: dict(known)} if known else None)
        left = get(of) if of else None
        if left is None or left.is_rated(state):
            elo = left.to_elo(state.rating) if left else state.rating
            now = self.started(now, self.from_elo(elo), state.games)
        return now._replace(played=state.played)


OF = "of"
"""Where a state says whose it is."""

KNOWN = "known"
"""Where a state keeps what is known about the person, whatever the system."""


def known_of(state: Standing | None) -> Mapping[str, Any]:
    """What is known about a person at a place of the history, by the names of `facts`."""
    return (state.extra or {}).get(KNOWN, {}) if state else {}


def known_only(extra: Mapping[str, Any]) -> Extra:
    """A state without what another system has kept: it would be out of date when that one is in
    force again."""
    return {KNOWN: extra[KNOWN]} if extra.get(KNOWN) else None


def knowing(extra: Extra, facts: Mapping[str, Any]) -> dict[str, Any]:
    """A state with more known; a fact that is None is known no longer."""
    kept = dict(extra or {})
    known = {**kept.get(KNOWN, {}), **facts}
    return kept | {KNOWN: {name: known[name] for name in sorted(known) if known[name] is not None}}


_SYSTEMS: dict[str, RatingSystem[Any]] = {}


def register(system: type[RatingSystem[Any]]) -> type[RatingSystem[Any]]:
    """Class decorator: make a system known under its id; an id that is taken raises ValueError."""
    if system.id in _SYSTEMS:
        raise ValueError(f"two rating systems with the id {system.id!r}")
    _SYSTEMS[system.id] = system()
    return system


def get(system_id: str) -> RatingSystem[Any]:
    """The system with this id; raises KeyError that names those there are."""
    try:
        return _SYSTEMS[system_id]
    except KeyError:
        known = ", ".join(sorted(_SYSTEMS))
        raise KeyError(f"no rating system {system_id!r}; there are: {known}") from None


def choices() -> list[tuple[str, str]]:
    """(id, English title marked for translation) of every system, for a form."""
    return [(system.id, system.title) for _, system in sorted(_SYSTEMS.items())]
