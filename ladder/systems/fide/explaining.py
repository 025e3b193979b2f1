"""What is said of a change under FIDE's rules, from the very numbers that made it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from clubs.messages import Message, Signed, gettext_noop
from ladder.systems.base import ExplainedGame, Explanation, Row, Standing, Step
from ladder.systems.fide.formulas import MOST_K_GAMES, RatedGame
from ladder.systems.fide.initial import HYPOTHETICAL, LEAST_GAMES, Initial
from ladder.systems.fide.seen import Seen
from ladder.systems.fide.settling import Outcome
from ladder.systems.places import decode
from ladder.systems.rounding import half_up
from ladder.systems.unrated import COUNTED

UNRATED = Message(gettext_noop("the opponent had no rating"))
APART = Message(
    gettext_noop("600 points or more apart and one above 2600: not rated in rapid and blitz")
)
ZERO = Message(gettext_noop("no point in the first event"))

SCORED = gettext_noop("The ladder expected %(expected)s of %(games)s; you scored %(score)s.")
POOLED = gettext_noop("Games that count towards your first rating so far: %(games)s.")
FIRST = gettext_noop("Your first rating, from %(games)s games against rated opponents.")
NOTHING_COUNTED = gettext_noop("No game counted for you, so nothing changed.")
ZERO_SENTENCE = gettext_noop("A first event without a point is disregarded, so nothing changed.")

GAIN = gettext_noop("Score minus expected score, over all games: %(gain)s")
# The same for both: members are not told how old somebody is.
K_40 = gettext_noop("K is 40: fewer than 30 rated games before, or a junior below 2300")
K_LINES = {
    "2400": gettext_noop("K is 10: the rating is or was once 2400 or more"),
    "junior": K_40,
    "new": K_40,
    "other": gettext_noop("K is 20"),
}
K_CUT = gettext_noop("K times %(games)s games may not exceed %(most)s, so K is %(k)s")
ROUNDED = gettext_noop("%(k)s times %(gain)s is %(total)s, rounded %(change)s")
DROPPED = gettext_noop(
    "%(new)s is below %(floor)s and not listed: a new first rating is computed from later games"
)
STARTED = gettext_noop(
    "Expected scores are by the rating at the start of the tournament, %(day)s: %(rating)s"
)
SETTLED = gettext_noop("Games that had waited for a list: %(change)s")
AVERAGE = gettext_noop("Average of the opponents: %(average)s")
AVERAGE_WITH = gettext_noop(
    "Average of the opponents and two more with %(rating)s each: %(average)s"
)
SHARE = gettext_noop("%(score)s of %(games)s points is %(percent)s %%: %(added)s by table 8.1.1")
SHARE_WITH = gettext_noop(
    "With a draw against each of the two, %(score)s of %(games)s points is %(percent)s %%: "
    "%(added)s by table 8.1.1"
)
HALF_POINTS = gettext_noop("20 for each half point above half of %(games)s: %(added)s")
COMPUTED = gettext_noop("First rating: %(rating)s")
AT_MOST = gettext_noop("First rating, at most %(most)s: %(rating)s")

WAITS = gettext_noop("games waiting for the next list: %(games)s")
TOWARDS = gettext_noop("%(games)s of %(least)s games towards the first rating")
TOO_LOW = gettext_noop("games towards the first rating: %(games)s; it is not high enough yet")

Games = Sequence[RatedGame | None]


def waiting(rated: bool, waits: int, pool: int, dated: Message | None) -> Message | None:
    """What the games of a player wait for: `waits` for the next list (`dated` says so with its day,
    where that is known), `pool` of an earlier one."""
    games = waits + (0 if rated else pool)
    if not games:
        return None
    if rated or games >= LEAST_GAMES:
        if waits:
            return dated or Message(WAITS, {"games": waits})
        return Message(TOO_LOW, {"games": games})
    return Message(TOWARDS, {"games": games, "least": LEAST_GAMES})


def of_event(
    step: Step,
    then: Standing,
    now: Row,
    row: Row,
    seen: Sequence[Seen],
    *,
    rated: Games | None = None,
    outcome: Outcome | None = None,
    settled: int = 0,
    zero: bool = False,
) -> Explanation:
    """A step with games. `rated`: the player's games when there was a rating to compute with;
    `outcome`: what they came to, when they were computed at once, and `settled`, what games that
    had waited came to before; `zero`: disregarded."""
    numbers = rated or [None] * len(seen)
    played = [_game_of(game, one, zero) for game, one in zip(seen, numbers, strict=True)]
    workings = _workings(outcome) if outcome else []
    if rated and outcome is None and seen[0].own != now.rating:
        workings.append(_started(decode(step.read_at).day, seen[0].own))
    if settled:
        workings.insert(0, Message(SETTLED, {"change": Signed(settled)}))
    return _told(
        step,
        now,
        row,
        played,
        rating=seen[0].own,
        games=then.games,
        outcome=outcome,
        expected=None if rated is None else _expected(rated),
        sentence=_sentence(played, rated, outcome, zero=zero),
        workings=workings,
    )


def of_list(step: Step, now: Row, row: Row, outcome: Outcome) -> Explanation:
    """A list that took in what had waited for it."""
    games = outcome.games or [[None] * len(entry.games) for entry in outcome.entries]
    played = [
        replace(
            _game(
                opponent, False, rating, half_points, one, counted=not outcome.games or bool(one)
            ),
            ended=entry.end,
        )
        for entry, each in zip(outcome.entries, games, strict=True)
        for (opponent, rating, half_points), one in zip(entry.games, each, strict=True)
    ]
    numbers = [one for each in outcome.games for one in each]
    entries = outcome.entries if outcome.period else ()
    others = [_started(one.start, one.own) for one in entries if one.own not in (0, now.rating)]
    return _told(
        step,
        now,
        row,
        played,
        rating=int(now.rating),
        games=now.games,
        outcome=outcome,
        expected=_expected(numbers) if outcome.period else None,
        sentence=_sentence(played, numbers if outcome.period else None, outcome),
        workings=[*others, *_workings(outcome)],
    )


def _started(day: date, rating: int) -> Message:
    return Message(STARTED, {"day": day, "rating": rating})


def _told(
    step: Step,
    now: Row,
    row: Row,
    played: Sequence[ExplainedGame],
    *,
    rating: int,
    games: int,
    outcome: Outcome | None,
    expected: float | None,
    sentence: Message,
    workings: Sequence[Message],
) -> Explanation:
    counted = [game for game in played if game.counted]
    why = outcome.why if outcome else None
    return Explanation(
        uid=row.uid,
        place=step.place,
        read_at=step.read_at,
        rating=float(rating),
        games=games,
        provisional=False,
        k=None if why is None else float(why.k),
        played=tuple(played),
        counted=len(counted),
        half_points=sum(game.half_points for game in counted),
        expected=expected,
        change=row.change,
        added_to=now.rating,
        rating_after=row.rating,
        sentence=sentence,
        workings=tuple(workings),
        rated=row.rating > 0,
        first=bool(outcome and outcome.first and outcome.rating),
    )


def _game_of(game: Seen, one: RatedGame | None, zero: bool) -> ExplainedGame:
    reason = None
    if not game.counts:
        reason = APART if game.apart else UNRATED
    elif zero:
        reason = ZERO
    return _game(
        game.opponent,
        game.white,
        game.opponent_rating,
        game.half_points,
        one,
        counted=reason is None,
        reason=reason,
    )


def _game(
    opponent: str,
    white: bool,
    rating: int,
    half_points: int,
    one: RatedGame | None,
    *,
    counted: bool,
    reason: Message | None = None,
) -> ExplainedGame:
    """A game alone moves nothing: the sum is rounded once."""
    return ExplainedGame(
        opponent=opponent,
        white=white,
        opponent_rating=float(rating),
        opponent_provisional=False,
        half_points=half_points,
        expected=None if one is None else one.expected / 100,
        counted=counted,
        moved=None if counted else 0.0,
        reason=reason if counted or reason else APART,
    )


def _expected(games: Games) -> float:
    return sum(game.expected for game in games if game is not None) / 100


def _sentence(
    played: Sequence[ExplainedGame],
    rated: Games | None,
    outcome: Outcome | None,
    *,
    zero: bool = False,
) -> Message:
    counted = [game for game in played if game.counted]
    if not counted:
        return Message(ZERO_SENTENCE if zero else NOTHING_COUNTED)
    number = {"games": len(counted)}
    if rated is not None:
        score = Decimal(sum(game.half_points for game in counted)) / 2
        expected = Decimal(sum(game.expected for game in rated if game is not None)) / 100
        return Message(SCORED, number | {"expected": expected, "score": score})
    if outcome is None:
        return Message(COUNTED, number)
    first = outcome.first
    total = {"games": first.games if first else len(counted)}
    return Message(FIRST if outcome.rating else POOLED, total)


def _workings(outcome: Outcome) -> list[Message]:
    """The arithmetic of the rule, line by line."""
    period, why = outcome.period, outcome.why
    if period is None or why is None:
        return _first_workings(outcome.first) if outcome.first else []
    gain = Decimal(period.gain) / 100
    lines = [Message(GAIN, {"gain": gain}), Message(K_LINES[why.line])]
    if why.k != why.base:
        number = sum(game is not None for each in outcome.games for game in each)
        lines.append(Message(K_CUT, {"games": number, "most": MOST_K_GAMES, "k": why.k}))
    total = half_up(period.total, 2)  # whole hundredths already
    numbers = {"k": why.k, "gain": gain, "total": Signed(total), "change": Signed(outcome.change)}
    lines.append(Message(ROUNDED, numbers))
    if not period.listed:
        lines.append(Message(DROPPED, {"new": period.new, "floor": period.floor}))
    return lines


def _first_workings(first: Initial) -> list[Message]:
    if first.average is None or first.computed is None:
        return [] if first.reason is None else [first.reason]
    extra = first.hypothetical
    average = {"average": half_up(first.average, 2), "rating": HYPOTHETICAL}
    lines = [Message(AVERAGE_WITH if extra else AVERAGE, average)]
    share = {
        "score": Decimal(first.half_points + extra) / 2,
        "games": first.games + extra,
        "percent": first.percent,
        "added": first.added,
    }
    if first.by_half_points:
        lines.append(Message(HALF_POINTS, {"games": first.games, "added": first.added}))
    else:
        lines.append(Message(SHARE_WITH if extra else SHARE, share))
    most = {"rating": first.computed, "most": first.most}
    lines.append(Message(AT_MOST if first.cut else COMPUTED, most))
    return lines if first.reason is None else [*lines, first.reason]
