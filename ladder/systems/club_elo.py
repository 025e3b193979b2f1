"""Club Elo, the default ladder. Rules, worked example and sources: docs/rules/club_elo.md.

Source: the club ladder guide. Per event:

    E(A against B) = 1 / (1 + 10^((R_B - R_A) / 400))      not rounded, no 400-point cap
    K = k_new if the counted games before the event are fewer than new_games, else k
    R_new = R_old + sum over the counted games of K * (score - E)

A game counts for a player unless the player is established and the opponent is provisional.
Rating, K and provisional status are read once, for all games of the event. With the setting
`k_junior`, which is off unless a club gives it, K of a player marked as a junior is that one.

What it does not do: no cap on the difference of ratings, no floor, no bonus for performance, no
decay of an idle player's rating, no use of tempo or colour.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from math import fsum
from typing import ClassVar

from clubs.messages import Message, gettext_noop
from ladder.systems.base import (
    Change,
    ExplainedGame,
    Explanation,
    Game,
    RatingSystem,
    Row,
    Settings,
    Standing,
    State,
    Step,
    known_of,
    known_only,
    players_of,
    register,
    row_of,
)
from ladder.systems.checking import count, number
from ladder.systems.rounding import exact, half_up, stored

Side = tuple[float, float, bool, list[float]]
"""A player in one step: rating, K and provisional status before it; what each counted game moved.
A plain tuple, because two are unpacked for every game of a history."""

SCORES = (0.0, 0.5, 1.0)  # of white, by half points; looked up in less time than a product takes

UNCOUNTED = Message(gettext_noop("the opponent is provisional: the game counts for them only"))
NOTE = Message(
    gettext_noop(
        "A game with a provisional opponent counts only for the opponent. A whole evening with "
        "newcomers can end without any change; that is as it should be."
    )
)
JUNIOR = "junior"  # the fact, of `ladder.systems.facts`
# Said to everybody alike, so that it tells of nobody whether it is one.
JUNIORS_K = gettext_noop("On this ladder K is %(k)s for players who count as juniors.")
SENTENCE = gettext_noop("The ladder expected %(expected)s of %(games)s; you scored %(score)s.")
NOTHING_COUNTED = gettext_noop("No game counted for you, so nothing changed.")


@dataclass(frozen=True)
class ClubEloSettings(Settings):
    """The club's own numbers. Raises BadSetting for values that make no sense."""

    start: float = field(
        default=1200.0,
        metadata={"label": gettext_noop("Rating of a player new to the ladder")},
    )
    k_new: float = field(
        default=40.0, metadata={"label": gettext_noop("K of a player with few counted games")}
    )
    k: float = field(
        default=20.0,
        metadata={
            "label": gettext_noop("K of everybody else"),
            "help": gettext_noop("The larger K is, the farther one game moves a rating."),
        },
    )
    new_games: int = field(
        default=20, metadata={"label": gettext_noop("Counted games until K is that of everybody")}
    )
    provisional: int = field(
        default=5, metadata={"label": gettext_noop("Counted games until a rating is established")}
    )
    k_junior: float | None = field(
        default=None,
        metadata={
            "label": gettext_noop("K of players marked as juniors"),
            "help": gettext_noop(
                "Empty: the same as everybody's. It needs to be entered of each of them that they "
                "count as a junior, and from which day on."
            ),
        },
    )

    def __post_init__(self) -> None:
        for name, low, high in (("start", 0, 4000), ("k_new", 0, 400), ("k", 0, 400)):
            object.__setattr__(self, name, number(name, getattr(self, name), low, high))
        for name in ("new_games", "provisional"):
            count(name, getattr(self, name))
        if self.k_junior is not None:
            object.__setattr__(self, "k_junior", number("k_junior", self.k_junior, 0, 400))

    def as_dict(self) -> dict[str, object]:
        """Without `k_junior` when it is off: ladders that never had it keep their fingerprints."""
        said = super().as_dict()
        if self.k_junior is None:
            del said["k_junior"]
        return said


def _sides(
    games: Sequence[Game], before: Mapping[str, Standing], settings: ClubEloSettings
) -> dict[str, Side]:
    """The players of a step in uid order, each read from `before` once, for all games."""
    new_games, least, entered = settings.new_games, settings.provisional, State(settings.start)
    k_new, k_old = settings.k_new, settings.k
    sides: dict[str, Side] = {}
    for uid in sorted(players_of(games)):
        state = before.get(uid, entered)
        number = state.games
        k = k_new if number < new_games else k_old
        sides[uid] = (state.rating, k, number < least, [])
    if settings.k_junior is not None:
        _for_juniors(sides, before, settings.k_junior)
    return sides


def _for_juniors(sides: dict[str, Side], before: Mapping[str, Standing], k: float) -> None:
    """The K of players who count as juniors where the step is read."""
    for uid, (rating, _, provisional, moves) in sides.items():
        if known_of(before.get(uid)).get(JUNIOR) == "yes":
            sides[uid] = (rating, k, provisional, moves)


@register
class ClubElo(RatingSystem[ClubEloSettings]):
    """The rules at the head of this module."""

    id: ClassVar[str] = "club_elo"
    version: ClassVar[int] = 1
    title: ClassVar[str] = gettext_noop("Club Elo")
    settings_class = ClubEloSettings
    unofficial: ClassVar[bool] = False  # of clubs themselves: nobody takes it for a federation's

    def needed(self, settings: ClubEloSettings) -> tuple[str, ...]:
        return () if settings.k_junior is None else (JUNIOR,)

    def enter(self, settings: ClubEloSettings) -> State:
        return State(settings.start)

    def expected(self, own: float, opponent: float) -> float:
        """E of the rule above; for two players the two expectations add up to exactly 1."""
        return _expected(opponent - own)

    def is_provisional(self, games: int, settings: ClubEloSettings) -> bool:
        return games < settings.provisional

    def compute(
        self, step: Step, before: Mapping[str, Standing], settings: ClubEloSettings
    ) -> Sequence[Change]:
        sides = _sides(step.games, before, settings)
        missed = _play(step.games, sides)
        return [
            Change(uid, fsum(moves), len(moves), len(moves) + missed.get(uid, 0))
            for uid, (_, _, _, moves) in sides.items()
        ]

    def game_rows(
        self,
        step: Step,
        before: Mapping[str, Standing],
        current: Mapping[str, Row],
        settings: ClubEloSettings,
    ) -> list[Row]:
        """What the base class makes of `compute`, in one go: a rebuild spends most of its time
        here. A test holds the two together."""
        sides = _sides(step.games, before, settings)
        missed = _play(step.games, sides)
        entered = self.enter(settings)
        new = tuple.__new__  # a NamedTuple made without its slow constructor
        rows: list[Row] = []
        for uid, (_, _, _, moves) in sides.items():
            now = current.get(uid) or row_of(uid, before.get(uid, entered))
            _, rating, games, total, _, state = now
            change, counted = fsum(moves), len(moves)
            played = total + counted + missed.get(uid, 0)
            kept = state and known_only(state)
            after = (uid, stored(rating + change), games + counted, played, change, kept)
            rows.append(new(Row, after))
        return rows

    def explain(
        self,
        step: Step,
        before: Mapping[str, Standing],
        uid: str,
        settings: ClubEloSettings,
        now: Standing | None = None,
    ) -> Explanation:
        sides = _sides(step.games, before, settings)
        _play(step.games, sides)
        if uid not in sides:
            raise KeyError(f"{uid} has no rated game in the step at place {step.place}")
        rating, k, provisional, moves = sides[uid]
        games = tuple(_explained(uid, sides, step.games))
        counted = [game for game in games if game.counted]
        expected = fsum(game.expected or 0.0 for game in counted)
        score = sum(game.half_points for game in counted)
        change = fsum(moves)
        added_to = rating if now is None else now.rating
        return Explanation(
            uid=uid,
            place=step.place,
            read_at=step.read_at,
            rating=rating,
            games=before[uid].games if uid in before else 0,
            provisional=provisional,
            k=k,
            played=games,
            counted=len(counted),
            half_points=score,
            expected=expected,
            change=change,
            added_to=added_to,
            rating_after=stored(added_to + change),
            sentence=_sentence(len(counted), expected, score),
            note=NOTE if len(counted) < len(games) else None,
            workings=_about_juniors(settings),
        )


def _expected(gap: float) -> float:
    """Expected score against an opponent who is `gap` points stronger.

    The better player's side is 1 minus the other's, so that swapping colours is exact, and the
    power cannot overflow.
    """
    if gap > 0.0:
        return float(1.0 - 1.0 / (1.0 + 10.0 ** (gap / -400.0)))
    return float(1.0 / (1.0 + 10.0 ** (gap / 400.0)))


def _play(games: Sequence[Game], sides: dict[str, Side]) -> dict[str, int]:
    """Evaluate all games, filling the moves of `sides` -> for players with games that did not
    count, the number of those.

    This loop is what a replay of a million games spends its time on, so `_expected` stands in it
    once more in full; a test holds the two together.
    """
    missed: dict[str, int] = {}
    for white, black, half_points in games:
        white_rating, white_k, white_new, white_moves = sides[white]
        black_rating, black_k, black_new, black_moves = sides[black]
        gap = black_rating - white_rating
        if gap > 0.0:
            over = SCORES[half_points] - (1.0 - 1.0 / (1.0 + 10.0 ** (gap / -400.0)))
        else:
            over = SCORES[half_points] - 1.0 / (1.0 + 10.0 ** (gap / 400.0))
        if white_new or not black_new:
            white_moves.append(white_k * over)
        else:
            missed[white] = missed.get(white, 0) + 1
        if black_new or not white_new:
            black_moves.append(-black_k * over)
        else:
            missed[black] = missed.get(black, 0) + 1
    return missed


def _explained(uid: str, sides: dict[str, Side], games: Sequence[Game]) -> list[ExplainedGame]:
    """The player's games, with the very numbers that `_play` has put into the sums."""
    own_rating, _, own_new, moves = sides[uid]
    moved = iter(moves)
    explained = []
    for white, black, half_points in games:
        if uid not in (white, black):
            continue
        is_white = white == uid
        opponent = black if is_white else white
        opponent_rating, _, opponent_new, _ = sides[opponent]
        counted = own_new or not opponent_new
        explained.append(
            ExplainedGame(
                opponent=opponent,
                white=is_white,
                opponent_rating=opponent_rating,
                opponent_provisional=opponent_new,
                half_points=half_points if is_white else 2 - half_points,
                expected=_expected(opponent_rating - own_rating),
                counted=counted,
                moved=next(moved) if counted else 0.0,
                reason=None if counted else UNCOUNTED,
            )
        )
    return explained


def _about_juniors(settings: ClubEloSettings) -> tuple[Message, ...]:
    k = settings.k_junior
    if k is None:
        return ()
    return (Message(JUNIORS_K, {"k": int(k) if k.is_integer() else exact(k)}),)


def _sentence(counted: int, expected: float, half_points: int) -> Message:
    """One plain sentence, with numbers as exact decimals: the reader's language writes them."""
    if not counted:
        return Message(NOTHING_COUNTED)
    score = Decimal(half_points) / 2
    return Message(
        SENTENCE, {"expected": half_up(exact(expected), 1), "games": counted, "score": score}
    )
